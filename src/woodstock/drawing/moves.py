"""Which symbols of a move are cells of a board: found by the variables that moves share with fluents."""

from __future__ import annotations

from woodstock.drawing.board_builder import BoardBuilder
from woodstock.drawing.forms import functor
from woodstock.drawing.layout import MoveForm
from woodstock.drawing.readings import Reader, ties_between
from woodstock.drawing.variables import MOVE


def move_forms(reader: Reader, builders: list[BoardBuilder]) -> dict[str, MoveForm]:
    """The forms of moves that speak of cells, each with the board it speaks of most clearly."""
    found: dict[str, MoveForm] = {}
    for form, known in reader.evidence.moves.items():
        if not known[0]:
            continue
        best: tuple[int, MoveForm] | None = None
        for builder in builders:
            cells = _cells(reader, form, len(known[0]), builder)
            weight = sum((column > 0) + (row > 0) for column, row in cells)
            if cells and (best is None or weight > best[0]):
                best = weight, MoveForm(_first_name(reader, builder), cells, _split(reader, form, cells, builder))
        if best is None:
            best = _by_names(reader, form, len(known[0]), builders)
        if best is not None:
            found[form] = best[1]
    return found


def _by_names(reader: Reader, form: str, arity: int, builders: list[BoardBuilder]) -> tuple[int, MoveForm] | None:
    """Two symbols side by side that are the very columns and rows of a board, where the rules tie them to nothing."""
    for builder in builders:
        if builder.row is None:
            continue
        wanted = [builder.columns, builder.rows] if builder.column < builder.row else [builder.rows, builder.columns]
        for place in range(arity - 1):
            domains = [set(reader.evidence.domain(MOVE + form, place + step)) for step in (0, 1)]
            if domains == [set(names) for names in wanted]:
                pair = (place + 1, place + 2) if builder.column < builder.row else (place + 2, place + 1)
                return 0, MoveForm(_first_name(reader, builder), (pair,))
    return None


def _split(reader: Reader, form: str, cells: tuple[tuple[int, int], ...], builder: BoardBuilder) -> tuple[int, ...]:
    """The symbols of a move that tell which of several boards it speaks of; none unless all of them are there."""
    evidence = reader.evidence
    base, split = builder.layers[0]
    used = {place for pair in cells for place in pair}
    found: list[int] = []
    for place in split:
        names = set(evidence.domain(base.fluent, place))
        ways = [
            (ties_between(evidence, MOVE + form, own, {(base.fluent, place): 0}).get(0, 0), -own)
            for own in range(len(evidence.moves[form][0]))
            if own + 1 not in used and set(evidence.domain(MOVE + form, own)) <= names
        ]
        if not ways or max(ways)[0] == 0:
            return ()
        found.append(1 - max(ways)[1])
        used.add(found[-1])
    return tuple(found)


def _first_name(reader: Reader, builder: BoardBuilder) -> str:
    """The name of the builder's board, of the first one where there are several."""
    base, split = builder.layers[0]
    return "_".join((functor(builder.form), *(reader.order(base.fluent, place).names[0] for place in split)))


def _cells(reader: Reader, form: str, arity: int, builder: BoardBuilder) -> tuple[tuple[int, int], ...]:
    evidence = reader.evidence
    axes = builder.axes()
    tied = [ties_between(evidence, MOVE + form, place, axes) for place in range(arity)]
    names = (set(builder.columns), set(builder.rows))

    def fits(place: int, axis: int) -> bool:
        return place < arity and set(evidence.domain(MOVE + form, place)) <= names[axis]

    def pull(place: int, axis: int) -> int:
        return tied[place].get(axis, 0)

    # Two symbols side by side are a cell in the order that the fluents have, if the rules tie them to it.
    order = (0, 1) if builder.row is None or builder.column < builder.row else (1, 0)
    found: list[tuple[int, int]] = []
    place = 0
    while place < arity:
        ways: list[tuple[int, tuple[int, int]]] = []
        if builder.row is not None and place + 1 < arity:
            for first, second in (order, order[::-1]):
                weight = pull(place, first) + pull(place + 1, second)
                # Both, or one of them where the rules hand the other on in a way that is not followed.
                if fits(place, first) and fits(place + 1, second) and min(pull(place, first), pull(place + 1, second)):
                    pair = (place + 1, place + 2) if first == 0 else (place + 2, place + 1)
                    ways.append((weight + (first == order[0]), pair))
        if ways:
            found.append(max(ways)[1])
            place += 2
            continue
        if fits(place, 0) and pull(place, 0) > pull(place, 1):
            found.append((place + 1, 0))
        elif builder.row is not None and fits(place, 1) and pull(place, 1) > pull(place, 0):
            found.append((0, place + 1))
        place += 1
    return tuple(found)
