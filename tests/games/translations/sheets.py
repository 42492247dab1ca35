"""How public rulesheets write the moves of bundled games whose rules are the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Translate = Callable[[str, frozenset[str]], str]
"""From a move of ours, and our fluents where it must look at them, to the same move of theirs."""


@dataclass(frozen=True)
class Sheet:
    """A public rulesheet of a game and the words it uses. Roles correspond in the order they are listed."""

    file: str
    move: Translate
    looks: bool = False
    """Must the translation look at the fluents?"""
    theirs_alone: Callable[[str, frozenset[str]], bool] = lambda _move, _fluents: False
    """Is a move of theirs one that our rules forbid on purpose?"""


def words(move: str) -> list[str]:
    """The words of a move, without parentheses."""
    return move.replace("(", " ").replace(")", " ").split()


def same(move: str, _fluents: frozenset[str]) -> str:
    """Both write the move alike."""
    return move


def renamed(**names: str) -> Translate:
    """The same arguments, but some names differ."""

    def translate(move: str, _fluents: frozenset[str]) -> str:
        name = words(move)[0]
        return move.replace(name, names.get(name, name), 1)

    return translate


def _quarto(move: str, _fluents: frozenset[str]) -> str:
    """A piece is a binary number there; which digit is which property makes no difference."""
    parts = words(move)
    if parts[0] == "noop":
        return move
    ones = {"tall", "dark", "round", "hollow"}
    parts[1] = "p" + "".join(str(int(each in ones)) for each in parts[1].split("_"))
    return f"({' '.join(parts)})"


def _wolf(move: str, _fluents: frozenset[str]) -> str:
    name, *cells = words(move)
    return f"({' '.join([name, *(f'c{cell}' for cell in cells)])})" if cells else name


def _two_boards(move: str, _fluents: frozenset[str]) -> str:
    """`(drop l3)` is column 3 of board 1 there."""
    _, column = words(move)
    return f"(drop {column[1:]} {1 if column[0] == 'l' else 2})"


def _hex(move: str, _fluents: frozenset[str]) -> str:
    """Rows are letters there, and come first."""
    if move == "noop":
        return move
    _, column, row = words(move)
    return f"(place {'abcdefghi'[int(row) - 1]} {column})"


def _transposed(name: str) -> Translate:
    """The row comes first there."""

    def translate(move: str, _fluents: frozenset[str]) -> str:
        _, column, row = words(move)
        return f"({name} {row} {column})"

    return translate


def _draughts(move: str, _fluents: frozenset[str]) -> str:
    """The dark cells there are the light ones here, so the board is seen in a mirror."""
    if move == "noop":
        return move
    name, x, y, w, z = words(move)
    return f"({'capture' if name == 'jump' else name} {'hgfedcba'[int(x) - 1]} {y} {'hgfedcba'[int(w) - 1]} {z})"


def _copolymer(move: str, _fluents: frozenset[str]) -> str:
    """The cells of a row are counted there; rows have four to seven."""
    if move in ("noop", "swap"):
        return move
    if move == "keep":
        return "doNotSwap"
    _, column, row = words(move)
    longest = 7 - abs(4 - int(row))
    return f"(move {row} {(int(column) - (8 - longest)) // 2 + 1})"


def _ttcc4(move: str, fluents: frozenset[str]) -> str:
    """A move names the kind of the piece there, and a jump the cell it leads over."""
    name, *numbers = words(move)
    if name == "jump":
        x, y, w, z = map(int, numbers)
        return f"(jump {x} {y} {(x + w) // 2} {(y + z) // 2} {w} {z})"
    if name == "move":
        (kind,) = (
            kind
            for kind in ("pawn", "knight", "checker")
            for player in ("light", "dark")
            if f"(cell {numbers[0]} {numbers[1]} {player}_{kind})" in fluents
        )
        return move.replace("move", f"{kind}Move")
    return move


def _skirmish(move: str, fluents: frozenset[str]) -> str:
    """Columns are letters there, and a move names the kind of the piece, after promotion."""
    name, *rest = words(move)
    if name == "noop":
        return move
    if name == "castle":
        return "castleKingside" if rest == ["king_side"] else "castleQueenside"
    x, y, w, z = rest[:4]
    kinds = ("king", "queen", "rook", "bishop", "knight", "pawn")
    held = [kind for kind in kinds for side in ("white", "black") if f"(cell {x} {y} {side}_{kind})" in fluents]
    kind = rest[4] if name == "promote" else held[0]
    return f"(move {kind} {'abcdefgh'[int(x) - 1]} {y} {'abcdefgh'[int(w) - 1]} {z})"


def _another_rook(move: str, fluents: frozenset[str]) -> bool:
    """There, once a rook has been captured where it started, another one that comes to this cell may castle."""
    sides = {"castleKingside": "king_side", "castleQueenside": "queen_side"}
    mover = "white" if "(control white)" in fluents else "black"
    return move in sides and f"(may_castle {mover} {sides[move]})" not in fluents


def _shmup(move: str, _fluents: frozenset[str]) -> str:
    """Directions are capitals there."""
    name, *direction = words(move)
    return f"({name} {''.join(part[0].upper() for part in direction[0].split('_'))})" if direction else name


def _star(move: str, _fluents: frozenset[str]) -> str:
    """A row is a letter there, and its cells are counted."""
    if move == "noop":
        return move
    first = {1: 7, 2: 6, 3: 1, 4: 2, 5: 3, 6: 2, 7: 1, 8: 6, 9: 7}
    x, y, w, z = map(int, words(move)[1:])
    cells = [f"{'abcdefghi'[row - 1]}{(column - first[row]) // 2 + 1}" for column, row in ((x, y), (w, z))]
    return f"(move {cells[0]} {cells[1]})"


SHEETS: dict[str, Sheet] = {
    "knightthrough": Sheet("ggp-repository/knightThrough.kif", same),
    "breakthrough_suicide": Sheet("ggp-repository/breakthroughSuicide.kif", same),
    "reversi_suicide": Sheet("ggp-repository/reversiSuicide.kif", renamed(place="move", **{"pass": "noop"})),
    "quarto": Sheet("ggp-repository/quarto.kif", _quarto),
    "sheep_and_wolf": Sheet("ggp-repository/sheepAndWolf.kif", _wolf),
    "connect_four_20x20": Sheet("ggp-repository/connectFourLarger.kif", same),
    "connect_four_simultaneous": Sheet("ggp-repository/connectFourSimultaneous.kif", _two_boards),
    "hex": Sheet("ggp-repository/hex.kif", _hex),
    "eight_puzzle": Sheet("ggp-repository/eightPuzzle.kif", _transposed("move")),
    "lights_out": Sheet("ggp-repository/lightsOut.kif", _transposed("switch")),
    "dots_and_boxes_suicide": Sheet("ggp-repository/dotsAndBoxesSuicide.kif", same),
    "english_draughts": Sheet("ggp-repository/englishDraughts.kif", _draughts),
    "amazons": Sheet("ggp-repository/amazons_10x10.kif", renamed(shoot="fire")),
    "amazons_torus_10x10": Sheet("ggp-repository/amazonsTorus_10x10.kif", renamed(shoot="fire")),
    "majorities": Sheet("ggp-repository/majorities.kif", same),
    "copolymer_pie": Sheet("ggp-repository/copolymer_4_pie.kif", _copolymer),
    "free_for_all_2p": Sheet("ggp-repository/2pffa_v1.kif", same),
    "tic_tac_chess_2p": Sheet("ggp-repository/2pttc_v1.kif", same),
    "ttcc4_2p": Sheet("ggp-repository/ttcc4_2player.kif", _ttcc4, looks=True),
    "skirmish_zero_sum": Sheet("ggp-repository/skirmishZeroSum.kif", _skirmish, looks=True, theirs_alone=_another_rook),
    "shmup": Sheet("ggp-repository/shmup.kif", _shmup),
    "chinese_checkers_3p": Sheet("ggp-repository/chineseCheckers3_v1.kif", _star),
    "battlebrushes": Sheet("ggp-repository/battlebrushes.kif", renamed(dizzy="feeldizzy")),
}
"""By the name of the bundled game."""
