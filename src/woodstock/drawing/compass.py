"""Which way round a board is: which coordinate is the column, and which row is on top.

The rules tell in many ways: by the names of variables and relations, by `north` and `up` beside the cells they lead to,
by pieces that fall, by where the first role starts. Where nothing tells, the first coordinate is the column and the
first row is on top.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from woodstock import gdl
from woodstock.drawing.domains import is_numeral
from woodstock.drawing.evidence import Evidence
from woodstock.drawing.forms import functor
from woodstock.drawing.neighbours import Neighbours
from woodstock.drawing.readings import Reader, Reading
from woodstock.drawing.reflections import Mirror
from woodstock.drawing.variables import MOVE, Place, mentioned

_COLUMN_WORDS = frozenset("x col column file letter u w".split())
_ROW_WORDS = frozenset("y row rank line number v".split())
_UP = frozenset("north up n forward_up".split())
_DOWN = frozenset("south down s".split())


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
    if said:
        return said > 0
    # Pieces fall and pawns go up and down, so a board that is the same in one mirror only has that one upright.
    mirror = Mirror(reader, form, (one, other))
    return mirror.reflects(0) or not mirror.reflects(1)


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
    if reader.ladder(reading.form, (next(place for place in reading.keys if place != row_place), row_place)):
        return True
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
    (true (cell ?x ?y p)) (follows ?y ?z)) says that rows go up, and so does (<= (adjacent ?x ?y north ?x ?z)
    (follows ?y ?z))."""
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
        head, step = mentioned(rule.head), rule.head.arguments
        for part in rule.body:
            if not isinstance(part, gdl.Literal) or part.atom.name not in rising or len(part.atom.arguments) != 2:
                continue
            low, high = part.atom.arguments
            if head is not None and head[0] == reading.form:
                after = head[1][row_place]
                votes += way * rising[part.atom.name] * ((high == after) - (low == after))
            elif head is None and len(step) > 4 and low in step and high in step:
                votes += way * rising[part.atom.name] * (1 if step.index(low) < step.index(high) else -1)
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
