"""What must hold for a network; every violation is one clear error."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from woodstock.network.constraints import AtMostOne, Channel, Constraint, Gate, Literal, Table
from woodstock.network.errors import NetworkError
from woodstock.network.globals import Circuit, Inverse
from woodstock.network.soft import ConditionalTable, Probability, Share, Universal, Utility
from woodstock.network.values import STAR, Row
from woodstock.network.variables import Variable

if TYPE_CHECKING:
    from woodstock.network.network import Network


def validate(network: Network) -> None:
    """Raise a NetworkError unless the network is one of paper 000, definitions 2 and 3."""
    variables: dict[str, Variable] = {}
    for variable in network.variables:
        if variable.name in variables:
            raise NetworkError(f"Two variables have the name {variable.name}")
        variables[variable.name] = variable
    _check_order(network.variables)
    for constraint in network.constraints:
        _check_constraint(constraint, variables)
    for objective in network.objectives:
        _check_scope("The objective", objective.scope, variables)
        _check_integers("The objective", objective.scope, variables)
        if network.stochastic or network.players:
            raise NetworkError("A network with chance or players has utilities, not an objective")
    _check_players(network)
    for utility in network.utilities:
        _check_utility(utility, network.players, variables)
    _check_probabilities(network, variables)


def _check_order(variables: tuple[Variable, ...]) -> None:
    """Stages follow each other, and in a stage every decision is made before the first draw (definition 3)."""
    for before, after in pairwise(variables):
        if after.stage < before.stage:
            raise NetworkError(
                f"{after.name} of stage {after.stage} stands after {before.name} of stage {before.stage}; "
                "sort the variables by stage"
            )
        if after.stage == before.stage and before.stochastic and not after.stochastic:
            raise NetworkError(
                f"The decision {after.name} stands after the draw {before.name} of the same stage; "
                "move it before the draw or to the next stage"
            )


def _check_scope(what: str, scope: tuple[str, ...], variables: dict[str, Variable]) -> None:
    for name in scope:
        if name not in variables:
            raise NetworkError(f"{what} refers to {name}, but the network has no such variable")
    if len(set(scope)) != len(scope):
        twice = next(name for name in scope if scope.count(name) > 1)
        raise NetworkError(f"{what} names {twice} twice")


def _check_boolean(what: str, names: Iterable[str], variables: dict[str, Variable]) -> None:
    for name in names:
        if not variables[name].boolean:
            raise NetworkError(f"{what} needs Boolean variables, with domain 0 1, but {name} is not one")


def _check_integers(what: str, names: Iterable[str], variables: dict[str, Variable]) -> None:
    for name in names:
        if not variables[name].integer:
            raise NetworkError(f"{what} needs integers, but {name} has other values")


def _check_literals(what: str, literals: Iterable[Literal], variables: dict[str, Variable]) -> None:
    """A literal names a value of its variable; 0 and 1 are values of a Boolean variable even when it has lost one."""
    for literal in literals:
        variable = variables[literal.variable]
        if literal.value in variable.values or (variable.boolean and literal.value in (0, 1)):
            continue
        if literal.value == 1:
            raise NetworkError(
                f"{what} needs Boolean variables, or a value to compare with, but {variable.name} is neither"
            )
        raise NetworkError(f"{what} has the value {literal.value!r} for {variable.name}, which is not in its domain")


def _check_rows(what: str, scope: tuple[str, ...], rows: Iterable[Row], variables: dict[str, Variable]) -> None:
    for name, column in zip(scope, zip(*rows, strict=True), strict=False):
        for value in set(column) - variables[name].values:
            if value is not STAR:
                raise NetworkError(f"{what} has the value {value!r} for {name}, which is not in its domain")


def _check_constraint(constraint: Constraint, variables: dict[str, Variable]) -> None:
    what = f"A constraint ({type(constraint).__name__})"
    _check_scope(what, constraint.scope, variables)
    match constraint:
        case Table():
            _check_rows(what, constraint.scope, constraint.tuples, variables)
        case Gate():
            _check_boolean(what, (constraint.output,), variables)
            _check_literals(what, constraint.inputs, variables)
        case AtMostOne():
            _check_boolean(what, constraint.scope, variables)
        case Channel():
            _check_boolean(what, constraint.scope[1:], variables)
        case Circuit() | Inverse():
            _check_integers(what, constraint.scope, variables)
        case _:
            pass


def _check_players(network: Network) -> None:
    if len(set(network.players)) != len(network.players):
        raise NetworkError("Two players have the same name")
    if len(network.thresholds) != len(network.players):
        raise NetworkError(f"There are {len(network.thresholds)} thresholds for {len(network.players)} players")
    if not 0 <= network.satisfaction <= 1:
        raise NetworkError(f"The satisfaction to be reached is {network.satisfaction}, which is not from 0 to 1")


def _check_utility(utility: Utility, players: tuple[str, ...], variables: dict[str, Variable]) -> None:
    what = f"A utility of {utility.player}"
    if utility.player not in players:
        raise NetworkError(f"{what} is given, but the network has no such player")
    _check_scope(what, utility.scope, variables)
    if any(STAR in row for row in utility.table):
        raise NetworkError(f"{what} has a short tuple; write its rows out")
    _check_rows(what, utility.scope, utility.table, variables)


def _check_probabilities(network: Network, variables: dict[str, Variable]) -> None:
    places = {variable.name: place for place, variable in enumerate(network.variables)}
    drawn: set[str] = set()
    for probability in network.probabilities:
        name = probability.variable
        what = f"The probability of {name}"
        _check_scope(what, (name, *probability.scope), variables)
        if not variables[name].stochastic:
            raise NetworkError(f"{what} is given, but {name} is not stochastic")
        if name in drawn:
            raise NetworkError(f"{what} is given twice")
        drawn.add(name)
        for other in probability.scope:
            if places[other] > places[name]:
                raise NetworkError(f"{what} depends on {other}, which is set later")
        _check_probability(what, probability, variables)
    for variable in network.variables:
        if variable.stochastic and variable.name not in drawn:
            raise NetworkError(f"{variable.name} is stochastic, but its probability is not given")


def _check_probability(what: str, probability: Probability, variables: dict[str, Variable]) -> None:
    variable = variables[probability.variable]
    match probability:
        case ConditionalTable():
            if any(len(row) != len(probability.scope) for row in probability.table):
                raise NetworkError(f"{what}: a row does not have {len(probability.scope)} values")
            _check_rows(what, probability.scope, probability.table, variables)
            if len(probability.table) != math.prod(len(variables[name].domain) for name in probability.scope):
                raise NetworkError(f"{what}: not every row over {', '.join(probability.scope)} has a distribution")
            values = {(value,) for distribution in probability.table.values() for value in distribution}
            _check_rows(what, (variable.name,), values, variables)
        case Share():
            _check_boolean(what, probability.scope, variables)
            if {value for value, _ in probability.indicators} != set(variable.domain):
                raise NetworkError(f"{what}: there must be one indicator for each value of {variable.name}")
        case Universal():
            if probability.size != len(variable.domain):
                raise NetworkError(f"{what}: the domain has {len(variable.domain)} values, not {probability.size}")
