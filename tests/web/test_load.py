"""Many tables at once, and many one after another: clocks are kept, and nothing is left behind."""

from __future__ import annotations

import gc
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from web.serving import act, good, look, opened, serving, until
from woodstock.web.limits import Limits

_LATE = 0.5
"""Seconds beyond its clock after which a player is late: what it takes to show what it thinks on a busy machine."""
_READY = 1.0
"""Seconds that a player has before its first move."""

PEOPLE = {"first": "person", "second": "person"}


def children() -> set[int]:
    """The processes that we started and that are still there."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid() and fields[0] != "Z":
                found.add(int(entry.name))
    return found


def memory() -> int:
    """Bytes that this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def whole_match(client: TestClient) -> None:
    """A match between two players, to its end, and the table closed."""
    table = opened(client, "tic_tac_toe", {"x": "random", "o": "legal"})["id"]
    until(client, table, lambda one: one["over"])
    good(client.delete(f"/api/tables/{table}"))


@pytest.mark.parametrize("matches", [1, pytest.param(200, marks=pytest.mark.slow)])
def test_matches_leave_no_process_and_no_memory_behind(matches: int) -> None:
    before = children()
    with serving(Limits(spare=1)) as client:
        whole_match(client)
        held = memory()
        for _ in range(matches):
            whole_match(client)
        grown = memory() - held
        print(f"{matches} matches: {grown / 2**20:.1f} MiB more")
        assert grown < 32 << 20
        end = time.monotonic() + 60
        while len(children() - before) > 1 and time.monotonic() < end:
            time.sleep(0.1)
        assert len(children() - before) <= 1, "but for the one that waits for work"
    assert children() - before == set()


@pytest.mark.clock
@pytest.mark.parametrize("count", [4, pytest.param(50, marks=pytest.mark.slow)])
def test_many_tables_at_once_keep_every_clock(count: int) -> None:
    """Players wait for a core before their clocks start, so that each thinks for its time and not much longer. Before
    its first move a player also has a second to get ready."""
    with serving(Limits(tables=60, spare=2)) as client, ThreadPoolExecutor(10) as pool:

        def play(_: int) -> str:
            view = opened(client, "connect_four", {"red": "person", "yellow": "uct @ 0.3"})
            return str(act(client, view["id"], "move", role="red", text="4")["id"])

        tables = list(pool.map(play, range(count)))
        for steps, ready in ((2, _READY), (4, 0.0)):
            thought = answers(client, tables, steps)
            print(f"{count} players thought for {min(thought):.2f} to {max(thought):.2f} s")
            assert min(thought) > 0.2, "every player had its time"
            assert max(thought) < ready + 0.3 + _LATE, "and none was late"
            list(pool.map(lambda table: act(client, table, "move", role="red", text="1"), tables))


def answers(client: TestClient, tables: list[str], steps: int) -> list[float]:
    """Wait until every player has answered: the seconds that each thought."""
    end = time.monotonic() + 300
    waiting, thought = set(tables), list[float]()
    while waiting and time.monotonic() < end:
        for table in list(waiting):
            view = look(client, table)
            assert view["trouble"] == ""
            if view["steps"] == steps:
                waiting.discard(table)
                thought.append(view["history"][-1]["seconds"]["yellow"])
        time.sleep(0.5)
    assert not waiting, "every player moved"
    return thought


@pytest.mark.clock
@pytest.mark.parametrize(("game", "seconds"), [("connect_four", 1.0), ("chess", 2.0)])
def test_the_first_board_and_a_click_come_quickly(game: str, seconds: float) -> None:
    roles = {"connect_four": ("red", "yellow"), "chess": ("white", "black")}[game]
    with serving(Limits(spare=1)) as client:
        people = dict.fromkeys(roles, "person")
        good(client.delete(f"/api/tables/{opened(client, game, people)['id']}"))  # compiled once, as after installing
        time.sleep(3.0)
        begun = time.monotonic()
        view = opened(client, game, people)
        assert time.monotonic() - begun < seconds
        quickest = []
        for at in range(3):
            role = roles[at % 2]
            move = view["picture"]["moves"][role][0]["move"]
            begun = time.monotonic()
            view = act(client, view["id"], "move", role=role, text=move)
            quickest.append(time.monotonic() - begun)
        assert min(quickest) < 0.1


def test_a_player_that_is_too_slow_stops_nobody() -> None:
    with serving(Limits(spare=0)) as client:
        view = opened(client, "nim", {"first": "http://127.0.0.1:9", "second": "person"})
        view = until(client, view["id"], lambda one: bool(one["trouble"]))
        assert "did not answer" in view["trouble"]
        view = act(client, view["id"], "sit", chairs=PEOPLE)
        assert view["trouble"] == "" and view["waiting"] == ["first"]
