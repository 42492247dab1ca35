"""A position laid out: which piece is in which cell, what lies beside the boards, what the status line says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from woodstock.drawing.forms import Leaves, functor, taken_apart
from woodstock.drawing.layout import Board, Cell, Layer, Layout, MoveForm, Style, Tray

MOST_STATUS = 24
"""Entries of the status line; what goes beyond is left out, and counted."""
MOST_NAMED = 12
"""Symbols that one entry lists."""


@dataclass(frozen=True, slots=True)
class Token:
    """Something in a cell: the name of a piece, or nothing but that the cell is marked."""

    name: str
    style: Style


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board of a position."""

    board: Board
    tokens: Mapping[Cell, tuple[Token, ...]]
    lines: tuple[tuple[Cell, Cell], ...] = ()


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies in a tray."""

    title: str
    names: tuple[str, ...]
    style: Style


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, ready for a renderer."""

    layout: Layout
    boards: tuple[Drawn, ...]
    trays: tuple[Lying, ...]
    turn: tuple[str, ...]
    """Whose turn it is, each a role and perhaps what it is to do."""
    status: tuple[str, ...]
    left_out: tuple[str, ...]
    """Fluents that are neither drawn nor told."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell of one of the boards; the name of a board and the cell."""

    board: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is shown on top of a position."""

    last: Collection[Spot] = ()
    """Cells of the last move."""
    legal: Collection[Spot] = ()
    """Cells that legal moves lead to."""
    heat: Mapping[Spot, float] = field(default_factory=dict)
    """Values from 0 to 1."""
    groups: Mapping[Spot, int] = field(default_factory=dict)
    """Cells of moves that are the same up to symmetry have the same number."""
    arrows: Sequence[tuple[Spot, Spot]] = ()
    """Moves of a line, one after another; both ends are the same where a piece is placed."""
    targets: Mapping[str, int] = field(default_factory=dict)
    """Boards by name whose cells a page reacts to: each is a shape that carries this number, its column and its row."""


def scene_of(layout: Layout, fluents: Iterable[str]) -> Scene:
    """The position in which these fluents hold."""
    held: defaultdict[str, list[Leaves]] = defaultdict(list)
    names: dict[tuple[str, Leaves], str] = {}
    for name in sorted(fluents):
        form, leaves = taken_apart(name)
        held[form].append(leaves)
        names[form, leaves] = name
    shown: set[tuple[str, Leaves]] = set()
    boards = tuple(_drawn(layout, board, held, shown) for board in layout.boards)
    trays = tuple(lying for tray in layout.trays for lying in _lying(layout, tray, held, shown))
    turn = tuple(" ".join(leaves) for form in layout.turn for leaves in held.get(form, ()))
    shown |= {(form, leaves) for form in (*layout.turn, *layout.hidden) for leaves in held.get(form, ())}
    left = {key: name for key, name in names.items() if key not in shown}
    status, told = _status(layout, left)
    return Scene(layout, boards, trays, turn, status, tuple(name for key, name in left.items() if key not in told))


def _drawn(layout: Layout, board: Board, held: Mapping[str, list[Leaves]], shown: set[tuple[str, Leaves]]) -> Drawn:
    tokens: defaultdict[Cell, list[Token]] = defaultdict(list)
    lines: list[tuple[Cell, Cell]] = []
    for layer in board.layers:
        for leaves in held.get(layer.fluent, ()):
            cell = cell_of(board, layer, leaves)
            if cell is None:
                continue
            if layer.style is Style.LINE:
                end = board.cell(leaves[(layer.to_column or 1) - 1], leaves[(layer.to_row or 1) - 1])
                if end is None:
                    continue
                lines.append((cell, end))
            else:
                name = layer.text(leaves)
                # A mark that ends in a word for nothing, (wall a 2 none), is none; a piece may be called so: 5 e.
                nothing = layer.style is Style.MARK and layer.value and leaves[layer.value[-1] - 1] in layout.empty
                if name not in layout.empty and not nothing:
                    tokens[cell].append(Token(name, layer.style))
            shown.add((layer.fluent, leaves))
    return Drawn(board, {cell: tuple(own) for cell, own in tokens.items()}, tuple(lines))


def cell_of(board: Board, layer: Layer, leaves: Leaves) -> Cell | None:
    """The cell that a fluent is drawn in; None if it is not of this board."""
    if max(layer.column, layer.row or 0, *layer.value, layer.to_column or 0, layer.to_row or 0) > len(leaves):
        return None
    if not layer.fits(leaves):
        return None
    return board.cell(*layer.cell(leaves))


def _lying(
    layout: Layout, tray: Tray, held: Mapping[str, list[Leaves]], shown: set[tuple[str, Leaves]]
) -> Iterable[Lying]:
    """What lies in a tray, for each owner."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for leaves in held.get(tray.fluent, ()):
        if max(*tray.value, tray.count or 0, tray.owner or 0) > len(leaves):
            continue
        shown.add((tray.fluent, leaves))
        owner = "" if tray.owner is None else leaves[tray.owner - 1]
        parts = [leaves[place - 1] for place in tray.value]
        things = parts if tray.style is Style.DIE else [" ".join(parts)]
        count = leaves[tray.count - 1] if tray.count is not None else "1"
        found[owner] += things * min(int(count) if count.isdigit() else 1, 60)
    title = functor(tray.fluent)
    # What nobody has comes first, then the roles in their order.
    order = {role: at for at, role in enumerate(layout.roles)}
    owners = sorted(found, key=lambda owner: order.get(owner, -1))
    return [Lying(f"{title} {owner}".strip(), tuple(found[owner]), tray.style) for owner in owners if found[owner]]


