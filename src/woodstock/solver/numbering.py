"""The values of a network's variables as numbers, which is all that the core knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from woodstock.network import (
    AllDifferent,
    Circuit,
    Equal,
    Intension,
    Inverse,
    Lex,
    Network,
    NetworkError,
    Value,
    Variable,
)


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of one variable's values. Numbers below `size` that stand for no value are never taken."""

    of: dict[Value, int]
    values: tuple[Value, ...]  # by number

    @property
    def size(self) -> int:
        """Numbers run from 0 to here."""
        return len(self.values)

    def missing(self) -> list[int]:
        """The numbers that stand for no value."""
        taken = set(self.of.values())
        return [number for number in range(self.size) if number not in taken] if len(taken) < self.size else []


class Numbering:
    """Numbers for the variables of a network and for their values.

    Equal and AllDifferent compare values, and the core compares numbers: variables that meet there number their values
    alike, where that can be. The values 0 and 1 of a Boolean variable have the numbers 0 and 1, both, as gates and
    indicators need it. Where constraints compute with a variable, its numbers ascend with its values.
    """

    def __init__(self, numbers: Mapping[str, Numbers]) -> None:
        self.names = tuple(numbers)
        self.place = {name: place for place, name in enumerate(self.names)}
        self.numbers = tuple(numbers.values())

    @classmethod
    def of(cls, network: Network) -> Numbering:
        """The numbers of a network."""
        computed = _computed(network)
        groups = _compared(network, computed)
        known: dict[tuple[bool, tuple[Value, ...]], Numbers] = {}
        numbers: dict[str, Numbers] = {}
        for variable in network.variables:
            if variable.name in groups:
                numbers[variable.name] = _numbers(variable, groups[variable.name])
                continue
            ascending = variable.name in computed
            if (ascending, variable.domain) not in known:
                known[ascending, variable.domain] = _numbers(variable, _common([variable], ascending))
            numbers[variable.name] = known[ascending, variable.domain]
        return cls(numbers)

    def part(self, names: Iterable[str]) -> Numbering:
        """Some of the variables, renumbered; their values keep their numbers."""
        return Numbering({name: self.numbers[self.place[name]] for name in names})

    def at(self, name: str) -> int:
        """The number of a variable."""
        try:
            return self.place[name]
        except KeyError:
            raise NetworkError(f"The network has no variable {name}") from None

    def assignment(self, name: str, value: Value) -> tuple[int, int]:
        """A variable and a value of it, as numbers."""
        place = self.at(name)
        try:
            return place, self.numbers[place].of[value]
        except (KeyError, TypeError):
            raise NetworkError(f"{value!r} is not in the domain of {name}") from None


def _computed(network: Network) -> set[str]:
    """The variables that constraints or objectives compute with."""
    found = {name for objective in network.objectives for name in objective.scope}
    for constraint in network.constraints:
        if isinstance(constraint, Intension | Lex | Inverse | Circuit):
            found.update(constraint.scope)
    return found


def _compared(network: Network, computed: set[str]) -> dict[str, dict[Value, int]]:
    """For each variable whose values are compared with those of another: the numbers of its group's values."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = name = parent[parent[name]]
        return name

    for constraint in network.constraints:
        if isinstance(constraint, Equal | AllDifferent):
            for name in constraint.scope:
                parent.setdefault(name, name)
                parent[root(name)] = root(constraint.scope[0])
    groups: dict[str, list[Variable]] = {}
    for name in parent:
        groups.setdefault(root(name), []).append(network.variable(name))
    common = {}
    for top, members in groups.items():
        ascending = any(variable.name in computed for variable in members)
        if not (ascending and _in_conflict(members)):
            common[top] = _common(members, ascending)
    return {name: common[root(name)] for name in parent if root(name) in common}


def _in_conflict(variables: list[Variable]) -> bool:
    """Would 0 and 1 have other numbers if the numbers of all values ascended?"""
    below = any(isinstance(value, int) and value < 0 for variable in variables for value in variable.domain)
    return below and any(variable.boolean for variable in variables)


def _common(variables: Iterable[Variable], ascending: bool = False) -> dict[Value, int]:
    """One numbering for all values of some variables. Only integers can ascend."""
    variables = list(variables)
    if ascending and all(variable.integer for variable in variables):
        boolean = any(variable.boolean for variable in variables)
        every = {int(value) for variable in variables for value in variable.domain if isinstance(value, int)}
        return {value: number for number, value in enumerate(sorted(every | {0, 1} if boolean else every))}
    values: dict[Value, None] = dict.fromkeys((0, 1) if any(variable.boolean for variable in variables) else ())
    for variable in variables:
        values.update(dict.fromkeys(variable.domain))
    return {value: number for number, value in enumerate(values)}


def _numbers(variable: Variable, common: dict[Value, int]) -> Numbers:
    of = {value: common[value] for value in variable.domain}
    size = 2 if variable.boolean else max(of.values()) + 1
    values: list[Value] = list(common)[:size]  # those of others in the group too, which are never taken
    for value, number in of.items():
        values[number] = value
    return Numbers(of, tuple(values))
