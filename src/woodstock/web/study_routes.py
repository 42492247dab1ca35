"""The constraint side over HTTP: networks are shown and solved, quantified ones are played."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from woodstock.errors import WoodstockError
from woodstock.web.answers import answered, body, lobby, number, text

_SOLVING = 10.0


async def network(request: Request) -> Any:
    """An XCSP3 instance: what is in it and, if asked for, its answer."""
    data = await body(request)
    given = {"text": text(data, "text"), "solve": bool(data.get("solve")), "seconds": _SOLVING}
    return await lobby(request).pool.run("study_network", **given)


async def open_quantified(request: Request) -> Any:
    """A quantified CSP to play."""
    data = await body(request)
    shape = data.get("shape") or {}
    if not isinstance(shape, dict) or not all(isinstance(one, int) for one in shape.values()):
        raise WoodstockError("a shape is a number of variables n and of values d")
    given = {"text": data.get("text"), "shape": shape, "seed": int(number(data, "seed", 0, 2**31, 0))}
    return await lobby(request).standby.ask("open_quantified", _SOLVING, **given)


async def answer_quantified(request: Request) -> Any:
    """A person sets a variable, and the computer its own."""
    data = await body(request)
    values, value = data.get("values"), data.get("value")
    if not isinstance(values, list) or not all(isinstance(one, str) for one in (*values, value or "")):
        raise WoodstockError("values must be strings")
    house = lobby(request)
    given = {
        "text": text(data, "text"),
        "values": values,
        "side": text(data, "side"),
        "value": value,
        "player": text(data, "player", "woodstock"),
        "seconds": number(data, "seconds", 0.05, 10.0, 1.0),
        "seed": 1,
    }
    async with house.thinkers:
        return await house.standby.ask("answer_quantified", house.limits.studying, **given)


ROUTES = [
    Route("/api/networks", answered(network), methods=["POST"]),
    Route("/api/quantified", answered(open_quantified), methods=["POST"]),
    Route("/api/quantified/answer", answered(answer_quantified), methods=["POST"]),
]
