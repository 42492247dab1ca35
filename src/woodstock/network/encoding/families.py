"""Groups of fluents of which exactly one, or at most one, holds in every state: the values of one variable.

Paper 000, section 3.2, has one variable for each atom name and reads its domain from the ground instances. Which
argument is the value is not written in the rules, so it is conjectured from the names of the fluents and proved by
induction: the initial state keeps to it, and so does every state that a legal joint move leads to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from woodstock.ground.program import GroundProgram
from woodstock.ground.proof import Bound, ProofLimits, prove

MOST_PLACES = 6
"""Fluents with more arguments than this are only tried with one value place."""
MOST_TOGETHER = 3
"""A value is made of no more arguments than this."""

Term: TypeAlias = "str | tuple[Term, ...]"
Pattern: TypeAlias = tuple[object, ...]


@dataclass(frozen=True)
class Family:
    """Fluents that are the values of one variable."""

    name: str
    """The fluents with a `?` for each argument that is the value, such as `(cell 1 1 ?)`."""
    members: tuple[tuple[int, str], ...]
    """Fluent numbers, each with its value."""
    idle: str | None
    """The value for none of them; None if one always holds."""

    @property
    def domain(self) -> tuple[str, ...]:
        """All values."""
        values = tuple(value for _, value in self.members)
        return values if self.idle is None else (*values, self.idle)


@dataclass(frozen=True)
class Candidate:
    """A conjecture: these fluents differ only in the places of one pattern."""

    pattern: Pattern
    """Functor and places: what candidates have in common that tell the same story, as all cells of a board do."""
    name: str
    members: tuple[tuple[int, str], ...]


def proved_families(program: GroundProgram, limits: ProofLimits | None = None) -> tuple[Family, ...]:
    """The families that are proved, no fluent in two of them. What is not proved in time is left out."""
    candidates = [candidate for candidate in conjectures(program.fluents) if len(candidate.members) > 1]
    initial = set(program.initial.nonzero()[0].tolist())
    bounds: list[Bound] = []
    owners: list[Candidate] = []
    for candidate in candidates:
        fluents = tuple(number for number, _ in candidate.members)
        holding = sum(number in initial for number in fluents)
        if holding <= 1:
            owners.append(candidate)
            bounds.append(Bound(fluents, least=holding))
            if holding == 1:
                owners.append(candidate)
                bounds.append(Bound(fluents, least=0))
    proved = prove(program, bounds, limits or ProofLimits())
    exact: dict[Candidate, bool] = {}
    for number in sorted(proved):
        exact[owners[number]] = exact.get(owners[number], False) or bounds[number].least == 1
    return tuple(_chosen(exact))


def conjectures(fluents: Sequence[str]) -> list[Candidate]:
    """Groups of fluents with the same functor that agree in all but some places."""
    groups: defaultdict[tuple[Pattern, Pattern], list[tuple[int, str]]] = defaultdict(list)
    names: dict[tuple[Pattern, Pattern], str] = {}
    for number, text in enumerate(fluents):
        for pattern, fixed, name, value in _readings(read_term(text)):
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


def _chosen(exact: dict[Candidate, bool]) -> Iterator[Family]:
    """Disjoint families: pattern by pattern, the one that saves most variables first."""
    patterns: defaultdict[Pattern, list[Candidate]] = defaultdict(list)
    for candidate in exact:
        patterns[candidate.pattern].append(candidate)
    taken: set[int] = set()

    def free(candidate: Candidate) -> list[tuple[int, str]]:
        return [member for member in candidate.members if member[0] not in taken]

    def saving(pattern: Pattern) -> tuple[int, int, int]:
        """Variables less; where that is equal, values for nothing less, and then fewer places."""
        own = [(free(candidate), candidate) for candidate in patterns[pattern]]
        idle = sum(len(left) > 1 and not (exact[c] and len(left) == len(c.members)) for left, c in own)
        return sum(max(len(left) - 1, 0) for left, _ in own), -idle, -len(own)

    while patterns:
        best = max(patterns, key=saving)
        for candidate in patterns.pop(best):
            left = free(candidate)
            if len(left) < 2:
                continue
            taken.update(number for number, _ in left)
            whole = exact[candidate] and len(left) == len(candidate.members)
            idle = None if whole else _unlike("none", (value for _, value in left))
            yield Family(candidate.name, tuple(left), idle)


def _unlike(word: str, values: Iterable[str]) -> str:
    """The word or, where it is a value, one that cannot be."""
    return f"- {word} -" if word in set(values) else word


def read_term(text: str) -> Term:
    """The parts of a term: `(cell 1 (f x))` is ("cell", "1", ("f", "x"))."""
    stack: list[list[Term]] = [[]]
    for word in text.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            stack.append([])
        elif word == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    return stack[0][0]


def show(term: Term) -> str:
    """The text of a term."""
    return term if isinstance(term, str) else f"({' '.join(map(show, term))})"
