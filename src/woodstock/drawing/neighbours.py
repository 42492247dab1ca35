"""Cells and their neighbours, as the relations that never change have them: steps, hexagons, edges that belong to a
role."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from woodstock.drawing.evidence import Evidence
from woodstock.drawing.readings import Reader, Reading
from woodstock.ground.transforms.tables import Ground

Step = tuple[int, int]

_SIX = {
    frozenset({(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}): 1,
    frozenset({(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)}): -1,
    frozenset({(2, 0), (-2, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)}): 0,
}
"""Six neighbours, and the slant of the board that has them: see `Board.slant`."""
_MOST_ROWS = 5_000


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The steps from a cell to its neighbours that the rules speak of, in columns and rows."""

    sets: tuple[frozenset[Step], ...]
    """Those of each relation."""
    named: Mapping[str, frozenset[Step]]
    """Those that go with a word, such as `north`."""


def neighbours(reader: Reader, reading: Reading) -> Neighbours:
    """The steps between cells in the relations that never change. Steps are in the order of the two coordinates."""
    form = reading.form
    at = [{name: number for number, name in enumerate(reader.order(form, place).names)} for place in reading.keys[:2]]
    sets: list[frozenset[Step]] = []
    named: defaultdict[str, set[Step]] = defaultdict(set)
    for rows in reader.evidence.tables.values():
        if not rows or len(rows) > _MOST_ROWS:
            continue
        for start, end in _pairs_of_cells(len(rows[0])):
            steps: set[Step] = set()
            words: defaultdict[str, set[Step]] = defaultdict(set)
            fitting = 0
            for row in rows:
                step = _step((*row[start : start + 2], *row[end : end + 2]), at)
                if step is None:
                    continue  # a neighbour beyond the edge
                if max(map(abs, step)) > 2:
                    fitting = 0
                    break
                fitting += 1
                steps.add(step)
                for place, word in enumerate(row):
                    if isinstance(word, str) and place not in (start, start + 1, end, end + 1):
                        words[word.lower()].add(step)
            if fitting * 2 > len(rows) or fitting >= len(at[0]) * len(at[1]):
                sets.append(frozenset(steps - {(0, 0)}))
                for word, own in words.items():
                    named[word] |= own
    return Neighbours(tuple(sets), {word: frozenset(steps) for word, steps in named.items()})


def _pairs_of_cells(arity: int) -> Iterator[tuple[int, int]]:
    """Where two cells can begin in a row: side by side, or with a word in between: (adjacent ?x ?y north ?u ?v)."""
    return ((start, end) for start in range(arity - 3) for end in (start + 2, start + 3) if end + 2 <= arity)


def _step(four: tuple[Ground, ...], at: list[dict[str, int]]) -> Step | None:
    """The step between two cells, given as four coordinates; None where these are no cells."""
    numbers = [at[k % 2].get(name) if isinstance(name, str) else None for k, name in enumerate(four)]
    if len(numbers) < 4 or None in numbers:
        return None
    one, two, three, four_ = (number for number in numbers if number is not None)
    return _short(three - one, len(at[0])), _short(four_ - two, len(at[1]))


def slant(
    found: Neighbours,
    cells: set[tuple[str, str]],
    columns: tuple[str, ...],
    rows: tuple[str, ...],
    *,
    straight: bool,
    upright: bool,
) -> int | None:
    """The slant of a hexagonal board (see `Board.slant`) or None: some relation has six neighbours, or the cells
    themselves form a hexagon. `straight` says that columns come first in the relations, `upright` that rows are drawn
    in their order."""
    for steps in found.sets:
        turned = frozenset((x, y if upright else -y) for x, y in (steps if straight else {(y, x) for x, y in steps}))
        if turned in _SIX:
            return _SIX[turned]
    size = len(columns)
    if len(rows) != size or size < 5 or size % 2 == 0:
        return None
    at = {(columns.index(column), rows.index(row)) for column, row in cells}
    half = size // 2
    for sign in (1, -1):
        # A hexagon of hexagons, in a square of which two opposite corners are cut off.
        whole = {(x, y) for x in range(size) for y in range(size) if abs((x - half) + sign * (y - half)) <= half}
        edge = {(x, y) for x, y in whole if abs((x - half) + sign * (y - half)) == half}
        if at <= whole and edge <= at and len(at) * 3 >= len(whole) * 2:
            return sign
    return None


def _short(step: int, size: int) -> int:
    """A step around the edge of a torus is a short one the other way."""
    return step - size if step == size - 1 > 2 else step + size if step == 1 - size < -2 else step


def sides(evidence: Evidence, columns: tuple[str, ...], rows: tuple[str, ...], *, straight: bool) -> dict[str, str]:
    """Edges of the board that relations give to a role. Columns and rows are in the order in which they are drawn,
    `straight` says that columns come first in the relations."""
    edges: dict[frozenset[tuple[str, str]], str] = {}

    def cell(column: str, row: str) -> tuple[str, str]:
        return (column, row) if straight else (row, column)

    edges[frozenset(cell(column, rows[0]) for column in columns)] = "top"
    edges[frozenset(cell(column, rows[-1]) for column in columns)] = "bottom"
    edges[frozenset(cell(columns[0], row) for row in rows)] = "left"
    edges[frozenset(cell(columns[-1], row) for row in rows)] = "right"
    found: dict[str, str] = {}
    roles = set(evidence.roles)
    for table in evidence.tables.values():
        groups: defaultdict[tuple[object, ...], set[tuple[str, str]]] = defaultdict(set)
        if not table or len(table) > _MOST_ROWS or not 3 <= len(table[0]) <= 5:
            continue
        for row in table:
            if isinstance(row[-1], str) and isinstance(row[-2], str):
                groups[row[:-2]].add((row[-2], row[-1]))
        for key, cells in groups.items():
            owner = next((name for name in key if isinstance(name, str) and name in roles), None)
            side = edges.get(frozenset(cells))
            if owner is not None and side is not None:
                found[side] = owner
    return found if len(found) >= 2 else {}
