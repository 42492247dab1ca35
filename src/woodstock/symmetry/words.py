"""Symmetries in words: what becomes of the arguments of fluents and moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations

from woodstock.kif.terms import split
from woodstock.symmetry.points import Permutation, Points

_MOST_ARGUMENTS = 5
_MOST_SHOWN = 4
_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")

Term = tuple[str, ...]
"""The name of a fluent or move and its arguments."""


def cycles(points: Points, permutation: Permutation) -> list[list[str]]:
    """The permutation as cycles of names, without those of one point. Moves have their role before them."""
    images = permutation.tolist()
    seen: set[int] = set()
    found: list[list[str]] = []
    for start in range(len(images)):
        if start in seen or images[start] == start:
            continue
        cycle = [start]
        while (point := images[cycle[-1]]) != start:
            cycle.append(point)
        seen.update(cycle)
        found.append([_full_name(points, point) for point in cycle])
    return found


def _full_name(points: Points, point: int) -> str:
    if len(points.fluents) <= point < points.first_role:
        role, _ = points.owner(point)
        return f"{points.roles[role]}: {points.name(point)}"
    return points.name(point)


def describe(points: Points, permutation: Permutation) -> str:
    """The symmetry in words, such as `reflects the 1st argument of cell, mark`; else as cycles."""
    said: dict[str, list[str]] = defaultdict(list)
    for name, pairs in _by_name(points, permutation).items():
        words = _of_name(pairs)
        if words is None:
            return _as_cycles(cycles(points, permutation))
        if words:
            said[words].append(name)
    return "; ".join(f"{words} of {', '.join(sorted(set(names)))}" for words, names in said.items())


def _as_cycles(all_cycles: Sequence[Sequence[str]]) -> str:
    shown = " ".join("(" + " -> ".join(cycle) + ")" for cycle in all_cycles[:_MOST_SHOWN])
    more = len(all_cycles) - _MOST_SHOWN
    return f"{shown} and {more} more cycles" if more > 0 else shown


def _by_name(points: Points, permutation: Permutation) -> dict[str, list[tuple[Term, Term]]]:
    """For each name of fluents or moves, the terms and their images."""
    found: dict[str, dict[Term, Term]] = defaultdict(dict)
    for point, image in enumerate(permutation[: points.first_role].tolist()):
        term, other = _split(points.name(point)), _split(points.name(image))
        found[f"{term[0]}/{len(term)}"][term] = other
    return {key.partition("/")[0]: list(pairs.items()) for key, pairs in found.items()}


def _split(name: str) -> Term:
    """The name and the arguments of a term; an argument that is itself a term is one piece of text."""
    return tuple(split(name[1:-1])) if name.startswith("(") else (name,)


def _of_name(pairs: list[tuple[Term, Term]]) -> str | None:
    """What is done to the arguments: nothing is empty text, and `None` is what has no words."""
    term, _ = pairs[0]
    if all(one == other for one, other in pairs):
        return ""
    count = len(term) - 1
    if count > _MOST_ARGUMENTS or any(other[0] != term[0] or len(other) != len(term) for _, other in pairs):
        return None
    for places in permutations(range(1, count + 1)):
        values = [_value_map(pairs, place, to) for place, to in enumerate(places, start=1)]
        if None not in values:
            return ", ".join(_words(places, [value for value in values if value is not None]))
    return None


def _value_map(pairs: list[tuple[Term, Term]], place: int, to: int) -> dict[str, str] | None:
    """What the argument at a place becomes at another, if that depends on nothing else."""
    found: dict[str, str] = {}
    for term, other in pairs:
        if found.setdefault(term[place], other[to]) != other[to]:
            return None
    return found


def _words(places: tuple[int, ...], values: list[dict[str, str]]) -> Iterator[str]:
    if exchanged := [_ORDINALS[place - 1] for place, to in enumerate(places, start=1) if place != to]:
        yield f"exchanges the {' and '.join(exchanged)} argument"
    by_words: dict[str, list[str]] = defaultdict(list)
    for place, own in enumerate(values, start=1):
        if words := _value_words(own):
            by_words[words].append(_ORDINALS[place - 1])
    for words, ordinals in by_words.items():
        yield f"{words} the {' and '.join(ordinals)} argument"


def _value_words(values: dict[str, str]) -> str:
    """How the values of an argument change: reflected, shifted, or some for others."""
    changed = {one: other for one, other in values.items() if one != other}
    if not changed:
        return ""
    numbers = sorted(int(one) for one in values if one.isascii() and one.isdigit() and str(int(one)) == one)
    images = [values[str(one)] for one in numbers]
    if len(numbers) > 2 and set(map(str, numbers)) == set(images) and not set(changed) - set(images):
        if images == [str(one) for one in reversed(numbers)]:
            return "reflects"
        for shift in range(1, len(numbers)):
            if images == [str(one) for one in numbers[shift:] + numbers[:shift]]:
                return f"shifts by {shift}"
    if all(changed.get(other) == one for one, other in changed.items()):
        pairs = [f"{one} with {other}" for one, other in changed.items() if one < other]
        return f"exchanges {_some(pairs)} in"
    return f"maps {_some([f'{one} to {other}' for one, other in changed.items()])} in"


def _some(words: list[str]) -> str:
    return ", ".join(words[:_MOST_SHOWN]) + (" and so on" if len(words) > _MOST_SHOWN else "")
