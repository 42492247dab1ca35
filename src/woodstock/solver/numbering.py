"""The values of a network's variables as numbers, which is all that the core knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from woodstock.network import AllDifferent, Equal, Network, NetworkError, Value, Variable


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
    alike. The values 0 and 1 of a Boolean variable have the numbers 0 and 1, both, as gates and indicators need it.
    """

    def __init__(self, numbers: Mapping[str, Numbers]) -> None:
        self.names = tuple(numbers)
        self.place = {name: place for place, name in enumerate(self.names)}
        self.numbers = tuple(numbers.values())

    @classmethod
    def of(cls, network: Network) -> Numbering:
        """The numbers of a network."""
        groups = _compared(network)
        known: dict[tuple[Value, ...], Numbers] = {}
        numbers: dict[str, Numbers] = {}
        for variable in network.variables:
            if variable.name in groups:
                numbers[variable.name] = _numbers(variable, groups[variable.name])
                continue
            if variable.domain not in known:
                known[variable.domain] = _numbers(variable, _common([variable]))
            numbers[variable.name] = known[variable.domain]
        return cls(numbers)

    def part(self, names: Iterable[str]) -> Numbering:
        """Some of the variables, numbered anew; their values keep their numbers."""
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


def _compared(network: Network) -> dict[str, dict[Value, int]]:
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
    common = {top: _common(members) for top, members in groups.items()}
    return {name: common[root(name)] for name in parent}


def _common(variables: Iterable[Variable]) -> dict[Value, int]:
    """One numbering for all values of some variables."""
    variables = list(variables)
    values: dict[Value, None] = dict.fromkeys((0, 1) if any(variable.boolean for variable in variables) else ())
    for variable in variables:
        values.update(dict.fromkeys(variable.domain))
    return {value: number for number, value in enumerate(values)}


def _numbers(variable: Variable, common: dict[Value, int]) -> Numbers:
    of = {value: common[value] for value in variable.domain}
    size = 2 if variable.boolean else max(of.values()) + 1
    values: list[Value] = [None] * size
    for value, number in of.items():
        values[number] = value
    return Numbers(of, tuple(values))
