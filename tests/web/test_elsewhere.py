"""A match in the page against a GGP player that is reached over HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from starlette.testclient import TestClient

from web.browsing import RUN, Visitor
from web.serving import TIMEOUT, act, good, opened, until

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def player() -> Iterator[str]:
    """`woodstock serve` in a process of its own: its address."""
    command = [sys.executable, "-c", RUN, "serve", "--port", "0", "--player", "legal", "--json"]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        try:
            yield json.loads(server.stdout.readline())["url"]
        finally:
            server.terminate()
            server.wait(30)


def test_a_player_elsewhere_is_played_against_to_the_end(visitor: Visitor, player: str) -> None:
    """It answers with its first legal move, so three in a row are there before it has any."""
    visitor.play("tic_tac_toe")
    visitor.seat(o=f"{player} @ 5")
    for number, cell in enumerate(("c1", "c2", "c3")):
        visitor.click(cell)
        visitor.steps(min(2 * number + 2, 5))
    visitor.says("x won (x 100, o 0).")
    moves = visitor.page.locator(".moves li").all_inner_texts()
    assert len(moves) == 5, moves


def test_it_sits_down_in_the_middle_of_a_match(client: TestClient, player: str) -> None:
    line = "(mark 2 2) (mark 1 2) (mark 3 3)"
    view = opened(client, "tic_tac_toe", {"x": "person", "o": f"{player} @ 5"}, line=line)
    view = until(client, view["id"], lambda one: one["steps"] == 4)
    assert view["trouble"] == "" and view["history"][-1]["full"]["o"] == "(mark 1 1)"
    good(client.delete(f"/api/tables/{view['id']}"))
    assert available(player), "a match that was given up is over for it, too"


def test_it_is_told_that_a_match_is_over(client: TestClient, player: str) -> None:
    view = opened(client, "tic_tac_toe", {"x": "person", "o": f"{player} @ 5"})
    for move in ("(mark 3 1)", "(mark 3 2)", "(mark 3 3)"):
        act(client, view["id"], "move", role="x", text=move)
        view = until(client, view["id"], lambda one: one["over"] or one["waiting"] == ["x"])
    assert view["goals"] == {"x": 100, "o": 0}
    assert available(player)


def available(player: str) -> bool:
    """Is the player free for another match, soon?"""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        with urlopen(player, b"( INFO )", timeout=TIMEOUT) as answer:
            if b"available" in answer.read():
                return True
        time.sleep(0.1)
    return False
