"""Players that find out in the start clock what their playouts are to know."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import woodstock as ws
from woodstock.players.searching import SearchPlayer
from woodstock.players.solving import MacUcbPlayer, MacUcbSymPlayer
from woodstock.players.woodstock_player import WoodstockPlayer
from woodstock.referee.player import Seat, Turn
from woodstock.search.trials import Kind, Score, Trials
from woodstock.settings import Option

KINDS: list[tuple[type[SearchPlayer], Kind]] = [
    (WoodstockPlayer, "lanes"),
    (MacUcbPlayer, "stages"),
    (MacUcbSymPlayer, "stages"),
]
kinds = pytest.mark.parametrize(("player_type", "kind"), KINDS, ids=lambda kind: getattr(kind, "__name__", kind))
unlike = pytest.mark.parametrize(("player_type", "kind"), KINDS[:2], ids=["woodstock", "mac-ucb"])


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path))


def note_of(player: SearchPlayer, start: float | None) -> str:
    """What a player tells of its first move in connect four, after so many seconds of a start clock."""
    game = ws.load("connect_four")
    machine = game.machine()
    deadline = None if start is None else time.monotonic() + start
    player.start(Seat(game, machine, 0, 1, start_deadline=deadline))
    state = machine.initial()
    player.choose(Turn(0, tuple(machine.legal(state)[0]), state, None, None, (), time.monotonic() + 0.1))
    report = player.report()
    player.stop()
    assert report
    return report.note


@pytest.mark.long
@unlike
def test_knowledge_is_tried_in_the_start_clock_and_told(
    player_type: type[SearchPlayer], kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = set()

    def match(self: Trials, challenge: dict[str, Option], *_: float) -> float:
        tried.add(self.kind)
        return float(challenge == {"ahead": 2})

    monkeypatch.setattr(Trials, "_match", match)
    note = note_of(player_type(), 3.0)
    assert "ahead=1 left (0 of 10), ahead=2 taken (13 of 13), mast left (0 of 10)" in note
    assert tried == {kind}


@unlike
@pytest.mark.parametrize("options", [{"knowledge": "none"}, {"playouts": 100}, {"ahead": 1}, {"mast": True}])
def test_what_is_given_is_not_tried(
    player_type: type[SearchPlayer], kind: Kind, options: dict[str, Option], monkeypatch: pytest.MonkeyPatch
) -> None:
    Trials(ws.load("connect_four"), scores=[Score(13, 13)], kind=kind).keep()
    monkeypatch.setattr(Trials, "_match", lambda *_: pytest.fail("nothing is to be tried"))
    assert "knowledge" not in note_of(player_type(**options), 1.1)


def test_as_published_playouts_know_nothing() -> None:
    Trials(ws.load("connect_four"), scores=[Score(13, 13)], kind="stages").keep()
    assert "knowledge" in note_of(MacUcbPlayer(circuit=True), None)
    assert "knowledge" not in note_of(MacUcbPlayer(published=True, circuit=True), None)


@kinds
def test_a_start_clock_that_is_too_short_goes_without_knowledge(player_type: type[SearchPlayer], kind: Kind) -> None:
    Trials(ws.load("connect_four"), scores=[Score(13, 13)], kind=kind).keep()
    for start, told in ((0.2, False), (0.8, True), (None, True)):
        assert ("ahead=1 taken (13 of 13)" in note_of(player_type(), start)) is told
