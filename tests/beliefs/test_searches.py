"""Searches from beliefs, held to exact values; stages of partly known states, held to the circuit."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from beliefs.brute_force import posterior, random_matches
from beliefs.sheets import NAMES, sheet
from woodstock.beliefs import Options, belief_of
from woodstock.core import solve_states
from woodstock.engine import CircuitMachine
from woodstock.errors import WoodstockError
from woodstock.search import BeliefMacUcb, Cfr, Determinised, Grave, InformationSearch, Uct
from woodstock.search.mac_ucb import By, stage_names
from woodstock.solver import StageSolver


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("forward", [False, True])
def test_partly_known_stages_have_the_solutions_of_their_states(name: str, forward: bool) -> None:
    """What the states of a belief have in common is taken in once; then each must have what it has by itself."""
    game = sheet(name)
    machine, lanes = game.machine(), game.lanes
    assert isinstance(machine, CircuitMachine) and lanes
    stage = game.network()
    solver = StageSolver(stage.network)
    names = stage_names(stage, solver.numbering)
    for seed in range(6):
        *_, (_, history) = random_matches(machine, 0, seed)
        for steps in range(min(len(history), 3) + 1):
            states = list(posterior(machine, 0, history[:steps]))
            words = [np.frombuffer(state, dtype=np.uint64).tolist() for state in states]
            flat = [word for own in words for word in own]
            found = solve_states(machine.core, solver.core, names, forward, flat)
            for own, solutions in zip(words, found, strict=True):
                assert [solutions] == solve_states(machine.core, None, None, False, own)


@pytest.mark.parametrize("by", ["mac", "fc", "circuit"])
@pytest.mark.parametrize(("name", "value"), [("monty", 2 / 3), ("dice", 1 / 6)])
def test_mac_ucb_proves_games_for_one(name: str, value: float, by: By) -> None:
    game = sheet(name)
    search = BeliefMacUcb(game, by=by, simulations=100)
    belief = belief_of(game, 0)
    search.search_belief(belief, playouts=100_000)
    report = search.report(0)
    assert report.proved
    assert report.value == pytest.approx(value)
    assert all(move.value == pytest.approx(value) for move in report.moves)


@pytest.mark.parametrize("grave", [False, True])
def test_information_sets_find_the_value_of_games_for_one(grave: bool) -> None:
    """Switching wins two times in three. A search that believes to see the car thinks that it always wins."""
    game = sheet("monty")
    machine = game.machine()
    belief = belief_of(game, 0, Options(recall=True))
    search = InformationSearch(game, grave=grave)
    search.search_belief(belief, playouts=20_000)
    assert search.report(0).value == pytest.approx(2 / 3, abs=0.02)
    fused = Determinised(Uct(game), 0)
    choose, noop = machine.move_number(0, "(choose 1)"), machine.move_number(0, "noop")
    assert belief.observe(choose, ())
    fused.search_belief(belief, playouts=3000)
    assert fused.report(0).value == pytest.approx(1.0, abs=0.05)
    assert belief.observe(noop, ("(opened 2)",))
    for one in (search, Determinised(Uct(game), 0), Determinised(Grave(game), 0), BeliefMacUcb(game)):
        one.search_belief(belief, playouts=2000)
        report = one.report(0)
        assert machine.move_name(0, report.best) == "switch"
        values = {machine.move_name(0, move.move): move.value for move in report.moves}
        assert values["switch"] == pytest.approx(2 / 3, abs=0.1)


def test_playouts_in_lanes_find_the_same() -> None:
    """Many descents at a time, with losses until their playouts are back: the values are those of one at a time."""
    for name in ("monty", "latent"):
        game = sheet(name)
        belief = belief_of(game, 0, Options(recall=True))
        values = []
        for lanes in (None, game.lanes):
            search = InformationSearch(game, lanes=lanes, seed=3)
            search.search_belief(belief, playouts=20_000)
            report = search.report(0)
            assert report.playouts == 20_000
            assert sum(move.visits for move in report.moves) == 20_000
            values.append(report.value)
        assert values[0] == pytest.approx(values[1], abs=0.02)
    again = InformationSearch(game, lanes=game.lanes, seed=3)
    again.search_belief(belief, playouts=20_000)
    assert again.report(0).moves == report.moves


def test_what_others_know_is_theirs() -> None:
    """After a bet the second player knows its own card, not ours: with a king it calls, with a jack it does not, and
    that is what a search for the first player finds."""
    game = sheet("kuhn")
    machine = game.machine()
    assert isinstance(machine, CircuitMachine)
    belief = belief_of(game, 0, Options(recall=True))
    noop = machine.move_number(0, "noop")
    assert belief.observe(noop, ("(card 2)",))
    search = InformationSearch(game)
    search.search_belief(belief, playouts=40_000)
    values = {machine.move_name(0, move.move): move.value for move in search.report(0).moves}
    # A jack folds (75), a king calls (0): (75 + 0) / 2.
    assert values["bet"] == pytest.approx(0.375, abs=0.03)


@pytest.mark.parametrize("name", ["kuhn", "hands", "latent"])
@pytest.mark.parametrize("by", ["mac", "circuit"])
def test_mac_ucb_over_beliefs_by_network_and_circuit(name: str, by: By) -> None:
    """Both ways to solve a stage give the same search."""
    game = sheet(name)
    machine = game.machine()
    chance = random.Random(3)
    states = list(random_matches(machine, 0, chance.randrange(100)))
    belief = belief_of(game, 0)
    for move, seen in states[-1][1]:
        assert belief.observe(move, seen)
    reports = []
    for _ in range(2):
        search = BeliefMacUcb(game, by=by, simulations=200, seed=5)
        search.search_belief(belief, playouts=3000)
        reports.append(search.report(0))
    assert reports[0].moves == reports[1].moves
    other = BeliefMacUcb(game, by="mac" if by == "circuit" else "circuit", simulations=200, seed=5)
    other.search_belief(belief, playouts=3000)
    assert other.report(0).moves == reports[0].moves
    assert {move.move for move in reports[0].moves} == set(machine.legal(states[-1][0])[0])


def test_a_game_for_one_is_worth_what_cfr_says() -> None:
    for name in ("monty", "dice"):
        cfr = Cfr(sheet(name))
        cfr.run(iterations=3000)
        search = BeliefMacUcb(sheet(name), simulations=50)
        search.search_belief(belief_of(sheet(name), 0), playouts=100_000)
        assert search.report(0).value == pytest.approx(cfr.best_response(0), abs=1e-6)


def test_memory_is_bounded() -> None:
    game = sheet("latent")
    belief = belief_of(game, 0, Options(recall=True))
    search = InformationSearch(game, memory=2**20)
    search.search_belief(belief, playouts=30_000)
    assert search.report(0).nodes < 8_000
    tree = BeliefMacUcb(game, by="circuit", memory=2**20, simulations=10)
    tree.search_belief(belief, playouts=1_000_000)
    assert tree.report(0).nodes < 4_000


def test_what_makes_no_sense_is_refused() -> None:
    game = sheet("dice")
    belief = belief_of(game, 0)
    wrong: list[dict[str, Any]] = [{"c": -1}, {"ref": -1}, {"bias": -1}, {"memory": 1}, {"seed": -1}]
    for options in wrong:
        with pytest.raises(WoodstockError):
            InformationSearch(game, **options)
    with pytest.raises(WoodstockError, match="limit"):
        InformationSearch(game).search_belief(belief)
    with pytest.raises(WoodstockError, match="GRAVE"):
        InformationSearch(game, grave=True, lanes=game.lanes)
    with pytest.raises(WoodstockError):
        Determinised(Uct(game), 0, samples=0)
    with pytest.raises(WoodstockError):
        Determinised(Uct(game), 0).report(0)
    with pytest.raises(ValueError, match="another game"):
        InformationSearch(sheet("leduc")).search_belief(belief, playouts=1)
