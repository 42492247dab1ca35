"""Tables over HTTP: POST changes something, GET looks, events tell what happens."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from woodstock.errors import WoodstockError
from woodstock.web.answers import answered, body, lobby, number, stream, text
from woodstock.web.loaded_game import moves_of
from woodstock.web.seats import chair, seated
from woodstock.web.table import Table
from woodstock.web.views import analysed_role, eyes, may_see_all, view

_HINT_SECONDS = 1.0
_ANALYST = "woodstock"


async def _table(request: Request) -> Table:
    return await lobby(request).find(request.path_params["name"])


def _query(request: Request) -> tuple[str | None, int | None]:
    """Whose view is asked for, and of which step."""
    step = request.query_params.get("step")
    if step is not None and not step.isdecimal():
        raise WoodstockError("a step must be a number")
    return request.query_params.get("viewer") or None, None if step is None else int(step[:9])


def source(data: dict[str, Any], request: Request) -> dict[str, Any]:
    """The game that is meant: a text, the file that the command line named, or a bundled one by its name."""
    if data.get("text") is not None:
        return {"name": text(data, "name", "your game"), "text": text(data, "text")}
    if data.get("file") and request.app.state.file:
        return {"path": request.app.state.file}
    return {"name": text(data, "game")}


def _chairs(data: dict[str, Any]) -> dict[str, str]:
    chairs = data.get("chairs") or {}
    if not isinstance(chairs, dict) or not all(isinstance(one, str) for one in (*chairs, *chairs.values())):
        raise WoodstockError("chairs must name a player for each role")
    return chairs


def _clock(data: dict[str, Any]) -> float | None:
    return None if data.get("clock") is None else number(data, "clock", 1.0, 86_400.0)


async def open_table(request: Request) -> Any:
    """A new match."""
    data = await body(request)
    chairs = _chairs(data)
    lobby(request).chair_texts(chairs)
    table = await lobby(request).open(
        source(data, request),
        chairs,
        clock=_clock(data),
        moves=moves_of(data["moves"]) if data.get("moves") else None,
        line=text(data, "line", ""),
        paused=bool(data.get("paused")),
    )
    return await view(table)


async def show(request: Request) -> Any:
    """How a match stands."""
    return await view(await _table(request), *_query(request))


async def close(request: Request) -> Any:
    """Close a table."""
    await lobby(request).end(request.path_params["name"])
    return {"closed": True}


async def act(request: Request) -> Any:
    """Something that a person does at a table; the answer is how the match stands then."""
    table, data, action = await _table(request), await body(request), request.path_params["action"]
    match action:
        case "move":
            await table.play(text(data, "role"), text(data, "text"))
        case "undo":
            await table.undo()
        case "redo":
            await table.redo()
        case "resign":
            await table.resign(text(data, "role"))
        case "again":
            await table.again()
        case "swap":
            await table.swap()
        case "pause":
            await table.pause(bool(data.get("paused")), one_step=bool(data.get("step")))
        case "sit":
            house = lobby(request)
            chairs = seated(table.facts["players"], _chairs(data), house.own, house.limits)
            await table.sit(chairs, _clock(data))
        case _:
            return JSONResponse({"error": f"nobody can {action[:40]} here"}, 404)
    viewer = data.get("viewer")
    # Who played and who looks need not be the same: the one who looked may have left the table.
    with contextlib.suppress(WoodstockError):
        return await view(table, viewer if isinstance(viewer, str) else None)
    return await view(table)


async def hint(request: Request) -> Any:
    """What our best player would do after a short thought."""
    table, data = await _table(request), await body(request)
    role = text(data, "role")
    if role not in table.waiting:
        raise WoodstockError("a hint is for a person who has a choice")
    thought: dict[str, Any] = {}
    async for kind, said in _thoughts(request, table, role, _ANALYST, _HINT_SECONDS, table.moves):
        if kind == "thought":
            thought = said
    return {
        "move": thought["best"],
        "value": next((one["value"] for one in thought["moves"] if one["move"] == thought["best"]), None),
        "proved": thought["proved"],
    }


async def events(request: Request) -> Response:
    """What happens at a table, as it happens."""
    return stream(request, (await _table(request)).listen())


async def analysis(request: Request) -> Response:
    """What a player thinks of a position, while it thinks."""
    table, house = await _table(request), lobby(request)
    asked = request.query_params
    at = len(table.steps) if (step := _query(request)[1]) is None else min(step, len(table.steps))
    moves = table.moves[:at]
    situation = await table.ask("situation", moves=moves)
    role = analysed_role(table, asked.get("role") or None, at, situation["choosing"])
    seconds = number(dict(asked), "seconds", 0.1, house.limits.thought, 5.0)
    player = chair(asked.get("player") or _ANALYST, house.own, house.limits).player
    if player is None:
        raise WoodstockError("a person does not report an analysis: choose a player")
    return stream(request, _thoughts(request, table, role, player, seconds, moves))


async def _thoughts(
    request: Request, table: Table, role: str, player: str, seconds: float, moves: list[list[str]]
) -> AsyncIterator[tuple[str, Any]]:
    """A process thinks, and is gone when it is done or when nobody listens any more."""
    house = lobby(request)
    yield "queued", None
    async with house.thinkers:
        worker = await house.pool.take()
        try:
            given = {"role": role, "player": player, "seconds": seconds, "seed": table.seed}
            thoughts = worker.stream("think", seconds + house.limits.answer, source=table.source, moves=moves, **given)
            async with contextlib.aclosing(thoughts):
                async for thought in thoughts:
                    yield "thought", {**thought, "step": len(moves)}
        finally:
            await house.pool.end(worker)


async def study(request: Request) -> Any:
    """Symmetries, beliefs, or the network of a turn."""
    table, what = await _table(request), request.path_params["what"]
    viewer, step = _query(request)
    moves = table.moves[:step]
    house = lobby(request)
    given: dict[str, Any] = {"source": table.source, "moves": moves}
    if what == "network":
        if not may_see_all(table):
            raise WoodstockError("the network of a turn shows the position, which is hidden until the match is over")
        return await house.pool.run("turn_network", **given)
    role = request.query_params.get("role") or eyes(table, viewer)
    if role is None:
        raise WoodstockError("name a role")
    eyes(table, role)
    if what == "beliefs":
        return await house.pool.run("beliefs", **given, role=role, seconds=5.0)
    return await house.pool.run("orbits", **given, role=role)


async def ahead(request: Request) -> Any:
    """The position after moves that a player expects, as a picture: nothing at the table changes."""
    table, data = await _table(request), await body(request)
    if not may_see_all(table):
        raise WoodstockError("what lies ahead is hidden until the match is over")
    moves = [*table.moves[: int(number(data, "step", 0, len(table.steps)))], *moves_of(data.get("line"))]
    found = await table.ask("look", moves=moves, viewer=None, choosers=[], most=0)
    return {key: value for key, value in found.items() if key != "names"}


def _about(table: Table) -> dict[str, Any]:
    return {
        "players": {role: one.text for role, one in table.chairs.items()},
        "seed": table.seed,
        "clock": table.clock,
        "began": table.began,
        "resigned": table.resigned,
    }


def _downloadable(table: Table) -> None:
    if not may_see_all(table):
        raise WoodstockError("a match with hidden information can be saved when it is over")


async def record(request: Request) -> Response:
    """The record of a match, in the form of ggp-base."""
    table = await _table(request)
    _downloadable(table)
    data = await table.ask("record", moves=table.moves, about=_about(table))
    return JSONResponse(data, headers=_file(table, "json"))


async def page(request: Request) -> Response:
    """A match as one page that needs nothing else."""
    table = await _table(request)
    _downloadable(table)
    html = await table.ask("html", moves=table.moves, about=_about(table))
    return HTMLResponse(html, headers=_file(table, "html"))


def _file(table: Table, ending: str) -> dict[str, str]:
    stem = "".join(one if one.isascii() and one.isalnum() else "_" for one in table.facts["name"])[:60]
    return {"content-disposition": f'attachment; filename="{stem}.{ending}"'}


ROUTES = [
    Route("/api/tables", answered(open_table), methods=["POST"]),
    Route("/api/tables/{name}", answered(show), methods=["GET"]),
    Route("/api/tables/{name}", answered(close), methods=["DELETE"]),
    Route("/api/tables/{name}/events", answered(events), methods=["GET"]),
    Route("/api/tables/{name}/analysis", answered(analysis), methods=["GET"]),
    Route("/api/tables/{name}/record", answered(record), methods=["GET"]),
    Route("/api/tables/{name}/page", answered(page), methods=["GET"]),
    Route("/api/tables/{name}/study/{what:str}", answered(study), methods=["GET"]),
    Route("/api/tables/{name}/ahead", answered(ahead), methods=["POST"]),
    Route("/api/tables/{name}/hint", answered(hint), methods=["POST"]),
    Route("/api/tables/{name}/{action:str}", answered(act), methods=["POST"]),
]
