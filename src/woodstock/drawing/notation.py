"""Moves in the form in which people type them: e2e4, c4, the number of a column.

The short forms of the moves that are legal in one position are told apart from each other, so reading one back is
never a guess.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from woodstock.drawing.forms import functor, taken_apart
from woodstock.drawing.layout import Layout
from woodstock.drawing.scene import move_cells

_COMPACT = re.compile(r"[a-zA-Z]+\d+")
_FILLERS = re.compile(r"[\s,;:>()\-]+")


def short_form(layout: Layout, move: str) -> str:
    """The move by its cells where it has some, then whatever else it says.

    >>> short_form(Layout(), "(roll 3 4)")
    'roll 3 4'
    """
    form, leaves = taken_apart(move)
    spoken = layout.moves.get(form)
    board = spoken and layout.board_of(spoken, leaves)
    if not spoken or not board:
        return " ".join(_words(move))
    said: list[str] = []
    for (column, row), cell in zip(spoken.cells, move_cells(board, spoken, leaves), strict=True):
        if cell is not None:
            said.append(board.cell_name(cell))
        elif column and not row and leaves[column - 1] in board.columns:
            said.append(board.column_label(board.columns.index(leaves[column - 1])))
        elif row and not column:
            said.append(leaves[row - 1])
        else:
            return " ".join(_words(move))
    joined = "".join(said) if all(map(_COMPACT.fullmatch, said)) else " ".join(said)
    used = {place for pair in spoken.cells for place in pair}
    rest = [leaf for place, leaf in enumerate(leaves, 1) if place not in used]
    return " ".join((joined, *rest))


def _words(move: str) -> list[str]:
    return move.replace("(", " ").replace(")", " ").split()


def short_forms(layout: Layout, moves: Sequence[str]) -> dict[str, str]:
    """A short form for each of these moves, no two of which are read as the same.

    >>> short_forms(Layout(), ["(drop 1)", "noop"])
    {'(drop 1)': 'drop 1', 'noop': 'noop'}
    """
    found = {move: short_form(layout, move) for move in moves}
    # With the move's own name where it takes that to tell two apart, and in full where even that does not do.
    for longer in (lambda move: f"{functor(taken_apart(move)[0])} {short_form(layout, move)}", lambda move: move):
        counts = Counter(_bare(short) for short in found.values())
        found = {move: short if counts[_bare(short)] == 1 else longer(move) for move, short in found.items()}
    return found


def read_move(word: str, shorts: Mapping[str, str]) -> list[str]:
    """The moves that a typed word can mean, by their short forms: one, if it is said in full; all that begin with it
    else. Case, blanks, hyphens and commas do not matter.

    >>> read_move("E2-e4", {"(move e 2 e 4)": "e2e4", "(move e 2 e 3)": "e2e3"})
    ['(move e 2 e 4)']
    """
    wanted = _bare(word)
    if not wanted:
        return []
    exact = [move for move, short in shorts.items() if _bare(short) == wanted]
    return exact or [move for move, short in shorts.items() if _bare(short).startswith(wanted)]


def _bare(text: str) -> str:
    """The text as it is compared. Numbers that stand apart stay apart: 1 12 is not 11 2."""
    words = [word for word in _FILLERS.split(text.lower()) if word]
    bare = ""
    for word in words:
        bare += "," if bare and bare[-1].isdigit() and word[0].isdigit() else ""
        bare += word
    return bare
