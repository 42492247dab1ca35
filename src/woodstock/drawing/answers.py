"""What a player asked and was told, which the state of a game need not keep: guesses in rows of pegs with the answer
behind them, shots on a board with what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from woodstock.drawing import pieces
from woodstock.drawing.forms import functor, taken_apart
from woodstock.drawing.layout import Board, Cell, Kind, Layout, Style
from woodstock.drawing.scene import Drawn, Token, move_spots

_FEWEST = 2
"""Pegs of a guess."""


@dataclass(frozen=True, slots=True)
class Told:
    """One step of a match as a role knows it: its own move, and what it saw after that."""

    move: str
    seen: tuple[str, ...]


def asked(layout: Layout, history: Sequence[Told]) -> tuple[Drawn, ...]:
    """The boards of past guesses and shots, where moves are such."""
    found = (_guesses(layout, history), _shots(layout, history))
    return tuple(drawn for drawn in found if drawn is not None)


def with_answers(layout: Layout, boards: Sequence[Drawn]) -> Layout:
    """The layout with a look for what is on these boards."""
    names = [token.name for drawn in boards for tokens in drawn.tokens.values() for token in tokens]
    new = [name for name in dict.fromkeys(names) if name not in layout.pieces and not name.isdigit()]
    if not new:
        return layout
    short = pieces.short_names([*layout.pieces, *new], {}, ())
    looks = {name: pieces.piece_of(name, None, layout.roles, short[name]) for name in new}
    return replace(layout, pieces={**layout.pieces, **looks})


def _guesses(layout: Layout, history: Sequence[Told]) -> Drawn | None:
    """A row for each move that names a piece for every cell of a track: a guess of a code."""
    tracks = [board for board in layout.boards if board.kind is Kind.TRACK and len(board.columns) >= _FEWEST]
    rows: list[tuple[Told, Board]] = []
    for told in history:
        leaves = taken_apart(told.move)[1]
        for board in tracks:
            if len(leaves) == len(board.columns) and set(leaves) <= layout.pieces.keys():
                rows.append((told, board))
                break
    if not rows:
        return None
    pegs = rows[0][1].columns
    answers = sorted({functor(taken_apart(percept)[0]) for told, _ in rows for percept in told.seen})
    tokens: dict[Cell, tuple[Token, ...]] = {}
    for y, (told, _) in enumerate(rows):
        form, leaves = taken_apart(told.move)
        tokens |= {(x, y): (Token(leaf, Style.PIECE),) for x, leaf in enumerate(leaves)}
        for percept in told.seen:
            said, values = taken_apart(percept)
            shown = Token(" ".join(values), Style.COUNT) if values else Token(functor(said), Style.MARK)
            tokens[len(pegs) + answers.index(functor(said)), y] = (shown,)
    numbers = tuple(map(str, range(1, len(rows) + 1)))
    title = f"{functor(form)}, and what was seen"
    return Drawn(Board("guesses", Kind.SQUARE, (*pegs, *answers), numbers, title=title), tokens)


def _shots(layout: Layout, history: Sequence[Told]) -> Drawn | None:
    """A board with the answers to moves that name a cell. Those that the rules themselves keep on the board are not
    shown again: a board of its own is for what another player hides."""
    board: Board | None = None
    tokens: dict[Cell, tuple[Token, ...]] = {}
    form = ""
    for told in history:
        spots = move_spots(layout, told.move)
        plain = [percept for percept in told.seen if not percept.startswith("(")]
        there = layout.board(spots[0].board) if len(spots) == 1 else None
        if there is None or not plain or not there.layers[0].where or (board or there).name != there.name:
            continue
        board, form = there, taken_apart(told.move)[0]
        tokens[spots[0].cell] = tuple(Token(percept, Style.PIECE) for percept in plain)
    if board is None:
        return None
    title = f"{functor(form)}, and what was seen"
    return Drawn(replace(board, name="answers", title=title, layers=()), tokens)
