"""Pacman and bomberman, with and without chance: in lockstep with public rulesheets, and what is known of ends."""

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


# ---- with chance ----------------------------------------------------------------------------------------------------
GHOSTS = ("blinky", "inky", "pinky", "clyde")


def test_pacman_and_four_ghosts_move_in_turn() -> None:
    pacman = Named(ws.load("pacman_random").machine())
    start = pacman.fluents(pacman.initial())
    assert sum(fluent.endswith("pellet)") for fluent in start) == 29
    assert {f"(cell {x} 6 {ghost})" for x, ghost in zip((3, 4, 5, 6), GHOSTS, strict=True)} <= start
    state = after(pacman, pacman.initial(), "(move west), noop")
    assert start - pacman.fluents(state) == {
        "(cell 5 3 pacman)", "(cell 4 3 pellet)", "(score 0)", "(round 0)", "(control pacman)"
    }  # fmt: skip
    assert pacman.goals(state)["pacman"] == {2}
    for ghost, other in zip(GHOSTS, (*GHOSTS[1:], "pacman"), strict=True):
        assert f"(control {ghost})" in pacman.fluents(state)
        legal = pacman.legal(state)
        assert legal["pacman"] == {"noop"}
        before = pacman.fluents(state)
        state = after(pacman, state, f"noop, {min(legal['random'])}")
        moved = {fluent.strip(")").split()[-1] for fluent in before ^ pacman.fluents(state) if "cell" in fluent}
        assert moved == {ghost}
        assert f"(control {other})" in pacman.fluents(state)
    assert pacman.legal(state)["random"] == {"noop"}


def held_by_pacman(cell: str, *others: str) -> list[str]:
    """A state in which pacman is to move, and no ghost is near."""
    ghosts = [f"(cell {x} 8 {ghost})" for x, ghost in zip((3, 4, 5, 6), GHOSTS, strict=True)]
    return [f"(cell {cell} pacman)", *ghosts, "(control pacman)", "(round 40)", *others]


def test_the_last_pellet_wins_and_a_fruit_does_not() -> None:
    pacman = Named(ws.load("pacman_random").machine())
    state = pacman.machine.state(held_by_pacman("5 1", "(cell 4 1 pellet)", "(cell 6 1 fruit)", "(score 28)"))
    assert not pacman.terminal(state)
    fruit = after(pacman, state, "(move east), noop")
    assert not pacman.terminal(fruit)
    assert pacman.goals(fruit)["pacman"] == {66}
    won = after(pacman, state, "(move west), noop")
    assert pacman.terminal(won)
    assert pacman.goals(won)["pacman"] == {100}


def test_a_ghost_that_touches_pacman_ends_the_game() -> None:
    pacman = Named(ws.load("pacman_random").machine())
    held = held_by_pacman("3 7", "(cell 6 1 fruit)", "(cell 5 1 pellet)", "(score 20)")
    caught = after(pacman, pacman.machine.state(held), "(move north), noop")
    assert pacman.terminal(caught)
    assert pacman.goals(caught)["pacman"] == {40}
    held = [one.replace("(control pacman)", "(control blinky)") for one in held]
    state = pacman.machine.state(held)
    assert not pacman.terminal(state)
    assert pacman.terminal(after(pacman, state, "noop, (move south)"))


def test_the_clock_of_pacman() -> None:
    """After the 80th step of pacman the ghosts move once more."""
    pacman = Named(ws.load("pacman_random").machine())
    held = held_by_pacman("3 1", "(cell 6 1 fruit)", "(cell 5 1 pellet)", "(score 20)")
    state = pacman.machine.state([one.replace("(round 40)", "(round 79)") for one in held])
    state = after(pacman, state, "(move east), noop")
    for _ in GHOSTS:
        assert not pacman.terminal(state)
        state = after(pacman, state, f"noop, {min(pacman.legal(state)['random'])}")
    assert pacman.terminal(state)


def balloons(*fluents: str, red: str = "7 7", blue: str = "7 6") -> list[str]:
    """A state with bomberwoman far away."""
    return [*fluents, "(cell 1 7 bomberwoman)", f"(cell {red} red_balloon)", f"(cell {blue} blue_balloon)", "(step 9)"]


