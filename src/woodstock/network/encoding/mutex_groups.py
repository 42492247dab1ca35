"""Mutex groups of fluents: exactly one, or at most one, holds in every state, so they are the values of one variable.

Paper 000, section 3.2, has one variable for each atom name and reads its domain from the ground instances. Which
argument is the value is not written in the rules, so it is conjectured from the names of the fluents and proved by
induction: the initial state keeps to it, and so does every state that a legal joint move leads to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from woodstock.ground.program import GroundProgram
from woodstock.ground.proof import Bound, ProofLimits, prove
from woodstock.kif.terms import Term, parts

MOST_PLACES = 6
"""Fluents with more arguments than this are only tried with one value place."""
MOST_TOGETHER = 3
"""A value is made of no more arguments than this."""

Pattern: TypeAlias = tuple[object, ...]
Members: TypeAlias = tuple[tuple[int, str], ...]
"""Fluent numbers, each with its value."""


@dataclass(frozen=True)
class MutexGroup:
    """Fluents that are the values of one variable."""

    name: str
    """The fluents with a `?` for each argument that is the value, such as `(cell 1 1 ?)`."""
    members: Members
    idle: str | None
    """The value for none of them; None if one always holds."""

    @property
    def domain(self) -> tuple[str, ...]:
        """All values."""
        values = tuple(value for _, value in self.members)
        return values if self.idle is None else (*values, self.idle)


@dataclass(frozen=True)
class MutexGroups:
    """The mutex groups that are proved, no fluent in two of them."""

    known: tuple[MutexGroup, ...]
    finished: bool
    """False if the proof ran out of time or memory. Then there may be more; else every run finds the same."""


@dataclass(frozen=True)
class Candidate:
    """A conjecture: these fluents differ only in the places of one pattern."""

    pattern: Pattern
    """Functor and places: what candidates have in common that tell the same story, as all cells of a board do."""
    name: str
    members: Members


def proved_mutex_groups(
    program: GroundProgram, limits: ProofLimits | None = None, *, reached: Iterable[Iterable[str]] = ()
) -> MutexGroups:
    """The mutex groups that can be proved with the work that the limits allow; what takes more is left out.

    `reached` are states of the game, as fluents, that refute conjectures before a proof is tried. The initial state is
    always one of them.
    """
    states = _states(program, reached)
    likely: dict[Candidate, bool] = {}
    for candidate in conjectures(program.fluents):
        holding = states[:, [number for number, _ in candidate.members]].sum(axis=1)
        if len(candidate.members) > 1 and holding.max() <= 1:
            likely[candidate] = bool(holding.min() == 1)
    bounds: list[Bound] = []
    owners: list[Candidate] = []
    patterns: defaultdict[Pattern, list[int]] = defaultdict(list)
    for candidate, always in likely.items():
        for least in (False, True) if always else (False,):
            patterns[candidate.pattern].append(len(bounds))
            bounds.append(Bound(tuple(number for number, _ in candidate.members), least))
            owners.append(candidate)
    wanted = dict.fromkeys(candidate.pattern for candidate, _ in _disjoint(likely))
    parts = sorted((patterns[pattern] for pattern in wanted), key=len)
    spare = sorted((own for pattern, own in patterns.items() if pattern not in wanted), key=len)
    proof = prove(program, bounds, parts, spare, limits or ProofLimits())
    proved = sorted(proof.proved)
    filled = {owners[number] for number in proved if bounds[number].least}
    exact = {owners[number]: owners[number] in filled for number in proved if not bounds[number].least}
    known = tuple(_group(candidate, left, exact[candidate]) for candidate, left in _disjoint(exact))
    return MutexGroups(known, proof.finished)


def _states(program: GroundProgram, reached: Iterable[Iterable[str]]) -> NDArray[np.bool_]:
    """A row for each state: does the fluent hold? The initial state comes first."""
    numbers = {name: number for number, name in enumerate(program.fluents)}
    rows = [program.initial]
    for state in reached:
        row = np.zeros(len(numbers), dtype=np.bool_)
        row[[numbers[name] for name in state]] = True
        rows.append(row)
    return np.array(rows)


def conjectures(fluents: Sequence[str]) -> list[Candidate]:
    """Groups of fluents with the same functor that agree in all but some places."""
    groups: defaultdict[tuple[Pattern, Pattern], list[tuple[int, str]]] = defaultdict(list)
    names: dict[tuple[Pattern, Pattern], str] = {}
    for number, text in enumerate(fluents):
        for pattern, fixed, name, value in _readings(parts(text)):
            groups[pattern, fixed].append((number, value))
            names[pattern, fixed] = name
    found: dict[tuple[int, ...], Candidate] = {}
    for key, members in groups.items():
        found.setdefault(tuple(number for number, _ in members), Candidate(key[0], names[key], tuple(members)))
    return list(found.values())


def _readings(term: Term) -> Iterator[tuple[Pattern, Pattern, str, str]]:
    """The ways to see a fluent as variable and value: pattern, what is fixed, the variable's name, the value."""
    if isinstance(term, str):
        yield ("without arguments",), (), "fluent ?", term
        return
    functor, arguments = term[0], term[1:]
    most = 1 if len(arguments) > MOST_PLACES else MOST_TOGETHER
    for size in range(1, min(most, len(arguments)) + 1):
        for places in combinations(range(len(arguments)), size):
            fixed = tuple("?" if place in places else argument for place, argument in enumerate(arguments))
            value = " ".join(show(arguments[place]) for place in places)
            yield (functor, len(arguments), places), fixed, show((functor, *fixed)), value
    for place, argument in enumerate(arguments):
        if isinstance(argument, tuple):
            for inner, part in enumerate(argument[1:], start=1):
                opened = (*argument[:inner], "?", *argument[inner + 1 :])
                fixed = (*arguments[:place], opened, *arguments[place + 1 :])
                pattern = (functor, len(arguments), place, argument[0], len(argument), inner)
                yield pattern, fixed, show((functor, *fixed)), show(part)


