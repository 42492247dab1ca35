"""The stochastic constraint network (paper 000, definitions 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal as OneOf

from woodstock.network.constraints import Constraint, Gate, Literal, Table
from woodstock.network.errors import NetworkError
from woodstock.network.globals import Objective
from woodstock.network.soft import ConditionalTable, Probability, Utility
from woodstock.network.validation import validate
from woodstock.network.values import STAR, Assignment, Number, Row, Value, exact
from woodstock.network.variables import Variable

Kept = Mapping[str, frozenset[Value]]


@dataclass(frozen=True)
class Network:
    """N = <V, Y, D, C, P, theta> of paper 000, definition 2; the order of the variables is the order of the tuple V.

    `thresholds` holds for each player the utility to be reached in expectation. `satisfaction` is the threshold of
    paper 001, section 4: how likely the hard constraints must hold. It is 1 unless said otherwise, and then feasible
    means what paper 000 says. A network without stochastic variables and players is a plain CSP; with objectives, the
    first of which counts most, it is a COP.
    """

    variables: tuple[Variable, ...]
    constraints: tuple[Constraint, ...] = ()
    utilities: tuple[Utility, ...] = ()
    probabilities: tuple[Probability, ...] = ()
    players: tuple[str, ...] = ()
    thresholds: tuple[Fraction, ...] = ()
    satisfaction: Fraction = Fraction(1)
    objectives: tuple[Objective, ...] = ()

    def __init__(
        self,
        variables: Iterable[Variable],
        constraints: Iterable[Constraint] = (),
        utilities: Iterable[Utility] = (),
        probabilities: Iterable[Probability] = (),
        players: Iterable[str] = (),
        thresholds: Iterable[Number] = (),
        satisfaction: Number = 1,
        objectives: Iterable[Objective] = (),
    ) -> None:
        players = tuple(players)
        levels = tuple(map(exact, thresholds)) or (Fraction(0),) * len(players)
        given: dict[str, object] = {
            "variables": tuple(variables),
            "constraints": tuple(constraints),
            "utilities": tuple(utilities),
            "probabilities": tuple(probabilities),
            "players": players,
            "thresholds": levels,
            "satisfaction": exact(satisfaction),
            "objectives": tuple(objectives),
        }
        for name, value in given.items():
            object.__setattr__(self, name, value)
        validate(self)

    # ---- looking things up ---------------------------------------------------------------------------------------
    @cached_property
    def _variables(self) -> dict[str, Variable]:
        return {variable.name: variable for variable in self.variables}

    @cached_property
    def _probabilities(self) -> dict[str, Probability]:
        return {probability.variable: probability for probability in self.probabilities}

    def __contains__(self, name: object) -> bool:
        return name in self._variables

    def variable(self, name: str) -> Variable:
        """The variable of this name."""
        try:
            return self._variables[name]
        except KeyError:
            raise NetworkError(f"The network has no variable {name}") from None

    def probability(self, name: str) -> Probability:
        """How the stochastic variable of this name is drawn."""
        try:
            return self._probabilities[name]
        except KeyError:
            raise NetworkError(f"The network has no stochastic variable {name}") from None

    @cached_property
    def decisions(self) -> tuple[Variable, ...]:
        """X: the decision variables."""
        return tuple(variable for variable in self.variables if not variable.stochastic)

    @cached_property
    def stochastic(self) -> tuple[Variable, ...]:
        """Y: the stochastic variables."""
        return tuple(variable for variable in self.variables if variable.stochastic)

    @property
    def stages(self) -> int:
        """T: the last stage."""
        return max((variable.stage for variable in self.variables), default=0)

    @property
    def largest_domain(self) -> int:
        """The size of the largest domain (table 2 of paper 000 calls it maxDom)."""
        return max((len(variable.domain) for variable in self.variables), default=0)

    def deciding(self, constraint: Constraint) -> bool:
        """Is it a decision constraint, one without stochastic variables (paper 000, section 3.1)?"""
        return not any(self._variables[name].stochastic for name in constraint.scope)

    # ---- changing a copy -----------------------------------------------------------------------------------------
    def restrict(self, domains: Mapping[str, Iterable[Value]]) -> Network:
        """The network with smaller domains, in which tables hold only rows that are still possible.

        A stochastic variable may only be restricted to one value: it has been observed, and is drawn no more.
        """
        kept: dict[str, frozenset[Value]] = {}
        for name, values in domains.items():
            kept[name] = frozenset(values)
            if unknown := kept[name] - set(self.variable(name).domain):
                raise NetworkError(f"{min(map(str, unknown))} is not in the domain of {name}")
        variables = tuple(
            replace(v, domain=tuple(d for d in v.domain if d in kept[v.name])) if v.name in kept else v
            for v in self.variables
        )
        constraints = (_restricted_constraint(constraint, kept) for constraint in self.constraints)
        return replace(
            self,
            variables=variables,
            constraints=tuple(constraint for constraint in constraints if constraint is not None),
            utilities=tuple(_restricted_utility(utility, kept) for utility in self.utilities),
            probabilities=tuple(
                _restricted_probability(p, kept, len(self.variable(p.variable).domain)) for p in self.probabilities
            ),
        )

    def instantiate(self, assignment: Assignment) -> Network:
        """The network in which these variables have these values: a state put into a stage (paper 000, section 4.3)."""
        return self.restrict({name: (value,) for name, value in assignment.items()})

    def with_constraints(self, constraints: Iterable[Constraint]) -> Network:
        """The same network with other hard constraints."""
        return replace(self, constraints=tuple(constraints))

    def split(self) -> tuple[Network, Network]:
        """The decision part N' and the stochastic part N'' of paper 000, section 4.2.

        N' is a CSP of all decision variables and decision constraints. N'' has the constraints with a stochastic
        variable, and the variables these and the probabilities speak of. Utilities belong to neither.
        """
        csp = Network(self.decisions, filter(self.deciding, self.constraints))
        stochastic = tuple(c for c in self.constraints if not self.deciding(c))
        names = {name for constraint in stochastic for name in constraint.scope}
        names |= {name for probability in self.probabilities for name in (probability.variable, *probability.scope)}
        rest = Network(
            (variable for variable in self.variables if variable.name in names),
            stochastic,
            probabilities=self.probabilities,
            satisfaction=self.satisfaction,
        )
        return csp, rest


# ---- what is left of each part when domains get smaller -------------------------------------------------------------


def _possible(scope: tuple[str, ...], rows: Iterable[Row], kept: Kept) -> list[Row]:
    """The rows whose values all remain."""
    columns = [(place, kept[name]) for place, name in enumerate(scope) if name in kept]
    return [row for row in rows if all(row[place] is STAR or row[place] in values for place, values in columns)]


def _restricted_constraint(constraint: Constraint, kept: Kept) -> Constraint | None:
    """The constraint over smaller domains; None when nothing is left of it to be violated."""
    if kept.keys().isdisjoint(constraint.scope):
        return constraint
    if isinstance(constraint, Table):
        rows = _possible(constraint.scope, constraint.tuples, kept)
        return Table(constraint.scope, rows, constraint.allowed) if rows or constraint.allowed else None
    if isinstance(constraint, Gate):
        return _restricted_gate(constraint, kept)
    return constraint


def _restricted_gate(gate: Gate, kept: Kept) -> Gate:
    """The gate without the literals whose value is gone: `x = v` is false then, and `x != v` true."""
    decided: OneOf["and", "or"] = (
        "or" if gate.kind == "and" else "and"
    )  # a gate of this kind without inputs is what one deciding input makes
    inputs: list[Literal] = []
    for literal in gate.inputs:
        if literal.variable not in kept or literal.value in kept[literal.variable]:
            inputs.append(literal)
        elif literal.positive == (gate.kind == "and"):
            return Gate(decided, gate.output, ())
    return gate if len(inputs) == len(gate.inputs) else Gate(gate.kind, gate.output, tuple(inputs))


def _restricted_utility(utility: Utility, kept: Kept) -> Utility:
    """The utility over smaller domains."""
    if kept.keys().isdisjoint(utility.scope):
        return utility
    rows = _possible(utility.scope, utility.table, kept)
    return Utility(utility.scope, utility.player, {row: utility.table[row] for row in rows}, utility.default)


def _restricted_probability(probability: Probability, kept: Kept, size: int) -> Probability:
    """The probability over smaller domains. A variable that was observed has its value for certain."""
    name = probability.variable
    if name in kept and len(kept[name]) != size:
        if len(kept[name]) != 1:
            raise NetworkError(f"{name} is stochastic: it can be set to one value, but not lose some of its values")
        (value,) = kept[name]
        return ConditionalTable(name, (), {(): {value: 1}})
    if isinstance(probability, ConditionalTable) and not kept.keys().isdisjoint(probability.scope):
        rows = _possible(probability.scope, probability.table, kept)
        return ConditionalTable(name, probability.scope, {row: probability.table[row] for row in rows})
    return probability
