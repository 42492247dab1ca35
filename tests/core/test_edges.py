"""The edge of the core: whatever Python hands to it, the answer is a result or an exception, never a signal.

Each of these calls ended the process, or read memory that is not its own, before bindings checked what they are given.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import woodstock as ws
from engine.inline import interpreter_machine
from fuzzing.subjects import ENDLESS
from woodstock import core
from woodstock.search import mac_ucb

MOST = 2**32 - 1


@functools.cache
def game(name: str = "tic_tac_toe") -> ws.Game:
    return ws.load(name)


def machine(name: str = "tic_tac_toe") -> core.Machine:
    return game(name).machine().core


def lanes(name: str = "tic_tac_toe") -> core.Lanes:
    simulator = game(name).lanes
    assert simulator is not None
    return simulator.core


def search(name: str) -> Any:
    """One of the core's searches, of tic-tac-toe or of a small game with percepts."""
    hidden = "monty_hall"
    chance = game(hidden).chance
    makers: dict[str, Callable[[], Any]] = {
        "Uct": lambda: core.Uct(machine(), None, None, {}),
        "Grave": lambda: core.Grave(machine(), None, None, {}),
        "Ucb": lambda: core.Ucb(machine(), None, {}),
        "Minimax": lambda: core.Minimax(machine(), None, {}),
        "LaneSearch": lambda: core.LaneSearch(lanes(), None, None, {}),
        "MacUcb": lambda: core.MacUcb(lanes(), machine(), None, None, None, False, False, None, {}),
        "InformationSearch": lambda: core.InformationSearch(machine(hidden), chance, True, lanes(hidden), {}),
        "BeliefExpectimax": lambda: core.BeliefExpectimax(lanes(hidden), machine(hidden), chance, True, {}),
        "BeliefMacUcb": lambda: core.BeliefMacUcb(
            lanes(hidden), machine(hidden), chance, True, None, None, False, False, None, {}
        ),
    }
    return makers[name]()


SEARCHES = (
    *("Uct", "Grave", "Ucb", "Minimax", "LaneSearch", "MacUcb"),
    *("InformationSearch", "BeliefExpectimax", "BeliefMacUcb"),
)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_without_a_root_says_so(name: str) -> None:
    one = search(name)
    with pytest.raises(ValueError, match="no root"):
        one.run(1.0, 10, core.Stop())
    with pytest.raises(ValueError, match="no root"):
        one.report(0)
    with pytest.raises(ValueError, match="another game"):
        one.set_root(b"\xff" * 8 * 40)
    with pytest.raises(ValueError, match="no root"):
        one.report(0)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("role", [2, 17, MOST])
def test_a_search_has_no_view_of_a_role_that_is_not_there(name: str, role: int) -> None:
    one = search(name)
    one.set_root(machine("tic_tac_toe" if name in SEARCHES[:6] else "monty_hall").initial())
    one.run(1.0, 5, core.Stop())
    with pytest.raises(ValueError, match="no role of that number"):
        one.report(role)
    assert one.report(0)["moves"]


def test_stages_are_not_asked_for_without_a_root() -> None:
    one = search("MacUcb")
    for call in (one.statistics, lambda: one.stages_to_compare(3), lambda: one.join(machine().initial(), [], False)):
        with pytest.raises(ValueError, match="no root"):
            call()


