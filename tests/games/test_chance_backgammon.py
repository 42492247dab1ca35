"""Backgammon against OpenSpiel's: in each turn of random games the same positions can be reached."""

from __future__ import annotations

import random

import pyspiel
import pytest

import woodstock as ws
from woodstock.engine.machine import Machine, State

Board = tuple[tuple[int, ...], ...]
"""For white and for black: the checkers on points 1 to 24, and on the bar."""


@pytest.fixture(scope="module")
def machine() -> Machine:
    return ws.load("backgammon").machine()


def board(machine: Machine, state: State) -> Board:
    counts = {"white": [0] * 25, "black": [0] * 25}
    for fluent in machine.fluents(state):
        words = fluent.strip("()").split()
        if words[0] == "checkers":
            counts[words[1]][24 if words[2] == "bar" else int(words[2]) - 1] = int(words[3])
    return tuple(counts["white"]), tuple(counts["black"])


def their_board(position: pyspiel.BackgammonState) -> Board:
    """Their second player moves as our white does. The bars are at fixed places near the end of the tensor."""
    tensor = position.observation_tensor(0)
    points = [tuple(position.board(player, point) for point in range(24)) for player in (1, 0)]
    return (*points[0], int(tensor[195])), (*points[1], int(tensor[192]))


def step(machine: Machine, state: State, role: int, move: int) -> State:
    joint = [machine.move_number(each, "noop") for each in range(3)]
    joint[role] = move
    return machine.next(state, joint)


def reached(machine: Machine, state: State, mover: int, checkers: int) -> dict[Board, State]:
    """Where the mover can be after playing this many checkers, or as many as can be played."""
    if not checkers or machine.terminal(state):
        return {board(machine, state): state}
    found: dict[Board, State] = {}
    for move in machine.legal(state)[mover]:
        after = step(machine, state, mover, move)
        over = machine.move_name(mover, move) == "pass"
        found |= {board(machine, after): after} if over else reached(machine, after, mover, checkers - 1)
    return found


def die_pair(text: str) -> tuple[int, int]:
    digits = text.split("roll: ")[1]
    return int(digits[0]), int(digits[1])


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(12, 100))])
def test_in_lockstep(machine: Machine, seed: int) -> None:
    """There, one action plays two checkers, equal dice take two actions, and (2, 1) stands for (1, 2) as well."""
    rng = random.Random(seed)
    position = pyspiel.load_game("backgammon").new_initial_state()
    state = machine.initial()
    turns = 0
    while not position.is_terminal():
        assert not machine.terminal(state)
        assert board(machine, state) == their_board(position)
        rolls = {machine.move_name(2, move) for move in machine.legal(state)[2]}
        if position.is_chance_node():
            action = rng.choice(position.legal_actions())
            text = position.action_to_string(action)
            one, two = die_pair(text)
            if not turns:
                # Our roll is white's die and black's, their text names who starts, with the lower die.
                high, low = max(one, two), min(one, two)
                assert rolls == {f"(roll {a} {b})" for a in range(1, 7) for b in range(1, 7) if a != b}
                one, two = (low, high) if "X starts" in text else (high, low)
            else:
                assert rolls == {f"(roll {a} {b})" for a in range(1, 7) for b in range(1, 7)}
            state = step(machine, state, 2, machine.move_number(2, f"(roll {one} {two})"))
            position.apply_action(action)
            turns += 1
            continue
        mover = 1 - position.current_player()
        theirs: dict[Board, int] = {}
        for action in position.legal_actions():
            theirs[their_board(position.child(action))] = action
        if rolls != {"noop"}:
            # Our turn ended when equal dice could not be played a second time; there, nothing can be played either.
            assert theirs.keys() == {board(machine, state)}
            position.apply_action(theirs[board(machine, state)])
            continue
        ours = reached(machine, state, mover, 2)
        assert ours.keys() == theirs.keys(), str(position)
        choice = rng.choice(sorted(ours))
        state = ours[choice]
        position.apply_action(theirs[choice])
    assert machine.terminal(state)
    assert list(machine.goals(state)[:2]) == [round(50 + 50 * result) for result in reversed(position.returns())]
    assert turns > 20


def position_of(white: dict[str, int], black: dict[str, int], dice: tuple[int, ...], turn: str) -> list[str]:
    held = [f"(checkers white {point} {n})" for point, n in white.items()]
    held += [f"(checkers black {point} {n})" for point, n in black.items()]
    return [*held, *(f"(die {die})" for die in dice), f"(control {turn})"]


def turned(side: dict[str, int]) -> dict[str, int]:
    """The checkers of a side, for the other one."""
    return {point if point == "bar" else str(25 - int(point)): n for point, n in side.items()}


@pytest.mark.parametrize(
    ("white", "black", "dice", "legal"),
    [
        # Either die can be played, but not both: the higher must be.
        ({"20": 1}, {"12": 2, "14": 2, "9": 2}, (3, 5), {"(move 20 5)"}),
        # Only if the 2 is played first can the 4 be played too, so it must be.
        ({"13": 1}, {"9": 2, "24": 2}, (2, 4), {"(move 13 2)"}),
        # A checker on the bar enters first, and the other die then moves any checker.
        ({"bar": 1, "6": 2}, {"24": 2}, (1, 3), {"(move bar 3)"}),
        # Two on the bar: both must enter, and nothing can be done with a die that does not enter.
        ({"bar": 2, "6": 2}, {"24": 2}, (1, 3), {"(move bar 3)"}),
        ({"bar": 2, "6": 2}, {"24": 2, "22": 3}, (1, 3), {"pass"}),
        # A die higher than the rearmost checker bears it off; the lower one may be played first, if both can be.
        ({"3": 1, "2": 1}, {"24": 2}, (6, 5), {"(move 3 6)", "(move 3 5)"}),
        ({"3": 2}, {"24": 2}, (6, 1), {"(move 3 6)", "(move 3 1)"}),
        # Not all are home.
        ({"7": 1, "3": 1}, {"1": 2}, (6,), {"pass"}),
    ],
)
def test_which_dice_must_be_played(
    machine: Machine, white: dict[str, int], black: dict[str, int], dice: tuple[int, ...], legal: set[str]
) -> None:
    state = machine.state(position_of(white, black, dice, "white"))
    assert {machine.move_name(0, move) for move in machine.legal(state)[0]} == legal
    # Turned round, the same holds for black.
    state = machine.state(position_of(turned(black), turned(white), dice, "black"))
    expected = {
        move if "move" not in move or "bar" in move else f"(move {25 - int(move.split()[1])} {move.split()[2]}"
        for move in legal
    }
    assert {machine.move_name(1, move) for move in machine.legal(state)[1]} == expected


def test_the_last_turn_ends_in_a_draw(machine: Machine) -> None:
    held = [*position_of({"7": 2}, {"1": 2, "24": 1}, (6,), "white"), *(f"(turns {place})" for place in range(10))]
    state = machine.state(held)
    assert not machine.terminal(state)
    state = step(machine, state, 0, machine.move_number(0, "pass"))
    assert machine.terminal(state)
    assert machine.goals(state)[:2] == (50, 50)
