"""Boards in the making: forms are read one by one, and each finds its board or opens a new one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, product

from woodstock.drawing import bricks, compass, exchanges, neighbours, pieces
from woodstock.drawing.domains import is_numeral
from woodstock.drawing.forms import functor
from woodstock.drawing.gaps import gaps_of
from woodstock.drawing.layout import Board, Kind, Layer, Style
from woodstock.drawing.readings import Reader, Reading, ties_between
from woodstock.drawing.reflections import Mirror

MOST_BOARDS = 16
_DICE = ("die", "dice", "showing", "rolled", "roll")


@dataclass(eq=False)
class BoardBuilder:
    """A board, or several of the same shape, with the forms that are drawn on it."""

    reading: Reading
    column: int
    """The place of the column in the form that the builder began with, from 0."""
    row: int | None
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    layers: list[tuple[Layer, tuple[int, ...]]] = field(default_factory=list)
    """Each with the places that tell boards apart, from 0."""
    found: neighbours.Neighbours | None = None
    kind: Kind = Kind.SQUARE
    slant: int | None = None
    centred: bool = False
    dots: bool = False
    sides: dict[str, str] = field(default_factory=dict)
    wraps: tuple[str, ...] = ()
    exchanged: Mapping[str, str] = field(default_factory=dict)
    """The owners of pieces that only an exchange of the roles tells."""

    @property
    def form(self) -> str:
        """The form that the builder began with."""
        return self.reading.form

    def axes(self) -> dict[tuple[str, int], int]:
        """The places of fluents that name a column (0) or a row (1) of this board."""
        found: dict[tuple[str, int], int] = {}
        for layer, _ in self.layers:
            for axis, places in enumerate(((layer.column, layer.to_column), (layer.row, layer.to_row))):
                found |= {(layer.fluent, place - 1): axis for place in places if place is not None}
        return found


def style_of(reader: Reader, reading: Reading) -> Style:
    """How the values of a form are drawn."""
    evidence, form = reader.evidence, reading.form
    names = {name.lower() for place in reading.value for name in evidence.domain(form, place)}
    name = functor(form).lower()
    if any(word in name for word in _DICE) and names <= set("123456"):
        return Style.DIE
    cards = names & {"ace", "king", "queen", "jack", *pieces.SUITS}
    if len(cards) >= 2 and names <= {*pieces.RANKS, *pieces.SUITS}:
        return Style.CARD
    if reading.value and all(is_numeral(name) for name in names) and "0" in names and len(names) > 3:
        return Style.COUNT
    return Style.PIECE


def opened(reader: Reader, reading: Reading) -> BoardBuilder:
    """A new board for a form."""
    form, keys = reading.form, reading.keys
    if len(keys) == 1:
        builder = BoardBuilder(reading, keys[0], None, reader.order(form, keys[0]).names, ("",), kind=Kind.TRACK)
        add(reader, builder, reading, (keys[0], None))
        return builder
    brick_row = bricks.row_of_bricks(reader, reading) if len(keys) == 2 else None
    first = compass.columns_first(reader, reading) if brick_row is None else brick_row == keys[1]
    column, row = keys[:2] if first else (keys[1], keys[0])
    found = neighbours.neighbours(reader, reading)
    names = {name for place in reading.value for name in reader.evidence.domain(form, place)}
    empty = frozenset(name for place in reading.value for name in pieces.empties(reader.evidence, form, place))
    named = pieces.owners(reader.evidence, names)
    owned = exchanges.owners(reader, reading, named, empty)
    rows = reader.order(form, row).names
    below = compass.first_row_below(reader, reading, row, found, owned, empty)
    columns = reader.order(form, column).names
    builder = BoardBuilder(reading, column, row, columns, rows[::-1] if below else rows, found=found)
    builder.exchanged = {name: owner for name, owner in owned.items() if name not in named}
    builder.dots = len(keys) == 4
    if brick_row is not None:
        builder.kind, builder.slant, builder.centred = Kind.HEX, 0, True
    elif not builder.dots:
        cells = {(leaves[column], leaves[row]) for leaves in reader.evidence.fluents[form]}
        builder.slant = neighbours.slant(found, cells, builder.columns, builder.rows, straight=first, upright=not below)
        builder.kind = Kind.SQUARE if builder.slant is None else Kind.HEX
    builder.sides = neighbours.sides(reader.evidence, builder.columns, builder.rows, straight=first)
    builder.wraps = _wrapping(reader, form, column, row)
    add(reader, builder, reading, (column, row))
    return builder


def _wrapping(reader: Reader, form: str, column: int, row: int) -> tuple[str, ...]:
    """The axes that lead around: by a successor relation, or because every step around them changes nothing."""
    mirror = Mirror(reader, form, (column, row))
    return tuple(
        name
        for axis, (name, place) in enumerate((("columns", column), ("rows", row)))
        if (order := reader.order(form, place)).wraps or (order.ordered and mirror.turns(axis))
    )


def add(reader: Reader, builder: BoardBuilder, reading: Reading, places: tuple[int, int | None]) -> None:
    """One more layer on a board."""
    column, row = places
    layer = Layer(
        reading.form,
        column + 1,
        None if row is None else row + 1,
        tuple(place + 1 for place in reading.value),
        style=style_of(reader, reading),
    )
    if len(reading.keys) == 4:
        ends = reading.keys[2:] if column == 0 else reading.keys[:1:-1]
        layer = replace(layer, style=Style.LINE, to_column=ends[0] + 1, to_row=ends[1] + 1)
    elif reading.form != builder.form and (not reading.value or _shares(reader, builder, layer)):
        layer = replace(layer, style=Style.MARK)
    builder.layers.append((layer, reading.split))


def _shares(reader: Reader, builder: BoardBuilder, layer: Layer) -> bool:
    """Are fluents of a form where the board shows a piece already? Then they are marks beside it."""
    base, _ = builder.layers[0]
    if base.style is Style.LINE:
        return False
    for state in reader.evidence.states:
        there = {base.cell(leaves) for leaves in state.get(base.fluent, ())}
        if not there.isdisjoint(layer.cell(leaves) for leaves in state.get(layer.fluent, ())):
            return True
    return False


def joined(reader: Reader, builders: list[BoardBuilder], readings: list[Reading]) -> bool:
    """Draw a form on a board that is there already, if it speaks of that board's cells."""
    for reading in readings:
        if len(reading.keys) not in (2, 4):
            continue
        for builder in builders:
            if builder.row is None or (builder.dots and len(reading.keys) == 4):
                continue
            places = _fitting(reader, builder, reading)
            if places is None:
                continue
            splits = {len(split) for _, split in builder.layers}
            rest = _rest(reader, reading)
            if len(reading.keys) == 4:
                if builder.dots:
                    continue
                add(reader, builder, reading, places)
                return True
            if splits == {0}:
                add(reader, builder, replace(reading, value=rest, split=()), places)
                return True
            if _same_split(reader, builder, reading, rest):
                return True
    return False