def _status(layout: Layout, left: Mapping[tuple[str, Leaves], str]) -> tuple[tuple[str, ...], set[tuple[str, Leaves]]]:
    """The entries of the status line, and the fluents that they tell."""
    by_form: defaultdict[str, list[Leaves]] = defaultdict(list)
    for form, leaves in left:
        by_form[form].append(leaves)
    order = {form: at for at, form in enumerate(layout.status)}
    entries: list[str] = []
    told: set[tuple[str, Leaves]] = set()
    for form in sorted(by_form, key=lambda form: order.get(form, len(order))):
        own = sorted(by_form[form], key=_natural)
        if form in layout.binary:
            told |= {(form, leaves) for leaves in own}
            own = _numbers(own)
        if len(entries) >= MOST_STATUS:
            break
        name = functor(form)
        entries.append(" ".join((name, ", ".join(" ".join(leaves) for leaves in own[:MOST_NAMED]))).strip())
        if len(own) > MOST_NAMED:
            entries[-1] += f" and {len(own) - MOST_NAMED} more"
        if form not in layout.binary:
            told |= {(form, leaves) for leaves in own[:MOST_NAMED]}
    return tuple(entries), told


def _numbers(digits: Iterable[Leaves]) -> list[Leaves]:
    """Binary numbers, each by what comes before its digits.

    >>> _numbers([("ann", "0"), ("ann", "3"), ("bob", "1")])
    [('ann', '9'), ('bob', '2')]
    """
    found: defaultdict[Leaves, int] = defaultdict(int)
    for *name, place in digits:
        found[tuple(name)] += 1 << min(int(place), 64) if place.isdigit() else 0
    return [(*name, str(number)) for name, number in found.items()]


def _natural(leaves: Leaves) -> tuple[tuple[int, str], ...]:
    return tuple((int(leaf), "") if leaf.isascii() and leaf.isdigit() else (0, leaf) for leaf in leaves)


def move_spots(layout: Layout, move: str) -> list[Spot]:
    """The cells that a move speaks of, from its first to its last."""
    form, leaves = taken_apart(move)
    spoken = layout.moves.get(form)
    board = spoken and layout.board_of(spoken, leaves)
    if not spoken or not board:
        return []
    return [Spot(board.name, cell) for cell in move_cells(board, spoken, leaves) if cell is not None]


def move_cells(board: Board, spoken: MoveForm, leaves: Leaves) -> list[Cell | None]:
    """The cells of a move; None for one that names only a column or a row, or none on the board."""
    found: list[Cell | None] = []
    for column, row in spoken.cells:
        if max(column, row) > len(leaves) or not column or (not row and board.rows != ("",)):
            found.append(None)
        else:
            found.append(board.cell(leaves[column - 1], leaves[row - 1] if row else ""))
    return found
