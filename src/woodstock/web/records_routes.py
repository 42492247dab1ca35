"""Records of matches over HTTP: those of ggp-base or ours are opened to be looked at."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from woodstock.errors import WoodstockError
from woodstock.web.answers import answered, body, lobby
from woodstock.web.seats import PERSON
from woodstock.web.views import view


async def open_record(request: Request) -> Any:
    """A table with the match of a record, paused at its end."""
    data = await body(request)
    record, rules = data.get("record"), data.get("rules")
    if not isinstance(record, dict) or not (rules is None or isinstance(rules, str)):
        raise WoodstockError("a record is a JSON object, and rules are text")
    house = lobby(request)
    read = await house.standby.ask("read_record", house.limits.studying, data=record, rules=rules)
    chairs = dict.fromkeys(read["facts"]["players"], PERSON)
    table = await house.open(read["source"], chairs, moves=read["moves"], paused=True)
    for note in read["notes"]:
        if 0 <= note["step"] < len(table.steps):
            table.steps[note["step"]].notes.append(f"{note['role'] or 'the game'}: {note['kind']}: {note['detail']}")
    return {"view": await view(table), "players": read["players"], "problem": read["problem"]}


ROUTES = [Route("/api/records", answered(open_record), methods=["POST"])]