def _same_split(reader: Reader, builder: BoardBuilder, reading: Reading, rest: tuple[int, ...]) -> bool:
    """A form that tells the same boards apart by one of its places."""
    evidence = reader.evidence
    base, split = builder.layers[0]
    wanted = [set(evidence.domain(base.fluent, place)) for place in split]
    for place in rest:
        if len(split) == 1 and set(evidence.domain(reading.form, place)) <= wanted[0]:
            value = tuple(other for other in rest if other != place)
            places = _fitting(reader, builder, reading)
            if places is not None:
                add(reader, builder, replace(reading, value=value, split=(place,)), places)
                return True
    return False


def _fitting(reader: Reader, builder: BoardBuilder, reading: Reading) -> tuple[int, int] | None:
    """Which of two coordinates is the board's column and which its row, if they are its names."""
    evidence, form = reader.evidence, reading.form
    one, other = reading.keys[:2]
    columns, rows = set(builder.columns), set(builder.rows)
    domains = [set(evidence.domain(form, place)) for place in (one, other)]
    if builder.dots and len(reading.keys) == 2 and len(reading.value) == 0:
        return None
    ways: list[tuple[int, tuple[int, int]]] = []
    axes = builder.axes()
    base = builder.column < (builder.row or 0)
    for places, fits in (
        ((one, other), domains[0] <= columns and domains[1] <= rows),
        ((other, one), domains[1] <= columns and domains[0] <= rows),
    ):
        if fits:
            tied = [ties_between(evidence, form, place, axes).get(axis, 0) for axis, place in enumerate(places)]
            straight = (places[0] < places[1]) == base
            # A form that the rules do not tie to this board has its own, unless it has nothing to show there.
            untied = straight and not any(tied) and not _rest(reader, reading)
            if (
                all(tied)
                or (untied and len(domains[0]) * 2 >= len(columns))
                or _repeats(reader, builder, reading, places)
            ):
                ways.append((sum(tied) + straight, places))
    return max(ways)[1] if ways else None


def _repeats(reader: Reader, builder: BoardBuilder, reading: Reading, places: tuple[int, int]) -> bool:
    """Does a form only ever speak of cells where the board shows a piece? Then it says more of those pieces."""
    base, split = builder.layers[0]
    if split or builder.dots or reading.split:
        return False
    empty = {name for place in base.value for name in pieces.empties(reader.evidence, base.fluent, place - 1)}
    spoken = False
    for state in reader.evidence.states:
        there = {base.cell(leaves) for leaves in state.get(base.fluent, ()) if base.text(leaves) not in empty}
        own = {(leaves[places[0]], leaves[places[1]]) for leaves in state.get(reading.form, ())}
        if not own <= there:
            return False
        spoken = spoken or bool(own)
    return spoken


def _rest(reader: Reader, reading: Reading) -> tuple[int, ...]:
    """The places that are no coordinates."""
    arity = len(reader.evidence.fluents[reading.form][0])
    return tuple(place for place in range(arity) if place not in reading.keys)


def boards(reader: Reader, builder: BoardBuilder) -> Iterator[Board]:
    """The boards of a builder: one, or one for each of the values that tell boards apart."""
    base, split = builder.layers[0]
    orders = [reader.order(base.fluent, place).names for place in split]
    name = functor(builder.form)
    lasting = [layer for layer, _ in builder.layers if layer.style is not Style.LINE] or [base]
    gaps = gaps_of(reader.evidence, lasting, builder.columns, builder.rows, builder.kind)
    for values in islice(product(*orders), MOST_BOARDS):
        layers = tuple(
            replace(layer, where={str(place + 1): value for place, value in zip(own, values, strict=False)})
            for layer, own in builder.layers
        )
        yield Board(
            "_".join((name, *values)),
            builder.kind,
            builder.columns,
            builder.rows,
            layers,
            gaps,
            slant=builder.slant or 0,
            centred=builder.centred,
            title=" ".join(values) if values else (name if builder.row is None else ""),
            wraps=builder.wraps,
            sides=builder.sides,
            dots=builder.dots or any(layer.style is Style.LINE for layer in layers),
        )
