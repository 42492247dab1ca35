"""Arc consistency, plainly: for each constraint, the values that have a support (paper 000, section 4.1).

This is the reference, and good enough for small networks. A faster propagator with the same signature can be given to
the steps of preprocessing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Protocol, TypeAlias

from woodstock.network.constraints import AllDifferent, AtMostOne, Channel, Constraint, Equal, Gate, Literal, Table
from woodstock.network.network import Network
from woodstock.network.values import STAR, Row, Value

Domains: TypeAlias = dict[str, frozenset[Value]]


class Propagator(Protocol):
    """Anything that makes the domains of a network arc consistent."""

    def __call__(self, network: Network, domains: Mapping[str, frozenset[Value]]) -> Domains | None:
        """The largest arc consistent domains within the given ones, or None if one is empty."""


def domains_of(network: Network) -> Domains:
    """The domains of all variables."""
    return {variable.name: frozenset(variable.domain) for variable in network.variables}


def arc_consistent(network: Network, domains: Mapping[str, frozenset[Value]]) -> Domains | None:
    """AC-3 over constraints of any arity."""
    current = dict(domains)
    if not all(current.values()):
        return None
    watching: dict[str, list[int]] = {name: [] for name in current}
    for number, constraint in enumerate(network.constraints):
        for name in constraint.scope:
            watching[name].append(number)
    queue = deque(range(len(network.constraints)))
    waiting = set(queue)
    while queue:
        number = queue.popleft()
        waiting.discard(number)
        constraint = network.constraints[number]
        for name, values in zip(constraint.scope, supported(constraint, current), strict=True):
            if not values:
                return None
            if values != current[name]:
                current[name] = values
                fresh = [other for other in watching[name] if other != number and other not in waiting]
                queue.extend(fresh)
                waiting.update(fresh)
    return current


def supported(constraint: Constraint, domains: Mapping[str, frozenset[Value]]) -> list[frozenset[Value]]:
    """For each variable of the scope the values that are part of an allowed row within the domains."""
    columns = [domains[name] for name in constraint.scope]
    match constraint:
        case Table(allowed=True):
            return _table(constraint, columns)
        case Gate() if all(literal.variable != constraint.output for literal in constraint.inputs):
            return _gate(constraint, columns)
        case Equal():
            return [frozenset.intersection(*columns)] * len(columns)
        case AllDifferent():
            return _all_different(columns)
        case AtMostOne():
            return _at_most_one(columns)
        case Channel():
            return _channel(constraint, columns)
        case _:
            return _by_search(constraint, columns)


def _table(table: Table, columns: list[frozenset[Value]]) -> list[frozenset[Value]]:
    found: list[set[Value]] = [set() for _ in columns]
    for row in table.tuples:
        if all(value is STAR or value in column for value, column in zip(row, columns, strict=True)):
            for place, value in enumerate(row):
                if value is STAR:
                    found[place] |= columns[place]
                else:
                    found[place].add(value)
    return [frozenset(values) for values in found]


def _gate(gate: Gate, columns: list[frozenset[Value]]) -> list[frozenset[Value]]:
    """An `or` is an `and` with all signs turned, so one case is enough: a value is `quiet` when no literal objects."""
    conjunction = gate.kind == "and"
    on, off = (1, 0) if conjunction else (0, 1)
    literals: dict[str, list[Literal]] = {name: [] for name in gate.scope[1:]}
    for literal in gate.inputs:
        literals[literal.variable].append(literal)
    output = columns[0]
    quiet = [
        frozenset(value for value in column if all(literal.holds(value) == conjunction for literal in own))
        for column, own in zip(columns[1:], literals.values(), strict=True)
    ]
    loud = [column - still for column, still in zip(columns[1:], quiet, strict=True)]
    up, down = on in output and all(quiet), off in output and any(loud)
    found: list[frozenset[Value]] = [frozenset(value for value, may in ((on, up), (off, down)) if may)]
    speaking = sum(map(bool, loud))
    for still, speaks in zip(quiet, loud, strict=True):
        others_speak = speaking - bool(speaks) > 0
        kept = still if up or (off in output and others_speak) else frozenset()
        found.append(kept | speaks if off in output else kept)
    return found


def _all_different(columns: list[frozenset[Value]]) -> list[frozenset[Value]]:
    """A value is supported when the variables can be matched to distinct values with it in its place."""

    def matched(columns: list[frozenset[Value]]) -> bool:
        owner: dict[Value, int] = {}

        def place(index: int, seen: set[Value]) -> bool:
            for value in columns[index] - seen:
                seen.add(value)
                if value not in owner or place(owner[value], seen):
                    owner[value] = index
                    return True
            return False

        return all(place(index, set()) for index in range(len(columns)))

    return [
        frozenset(value for value in column if matched([*columns[:index], frozenset({value}), *columns[index + 1 :]]))
        for index, column in enumerate(columns)
    ]


def _at_most_one(columns: list[frozenset[Value]]) -> list[frozenset[Value]]:
    forced = sum(0 not in column for column in columns)
    if forced > 1:
        return [frozenset()] * len(columns)
    return [column - {1} if forced and 0 in column else column for column in columns]


def _channel(channel: Channel, columns: list[frozenset[Value]]) -> list[frozenset[Value]]:
    """A value is possible when each indicator can say so, and an indicator can say what some value asks for."""
    indicated = [value for value, _ in channel.indicators]
    flags = columns[1:]
    values = frozenset(
        value
        for value in columns[0]
        if all(int(value == other) in flag for other, flag in zip(indicated, flags, strict=True))
    )
    said = [
        frozenset(flag for flag, possible in ((1, value in values), (0, bool(values - {value}))) if possible)
        for value in indicated
    ]
    return [values, *said]


def _by_search(constraint: Constraint, columns: list[frozenset[Value]]) -> list[frozenset[Value]]:
    """For each value that has none yet, look for a support; one that is found serves all its values."""
    found: list[set[Value]] = [set() for _ in columns]

    def search(row: Row, fixed: Mapping[int, Value]) -> Row | None:
        if len(row) == len(columns):
            return row if constraint.allows(row) else None
        place = len(row)
        for value in (fixed[place],) if place in fixed else columns[place]:
            if support := search((*row, value), fixed):
                return support
        return None

    for place, column in enumerate(columns):
        for value in column:
            if value not in found[place] and (support := search((), {place: value})):
                for other, entry in enumerate(support):
                    found[other].add(entry)
    return [frozenset(values) for values in found]
