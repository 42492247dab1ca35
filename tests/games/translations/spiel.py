"""How OpenSpiel writes the moves of bundled games whose rules are the same.

Not compared, because they differ on purpose: Chinese checkers for three (ours is the small star of the public
rulesheet, where pieces only go forward), English draughts (another rule for draws; checkers is compared), and amazons
on a torus. These are held to public rulesheets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.translations.sheets import words


@dataclass(frozen=True, eq=False)
class Spiel:
    """A game of OpenSpiel and the words it uses. The roles are its players, in the order they are listed."""

    game: str
    move: Callable[[str], str | tuple[str, ...]]
    """From our text of a move to theirs, or to several of theirs when they make it in parts."""
    theirs: Callable[[str], str] = str
    """What to do first with their text of a move: to drop the player's mark, say."""
    suicide: bool = False
    """Does their winner lose with us?"""
    clock: str | None = None
    """Where they end a game when a position comes again: the fluent that ends it with us, after quiet moves."""
    games: int = 100
    """How many to play: fewer where there are very many moves to compare."""


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


def _amazon(move: str) -> tuple[str, ...]:
    """Rows are counted from the top there and come first; a move is made in two parts."""
    name, *numbers = words(move)
    cells = [f"({11 - int(y)}, {x})" for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    return (f"From {cells[0]}", f"To {cells[1]}") if name == "move" else (f"Shoot: {cells[0]}",)


def _squares(move: str) -> str:
    """From cell to cell, columns are letters."""
    _, x, y, w, z = words(move)
    return f"{'abcdefgh'[int(x) - 1]}{y}{'abcdefgh'[int(w) - 1]}{z}"


def _line(move: str) -> str:
    """A line there is horizontal or vertical and is named by the dot it starts from."""
    _, x, y, _, z = words(move)
    return f"({'h' if y == z else 'v'},{int(y) - 1},{int(x) - 1})"


def _columns(text: str) -> str:
    """Houses are letters there, in the direction of sowing, small ones for the second player."""
    return str("ABCDEF".index(text) + 1) if text.isupper() else str(6 - "abcdef".index(text))


SPIEL: dict[str, Spiel] = {
    "amazons": Spiel("amazons", _amazon, lambda text: text[2:], games=40),
    "awale": Spiel("oware", lambda move: words(move)[1], _columns, clock="(quiet 100)"),
    "breakthrough_suicide": Spiel("breakthrough", _pawn, lambda text: text.removesuffix("*"), suicide=True),
    "checkers": Spiel("checkers", _squares),
    "connect_four_20x20": Spiel("connect_four(rows=20,columns=20)", _drop, lambda text: text[1:]),
    "dots_and_boxes_suicide": Spiel(
        "dots_and_boxes(num_rows=5,num_cols=5)", _line, lambda text: text[2:], suicide=True
    ),
    "gomoku": Spiel("gomoku(size=15)", _gomoku, games=20),
    "hex": Spiel("hex(board_size=9)", _letters("abcdefghi")),
    "nim": Spiel("nim(is_misere=false)", _nim),
    "pentago": Spiel("pentago", _pentago),
    "reversi_suicide": Spiel("othello", _reversi, suicide=True),
}
"""By the name of the bundled game."""
