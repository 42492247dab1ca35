"""How a machine over a circuit behaves: what it answers, and how it refuses what makes no sense."""

from __future__ import annotations

import random
import threading
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import woodstock as ws
from engine.inline import COUNTER, circuit_machine
from woodstock import games
from woodstock.engine import CircuitMachine, Machine, State
from woodstock.errors import BrokenGameError, IllegalMoveError, RestrictionError, WoodstockError


@cache
def bundled(name: str) -> CircuitMachine:
    machine = ws.load(name).machine()
    assert isinstance(machine, CircuitMachine)
    return machine


def walk(machine: Machine, seed: int) -> list[State]:
    """The states of one random game."""
    rng = random.Random(seed)
    states = [machine.initial()]
    while not machine.terminal(states[-1]):
        states.append(machine.next(states[-1], [rng.choice(moves) for moves in machine.legal(states[-1])]))
    return states


def test_stepping() -> None:
    game = circuit_machine(COUNTER)
    start = game.initial()
    assert game.roles == ("r",) and game.chance is None
    assert game.fluents(start) == ["(n 0)"]
    assert [game.move_name(0, move) for move in game.legal(start)[0]] == ["(add 1)", "stay"]
    add, stay = (game.move_number(0, name) for name in ("(add 1)", "stay"))
    assert game.next(start, [stay]) == start
    after = game.next(start, [add])
    assert after == game.state(["(n 1)"]) and hash(after) == hash(game.state(["(n 1)"]))
    assert game.percepts(start, [add]) == [["(moved (add 1))"]]
    assert game.goals(after) == (None,)
    end = game.state(["(n 3)"])
    assert game.terminal(end) and not game.terminal(after)
    assert game.goals(end) == (100,)
    assert game.legal(end) == [[]]


@pytest.mark.parametrize("joint_move", [[], [0, 0], [-1], [99], [2**40]])
def test_joint_moves_that_make_no_sense(joint_move: list[int]) -> None:
    game = circuit_machine(COUNTER)
    with pytest.raises(IllegalMoveError):
        game.next(game.initial(), joint_move)
    with pytest.raises(IllegalMoveError):
        game.percepts(game.initial(), joint_move)


def test_a_move_of_another_state_is_illegal_and_named() -> None:
    game = circuit_machine(COUNTER)
    later = game.move_number(0, "(add 2)")
    with pytest.raises(IllegalMoveError, match=r"\(add 2\) is not legal for r"):
        game.next(game.initial(), [later])


def test_moves_that_do_not_exist_have_no_name_and_no_number() -> None:
    game = circuit_machine(COUNTER)
    for move in (-1, 4, 10**9):
        with pytest.raises(IllegalMoveError):
            game.move_name(0, move)
    for name in ("(add 4)", "", "jump", "(add  1)"):
        with pytest.raises(IllegalMoveError):
            game.move_number(0, name)


def test_unknown_fluents() -> None:
    game = circuit_machine(COUNTER)
    with pytest.raises(WoodstockError, match=r"no state of this game has the fluent \(n 4\)"):
        game.state(["(n 0)", "(n 4)"])


@pytest.mark.parametrize(
    "state", [b"", b"\1", b"\1" * 9, b"\0" * 16, b"\x10" + bytes(7), bytes(7) + b"\x80", b"\xff" * 8]
)
def test_states_of_another_game_are_refused(state: bytes) -> None:
    """Too short, too long, or with fluents (there are four) that the game does not have."""
    game = circuit_machine(COUNTER)
    alien = State(state)
    for ask in (game.terminal, game.legal, game.goals, game.fluents):
        with pytest.raises(ValueError, match="another game"):
            ask(alien)
    with pytest.raises(ValueError, match="another game"):
        game.next(alien, [0])
    with pytest.raises(ValueError, match="another game"):
        game.playouts(1, start=alien)
    assert game.fluents(game.initial()) == ["(n 0)"] and game.legal(game.initial()) == [[0, 3]]


BROKEN = """
(role a) (role b) (init s) (legal a x)
(<= (legal b y) (true s))
(<= (next t) (does a x)) (<= terminal (true u))
"""


def test_a_broken_game_is_reported_where_it_breaks() -> None:
    game = circuit_machine(BROKEN)
    start = game.initial()
    assert game.legal(start) == [[0], [0]]
    stuck = game.next(start, [0, 0])
    with pytest.raises(BrokenGameError, match="b no legal move"):
        game.legal(stuck)
    report = game.playouts(5)
    assert (report.playouts, report.capped, report.broken, report.states) == (0, 0, 5, 5)
    assert report.mean_goals == (0.0, 0.0)
    assert game.perft(3) == [1, 0, 0]


