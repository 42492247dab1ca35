"""Permutation groups small enough to list."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from woodstock.symmetry.points import Permutation

Elements = NDArray[np.int32]
"""The elements of a group, one a row; the first is the identity."""

_ORDERS = 8
"""In how many orders generators are tried."""


def closure(generators: Sequence[Permutation], degree: int, most: int) -> Elements | None:
    """All products of these permutations of `degree` points; `None` if there are more than `most`."""
    identity = np.arange(degree, dtype=np.int32)
    found: dict[bytes, Permutation] = {identity.tobytes(): identity}
    edge = [identity]
    while edge:
        fresh: list[Permutation] = []
        for element in edge:
            for generator in generators:
                product = generator[element]
                if found.setdefault(product.tobytes(), product) is product:
                    fresh.append(product)
            if len(found) > most:
                return None
        edge = fresh
    return np.stack(list(found.values()))


def subgroup(generators: Sequence[Permutation], degree: int, most: int, first: int = 0) -> Elements:
    """The group, or where it has more than `most` elements a subgroup that has not.

    Generators are taken one by one, each that does not make too many: the `first` ones as they come, the others in
    several orders, of which the one with the largest result wins. It is always the same.
    """
    if (whole := closure(generators, degree, most)) is not None:
        return whole
    chance = random.Random(1)
    best = np.arange(degree, dtype=np.int32)[np.newaxis]
    for _ in range(_ORDERS):
        elements, taken = best[:1], list[Permutation]()
        rest = list(generators[first:])
        for generator in (*generators[:first], *chance.sample(rest, len(rest))):
            larger = closure([*taken, generator], degree, most)
            if larger is not None:
                taken.append(generator)
                elements = larger
        best = max(best, elements, key=len)
    return best
