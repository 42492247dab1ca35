"""Every bundled game still plays as it was recorded: the same moves are legal, with the same goals and counts."""

from __future__ import annotations

import pytest

import woodstock as ws
from golden.record import FOLDER, read
from woodstock import games

RECORDED = sorted(path.stem for path in FOLDER.glob("*.json"))


def test_every_game_is_recorded() -> None:
    assert set(games.names()) == set(RECORDED)


@pytest.mark.parametrize("name", RECORDED)
def test_the_playthrough_is_replayed(name: str) -> None:
    golden = read(name)
    machine = ws.load(name).machine()
    state = machine.initial()
    for step in golden.moves:
        assert not machine.terminal(state)
        joint = [machine.move_number(role, move) for role, move in enumerate(step)]
        assert all(move in choices for move, choices in zip(joint, machine.legal(state), strict=True))
        state = machine.next(state, joint)
    assert machine.terminal(state)
    assert list(machine.goals(state)) == golden.goals


@pytest.mark.parametrize("name", RECORDED)
def test_the_counts_are_the_same(name: str) -> None:
    golden = read(name)
    assert ws.load(name).machine().perft(len(golden.perft)) == golden.perft
