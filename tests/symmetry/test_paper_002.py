"""The worked example of paper 002, section 4: tic-tac-toe on 2 x 2 against chance, and games with percepts."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import woodstock as ws
from oracles.solving import solve
from symmetry.sheets import load
from woodstock.search import MacUcb
from woodstock.solver import best_policy
from woodstock.symmetry import By, find, survey
from woodstock.symmetry.verification import verified

BOTH: list[By] = ["rules", "constraints"]
PRINTED = {"(mark 1 2)": Fraction(1, 4), "(mark 2 2)": Fraction(0), "(mark 2 1)": Fraction(1, 4)}


@pytest.fixture
def game() -> ws.Game:
    return ws.load("tic_tac_toe_2x2")


def after(game: ws.Game, move: str) -> ws.State:
    machine = game.machine()
    return machine.next(machine.initial(), [machine.move_number(0, move), machine.move_number(1, "noop")])


def test_the_values_are_those_of_figure_1(game: ws.Game) -> None:
    machine = game.machine()
    known = solve(machine)
    start = machine.initial()
    assert sorted(machine.move_name(0, move) for move in machine.legal(start)[0]) == sorted(PRINTED)
    assert {move: known[after(game, move)][0] for move in PRINTED} == PRINTED
    assert known[start][0] == Fraction(1, 4)


@pytest.mark.long
@pytest.mark.parametrize("move", PRINTED)
def test_so_are_those_of_the_network(game: ws.Game, move: str) -> None:
    """Chance marks, o marks, and the last stage has the result."""
    network = game.network().unroll(3, start=game.machine().fluents(after(game, move)))
    assert best_policy(network).utilities == (PRINTED[move],)


@pytest.mark.parametrize("by", BOTH)
def test_two_of_the_moves_are_one_up_to_symmetry(game: ws.Game, by: By) -> None:
    found = survey(game, by)
    assert (found.start_order, found.start.refused) == (2, 0)
    machine = game.machine()
    points = [found.start.points.move(0, machine.move_number(0, move)) for move in PRINTED]
    names = [{found.start.points.name(point) for point in orbit} for orbit in found.start.orbits(points)]
    assert sorted(map(sorted, names)) == [["(mark 1 2)", "(mark 2 1)"], ["(mark 2 2)"]]
    (swap,) = found.start.generators
    fluents = found.start.points.fluents
    images = {name: found.start.points.name(int(swap[at])) for at, name in enumerate(fluents)}
    assert images["(cell 1 2 o)"] == "(cell 2 1 o)"
    assert images["(cell 2 1 blank)"] == "(cell 1 2 blank)"
    assert images["(cell 2 2 o)"] == "(cell 2 2 o)"


def test_mac_ucb_sym_joins_them(game: ws.Game) -> None:
    """The search of the figure: the same values, with one stage less for what is the same."""
    machine = game.machine()
    reports = []
    for symmetries in (None, find(game).group()):
        search = MacUcb(game, symmetries=symmetries, simulations=16)
        search.search(machine.initial(), playouts=20_000)
        report = search.report(0)
        assert report.proved
        assert {machine.move_name(0, one.move): one.value for one in report.moves} == pytest.approx(
            {move: float(value) for move, value in PRINTED.items()}
        )
        assert machine.move_name(0, report.best) in ("(mark 1 2)", "(mark 2 1)")
        reports.append(report)
    assert reports[1].nodes < reports[0].nodes


# ---- games with percepts ---------------------------------------------------------------------------------------------
# At the start, in any state, with players exchanged, in the network; and where the rules say less, what they say.
HIDDEN = {
    "guess_dice": (720, 720, 720),
    "kuhn_poker": (1, 1, 1),
    "krieg_tic_tac_toe": (8, 8, 16),
    "monty_hall": (6, 6, 6),
    "phantom_tic_tac_toe": (8, 8, 16),
    "battleship": (4, 4, 4),
    "leduc_poker": (8, 8, 8),
    "schnappt_hubi": (1, 4, 4),  # chance hides things in ways that are all legal together
    "war": (331_776, 331_776, 331_776),
    "wumpus": (1, 2, 2),
}
BY_RULES = {"battleship": (2, 2, 2)}
"""Rules have one term for what both players call by one name; in the network each board is turned by itself."""


@pytest.mark.parametrize("by", BOTH)
@pytest.mark.parametrize("name", HIDDEN)
def test_known_orders(name: str, by: By) -> None:
    found = survey(ws.load(name), by)
    expected = BY_RULES.get(name, HIDDEN[name]) if by == "rules" else HIDDEN[name]
    assert (found.start_order, found.any_state_order, found.swaps_order) == expected
    assert found.any_state.refused == found.start.refused == 0


LOOK = """
(role me) (role random)
(side left) (side middle) (side right)
(init (turn 1)) (follows 1 2) (follows 2 3)
(<= (legal me (take ?x)) (side ?x))
(<= (legal random (hide ?x)) (side ?x))
(<= (next (at ?x)) (does random (hide ?x)))
(<= (next (turn ?n)) (true (turn ?m)) (follows ?m ?n))
(<= terminal (true (turn 3)))
(<= (goal me 100) (true (at ?x)))
"""
SEEN = {
    "nothing": ("", 36),
    "the side": ("(<= (sees me (there ?x)) (does random (hide ?x)))", 36),
    "one side": ("(<= (sees me something) (does random (hide left)))", 12),
    "the same side": ("(<= (sees me lost) (does random (hide ?x)) (does me (take ?x)))", 6),
}
"""What is seen of a game in which sides may be renamed, those of either role by themselves; and what is left of it."""


@pytest.mark.parametrize("by", BOTH)
@pytest.mark.parametrize("what", SEEN)
def test_percepts_count(tmp_path: Path, by: By, what: str) -> None:
    rules, order = SEEN[what]
    found = survey(load(tmp_path, LOOK + rules), by)
    assert (found.start_order, found.start.refused) == (order, 0)


def test_the_machine_refuses_what_can_be_told_apart(tmp_path: Path) -> None:
    """To exchange left and middle is fine as long as nobody sees which of left, and of both others, it is."""
    found = find(load(tmp_path, LOOK))
    points = found.points
    swap = np.arange(len(points), dtype=np.int32)
    for one, other in [
        (points.fluents.index("(at left)"), points.fluents.index("(at middle)")),
        tuple(points.move(1, points.moves[1].index(f"(hide {side})")) for side in ("left", "middle")),
    ]:
        swap[[one, other]] = swap[[other, one]]
    kept = {
        what: len(verified(load(tmp_path, LOOK + rules).machine(), points, [swap])) for what, (rules, _) in SEEN.items()
    }
    assert kept == {"nothing": 1, "the side": 1, "one side": 0, "the same side": 0}
