"""How OpenSpiel writes the moves of bundled games whose rules are the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.translations.sheets import words


@dataclass(frozen=True)
class Spiel:
    """A game of OpenSpiel and the words it uses. The roles are its players, in the order they are listed."""

    game: str
    move: Callable[[str], str]
    """From our text of a move to theirs."""
    theirs: Callable[[str], str] = str
    """What to do first with their text of a move: to drop the player's mark, say."""
    suicide: bool = False
    """Does their winner lose with us?"""


def _letters(columns: str) -> Callable[[str], str]:
    """`(name column row)` is a letter and a number there."""

    def translate(move: str) -> str:
        _, column, row = words(move)
        return f"{columns[int(column) - 1]}{row}"

    return translate


def _drop(move: str) -> str:
    return str(int(words(move)[1]) - 1)


def _pawn(move: str) -> str:
    """In OpenSpiel the first player is black and moves down from row 7, so the board is turned upside down."""
    _, x, y, w, z = words(move)
    return f"{'abcdefgh'[int(x) - 1]}{9 - int(y)}{'abcdefgh'[int(w) - 1]}{9 - int(z)}"


def _reversi(move: str) -> str:
    """Black's first discs lie on the other diagonal there, so the board is turned upside down."""
    if move == "pass":
        return move
    _, x, y = words(move)
    return f"{'abcdefgh'[int(x) - 1]}{9 - int(y)}"


def _pentago(move: str) -> str:
    """The last letter there is the quadrant, clockwise from the top left, and the direction."""
    _, x, y, quadrant, direction = words(move)
    turn = 2 * ["north_west", "north_east", "south_east", "south_west"].index(quadrant) + (direction == "clockwise")
    return f"{'abcdef'[int(x) - 1]}{y}{'stuvwxyz'[turn]}"


def _gomoku(move: str) -> str:
    _, column, row = words(move)
    return f"{int(row) - 1},{int(column) - 1}"


def _nim(move: str) -> str:
    _, heap, taken = words(move)
    return f"pile:{'abcd'.index(heap) + 1}, take:{taken};"


SPIEL: dict[str, Spiel] = {
    "breakthrough_suicide": Spiel("breakthrough", _pawn, lambda text: text.removesuffix("*"), suicide=True),
    "connect_four_20x20": Spiel("connect_four(rows=20,columns=20)", _drop, lambda text: text[1:]),
    "gomoku": Spiel("gomoku(size=15)", _gomoku),
    "hex": Spiel("hex(board_size=9)", _letters("abcdefghi")),
    "nim": Spiel("nim(is_misere=false)", _nim),
    "pentago": Spiel("pentago", _pentago),
    "reversi_suicide": Spiel("othello", _reversi, suicide=True),
}
"""By the name of the bundled game."""
