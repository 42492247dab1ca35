"""The network of several stages against the game tree."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import woodstock as ws
from woodstock.engine.machine import Machine, State
from woodstock.network import Constraint, Network, Value, utility
from woodstock.network.encoding import ENCODINGS
from woodstock.network.values import projection


def best_value(network: Network, player: int) -> Fraction | None:
    """The largest expected utility of a policy, by brute force that only stops where a constraint is broken."""
    places = {variable.name: place for place, variable in enumerate(network.variables)}
    due: list[list[Constraint]] = [[] for _ in network.variables]
    for constraint in network.constraints:
        due[max(places[name] for name in constraint.scope)].append(constraint)

    now: dict[str, Value] = {}

    def value(depth: int) -> Fraction | None:
        if depth == len(network.variables):
            return utility(network, now)[player]
        variable = network.variables[depth]
        found: list[Fraction] = []
        for choice in variable.domain:
            weight = Fraction(1)
            if variable.stochastic:
                weight = network.probability(variable.name).probability(choice, now)
                if weight == 0:
                    continue
            now[variable.name] = choice
            keeps = all(c.allows(projection(now, c.scope)) for c in due[depth])
            below = value(depth + 1) if keeps else None
            del now[variable.name]
            if below is not None:
                found.append(weight * below)
            elif variable.stochastic:
                return None
        if variable.stochastic:
            return sum(found, start=Fraction(0))
        return max(found, default=None)

    return value(0)


def best_of_tree(machine: Machine, state: State, player: int, steps: int) -> Fraction:
    """The same where all players want what is best for one of them, and chance does not care."""
    if machine.terminal(state):
        return Fraction(machine.goals(state)[player] or 0, 100)
    if steps == 0:
        return Fraction(0)
    legal = machine.legal(state)
    chance = machine.chance
    drawn = legal[chance] if chance is not None else [-1]
    deciding = [[-1] if role == chance else moves for role, moves in enumerate(legal)]

    def after(choice: tuple[int, ...], draw: int) -> State:
        return machine.next(state, [draw if role == chance else move for role, move in enumerate(choice)])

    return max(
        sum(
            (best_of_tree(machine, after(choice, draw), player, steps - 1) for draw in drawn),
            start=Fraction(0),
        )
        / len(drawn)
        for choice in product(*deciding)
    )


@pytest.mark.long
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("stages", [1, 2, 3])
def test_matching_pennies(encoding: str, stages: int) -> None:
    """Two turns, so the third stage has the result: one half, by agreeing."""
    game = ws.load("matching_pennies")
    network = game.network(encoding).unroll(stages)
    assert network.stages == stages + 1
    assert len(network.stochastic) == stages
    for player in (0, 1):
        assert best_value(network, player) == (Fraction(1, 2) if stages > 2 else 0)


def test_the_result_stays_when_there_are_more_stages() -> None:
    assert best_value(ws.load("matching_pennies").network().unroll(5), 0) == Fraction(1, 2)


@pytest.mark.long
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("player", [0, 1])
def test_random_tic_tac_toe(encoding: str, player: int) -> None:
    """From a state after one mark: the value of the game tree, of which some branches end sooner than others."""
    game = ws.load("random_tic_tac_toe_2x2")
    machine = game.machine()
    state = machine.initial()
    for _ in range(2):
        state = machine.next(state, [moves[0] for moves in machine.legal(state)])
    network = game.network(encoding).unroll(5, start=machine.fluents(state))
    assert best_value(network, player) == best_of_tree(machine, state, player, 4)


def test_the_last_move_before_the_horizon_has_no_result() -> None:
    game = ws.load("tic_tac_toe")
    machine = game.machine()
    state = machine.state(["(cell 1 1 x)", "(cell 1 2 x)", "(cell 2 1 o)", "(cell 2 2 o)", "(control x)"])
    stage = game.network()
    assert best_value(stage.unroll(1, start=machine.fluents(state)), 0) == 0
    assert best_value(stage.unroll(2, start=machine.fluents(state)), 0) == 1
