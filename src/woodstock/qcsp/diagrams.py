"""Relations of any kind as decision diagrams over their variables in the order of the quantifiers.

A relation is read by an automaton, one value after another: its state is all that the rest of the scope needs to know.
The states that can be reached, merged where the same rests satisfy them, are the nodes of the diagram. So a gate over a
hundred variables is as small as it is simple, and SQGAC of every relation is one algorithm in the core.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from woodstock.network import (
    STAR,
    AllDifferent,
    AtMostOne,
    Channel,
    Constraint,
    Equal,
    Gate,
    NetworkError,
    Table,
    Value,
)

LARGEST: Final = 2**20
"""Children that a diagram may have before it is made small."""

FALSE: Final = -1

State = Hashable
Step = Callable[[State, int, Value], State | None]


class LargeRelationError(NetworkError):
    """The diagram of a relation has too many nodes."""


@dataclass(frozen=True)
class Automaton:
    """Where reading begins, what a value at a place of the scope leads to (None: never), and which ends are good."""

    start: State
    step: Step
    good: Callable[[State], bool]


def diagram(constraint: Constraint, scope: Sequence[str], domains: Sequence[Sequence[Value]]) -> list[list[int]]:
    """For each variable of the scope, the children of this level's nodes: numbers in the next level, or -1.

    Below the last level 0 is true. The scope is that of the constraint, in any order.
    """
    automaton = _automaton(constraint, scope, domains)
    levels: list[list[State]] = [[automaton.start]]
    steps: list[list[State | None]] = []
    if isinstance(constraint, AllDifferent) and _subsets(domains) > LARGEST:
        raise _too_large(constraint)
    cells = 0
    for place, domain in enumerate(domains):
        cells += len(levels[-1]) * len(domain)
        if cells > LARGEST:
            raise _too_large(constraint)
        steps.append([automaton.step(state, place, value) for state in levels[-1] for value in domain])
        levels.append(list(dict.fromkeys(state for state in steps[-1] if state is not None)))
    return _merged(levels, steps, domains, automaton.good)


def _too_large(constraint: Constraint) -> LargeRelationError:
    return LargeRelationError(
        f"A constraint ({type(constraint).__name__}) over {len(constraint.scope)} variables is too large for a "
        f"decision diagram of {LARGEST} entries; split it into smaller ones with variables in between"
    )


def _merged(
    levels: list[list[State]],
    steps: list[list[State | None]],
    domains: Sequence[Sequence[Value]],
    good: Callable[[State], bool],
) -> list[list[int]]:
    """The diagram without states that nothing satisfies, and with one node for states that mean the same."""
    number: dict[State | None, int] = {state: 0 if good(state) else FALSE for state in levels[-1]}
    children: list[list[int]] = []
    for place in reversed(range(len(domains))):
        size = len(domains[place])
        number[None] = FALSE
        below = [number[state] for state in steps[place]]
        known: dict[tuple[int, ...], int] = {}
        number = {}
        for index, state in enumerate(levels[place]):
            row = tuple(below[index * size : (index + 1) * size])
            dead = place > 0 and all(child == FALSE for child in row)
            number[state] = FALSE if dead else known.setdefault(row, len(known))
        children.append([child for row in known for child in row])
    return children[::-1]


# ---- automata -------------------------------------------------------------------------------------------------------
def _automaton(constraint: Constraint, scope: Sequence[str], domains: Sequence[Sequence[Value]]) -> Automaton:
    match constraint:
        case Table():
            return _table(constraint, scope)
        case Equal():
            return Automaton((), lambda state, _, value: (value,) if state in ((), (value,)) else None, _always)
        case AllDifferent():
            return _all_different(domains)
        case AtMostOne():
            return Automaton(0, _at_most_one, _always)
        case Gate():
            return _gate(constraint, scope)
        case Channel():
            return _channel(constraint, scope)
        case _:
            return _by_rows(constraint, scope)


def _by_rows(constraint: Constraint, scope: Sequence[str]) -> Automaton:
    """The state is the row so far: nothing is known of the constraint but which rows it allows."""
    places = [scope.index(name) for name in constraint.scope]

    def good(state: State) -> bool:
        assert isinstance(state, tuple)
        return constraint.allows(tuple(state[place] for place in places))

    def step(state: State, _: int, value: Value) -> State:
        assert isinstance(state, tuple)
        return (*state, value)

    return Automaton((), step, good)


def _always(state: State) -> bool:  # noqa: ARG001
    return True


def _table(table: Table, scope: Sequence[str]) -> Automaton:
    """The state is the set of rows that agree with what was read: one must stay, or none where they are forbidden."""
    rows = list(table.tuples)
    columns = [table.scope.index(name) for name in scope]
    with_value: list[dict[Value, set[int]]] = []
    with_star: list[set[int]] = []
    for column in columns:
        holders: dict[Value, set[int]] = {}
        for index, row in enumerate(rows):
            holders.setdefault(row[column], set()).add(index)
        with_star.append(holders.pop(STAR, set()))
        with_value.append(holders)

    def step(state: State, place: int, value: Value) -> State | None:
        assert isinstance(state, frozenset)
        left = frozenset(state & (with_value[place].get(value, set()) | with_star[place]))
        return None if table.allowed and not left else left

    return Automaton(frozenset(range(len(rows))), step, lambda state: bool(state) == table.allowed)


def _all_different(domains: Sequence[Sequence[Value]]) -> Automaton:
    """The state is the set of values that are taken and that a later variable might want."""
    later: list[frozenset[Value]] = [frozenset()]
    for domain in reversed(domains[1:]):
        later.append(later[-1] | frozenset(domain))
    later.reverse()

    def step(state: State, place: int, value: Value) -> State | None:
        assert isinstance(state, frozenset)
        return None if value in state else (state | {value}) & later[place]

    return Automaton(frozenset(), step, _always)


def _subsets(domains: Sequence[Sequence[Value]]) -> int:
    """How many sets of values can be taken before some variable, times its values: so large a diagram might be."""
    values = len({value for domain in domains for value in domain})
    return sum(math.comb(values, taken) * len(domain) for taken, domain in enumerate(domains))


def _at_most_one(state: State, place: int, value: Value) -> State | None:  # noqa: ARG001
    if value != 1:
        return state
    return 1 if state == 0 else None


def _gate(gate: Gate, scope: Sequence[str]) -> Automaton:
    """The state is the output, if it was read, and what the inputs so far come to."""
    literals = [[literal for literal in gate.inputs if literal.variable == name] for name in scope]
    place_of_output = list(scope).index(gate.output)
    conjunction = gate.kind == "and"

    def step(state: State, place: int, value: Value) -> State:
        assert isinstance(state, tuple)
        output, inputs = state
        held = [literal.holds(value) for literal in literals[place]]
        inputs = inputs and all(held) if conjunction else inputs or any(held)
        return (value == 1 if place == place_of_output else output, inputs)

    return Automaton((None, conjunction), step, lambda state: isinstance(state, tuple) and state[0] == state[1])


def _channel(channel: Channel, scope: Sequence[str]) -> Automaton:
    """The state is the variable's value and the value whose indicator is true, each in a tuple that may be empty."""
    value_of = {name: value for value, name in channel.indicators}
    place_of_variable = list(scope).index(channel.variable)
    indicated = frozenset(value_of.values())
    read = [frozenset(value_of[name] for name in scope[:place] if name in value_of) for place in range(len(scope))]

    def step(state: State, place: int, value: Value) -> State | None:
        assert isinstance(state, tuple)
        taken, true = state
        if place == place_of_variable:
            fits = true == (value,) if true else value not in read[place]
            return ((value,), true) if fits else None
        own = value_of[scope[place]]
        if taken:
            return state if (value == 1) == (taken == (own,)) else None
        if value == 1:
            return None if true else ((), (own,))
        return state

    def good(state: State) -> bool:
        assert isinstance(state, tuple)
        taken, true = state
        return taken[0] not in indicated or true in ((), taken)

    return Automaton(((), ()), step, good)
