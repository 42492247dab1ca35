"""A one-stage network repeated: the T-stage network of paper 000, section 3.3."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Literal as OneOf

from woodstock.network.constraints import Channel, Constraint, Gate, Table
from woodstock.network.errors import NetworkError
from woodstock.network.expressions import renamed
from woodstock.network.globals import Intension, Inverse, Lex
from woodstock.network.network import Network
from woodstock.network.soft import ConditionalTable, Probability, Share, Universal, Utility
from woodstock.network.variables import Variable


def at(name: str, stage: int) -> str:
    """The name of a variable at a stage."""
    return f"{name}@{stage}"


def repeat(
    network: Network, stages: int, links: Mapping[str, str], rewards: OneOf["every", "last"] = "every"
) -> Network:
    """The network of `stages` stages that all look like this one.

    `links` maps a variable that speaks of the next state (`next_cell`) to the one of the current state (`cell`): at
    stage t, `next_cell` is the variable `cell@(t+1)`. All others get their stage as a suffix. The linked variables of
    the last stage stand at stage T + 1. What the network sets after its draws, at stage 2, is set first in the stage
    after. A next state may also be drawn (the stochastic fluents of paper 002, section 3): then it is drawn at the end
    of its stage. With `rewards="last"` only the utilities of the last stage are kept.
    """
    if stages < 1:
        raise NetworkError(f"A network has at least one stage, not {stages}")
    _check_links(network, links)

    def renaming(stage: int) -> Callable[[str], str]:
        return lambda name: at(links[name], stage + 1) if name in links else at(name, stage)

    variables: list[Variable] = []
    constraints: list[Constraint] = []
    utilities: list[Utility] = []
    probabilities: list[Probability] = []
    for stage in range(1, stages + 1):
        name = renaming(stage)
        variables += _of_stage(network, stage, links)
        constraints += [rename_constraint(constraint, name) for constraint in network.constraints]
        probabilities += [rename_probability(probability, name) for probability in network.probabilities]
        if rewards == "every" or stage == stages:
            utilities += [rename_utility(utility, name) for utility in network.utilities]
    variables += [
        Variable(at(current, stages + 1), network.variable(current).domain, stage=stages + 1)
        for following, current in links.items()
        if not network.variable(following).stochastic
    ]
    return replace(
        network,
        variables=tuple(variables),
        constraints=tuple(constraints),
        utilities=tuple(utilities),
        probabilities=tuple(probabilities),
    )


def _of_stage(network: Network, stage: int, links: Mapping[str, str]) -> Iterator[Variable]:
    """The variables that a stage adds: a next state that is drawn, but not one that is decided in the next stage."""
    drawn = {current for following, current in links.items() if network.variable(following).stochastic}
    for variable in network.variables:
        if variable.name not in links:
            if stage == 1 or variable.name not in drawn:
                yield replace(variable, name=at(variable.name, stage), stage=stage + variable.stage - 1)
        elif variable.stochastic:
            yield replace(variable, name=at(links[variable.name], stage + 1), stage=stage)


def _check_links(network: Network, links: Mapping[str, str]) -> None:
    if len(set(links.values())) != len(links):
        raise NetworkError("Two variables are linked to the same variable of the next stage")
    for following, current in links.items():
        after, before = network.variable(following), network.variable(current)
        if before.stochastic:
            raise NetworkError(f"{following} is linked to {current}, but the current state cannot be stochastic")
        if set(after.domain) != set(before.domain):
            raise NetworkError(f"{following} is linked to {current}, but their domains differ")
        if current in links:
            raise NetworkError(f"{current} is linked to another variable and cannot be a link's end")


def rename_constraint(constraint: Constraint, name: Callable[[str], str]) -> Constraint:
    """The same relation over other variables."""
    match constraint:
        case Table(scope, tuples, allowed):
            return Table(map(name, scope), tuples, allowed)
        case Gate(kind, output, inputs):
            return Gate(
                kind, name(output), tuple(replace(literal, variable=name(literal.variable)) for literal in inputs)
            )
        case Channel(variable, indicators):
            return Channel(name(variable), tuple((value, name(indicator)) for value, indicator in indicators))
        case Intension(tree):
            return Intension(renamed(tree, name))
        case Lex(first, second, strict):
            return Lex(tuple(renamed(t, name) for t in first), tuple(renamed(t, name) for t in second), strict)
        case Inverse(ones, others, starts):
            return Inverse(tuple(map(name, ones)), tuple(map(name, others)), starts)
        case _:
            return replace(constraint, scope=tuple(map(name, constraint.scope)))


def rename_utility(utility: Utility, name: Callable[[str], str]) -> Utility:
    """The same utility over other variables."""
    return Utility(map(name, utility.scope), utility.player, utility.table, utility.default)


def rename_probability(probability: Probability, name: Callable[[str], str]) -> Probability:
    """The same chance for another variable."""
    match probability:
        case ConditionalTable(variable, scope, table):
            return ConditionalTable(name(variable), map(name, scope), table)
        case Share(variable, indicators):
            return Share(name(variable), tuple((value, name(indicator)) for value, indicator in indicators))
        case Universal(variable, size):
            return Universal(name(variable), size)
