"""Universal variables of tables (paper 000, section 4.1): those that have no say in a constraint.

Tables of games have stars, and written out they may be a thousand times as long. So a variable is first put to a few
rows: most have a say, and one row shows it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from woodstock.network.constraints import Table
from woodstock.network.values import STAR, Row, Value

if TYPE_CHECKING:
    from woodstock.network.network import Network

LARGEST = 5_000
"""Rows that a table may have written out, where nothing less tells whether a variable is universal."""
TRIES = 16
"""Rows that are tried for a variable before a table is looked at as a whole."""

_ANY = -1

Numbers: TypeAlias = NDArray[np.int32]
"""A row for each tuple, a column for each variable: the numbers of values in their domains, or `_ANY`."""


def without_universal(network: Network, table: Table) -> Table | None:
    """The table on the variables that matter; None when it is always satisfied."""
    if not table.tuples:
        return table if table.allowed else None
    domains = [network.variable(name).domain for name in table.scope]
    if not all(domains):  # there is no solution anyway
        return table
    rows = _numbered(table, domains)
    sizes = [len(domain) for domain in domains]
    kept = list(range(len(sizes)))
    for column in _unrefuted(rows, sizes):
        place = kept.index(column)
        if _universal(rows, [sizes[one] for one in kept], place):
            rows = np.unique(np.delete(rows, place, axis=1), axis=0)
            kept.pop(place)
    if len(kept) == len(sizes):
        return table
    if not kept:  # every row is listed
        return None if table.allowed else Table(table.scope[:1], ())
    chosen = [(*domains[column], STAR) for column in kept]
    columns = [[values[number] for number in rows[:, place].tolist()] for place, values in enumerate(chosen)]
    return Table((table.scope[column] for column in kept), zip(*columns, strict=True), table.allowed)


def _numbered(table: Table, domains: Sequence[tuple[Value, ...]]) -> Numbers:
    numbers: list[Mapping[Value, int]] = [
        {STAR: _ANY, **{value: number for number, value in enumerate(domain)}} for domain in domains
    ]
    columns = zip(*table.tuples, strict=True)
    return np.array(
        [[own[value] for value in column] for own, column in zip(numbers, columns, strict=True)], dtype=np.int32
    ).T


def _universal(rows: Numbers, sizes: Sequence[int], place: int) -> bool:
    """Is a row listed whatever the variable in this column is, if it is listed for one value of it?"""
    own = rows[:, place]
    if (own == _ANY).all():
        return True
    others = np.delete(rows, place, axis=1)
    if _complete(own.tolist(), map(tuple, others.tolist()), sizes[place]):
        return True
    if not (rows == _ANY).any() or _length(rows, sizes) > LARGEST:
        return False
    whole = {row for short in rows.tolist() for row in _written_out(short, sizes)}
    return _complete([row[place] for row in whole], (row[:place] + row[place + 1 :] for row in whole), sizes[place])


def _unrefuted(rows: Numbers, sizes: Sequence[int]) -> list[int]:
    """The columns of which none of a few listed rows shows that the variable has a say."""
    chance = np.random.default_rng(0)
    left = set(range(len(sizes)))
    for column in range(len(sizes)):
        speaking = rows[rows[:, column] != _ANY]
        for row in speaking[:: max(1, len(speaking) // TRIES)][:TRIES]:
            if column in left:
                point = np.where(row == _ANY, chance.integers(sizes), row)
                left -= _deciding(rows, point, sizes, left)
    return sorted(left)


def _deciding(rows: Numbers, row: NDArray[np.integer], sizes: Sequence[int], columns: Iterable[int]) -> set[int]:
    """The columns in which this listed row cannot have any value: what it can have there is told by the rows that
    differ from it in no other place."""
    unlike = (rows != row) & (rows != _ANY)
    distance = unlike.sum(axis=1)
    near, apart = rows[distance <= 1], unlike[distance <= 1]
    found: set[int] = set()
    for column in columns:
        listed = near[apart.sum(axis=1) == apart[:, column], column]
        if _ANY not in listed and len(np.unique(listed)) < sizes[column]:
            found.add(column)
    return found


def _complete(own: Sequence[int], others: Iterable[Row], size: int) -> bool:
    """Are there all values, or a star, beside each row of the others?"""
    beside: defaultdict[Row, set[int]] = defaultdict(set)
    for number, row in zip(own, others, strict=True):
        beside[row].add(number)
    return all(_ANY in numbers or len(numbers) == size for numbers in beside.values())


def _length(rows: Numbers, sizes: Sequence[int]) -> float:
    """At most as many rows there are without stars."""
    return float(np.where(rows == _ANY, np.array(sizes, dtype=np.float64), 1.0).prod(axis=1).sum())


def _written_out(row: Sequence[int], sizes: Sequence[int]) -> Iterable[tuple[int, ...]]:
    return product(*(range(size) if number == _ANY else (number,) for number, size in zip(row, sizes, strict=True)))
