"""What the tests of the page share: a server in this process, and a table at it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from woodstock.web.app import application
from woodstock.web.guard import Access
from woodstock.web.limits import Limits
from woodstock.web.match import Match
from woodstock.web.seats import seated

HOST = "127.0.0.1:9150"
TIMEOUT = 60.0
_TABLES: dict[tuple[int, str], str] = {}
"""The tables of `begun`, by server and game."""


@contextmanager
def serving(limits: Limits | None = None, access: Access | None = None, **given: Any) -> Iterator[TestClient]:
    """A server, asked without a socket."""
    with TestClient(
        application(access, limits or Limits(spare=1, tables=6, spared=0.0), **given), base_url=f"http://{HOST}"
    ) as client:
        yield client


def match_of(**chairs: str) -> Match:
    """A match of a game without hidden information, before its first step."""
    facts = {"roles": list(chairs), "players": list(chairs), "sees": False}
    return Match(facts, seated(chairs, chairs, (), Limits()), clock=None, paused=False)


def opened(client: TestClient, game: str, chairs: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """A new table."""
    found: dict[str, Any] = good(client.post("/api/tables", json={"game": game, "chairs": chairs or {}, **more}))
    return found


def begun(client: TestClient, game: str, chairs: dict[str, str]) -> dict[str, Any]:
    """A match from its first step. An earlier test may have sat at the table: its process knows the game already."""
    table = _TABLES.get((id(client), game))
    if table and client.post(f"/api/tables/{table}/sit", json={"chairs": chairs}).status_code == 200:
        return act(client, table, "again")
    view = opened(client, game, chairs)
    _TABLES[id(client), game] = view["id"]
    return view


def good(answer: Any) -> Any:
    """What was answered, which must not be an error."""
    assert answer.status_code == 200, answer.text
    return answer.json()


def act(client: TestClient, table: str, action: str, **given: Any) -> dict[str, Any]:
    """Something done at a table."""
    found: dict[str, Any] = good(client.post(f"/api/tables/{table}/{action}", json=given))
    return found


def look(client: TestClient, table: str, **asked: Any) -> dict[str, Any]:
    """How a match stands."""
    found: dict[str, Any] = good(client.get(f"/api/tables/{table}", params=asked))
    return found


def until(client: TestClient, table: str, reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """How a match stands when it has come so far."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        view = look(client, table)
        if reached(view):
            return view
        time.sleep(0.05)
    raise AssertionError(f"it did not come so far: {view}")


def events(client: TestClient, path: str) -> list[tuple[str, Any]]:
    """All events of a stream that ends."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    found: list[tuple[str, Any]] = []
    for block in answer.text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line and not line.startswith(":"))
        if "event" in lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def player_file(folder: Path) -> None:
    """A module with a player of one's own."""
    (folder / "own_player.py").write_text(
        "class First:\n"
        "    def start(self, seat): pass\n"
        "    def choose(self, turn): return turn.legal[0]\n"
        "    def stop(self): pass\n",
        encoding="utf-8",
    )
