"""Rulesheets over HTTP: checked as they are typed, tried out when they are right."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from woodstock import games
from woodstock.errors import WoodstockError
from woodstock.files import open_bytes
from woodstock.gdl import Problem
from woodstock.place import Place
from woodstock.web.answers import answered, body, lobby, text
from woodstock.web.table_routes import source
from woodstock.web.workers import Refused

_CHECKING = 10.0


async def rules(request: Request) -> Any:
    """The rulesheet of a bundled game, or the one that the command line named."""
    name = request.path_params["name"]
    if name == "-" and request.app.state.file:
        with open_bytes(request.app.state.file) as file:
            return {"name": name, "text": file.read(lobby(request).limits.upload).decode("utf-8", "replace")}
    return {"name": name, "text": games.text(name)}


async def check(request: Request) -> Any:
    """What is wrong with a rulesheet."""
    given = text(await body(request), "text")
    return await lobby(request).checker.ask("check", _CHECKING, text=given)


async def try_out(request: Request) -> Any:
    """The board of a rulesheet, and how random matches go; what cannot be played is told as a problem."""
    data = await body(request)
    try:
        return await lobby(request).pool.run("try_out", source=source(data, request))
    except Refused as error:
        line, column = error.answer.get("line"), error.answer.get("column")
        place = None if line is None or column is None else Place(line, column)
        return _unplayed(Problem("error", "unplayable", error.message, place))
    except WoodstockError as error:
        return _unplayed(Problem("warning", "slow", error.message))


def _unplayed(problem: Problem) -> dict[str, Any]:
    return {"problems": [problem.as_dict()], "facts": None, "svg": None, "play": None, "sizes": None}


ROUTES = [
    Route("/api/rules/{name}", answered(rules), methods=["GET"]),
    Route("/api/check", answered(check), methods=["POST"]),
    Route("/api/try", answered(try_out), methods=["POST"]),
]
