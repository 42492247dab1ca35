"""What a role may see is drawn for it, and never more."""

from __future__ import annotations

import random

import pytest

import woodstock as ws
from woodstock import games
from woodstock.drawing import known_picture
from woodstock.drawing.knowledge import known
from woodstock.engine.machine import Machine, State

HIDDEN = [name for name in games.names() if games.metadata(name).sees]


def played(machine: Machine, steps: int, seed: object) -> tuple[State, list[list[tuple[int, tuple[str, ...]]]]]:
    """A state some random moves from the start, and what each role did and saw on the way."""
    chance = random.Random(str(seed))
    state = machine.initial()
    histories: list[list[tuple[int, tuple[str, ...]]]] = [[] for _ in machine.roles]
    for _ in range(steps):
        if machine.terminal(state):
            break
        joint_move = [chance.choice(own) for own in machine.legal(state)]
        for role, seen in enumerate(machine.percepts(state, joint_move)):
            histories[role].append((joint_move[role], tuple(seen)))
        state = machine.next(state, joint_move)
    return state, histories


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_certain_is_true(name: str) -> None:
    game = ws.load(name)
    machine = game.machine()
    for steps in (0, 2, 5):
        state, histories = played(machine, steps, (name, steps))
        for role, history in enumerate(histories):
            if role != machine.chance:
                assert set(known(game, role, history).certain) <= set(machine.fluents(state))


@pytest.mark.parametrize("name", ["kuhn_poker", "krieg_tic_tac_toe", "meier", "phantom_tic_tac_toe"])
def test_who_saw_the_same_is_shown_the_same(name: str) -> None:
    """The picture is made of the history alone: two matches that a role cannot tell apart look the same to it, though
    the states differ. With the state in place of the history this fails at once."""
    game = ws.load(name)
    machine = game.machine()
    told: dict[tuple[int, tuple[tuple[int, tuple[str, ...]], ...]], set[State]] = {}
    pictures: dict[tuple[int, tuple[tuple[int, tuple[str, ...]], ...]], set[str]] = {}
    for seed in range(60):
        state, histories = played(machine, 3, seed)
        for role, history in enumerate(histories):
            if role != machine.chance:
                key = (role, tuple(history))
                told.setdefault(key, set()).add(state)
                pictures.setdefault(key, set()).add(known_picture(game, role, history).svg())
    assert any(len(states) > 1 for states in told.values()), "nothing was hidden in these matches"
    assert all(len(own) == 1 for own in pictures.values())


def test_own_cards_are_shown_and_others_are_not() -> None:
    game = ws.load("kuhn_poker")
    machine = game.machine()
    state, histories = played(machine, 2, 7)
    (own,) = [fluent for fluent in machine.fluents(state) if fluent.startswith("(holds first")]
    (other,) = [fluent for fluent in machine.fluents(state) if fluent.startswith("(holds second")]
    for role, mine, theirs in ((0, own, other), (1, other, own)):
        shown = known_picture(game, role, histories[role])
        assert mine in shown.fluents and theirs not in shown.fluents
        assert "2 positions are possible" in shown.text()
        # A card is drawn as its letter: that of the other player is not in the picture.
        assert shown.svg().count('class="paper"') == 1


def test_own_ships_are_shown() -> None:
    game = ws.load("battleship")
    machine = game.machine()
    state, histories = played(machine, 4, 1)
    ships = {fluent for fluent in machine.fluents(state) if fluent.startswith("(afloat first")}
    shown = set(known_picture(game, 0, histories[0]).fluents)
    assert ships and ships <= shown
    assert not any(fluent.startswith("(afloat second") for fluent in shown)


def test_of_too_many_positions_a_sample_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is certain then; what all of the sample have in common is shown, and the picture says so."""
    monkeypatch.setattr("woodstock.drawing.knowledge._STATES", 2)
    game = ws.load("battleship")
    machine = game.machine()
    state, histories = played(machine, 6, 1)
    found = known(game, 0, histories[0], seconds=100)
    assert found.certain == () and found.possible is None and found.sampled > 20
    shown = known_picture(game, 0, histories[0], seconds=100)
    ships = {fluent for fluent in machine.fluents(state) if fluent.startswith("(afloat first")}
    assert ships <= set(shown.fluents) <= set(machine.fluents(state))
    assert not any(fluent.startswith("(afloat second") for fluent in shown.fluents)
    assert f"shown is what {found.sampled:,} of them have in common" in shown.text()


def test_without_time_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("woodstock.drawing.knowledge._STATES", 2)
    game = ws.load("battleship")
    _, histories = played(game.machine(), 6, 1)
    shown = known_picture(game, 0, histories[0], seconds=-1)
    assert shown.fluents == () and "more positions are possible than can be counted" in shown.text()
