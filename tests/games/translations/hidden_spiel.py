"""How OpenSpiel writes the moves of bundled games with percepts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.translations.sheets import words


@dataclass(frozen=True)
class Twin:
    """A game of OpenSpiel. Its players are our roles in their order, its chance is our `random`."""

    game: str
    move: Callable[[str], str]
    """From our text of a move to theirs."""
    theirs: Callable[[str], str] = str
    """What to do first with their text of a move: to drop the player's mark, say."""
    chip: int = 50
    """What one point of theirs is worth in our goals, in which 50 is a draw."""
    depth: int = 99
    """How deep to go along all histories."""


def _kuhn(move: str) -> str:
    name, *rest = words(move)
    return f"Deal:{['jack', 'queen', 'king'].index(rest[1])}" if rest else name.capitalize()


def _leduc(move: str) -> str:
    name, *rest = words(move)
    if not rest:
        return name.capitalize()
    return f"Chance outcome:{2 * ['jack', 'queen', 'king'].index(rest[1]) + ['hearts', 'spades'].index(rest[2])}"


def _battleship(move: str) -> str:
    name, *rest = words(move)
    cell = f"({int(rest[-2]) - 1}, {int(rest[-1]) - 1})"
    if name == "shoot":
        return f"shoot at {cell}"
    return f"place ship {'horizontally' if rest[0] == 'across' else 'vertically'} with top-left corner in {cell}"


def _mark(move: str) -> str:
    _, row, column = words(move)
    return f"({int(row) - 1},{int(column) - 1})"


BATTLESHIP = "board_width=4,board_height=4,ship_sizes=[2;3],ship_values=[1;1],num_shots=10,allow_repeated_shots=False"
TWINS: dict[str, Twin] = {
    "kuhn_poker": Twin("kuhn_poker", _kuhn, chip=25),
    "leduc_poker": Twin("leduc_poker", _leduc, chip=3),
    "battleship": Twin(f"battleship({BATTLESHIP})", _battleship, lambda text: text.split(": ")[1], chip=25, depth=3),
    "phantom_tic_tac_toe": Twin("phantom_ttt(obstype=reveal-numturns)", _mark, lambda text: text[1:], depth=5),
}
"""By the name of the bundled game."""

INFORMATION_STATES = {"kuhn_poker": 12, "leduc_poker": 936}
"""How many information states there are, as published."""