def test_the_lowest_of_several_goals_and_none_of_none() -> None:
    game = circuit_machine("""
        (role a) (role b) (role random) (goal a 70) (goal a 30) (goal a 100) (goal b 05)
        (legal a x) (legal b x) (legal random x) (<= terminal (true t)) (<= (next t) (does a x))
    """)
    assert game.goals(game.initial()) == (30, 5, None)
    assert game.chance == 2


def test_legal_goal_and_sees_for_what_is_no_role_are_ignored() -> None:
    game = circuit_machine("""
        (role a) (legal a x) (legal ghost y) (goal a 1) (goal ghost 99) (sees ghost boo) (<= (sees a ok) (does a x))
        (<= terminal (true t)) (<= (next t) (does a x))
    """)
    start = game.initial()
    assert game.legal(start) == [[0]]
    assert game.goals(start) == (1,)
    assert game.percepts(start, [0]) == [["ok"]]
    assert game.fluents(game.next(start, [0])) == ["t"]


def test_a_game_without_fluents() -> None:
    game = circuit_machine(
        "(role r) (legal r a) (legal r b) (goal r 7) (<= (sees r ?m) (does r ?m)) (<= terminal (true z))"
    )
    start = game.initial()
    assert game.fluents(start) == [] and game.state([]) == start
    assert game.legal(start) == [[0, 1]]
    assert game.next(start, [1]) == start
    assert game.percepts(start, [1]) == [["b"]]
    assert game.playouts(3, limit=10).capped == 3


def test_percepts_are_sorted_and_by_role() -> None:
    game = circuit_machine("""
        (role a) (role b) (legal a x) (legal b x) (legal b y) (<= terminal (true t)) (<= (next t) (does a x))
        (<= (sees a (b2 ?m)) (does b ?m)) (<= (sees a a1) (does b x)) (<= (sees b quiet) (does b y))
    """)
    start = game.initial()
    x, y = game.move_number(1, "x"), game.move_number(1, "y")
    assert game.percepts(start, [0, x]) == [["(b2 x)", "a1"], []]
    assert game.percepts(start, [0, y]) == [["(b2 y)"], ["quiet"]]


@settings(deadline=None, max_examples=40)
@given(name=st.sampled_from(games.names()), seed=st.integers(0, 2**32), data=st.data())
def test_a_state_can_be_made_from_its_fluents_in_any_order(name: str, seed: int, data: st.DataObject) -> None:
    machine = bundled(name)
    state = data.draw(st.sampled_from(walk(machine, seed)))
    fluents = machine.fluents(state)
    assert fluents == sorted(set(fluents))
    assert machine.state(data.draw(st.permutations(fluents))) == state


@settings(deadline=None, max_examples=40)
@given(name=st.sampled_from(games.names()), seed=st.integers(0, 2**32))
def test_every_legal_move_can_be_named_and_made(name: str, seed: int) -> None:
    machine = bundled(name)
    for state in walk(machine, seed)[:-1]:
        legal = machine.legal(state)
        for role, moves in enumerate(legal):
            assert moves == sorted(set(moves))
            for move in moves:
                assert machine.move_number(role, machine.move_name(role, move)) == move
                machine.next(state, [move if other == role else own[0] for other, own in enumerate(legal)])


def test_copies_go_their_own_way() -> None:
    machine = bundled("connect_four")
    twin = machine.copy()
    first, second = walk(machine, 1), walk(twin, 2)
    assert first != second
    for ours, theirs in zip(first, second, strict=False):  # interleaved, each asks of its own states
        assert machine.fluents(ours) == twin.fluents(ours)
        assert machine.terminal(ours) == (ours == first[-1])
        assert twin.terminal(theirs) == (theirs == second[-1])


def test_copies_can_be_used_in_threads() -> None:
    machine = bundled("othello")
    expected = walk(machine, 5)
    found: list[list[State]] = []
    threads = [
        threading.Thread(target=lambda own: found.append(walk(own, 5)), args=(machine.copy(),)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


GOALS = """
(role r) (init s) (legal r go) (<= (next t) (does r go)) (<= terminal (true t))
(worth 7) (worth {other}) (<= (goal r ?x) (true t) (worth ?x))
"""
"""Goals that come from facts, where nobody can check them beforehand."""


@pytest.mark.parametrize("other", ["99999999999", "9" * 5000, "\u00b2", "\u0663", "-1", "seven"])
def test_goals_that_are_no_numbers_of_ours_are_refused(other: str) -> None:
    with pytest.raises(RestrictionError, match="which is not a number from 0 to 100"):
        circuit_machine(GOALS.format(other=other))
    assert circuit_machine(GOALS.format(other="100")).roles == ("r",)
