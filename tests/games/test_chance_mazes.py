"""Pacman and bomberman: in lockstep with the public rulesheets, and what is known of their ends."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import woodstock as ws
from oracles.named import Named
from sheets import path_of
from woodstock.engine.machine import State

GAMES = 50


def words(text: str) -> list[str]:
    return text.strip("()").split()


def pacman_move(role: str, move: str) -> str:
    if move == "noop":
        return "(move nowhere)" if role == "pacman" else "(moveBoth blinky nowhere inky nowhere)"
    return move if role == "pacman" else "(moveBoth blinky {1} inky {2})".format(*words(move))


def bomberman_move(_role: str, move: str) -> str:
    return {"stay": "(move nowhere)", "drop": "dropBomb"}.get(move, move)


def pacman_fluents(ours: frozenset[str]) -> set[str]:
    """Walls are no fluents here."""
    kinds = {"cell": "(location {3} {1} {2})", "eaten": "(collected {1})"}
    return {kinds[words(fluent)[0]].format(*words(fluent)) if words(fluent)[0] in kinds else fluent for fluent in ours}


def bomberman_fluents(ours: frozenset[str]) -> set[str]:
    """A row or a column on fire is one fluent here, and eight there."""
    found: set[str] = set()
    for fluent in ours:
        name, *rest = words(fluent)
        if name == "cell":
            found.add(f"(location {rest[2]} {rest[0]} {rest[1]})")
        elif name == "fire":
            cells = [(n, rest[1]) if rest[0] == "row" else (rest[1], n) for n in range(1, 9)]
            found |= {f"(location fire {x} {y})" for x, y in cells}
        else:
            found.add(fluent)
    return found


Translation = tuple[str, Callable[[str, str], str], Callable[[frozenset[str]], set[str]], tuple[str, ...]]
SHEETS: dict[str, Translation] = {
    # The goals of pacman are our own.
    "pacman": ("ggp-repository/pacman2p.kif", pacman_move, pacman_fluents, ("ghosts",)),
    "bomberman": (
        "ggp-repository/bomberman2p.kif",
        bomberman_move,
        bomberman_fluents,
        ("bomberman", "bomberwoman"),
    ),
}


@pytest.mark.sheets
@pytest.mark.parametrize("name", SHEETS)
def test_the_public_rulesheet_agrees(name: str) -> None:
    file, translate, fluents, scored = SHEETS[name]
    ours, theirs = Named(ws.load(name).machine()), Named(ws.load(path_of(file)).machine())
    for seed in range(GAMES):
        rng = random.Random(seed)
        state, other = ours.initial(), theirs.initial()
        while not ours.terminal(state):
            assert not theirs.terminal(other)
            held = {fluent for fluent in theirs.fluents(other) if not fluent.startswith("(blocked")}
            assert fluents(ours.fluents(state)) == held
            moves = {role: {translate(role, move): move for move in ours.legal(state)[role]} for role in ours.roles}
            assert {role: set(own) for role, own in moves.items()} == theirs.legal(other)
            choice = {role: rng.choice(sorted(own)) for role, own in moves.items()}
            state = ours.next(state, {role: moves[role][move] for role, move in choice.items()})
            other = theirs.next(other, choice)
        assert theirs.terminal(other)
        assert all(ours.goals(state)[role] == theirs.goals(other)[role] for role in scored)


def after(rules: Named, state: State, *moves: str) -> State:
    """The state after joint moves, each the moves of both roles in one line."""
    for both in moves:
        state = rules.next(state, dict(zip(rules.roles, both.split(", "), strict=True)))
    return state


def test_pacman_eats_and_is_caught() -> None:
    pacman = Named(ws.load("pacman").machine())
    start = pacman.fluents(pacman.initial())
    assert sum(fluent.endswith("pellet)") for fluent in start) == 33
    one = after(pacman, pacman.initial(), "(move west), noop")
    assert start - pacman.fluents(one) == {
        "(cell 5 3 pacman)", "(cell 4 3 pellet)", "(eaten 0)", "(step 1)", "(control pacman)"
    }  # fmt: skip
    assert pacman.goals(one) == {"pacman": {3}, "ghosts": {0}}
    near = {"(cell 3 3 pacman)", "(cell 3 5 blinky)", "(cell 6 6 inky)", "(eaten 7)", "(step 20)", "(control ghosts)"}
    state = after(pacman, pacman.machine.state(sorted(near)), "noop, (move_both south east)")
    assert not pacman.terminal(state)
    caught = after(pacman, state, "(move north), noop")
    assert pacman.terminal(caught)
    assert pacman.goals(caught) == {"pacman": {21}, "ghosts": {100}}


def test_pacman_wins_with_the_last_pellet() -> None:
    pacman = Named(ws.load("pacman").machine())
    held = ["(cell 3 1 pacman)", "(cell 3 8 blinky)", "(cell 6 8 inky)", "(cell 4 1 pellet)", "(eaten 32)", "(step 60)"]
    state = pacman.machine.state([*held, "(control pacman)"])
    assert not pacman.terminal(state)
    assert pacman.goals(state)["pacman"] == {96}
    state = after(pacman, state, "(move east), noop")
    assert pacman.terminal(state)
    assert pacman.goals(state) == {"pacman": {100}, "ghosts": {0}}


def test_a_bomb_burns_a_row_and_a_column() -> None:
    bomberman = Named(ws.load("bomberman").machine())
    steps = ["drop, stay", "(move east), stay", "stay, stay", "stay, stay"]
    state = after(bomberman, bomberman.initial(), *steps)
    assert not bomberman.terminal(state)
    assert "(cell 1 1 bomb0)" in bomberman.fluents(state)
    late = after(bomberman, state, "stay, stay")
    assert {"(fire row 1)", "(fire column 1)", "(cell 2 1 bomberman)"} <= bomberman.fluents(late)
    assert bomberman.terminal(late)
    assert bomberman.goals(late) == {"bomberman": {0}, "bomberwoman": {100}}


def test_the_corner_of_bomberwoman_is_safe_from_her_own_bomb() -> None:
    bomberman = Named(ws.load("bomberman").machine())
    state = after(bomberman, bomberman.initial(), "stay, drop", *["stay, stay"] * 48)
    assert bomberman.terminal(state)
    assert bomberman.goals(state) == {"bomberman": {50}, "bomberwoman": {50}}