@pytest.mark.parametrize(
    "make",
    [
        lambda chance: core.Uct(machine(), chance, None, {}),
        lambda chance: core.Grave(machine(), chance, None, {}),
        lambda chance: core.Ucb(machine(), chance, {}),
        lambda chance: core.Minimax(machine(), chance, {}),
        lambda chance: core.MacUcb(None, machine(), chance, None, None, False, False, None, {}),
        lambda chance: core.BeliefMacUcb(None, machine(), chance, True, None, None, False, False, None, {}),
        lambda chance: core.InformationSearch(machine(), chance, True, None, {}),
        lambda chance: core.BeliefExpectimax(None, machine(), chance, True, {}),
        lambda chance: core.make_cfr(machine(), chance, True, {}, 1.0, core.Stop()),
        lambda chance: core.SampledCfr(machine(), chance, True, {}),
        lambda chance: core.Belief(None, machine(), True, chance, {}),
        lambda chance: core.information_state(chance, [], []),
        lambda chance: core.told_state(chance, []),
        lambda chance: machine().playouts([], np.zeros(0, dtype=np.uint64), chance, 0, 1, 1.0, core.Stop()),
    ],
)
def test_a_role_that_is_not_there_is_refused(make: Callable[[int], object]) -> None:
    for role in (MOST, 2**31):
        with pytest.raises(ValueError, match="no role of that number"):
            make(role)


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("moves", [[], [0], [0, 0, 0], [0, MOST], [10**6, 0]])
def test_a_joint_move_has_a_known_move_for_each_role(moves: list[int], interpreted: bool) -> None:
    one = interpreter_machine(ENDLESS).core if interpreted else machine()
    for call in (one.next, one.percepts):
        with pytest.raises(ValueError, match="move"):
            call(one.initial(), moves)


@pytest.mark.parametrize(
    "make",
    [
        lambda other: core.Belief(lanes(), other, True, 0, {}),
        lambda other: core.MacUcb(lanes(), other, None, None, None, False, False, None, {}),
        lambda other: core.BeliefMacUcb(lanes(), other, None, True, None, None, False, False, None, {}),
        lambda other: core.InformationSearch(other, None, True, lanes(), {}),
        lambda other: core.BeliefExpectimax(lanes(), other, None, True, {}),
    ],
)
def test_lanes_of_another_game_are_refused(make: Callable[[core.Machine], object]) -> None:
    for other in (machine("nim"), interpreter_machine(ENDLESS).core):
        with pytest.raises(ValueError, match="different games"):
            make(other)


def test_a_belief_of_another_game_is_refused() -> None:
    belief = core.Belief(None, machine("rock_paper_scissors"), False, 0, {})
    for one in (core.InformationSearch(machine("nim"), None, False, None, {}), search("BeliefMacUcb")):
        with pytest.raises(ValueError, match="another game"):
            one.set_belief(belief)
    with pytest.raises(ValueError, match="another game"):
        core.SampledCfr(machine("nim"), None, False, {}).set_root(belief)


def test_states_with_stray_bits_are_refused() -> None:
    stray = b"\xff" * len(machine().initial())
    belief = core.Belief(None, machine(), False, 0, {})
    for call in (belief.know, machine().legal, search("Uct").set_root, search("MacUcb").set_root):
        with pytest.raises(ValueError, match="another game"):
            call(stray)
    with pytest.raises(ValueError, match="belong"):
        core.solve_states(machine(), None, None, False, [2**64 - 1])


def test_solve_states_takes_states_of_circuits_only() -> None:
    with pytest.raises(ValueError, match="not words"):
        core.solve_states(interpreter_machine(ENDLESS).core, None, None, False, [0])


def test_nobody_learns_where_only_chance_moves() -> None:
    alone = ENDLESS.replace("(role s)", "").replace("s noop", "r noop")
    one = core.SampledCfr(interpreter_machine(alone).core, 0, True, {})
    one.run(1.0, 10, core.Stop())
    assert one.iterations == 0


