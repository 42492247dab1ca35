"""Solutions of a stage that are the same share what follows: as exact as ever, in fewer nodes."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import product

import pytest

import woodstock as ws
from oracles.solving import solve
from symmetry.test_search import late_positions
from woodstock.engine.machine import State
from woodstock.search import MacUcb, Minimax
from woodstock.symmetry import By, find
from woodstock.symmetry.stage_detection import StageAnswer, StageDetection, StageQuestion, compare
from woodstock.symmetry.stage_symmetries import nogood_classes

BOTH: list[By] = ["rules", "constraints"]


def questions(search: MacUcb, most: int = 100) -> list[StageQuestion]:
    return [StageQuestion(stage.state, stage.joint_moves) for stage in search.stages_to_compare(most)]


def searched(game: ws.Game, search: MacUcb, state: State, playouts: int, parts: int = 8, by: By = "rules") -> int:
    """Search in parts, and join what is the same in between: how many solutions were?"""
    joined = 0
    search.search(state, playouts=playouts // parts)
    for part in range(2, parts + 1):
        for answer in compare(game, by, questions(search)):
            joined += search.join(answer.state, answer.symmetric)
        search.go_on(playouts=playouts * part // parts)
    return joined


@pytest.mark.parametrize("by", BOTH)
def test_the_worked_example(by: By) -> None:
    """Paper 002, section 4: 0.25 for one of two moves is 0.25 for the other, without another stage."""
    game = ws.load("tic_tac_toe_2x2")
    machine = game.machine()
    plain, search = MacUcb(game, simulations=16), MacUcb(game, simulations=16)
    plain.search(machine.initial(), playouts=20_000)
    search.search(machine.initial(), playouts=16)  # the first stage
    (question,) = questions(search)
    assert question.state == machine.initial()
    (answer,) = compare(game, by, [question])
    names = [[machine.move_name(0, joint_move[0]) for joint_move in one] for one in answer.symmetric]
    assert [sorted(one) for one in names] == [["(mark 1 2)", "(mark 2 1)"]]
    assert search.join(answer.state, answer.symmetric) == 1
    search.go_on(playouts=20_000)
    report = search.report(0)
    assert report.proved and report.nodes < plain.report(0).nodes and report.descents < plain.report(0).descents
    values = {machine.move_name(0, move.move): move.value for move in report.moves}
    assert values == pytest.approx({"(mark 1 2)": 0.25, "(mark 2 2)": 0.0, "(mark 2 1)": 0.25})
    assert machine.move_name(0, report.best) in names[0]


@pytest.mark.parametrize("by", BOTH)
@pytest.mark.parametrize("name", ["tic_tac_toe", "tic_tac_toe_2x2", "random_tic_tac_toe_2x2", "matching_pennies"])
def test_symmetric_solutions_lead_to_the_same_values(name: str, by: By) -> None:
    """In every state, or many, by an exhaustive solver with fractions."""
    game = ws.load(name)
    machine = game.machine()
    known = solve(machine)
    open_states = [state for state in sorted(known) if not machine.terminal(state)]
    states = random.Random(1).sample(open_states, min(120, len(open_states)))
    asked = [StageQuestion(state, [tuple(joint) for joint in product(*machine.legal(state))]) for state in states]
    answers = compare(game, by, asked)
    assert any(answer.symmetric for answer in answers)
    for answer in answers:
        for together in answer.symmetric:
            assert len({known[machine.next(answer.state, joint_move)] for joint_move in together}) == 1


def check_line(game: ws.Game, state: State, line: Sequence[Sequence[int]]) -> None:
    machine = game.machine()
    for joint_move in line:
        assert all(move in own for move, own in zip(joint_move, machine.legal(state), strict=True))
        state = machine.next(state, joint_move)


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("positions", [2, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("name", "before_end", "some"),
    [
        ("tic_tac_toe", 7, True),
        ("dots_and_boxes_suicide", 5, True),
        ("orchard", 3, True),
        ("quarto", 4, False),
        ("connect_four_simultaneous", 2, False),
    ],
)
def test_what_is_proved_is_what_minimax_proves(
    name: str, before_end: int, some: bool, positions: int, grouped: bool
) -> None:
    game = ws.load(name)
    group = find(game).group() if grouped else None
    joined = 0
    for state in late_positions(name, positions, before_end):
        exact = Minimax(game, nodes=10_000)
        exact.search(state, playouts=200_000)
        search = MacUcb(game, by="circuit", simulations=16, symmetries=group)
        joined += searched(game, search, state, playouts=2_000)
        for role in range(len(game.roles)):
            seen, truth = search.report(role), exact.report(role)
            worth = {move.move: move for move in truth.moves}
            for move in seen.moves:
                if move.proved and worth[move.move].proved:
                    assert move.value == pytest.approx(worth[move.move].value)
            if seen.proved and truth.proved:
                assert seen.values == pytest.approx(truth.values)
        check_line(game, state, search.report(0).line)
    assert grouped or (joined > 0) >= some


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "random_tic_tac_toe_2x2", pytest.param("quarto", marks=pytest.mark.slow)]
)
def test_a_match_goes_on_from_any_of_them(name: str, grouped: bool) -> None:
    """Also from a solution that another one stands for."""
    game = ws.load(name)
    machine = game.machine()
    search = MacUcb(game, by="circuit", simulations=16, symmetries=find(game).group() if grouped else None)
    chance = random.Random(2)
    for _ in range(2):
        state = machine.initial()
        while not machine.terminal(state):
            searched(game, search, state, playouts=400, parts=3)
            legal = machine.legal(state)
            for role, own in enumerate(legal):
                report = search.report(role)
                assert [move.move for move in report.moves] == own and report.best in own
                check_line(game, state, report.line)
            state = machine.next(state, [chance.choice(own) for own in legal])


def test_a_game_is_solved_with_fewer_stages() -> None:
    """Tic-tac-toe without a group of the game: what stages have in common is all that there is."""
    game = ws.load("tic_tac_toe")
    start = game.machine().initial()
    plain, search = (MacUcb(game, by="circuit", simulations=16) for _ in range(2))
    plain.search(start, playouts=200_000)
    assert searched(game, search, start, playouts=200_000, parts=100) > 20
    assert plain.report(0).proved and search.report(0).proved
    assert search.report(0).values == plain.report(0).values == (0.5, 0.5)
    assert search.report(0).nodes < 0.8 * plain.report(0).nodes


def test_large_groups_are_used_where_they_count() -> None:
    """Quarto: a search uses 64 of 12288 symmetries at most; of a stage all of those count that keep its state."""
    game = ws.load("quarto")
    search = MacUcb(game, by="circuit", simulations=16, symmetries=find(game).group())
    search.search(game.machine().initial(), playouts=16)
    (question,) = questions(search)
    (answer,) = compare(game, "rules", [question])
    assert [len(one) for one in answer.symmetric] == [16]  # all pieces are the same at first
    assert search.join(answer.state, answer.symmetric) > 0
    assert len({move.value for move in search.report(0).moves}) == 1


def test_stages_are_compared_once_and_the_root_first() -> None:
    game = ws.load("connect_four")
    start = game.machine().initial()
    search = MacUcb(game, by="circuit", simulations=50)
    search.search(start, playouts=4_000)
    first = search.stages_to_compare(3)
    assert len(first) == 3 and first[0].state == start
    assert first[0].joint_moves == tuple((move, game.machine().legal(start)[1][0]) for move in range(7))
    for stage in first:
        assert search.join(stage.state, []) == 0
    then = search.stages_to_compare(1000)
    assert then and not {stage.state for stage in then} & {stage.state for stage in first}


def test_nogoods_are_what_is_below_the_threshold() -> None:
    game = ws.load("connect_four")
    search = MacUcb(game, by="circuit", simulations=500)
    search.search(game.machine().initial(), playouts=20_000)
    stages = search.stages_to_compare(1000)
    assert any(stage.nogoods for stage in stages)
    assert all(len(stage.nogoods) < len(stage.joint_moves) for stage in stages)
    root = stages[0]
    worth = {move.move: move.value for move in search.report(0).moves}
    best = max(worth.values())
    assert all(worth[root.joint_moves[at][0]] < best for at in root.nogoods)


def test_what_is_joined_must_be_there() -> None:
    game = ws.load("tic_tac_toe")
    start = game.machine().initial()
    search = MacUcb(game, by="circuit", simulations=16)
    search.search(start, playouts=16)
    (stage,) = search.stages_to_compare(1)
    with pytest.raises(ValueError, match="no such solution"):
        search.join(start, [[stage.joint_moves[0], (999, 999)]])
    with pytest.raises(ValueError, match="published way"):
        search.join(start, [stage.joint_moves], estimated=True)
    later = game.machine().next(start, stage.joint_moves[0])
    assert search.join(later, [stage.joint_moves]) == 0  # its stage is not solved


def test_what_estimates_join_is_not_proved() -> None:
    """All moves of tic-tac-toe taken for one: the draw is known, but not proved."""
    game = ws.load("tic_tac_toe")
    start = game.machine().initial()
    search = MacUcb(game, by="circuit", simulations=16, published=True)
    search.search(start, playouts=16)
    (stage,) = search.stages_to_compare(1)
    assert search.join(start, [stage.joint_moves], estimated=True) == 8
    search.go_on(playouts=400_000)
    report = search.report(0)
    assert not report.proved and not all(move.proved for move in report.moves)
    assert len({move.value for move in report.moves}) == 1


def test_nogoods_part_solutions() -> None:
    joint_moves = [(move, 0) for move in (3, 5, 7, 9)]
    assert nogood_classes(joint_moves, [(3, 0), (9, 0)]) == [[(3, 0), (9, 0)], [(5, 0), (7, 0)]]
    crossed = [(one, other) for one in (1, 2) for other in (1, 2)]
    assert nogood_classes(crossed, [(1, 1), (2, 2)]) == [[(1, 1), (2, 2)], [(1, 2), (2, 1)]]


# ---- in a process of its own -----------------------------------------------------------------------------------------


def wait(detection: StageDetection) -> StageAnswer | None:
    return detection.next(time.monotonic() + 120.0)


@pytest.mark.long
@pytest.mark.parametrize("by", BOTH)
def test_a_process_finds_the_same(by: By) -> None:
    game = ws.load("tic_tac_toe")
    search = MacUcb(game, by="circuit", simulations=16)
    search.search(game.machine().initial(), playouts=1_000)
    asked = questions(search, 6)
    with StageDetection(game, by) as detection:
        assert wait(detection) is None  # nothing was asked
        detection.ask(asked)
        assert detection.next(time.monotonic()) is None
        assert [wait(detection) for _ in asked] == compare(game, by, asked)
        assert detection.open == 0 and not detection.ended
        detection.ask(asked[:1])
        assert wait(detection) == compare(game, by, asked[:1])[0]


@pytest.mark.long
def test_nothing_is_left_to_find_where_the_whole_group_is_used() -> None:
    game = ws.load("tic_tac_toe")
    asked = [StageQuestion(game.machine().initial(), ())]
    with StageDetection(game, "rules", used=8) as detection:
        detection.ask(asked)
        assert wait(detection) is None
        assert detection.ended