def _disjoint(exact: Mapping[Candidate, bool]) -> Iterator[tuple[Candidate, Members]]:
    """Candidates with the fluents left to them: pattern by pattern, the one that saves most variables first."""
    patterns: defaultdict[Pattern, list[Candidate]] = defaultdict(list)
    for candidate in exact:
        patterns[candidate.pattern].append(candidate)
    taken: set[int] = set()

    def free(candidate: Candidate) -> Members:
        return tuple(member for member in candidate.members if member[0] not in taken)

    def saving(pattern: Pattern) -> tuple[int, int, int]:
        """Variables less; where that is equal, values for nothing less, and then fewer places."""
        own = [(free(candidate), candidate) for candidate in patterns[pattern]]
        idle = sum(len(left) > 1 and not (exact[c] and len(left) == len(c.members)) for left, c in own)
        return sum(max(len(left) - 1, 0) for left, _ in own), -idle, -len(own)

    while patterns:
        best = max(patterns, key=saving)
        for candidate in patterns.pop(best):
            left = free(candidate)
            if len(left) > 1:
                taken.update(number for number, _ in left)
                yield candidate, left


def _group(candidate: Candidate, left: Members, always: bool) -> MutexGroup:
    """The group of those of a candidate's fluents that are left to it."""
    whole = always and len(left) == len(candidate.members)
    return MutexGroup(candidate.name, left, None if whole else _unlike("none", (value for _, value in left)))


def _unlike(word: str, values: Iterable[str]) -> str:
    """The word or, where it is a value, one that cannot be."""
    return f"- {word} -" if word in set(values) else word


def show(term: Term) -> str:
    """The text of a term."""
    return term if isinstance(term, str) else f"({' '.join(map(show, term))})"
