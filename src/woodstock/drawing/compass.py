"""Which way round a board is: which coordinate is the column, which row is on top, and how many neighbours a cell has.

The rules tell in many ways: by the names of variables and relations, by `north` and `up` beside the cells they lead to,
by pieces that fall, by where the first role starts. Where nothing tells, the first coordinate is the column and the
first row is on top.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from woodstock import gdl
from woodstock.drawing.domains import is_numeral
from woodstock.drawing.evidence import MOVE, Evidence, Place, mentioned
from woodstock.drawing.forms import functor
from woodstock.drawing.readings import Reader, Reading
from woodstock.ground.transforms.tables import Ground

Step = tuple[int, int]

_COLUMN_WORDS = frozenset("x col column file letter u w".split())
_ROW_WORDS = frozenset("y row rank line number v".split())
_UP = frozenset("north up n forward_up".split())
_DOWN = frozenset("south down s".split())
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


def columns_first(reader: Reader, reading: Reading) -> bool:
    """Is the first of two coordinates the column?"""
    form, (one, other) = reading.form, reading.keys[:2]
    first, second = reader.order(form, one), reader.order(form, other)
    if first.ordered != second.ordered:
        # Words are the rows of a board of numbers: one for each player, say.
        return not second.ordered
    if not first.ordered:
        return len(first.names) <= len(second.names)
    lettered = [not any(map(is_numeral, order.names)) for order in (first, second)]
    if lettered[0] != lettered[1]:
        return lettered[0]
    said = _said(reader.evidence, form, one) - _said(reader.evidence, form, other)
    return said >= 0


def _said(evidence: Evidence, form: str, place: int) -> int:
    """Do the names in the rules call a place a column (positive) or a row (negative)?"""
    words = evidence.words.get((form, place), Counter[str]())
    score = sum(count for word, count in words.items() if word in _COLUMN_WORDS)
    score -= sum(count for word, count in words.items() if word in _ROW_WORDS)
    stems = {name.rstrip("0123456789").lower() for name in evidence.domain(form, place)}
    if len(stems) == 1:
        (stem,) = stems
        score += 100 * ((stem in _COLUMN_WORDS | {"c"}) - (stem in _ROW_WORDS | {"r"}))
    for other in evidence.ties.get((form, place), {}):
        # (chooseRow ?x), (row ?x ?player)
        name = functor(other[0].removeprefix(MOVE)).lower()
        score += 200 * (("col" in name) - ("row" in name)) if len(evidence.words.get(other, ())) else 0
    for rule in evidence.rules:
        # (<= (row ?m) (true (cell ?m 1 x)) (true (cell ?m 2 x)) ..): what is the same along a row names the row.
        name = rule.head.name.lower()
        if name.startswith(("row", "column", "col")) and len(rule.body) > 1 and _shared(rule, form, place):
            score += -50 if name.startswith("row") else 50
    return score


def _shared(rule: gdl.NormalRule, form: str, place: int) -> bool:
    """Is the same variable of the head in this place of several fluents of the body?"""
    found = [
        mention[1][place]
        for part in rule.body
        if isinstance(part, gdl.Literal) and (mention := mentioned(part.atom)) is not None and mention[0] == form
    ]
    return len(found) > 1 and len(set(found)) == 1 and found[0] in rule.head.arguments


def neighbours(reader: Reader, reading: Reading) -> Neighbours:
    """The steps between cells in the relations that never change. Steps are in the order of the two coordinates."""
    form = reading.form
    at = [{name: number for number, name in enumerate(reader.order(form, place).names)} for place in reading.keys[:2]]
    sets: list[frozenset[Step]] = []
    named: defaultdict[str, set[Step]] = defaultdict(set)
    for rows in reader.evidence.tables.values():
        if not rows or len(rows) > _MOST_ROWS:
            continue
        for start in range(len(rows[0]) - 3):
            steps: set[Step] = set()
            words: defaultdict[str, set[Step]] = defaultdict(set)
            fitting = 0
            for row in rows:
                step = _step(row[start : start + 4], at)
                if step is None:
                    continue  # a neighbour beyond the edge
                if max(map(abs, step)) > 2:
                    fitting = 0
                    break
                fitting += 1
                steps.add(step)
                for place, word in enumerate(row):
                    if isinstance(word, str) and not start <= place < start + 4:
                        words[word.lower()].add(step)
            if fitting * 2 > len(rows):
                sets.append(frozenset(steps - {(0, 0)}))
                for word, own in words.items():
                    named[word] |= own
    return Neighbours(tuple(sets), {word: frozenset(steps) for word, steps in named.items()})


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


def first_row_below(
    reader: Reader,
    reading: Reading,
    row_place: int,
    found: Neighbours,
    owners: Mapping[str, str],
    empty: frozenset[str],
) -> bool:
    """Is the first row, in the order of its names, at the bottom?"""
    evidence = reader.evidence
    rows = reader.order(reading.form, row_place)
    if not rows.ordered:
        return False
    axis = reading.keys.index(row_place)
    votes = [
        (step[axis] > 0) == (way > 0)
        for word, steps in found.named.items()
        if (way := _way(word))
        for step in steps
        if step[axis]
    ]
    if votes:
        return sum(votes) * 2 > len(votes)
    if (said := _said_in_rules(reader, reading, row_place)) is not None:
        return said
    if (falls := _falls(reader, reading, row_place, empty)) is not None:
        return falls
    other = next(place for place in reading.keys[:2] if place != row_place)
    letters = reader.order(reading.form, other).names
    if (
        not any(map(is_numeral, letters))
        and all(len(name) == 1 for name in letters)
        and any(map(is_numeral, rows.names))
    ):
        return True
    low = _first_role_low(evidence, reading, row_place, rows.names, owners)
    return _moves_across(evidence, reading.form, row_place) if low is None else low


def _moves_across(evidence: Evidence, form: str, row_place: int) -> bool:
    """Do moves lead from one row to another? Who moves pieces counts rows from where they start, as in chess; who
    places them reads the board from the top."""
    ties = evidence.ties.get((form, row_place), Counter[Place]())
    strong = [other for other, weight in ties.items() if weight >= 100 and other[0].startswith(MOVE)]
    return any(count > 1 for count in Counter(other[0] for other in strong).values())


def _way(word: str) -> int:
    """Does a word say up (1), down (-1) or neither (0)?"""
    parts = set(word.split("_")) | {word}
    return bool(parts & _UP) - bool(parts & _DOWN)


def _said_in_rules(reader: Reader, reading: Reading, row_place: int) -> bool | None:
    """What rules with `north` or `up` in them do to the row: (<= (next (cell ?x ?z p)) (does p (move north))
    (true (cell ?x ?y p)) (follows ?y ?z)) says that rows go up."""
    at = {name: number for number, name in enumerate(reader.order(reading.form, row_place).names)}
    rising: dict[str, int] = {}
    for name, pairs in reader.successors.items():
        steps = {at[b] - at[a] for a, b in pairs if a in at and b in at}
        if steps and (min(steps) > 0 or max(steps) < 0) and max(map(abs, steps)) == 1:
            rising[name] = max(steps)
    votes = 0
    for rule in reader.evidence.rules:
        way = sum(map(_way, set(_constants(rule))))
        if not way:
            continue
        head = mentioned(rule.head)
        if head is None or head[0] != reading.form:
            continue
        after = head[1][row_place]
        for part in rule.body:
            if not isinstance(part, gdl.Literal) or part.atom.name not in rising or len(part.atom.arguments) != 2:
                continue
            low, high = part.atom.arguments
            votes += way * rising[part.atom.name] * ((high == after) - (low == after))
    return votes > 0 if votes else None


def _constants(rule: gdl.NormalRule) -> Iterator[str]:
    for atom in (rule.head, *(part.atom for part in rule.body if isinstance(part, gdl.Literal))):
        stack: list[gdl.Term] = list(atom.arguments)
        while stack:
            term = stack.pop()
            if isinstance(term, gdl.Symbol):
                yield term.name.lower()
            elif isinstance(term, gdl.Function):
                stack.extend(term.arguments)


def _falls(reader: Reader, reading: Reading, row_place: int, empty: frozenset[str]) -> bool | None:
    """Do pieces lie on each other from the first row on (true), from the last (false), or neither?"""
    form = reading.form
    rows = reader.order(form, row_place).names
    at = {name: number for number, name in enumerate(rows)}
    other = next(place for place in reading.keys[:2] if place != row_place)
    low, high, heaps = True, True, 0
    for state in reader.evidence.states:
        columns: defaultdict[str, set[int]] = defaultdict(set)
        for leaves in state.get(form, ()):
            if not reading.value or leaves[reading.value[-1]] not in empty:
                columns[leaves[other]].add(at[leaves[row_place]])
        for filled in columns.values():
            heaps += len(filled) < len(rows)
            low = low and filled == set(range(len(filled)))
            high = high and filled == set(range(len(rows) - len(filled), len(rows)))
        if not (low or high):
            return None
    return low if low != high and heaps > len(reader.evidence.states) else None


def _first_role_low(
    evidence: Evidence, reading: Reading, row_place: int, rows: tuple[str, ...], owners: Mapping[str, str]
) -> bool | None:
    """Does the first of two roles start in lower rows? It sits at the bottom. None where both start level."""
    heights: defaultdict[bool, list[int]] = defaultdict(list)
    for leaves in evidence.initial.get(reading.form, ()):
        owner = next((owners[leaves[place]] for place in reading.value if leaves[place] in owners), None)
        if owner is not None:
            heights[owner == evidence.roles[0]].append(rows.index(leaves[row_place]))
    players = [role for role in evidence.roles if role != "random"]
    if not heights[True] or not heights[False] or len(players) != 2:
        return None
    own, others = (sum(heights[side]) / len(heights[side]) for side in (True, False))
    return True if others - own >= 1 else None


def sides(reader: Reader, reading: Reading, columns: tuple[str, ...], rows: tuple[str, ...]) -> dict[str, str]:
    """Edges of the board that relations give to a role. Columns and rows are in the order in which they are drawn."""
    form, one = reading.form, reading.keys[0]
    across = reader.order(form, one).names
    edges: dict[frozenset[tuple[str, str]], str] = {}
    column_first = set(columns) == set(across) and columns_first(reader, reading)

    def cell(column: str, row: str) -> tuple[str, str]:
        return (column, row) if column_first else (row, column)

    edges[frozenset(cell(column, rows[0]) for column in columns)] = "top"
    edges[frozenset(cell(column, rows[-1]) for column in columns)] = "bottom"
    edges[frozenset(cell(columns[0], row) for row in rows)] = "left"
    edges[frozenset(cell(columns[-1], row) for row in rows)] = "right"
    found: dict[str, str] = {}
    roles = set(reader.evidence.roles)
    for table in reader.evidence.tables.values():
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
