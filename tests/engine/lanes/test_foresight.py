"""Playouts that look ahead choose among the moves that a plain look at all of them finds."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import pytest

import woodstock as ws
from engine.lanes.enumeration import enumerate_lines, evenly
from woodstock.core import kernels
from woodstock.engine import LaneSimulator
from woodstock.engine.machine import Machine, State

Load = Callable[[str], ws.Game]

MANY = 400_000
BEST = 100
"""The best goal of all games here."""

# Each role moves twice in a row, so that what follows a move need not be a reply.
TWICE = """
(role left) (role right)
(init (turn 0)) (init (at 6))
(then 0 1) (then 1 2) (then 2 3) (then 3 0)
(mover 0 left) (mover 1 left) (mover 2 right) (mover 3 right)
(less 6 1 5) (less 5 1 4) (less 4 1 3) (less 3 1 2) (less 2 1 1) (less 1 1 0)
(less 6 2 4) (less 5 2 3) (less 4 2 2) (less 3 2 1) (less 2 2 0)
(<= (legal ?p (take ?k)) (true (turn ?t)) (mover ?t ?p) (true (at ?n)) (less ?n ?k ?m))
(<= (legal ?p noop) (role ?p) (true (turn ?t)) (not (mover ?t ?p)))
(<= (next (turn ?u)) (true (turn ?t)) (then ?t ?u))
(<= (next (at ?m)) (true (at ?n)) (does ?p (take ?k)) (less ?n ?k ?m))
(<= (next (last ?p)) (does ?p (take ?k)))
(<= terminal (true (at 0)))
(<= (goal ?p 100) (true (last ?p)))
(<= (goal ?p 0) (role ?p) (not (true (last ?p))))
"""


def mover(machine: Machine, legal: Sequence[Sequence[int]]) -> int:
    """The role whose turn it is: all others have nothing to do but `noop`."""
    (role,) = [role for role, own in enumerate(legal) if [machine.move_name(role, move) for move in own] != ["noop"]]
    return role


def after(machine: Machine, state: State, role: int, move: int) -> State:
    """What a move leads to; the others have no choice."""
    legal = machine.legal(state)
    return machine.next(state, [move if other == role else own[0] for other, own in enumerate(legal)])


def decisive(machine: Machine, state: State) -> list[int]:
    """The moves that win at once for the role whose turn it is."""
    legal = machine.legal(state)
    role = mover(machine, legal)
    children = {move: after(machine, state, role, move) for move in legal[role]}
    return [move for move, child in children.items() if machine.terminal(child) and machine.goals(child)[role] == BEST]


def answered(machine: Machine, state: State, role: int, move: int) -> bool:
    """Does the move win for another role, or let it win at once?"""
    child = after(machine, state, role, move)
    if machine.terminal(child):
        return machine.goals(child)[1 - role] == BEST
    if mover(machine, machine.legal(child)) == role:
        return False
    return bool(decisive(machine, child))


def look(machine: Machine, state: State, ahead: int) -> list[dict[int, Fraction]]:
    """How roles choose that look so many plies ahead."""
    legal = machine.legal(state)
    role = mover(machine, legal)
    best = decisive(machine, state)
    if not best and ahead == 2:
        best = [move for move in legal[role] if not answered(machine, state, role, move)]
    return [evenly(best if other == role and best else own) for other, own in enumerate(legal)]


@pytest.mark.parametrize("ahead", [1, 2])
def test_tic_tac_toe_comes_out_as_enumerated(ahead: int, load: Load) -> None:
    game = load("tic_tac_toe")
    assert game.lanes
    assert game.lanes.foresight(ahead)[0] == ahead
    machine = game.machine()
    exact = enumerate_lines(machine, choices=partial(look, ahead=ahead))
    assert exact.shares != enumerate_lines(machine).shares
    exact.check(game.lanes.playouts([machine.initial()], [MANY], seed=11, ahead=ahead))


@pytest.mark.parametrize("ahead", [1, 2])
def test_turns_in_a_row_come_out_as_enumerated(ahead: int, written: Callable[[str], ws.Game]) -> None:
    game = written(TWICE)
    assert game.lanes
    assert game.lanes.foresight(ahead)[0] == ahead
    machine = game.machine()
    exact = enumerate_lines(machine, choices=partial(look, ahead=ahead))
    assert len(exact.shares) > 1
    exact.check(game.lanes.playouts([machine.initial()], [MANY], seed=12, ahead=ahead))


@pytest.mark.parametrize("ahead", [1, 2])
@pytest.mark.parametrize(("name", "left"), [("connect_four", 6), ("tic_tac_toe", 6), ("breakthrough", 2)])
def test_late_positions_come_out_as_enumerated(name: str, left: int, ahead: int, load: Load) -> None:
    """From positions of games that were this close to their ends."""
    game = load(name)
    assert game.lanes
    plies = game.lanes.foresight(ahead)[0]
    assert plies == ahead
    machine, draw = game.machine(), random.Random(7)
    starts: list[State] = []
    while len(starts) < 12:
        path = [machine.initial()]
        while not machine.terminal(path[-1]):
            path.append(machine.next(path[-1], [draw.choice(own) for own in machine.legal(path[-1])]))
        if name == "breakthrough" or len(path) > 36 or (len(path) > 7 and name == "tic_tac_toe"):
            starts.append(path[-1 - draw.randint(1, left)])
    result = game.lanes.playouts(starts, [20_000] * len(starts), seed=13, ahead=ahead, limit=left + 40)
    for at, start in enumerate(starts):
        if name != "breakthrough":
            enumerate_lines(machine, start, partial(look, ahead=plies)).check(result, at)
            continue
        # Lines are too many: but whoever can win at once does.
        if decisive(machine, start):
            role = mover(machine, machine.legal(start))
            assert result.wins[at, role] == 20_000
            assert result.lengths[at] == 20_000


MANY_GAMES = (
    "awale breakthrough connect_four connect_four_20x20 gomoku "
    "knightthrough majorities pentago quarto sheep_and_wolf tic_tac_chess_2p tic_tac_toe ttcc4_2p"
).split()


@pytest.mark.parametrize("name", MANY_GAMES)
def test_one_role_chooses_as_a_look_at_every_move_says(name: str, load: Load) -> None:
    """Whoever can win at once does, in every lane; else nobody lets the other win who need not."""
    game = load(name)
    assert game.lanes
    plies = game.lanes.foresight(2)[0]
    assert plies > 0
    machine, draw = game.machine(), random.Random(name)
    seen = {"wins": 0, "escapes": 0, "neither": 0}
    for _ in range(60):
        path = [machine.initial()]
        while not machine.terminal(path[-1]):
            path.append(machine.next(path[-1], [draw.choice(own) for own in machine.legal(path[-1])]))
        for state in path[-4:-1]:
            choosing = [role for role, own in enumerate(machine.legal(state)) if len(own) > 1]
            if len(choosing) == 1:
                seen[held(game, game.lanes, state, choosing[0], plies)] += 1
    assert seen["wins"] > 0
    assert seen["escapes"] > 0 or plies == 1


def held(game: ws.Game, lanes: LaneSimulator, state: State, role: int, plies: int) -> str:
    """Playouts of two steps from a state in which one role chooses are what they should be."""
    machine, count = game.machine(), 512
    result = lanes.playouts([state], [count], seed=5, limit=2, ahead=plies)
    children = {move: after(machine, state, role, move) for move in machine.legal(state)[role]}
    wins = [child for child in children.values() if machine.terminal(child) and machine.goals(child)[role] == BEST]
    if wins:
        assert result.lengths[0] == count
        assert result.goals[0, role] == count * BEST
        return "wins"
    if plies < 2:
        return "neither"
    lets_win = [lost(machine, child, role) for child in children.values()]
    if not any(lets_win) or all(lets_win):
        return "neither"
    assert result.wins[0, 1 - role] == 0
    return "escapes"


def lost(machine: Machine, state: State, role: int) -> bool:
    """Has the other role won, or can it win at once, if it is not this one's turn again?"""
    other = 1 - role
    if machine.terminal(state):
        return machine.goals(state)[other] == BEST
    legal = machine.legal(state)
    if len(legal[role]) > 1:
        return False
    children = [after(machine, state, other, move) for move in legal[other]]
    return any(machine.terminal(child) and machine.goals(child)[other] == BEST for child in children)


@pytest.mark.parametrize("name", ["matching_pennies", "hex", "yahtzee"])
def test_where_nothing_can_be_foreseen_playouts_are_the_plain_ones(name: str, load: Load) -> None:
    """Roles choose at once, the end of the game is recursive, or comes by chance."""
    game = load(name)
    assert game.lanes
    assert game.lanes.foresight(2) == (0, 1.0)
    start = [game.machine().initial()]
    plain, ahead = (game.lanes.playouts(start, [600], seed=3, ahead=ahead) for ahead in (0, 2))
    assert plain.goals.tolist() == ahead.goals.tolist()
    assert plain.lengths.tolist() == ahead.lengths.tolist()


@pytest.mark.parametrize("kernel", kernels())
def test_kernels_agree(kernel: str, load: Load) -> None:
    game = load("connect_four")
    assert game.circuit
    start = [game.machine().initial()]
    one, other = (
        LaneSimulator(game.circuit, kernel=own).playouts(start, [5000], seed=1, ahead=2) for own in (kernel, None)
    )
    assert one.goals.tolist() == other.goals.tolist()
    assert one.lengths.tolist() == other.lengths.tolist()