def test_a_bomb_opens_the_way_out() -> None:
    """Both are shut in by bricks; what is next to a bomb burns four steps later."""
    rules = Named(ws.load("bomberman_random").machine())
    quiet = "(drift south west)"  # both balloons are in a corner and stay there
    steps = [f"(move east), stay, {quiet}"] * 2
    state = after(rules, rules.initial(), *steps)
    assert rules.legal(state)["bomberman"] == {"(move west)", "stay", "drop"}
    state = after(rules, state, f"drop, stay, {quiet}")
    assert {"(cell 3 1 man_bomb)", "(fuse bomberman 3)"} <= rules.fluents(state)
    assert "drop" not in rules.legal(state)["bomberman"]
    state = after(rules, state, *[f"(move west), stay, {quiet}"] * 2, f"stay, stay, {quiet}")
    assert "(fuse bomberman 0)" in rules.fluents(state)
    assert not rules.terminal(state)  # the fire burns one cell far
    assert {"(cell 4 1 brick)", "(cell 3 2 brick)"} <= rules.fluents(state)
    state = after(rules, state, f"(move east), stay, {quiet}")
    assert not {"(cell 4 1 brick)", "(cell 3 2 brick)", "(cell 3 1 man_bomb)"} & rules.fluents(state)
    assert "(cell 2 3 brick)" in rules.fluents(state)
    state = after(rules, state, f"(move east), stay, {quiet}")
    assert rules.legal(state)["bomberman"] == {"(move west)", "(move east)", "(move north)", "stay", "drop"}


def test_fire_and_balloons_kill() -> None:
    rules = Named(ws.load("bomberman_random").machine())
    state = rules.machine.state(balloons("(cell 1 1 bomberman)", "(cell 1 1 man_bomb)", "(fuse bomberman 1)"))
    burned = after(rules, state, "(move east), stay, (drift north north)")
    assert rules.terminal(burned)
    assert rules.goals(burned) == {"bomberman": {0}, "bomberwoman": {100}, "random": set()}
    state = rules.machine.state(balloons("(cell 1 1 bomberman)", red="1 2"))
    touched = after(rules, state, "stay, stay, (drift south north)")
    assert rules.terminal(touched)
    assert rules.goals(touched)["bomberwoman"] == {100}
    passed = after(rules, state, "(move north), stay, (drift south north)")
    assert not rules.terminal(passed)


def test_who_burns_more_balloons_wins() -> None:
    rules = Named(ws.load("bomberman_random").machine())
    bombs = ("(cell 5 1 man_bomb)", "(fuse bomberman 0)", "(cell 1 1 bomberman)", "(burned bomberman blue_balloon)")
    state = rules.machine.state([*bombs, "(cell 1 7 bomberwoman)", "(cell 5 2 red_balloon)", "(step 9)"])
    assert not rules.terminal(state)
    state = after(rules, state, "stay, stay, (drift east east)")
    assert {"(burned bomberman red_balloon)", "(burned bomberman blue_balloon)"} <= rules.fluents(state)
    assert not any("red_balloon)" in fluent and "cell" in fluent for fluent in rules.fluents(state))
    assert rules.terminal(state)
    assert rules.goals(state) == {"bomberman": {100}, "bomberwoman": {0}, "random": set()}
    shared = rules.machine.state([*bombs[2:], "(burned bomberwoman red_balloon)", "(cell 1 7 bomberwoman)", "(step 9)"])
    assert rules.terminal(shared)
    assert rules.goals(shared)["bomberman"] == {50}


def test_chance_draws_among_open_directions() -> None:
    """Ghosts go where halls lead; balloons may bump into what is in their way, so all sixteen pairs are drawn alike."""
    pacman = Named(ws.load("pacman_random").machine())
    state = after(pacman, pacman.initial(), "(move west), noop")
    crossing = {"(move north)", "(move south)", "(move east)", "(move west)"}
    assert pacman.legal(state)["random"] == crossing  # blinky
    state = after(pacman, state, "noop, (move north)")
    assert pacman.legal(state)["random"] == {"(move east)", "(move west)"}  # inky
    bomberman = Named(ws.load("bomberman_random").machine())
    assert len(bomberman.legal(bomberman.initial())["random"]) == 16
    machine = bomberman.machine
    reached = {
        machine.next(machine.initial(), [*(own[-1] for own in machine.legal(machine.initial())[:2]), draw])
        for draw in machine.legal(machine.initial())[2]
    }
    assert len(reached) == 9  # two of the four directions are open to each balloon; with two it stays