def test_ground_rules_that_do_not_fit_together_are_no_circuit() -> None:
    def array(*values: int) -> Any:
        return np.array(values, dtype=np.int32)

    none = array()
    counts = np.array([1], dtype=np.uint32)

    def build(**changed: Any) -> object:
        rules: dict[str, Any] = {"atoms": 2, "heads": array(1), "offsets": np.array([0, 1]), "literals": array(2)}
        rules |= {"initial": none.astype(np.uint8), "true_atoms": none, "next_atoms": none, "goal_atoms": none}
        rules |= {"move_counts": counts, "does_atoms": array(2), "legal_atoms": array(1), "terminal_atom": -1}
        rules |= {"percept_counts": none.astype(np.uint32), "sees_atoms": none}
        return core.build_circuit(**{**rules, **changed})

    assert build()
    wrong: list[dict[str, Any]] = [
        {"atoms": -1},
        {"heads": array(3)},
        {"heads": array(0)},
        {"offsets": np.array([0, 7])},
        {"offsets": np.zeros(0, dtype=np.int64)},
        {"literals": array(-(2**31))},
        {"literals": array(5)},
        {"true_atoms": array(1)},
        {"does_atoms": none},
        {"legal_atoms": array(9)},
        {"terminal_atom": 3},
        {"sees_atoms": array(1)},
        {"move_counts": np.array([2**32 - 1], dtype=np.uint32)},
    ]
    for changed in wrong:
        with pytest.raises(core.InvalidCircuit):
            build(**changed)


def test_a_game_without_roles_is_not_searched() -> None:
    none, numbers = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint32)
    circuit = core.build_circuit(
        atoms=0, heads=none, offsets=np.array([0]), literals=none, initial=none.astype(np.uint8), true_atoms=none,
        next_atoms=none, goal_atoms=none, move_counts=numbers, does_atoms=none, legal_atoms=none, terminal_atom=-1,
        percept_counts=numbers, sees_atoms=none,
    )  # fmt: skip
    for make in (core.Uct, core.Grave):
        with pytest.raises(ValueError, match="without roles"):
            make(core.EventMachine(circuit, [], []), None, None, {})


def test_a_solver_that_a_stage_has_taken_over_is_left_alone() -> None:
    whole = core.Solver([2, 2])
    core.StageSolver(whole, 1, 0, 2)
    for call in (whole.push, whole.propagate, lambda: core.StageSolver(whole, 1, 0, 2)):
        with pytest.raises(ValueError, match="belongs to a stage"):
            call()


def test_an_indicator_is_a_variable_even_if_twice_its_number_is_one() -> None:
    with pytest.raises(ValueError, match="no variable 2147483648"):
        core.Solver([2, 2]).add_channel(0, [2**31, 1])


def test_a_problem_that_is_played_stays_as_it_is() -> None:
    problem = core.QcspProblem([2, 2], [False, True])
    core.qcsp_player(problem, "woodstock", {})
    with pytest.raises(ValueError, match="being played"):
        problem.add_diagram([0], [[0, -1]])
    core.qcsp_player(core.QcspProblem([], []), "woodstock", {})


def test_a_callback_cannot_use_the_solver_that_asks_it() -> None:
    stage = core.StageSolver(core.Solver([2, 2]), 1, 0, 2)

    def feasible(*_: object) -> bool:
        stage.solve([], feasible, False, [], 10, 10, 1.0, core.Stop())
        return True

    with pytest.raises(RuntimeError, match="under way"):
        stage.solve([], feasible, False, [], 10, 10, 1.0, core.Stop())


def test_an_object_is_used_by_one_thread_at_a_time() -> None:
    one = search("Uct")
    one.set_root(machine().initial())
    running = threading.Thread(target=lambda: one.run(60.0, 5000, core.Stop()))
    running.start()
    seen = [one.report(0)["playouts"] for _ in range(3)]
    running.join()
    assert all(number in (0, one.report(0)["playouts"]) for number in seen)


def test_the_network_of_a_stage_is_used_by_one_search_at_a_time() -> None:
    solver, names = mac_ucb._stages(game("nim"), "mac", split=False)
    pair = [core.MacUcb(None, machine("nim"), None, solver, names, False, False, None, {}) for _ in range(2)]
    for one in pair:
        one.set_root(machine("nim").initial())
    threads = [threading.Thread(target=lambda one=one: one.run(60.0, 200, core.Stop())) for one in pair]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one.report(0)["moves"] for one in pair)
