"""Symbols in order: numerals, letters, names with a number, successor facts, and what cards and numbers are called."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_NUMBERED = re.compile(r"([^\d]*?)_?(-?\d+)")

_LISTS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen",
    "first second third fourth fifth sixth seventh eighth ninth tenth",
    "ones twos threes fours fives sixes",
    "ace two three four five six seven eight nine ten jack queen king",
    "a 2 3 4 5 6 7 8 9 10 j q k",
    "top middle bottom",
    "left middle right",
    "left center right",
    "left centre right",
)
_COMPASS = {name: at for at, name in enumerate("north top up west left east right down bottom south".split())}
"""Words that say where something lies, from the top left to the bottom right."""
_RANKS = tuple({name: at for at, name in enumerate(names.split())} for names in _LISTS)


@dataclass(frozen=True, slots=True)
class Order:
    """Symbols from the first to the last."""

    names: tuple[str, ...]
    ordered: bool
    """False where nothing but the place in the rules says which comes first."""
    wraps: bool = False
    """Does the last one lead to the first again, as on a torus?"""


def is_numeral(name: str) -> bool:
    """Is this a whole number?"""
    return name.isascii() and name.removeprefix("-").isdigit()


def order_of(names: Sequence[str], successors: Mapping[str, Sequence[tuple[str, str]]]) -> Order:
    """The order of a domain. `successors` are relations of two symbols, by name.

    >>> order_of(["10", "9", "1"], {}).names
    ('1', '9', '10')
    """
    chains = [chain for pairs in successors.values() if (chain := _chain(names, pairs)) is not None]
    wraps = any(chain.wraps for chain in chains)
    if natural := _natural(names):
        return Order(natural, True, wraps)
    if chains:
        # A chain that names a word as its start goes before one that runs the other way.
        return Order(chains[0].names, True, wraps)
    # Numbers, and a few words that go beside them: the bar of a backgammon board.
    numerals = [name for name in names if is_numeral(name)]
    rest = [name for name in names if not is_numeral(name)]
    if len(numerals) >= 4 and len(rest) <= 2:
        return Order((*sorted(numerals, key=int), *rest), True)
    if all(name.lower() in _COMPASS for name in names):
        return Order(tuple(sorted(names, key=lambda name: _COMPASS[name.lower()])), False)
    return Order(tuple(names), False)


def _natural(names: Sequence[str]) -> tuple[str, ...] | None:
    """The order that the names themselves have."""
    if all(map(is_numeral, names)):
        return tuple(sorted(names, key=int))
    if len(names) > 1 and all(len(name) == 1 and name.isalpha() for name in names):
        span = ord(max(names, key=str.lower).lower()) - ord(min(names, key=str.lower).lower())
        # Letters are coordinates where they stand close together: not x and o, w and b.
        return tuple(sorted(names)) if (span < 2 * len(names) and len(names) > 2) or span == 1 else None
    numbered = [_NUMBERED.fullmatch(name) for name in names]
    if len(names) > 1 and all(numbered):
        parts = [(match[1], int(match[2])) for match in numbered if match]
        stems = dict.fromkeys(stem for stem, _ in parts)
        if len(stems) * 2 <= len(names):
            ranked = {stem: at for at, stem in enumerate(stems)}
            keyed = sorted((ranked[stem], number, name) for (stem, number), name in zip(parts, names, strict=True))
            return tuple(name for *_, name in keyed)
    for ranks in _RANKS:
        if len(names) > 2 and all(name.lower() in ranks for name in names):
            return tuple(sorted(names, key=lambda name: ranks[name.lower()]))
    return None


def _chain(names: Sequence[str], pairs: Sequence[tuple[str, str]]) -> Order | None:
    """The names along a relation that leads from each to the next, if it goes through all of them."""
    wanted = set(names)
    following: dict[str, str] = {}
    for one, other in pairs:
        if one in wanted and other in wanted and one != other and following.setdefault(one, other) != other:
            return None
    if len(set(following.values())) < len(following):
        return None
    starts = [name for name in names if name not in set(following.values())]
    wraps = not starts and len(names) > 2
    if len(starts) > 1 or (not starts and not wraps):
        return None
    natural = _natural(names)
    at = starts[0] if starts else (natural[0] if natural else names[0])
    chain = [at]
    while len(chain) < len(names) and chain[-1] in following:
        chain.append(following[chain[-1]])
    return Order(tuple(chain), True, wraps) if len(set(chain)) == len(names) else None
