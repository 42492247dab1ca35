"""Programs that know one game, each behind the same few calls, and their words for moves and boards.

`Rhino` is `gtp-rhino` (othello, by the Go Text Protocol), `Stockfish` is `stockfish` (chess, by the Universal Chess
Interface). Used by specialists.py.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Protocol

COLOURS = ("black", "white")
"""The roles of othello, and GTP's words for them."""

PIECES = {"king": "k", "queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p"}


class DisagreementError(Exception):
    """A program and our rules do not play the same game, or the program does not answer."""


class Program(Protocol):
    """A program that plays a bundled game, and its words for moves and boards."""

    game: ClassVar[str]

    def text(self, role: int, move: str) -> str:
        """Its word for a move of ours."""
        ...

    def board_of(self, fluents: Iterable[str]) -> str:
        """Its board, as far as `board` tells it, for a state of ours."""
        ...

    def board(self) -> str:
        """The board that it sees."""
        ...

    def note(self, role: int, text: str) -> None:
        """A move was made, by itself or by the other side."""
        ...

    def choose(self, role: int) -> str:
        """The move it makes in this role."""
        ...

    def stop(self) -> None:
        """The match is over."""
        ...


class Dialogue:
    """A program that answers lines with lines."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line: str, last: Callable[[str], bool]) -> list[str]:
        """The lines of an answer, up to the first that is its last."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        lines: list[str] = []
        while not lines or not last(lines[-1]):
            if not (answer := self._process.stdout.readline()):
                raise DisagreementError(f"the program is gone; it was told: {line}")
            lines.append(answer.rstrip())
        return lines

    def stop(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.communicate()


class Rhino:
    """`gtp-rhino`, by the Go Text Protocol."""

    game: ClassVar[str] = "othello"

    def __init__(self, command: Sequence[str]) -> None:
        self._dialogue = Dialogue(command)
        self._ask("clear_board")
        self._made: tuple[int, str] | None = None

    def text(self, role: int, move: str) -> str:  # noqa: ARG002
        """`(place 3 4)` is c4."""
        return othello_text(move)

    def board_of(self, fluents: Iterable[str]) -> str:
        """The cells row by row from the top."""
        return othello_board(fluents)

    def board(self) -> str:
        """The same, as it shows it."""
        return shown_board(self._ask("showboard"))

    def note(self, role: int, text: str) -> None:
        """It has made its own moves already, and sees for itself who must pass: to be told is a syntax error to it."""
        if self._made == (role, text):
            self._made = None
        elif text != "pass":
            self._ask(f"play {COLOURS[role]} {text}")

    def choose(self, role: int) -> str:
        """Let it make a move."""
        text = self._ask(f"genmove {COLOURS[role]}")[0].removeprefix("=").strip().lower()
        self._made = (role, text)
        return text

    def stop(self) -> None:
        """End it."""
        self._dialogue.stop()

    def _ask(self, command: str) -> list[str]:
        lines = self._dialogue.ask(command, lambda line: not line)
        if not lines[0].startswith("="):
            raise DisagreementError(f"gtp-rhino answers {command!r} with {lines[0]!r}")
        return lines


class Stockfish:
    """`stockfish`, by the Universal Chess Interface."""

    game: ClassVar[str] = "chess"

    def __init__(self, command: Sequence[str], skill: int, nodes: int) -> None:
        self._dialogue = Dialogue(command)
        self._nodes = nodes
        self._moves: list[str] = []
        self._dialogue.ask("uci", lambda line: line == "uciok")
        self._dialogue.ask(
            f"setoption name Skill Level value {skill}\nucinewgame\nisready", lambda line: line == "readyok"
        )

    def text(self, role: int, move: str) -> str:
        """`(move e 2 e 4)` is e2e4."""
        return chess_text(role, move)

    def board_of(self, fluents: Iterable[str]) -> str:
        """Pieces, the player to move and rights to castle in Forsyth-Edwards notation."""
        return chess_board(fluents)

    def board(self) -> str:
        """The same, as it shows it."""
        shown = self._dialogue.ask(f"{self._position()}\nd", lambda line: line.startswith("Checkers:"))
        fen = next(line for line in shown if line.startswith("Fen: "))
        return " ".join(fen.split()[1:4])

    def note(self, role: int, text: str) -> None:  # noqa: ARG002
        """It is told all moves before each of its own."""
        self._moves.append(text)

    def choose(self, role: int) -> str:  # noqa: ARG002
        """Let it think."""
        answer = self._dialogue.ask(
            f"{self._position()}\ngo nodes {self._nodes}", lambda line: line.startswith("bestmove")
        )
        return answer[-1].split()[1]

    def stop(self) -> None:
        """End it."""
        self._dialogue.stop()

    def _position(self) -> str:
        return f"position startpos{' moves' if self._moves else ''} {' '.join(self._moves)}".rstrip()


def words(text: str) -> list[str]:
    """The words of a move or a fluent."""
    return text.strip("()").split()


def othello_text(move: str) -> str:
    """`(place 3 4)` is c4; a pass is called the same."""
    if move == "pass":
        return move
    _, column, row = words(move)
    return f"{'abcdefgh'[int(column) - 1]}{row}"


def othello_board(fluents: Iterable[str]) -> str:
    """The cells row by row from the top: X black, O white, a dot for none."""
    cells = ["."] * 64
    for name, *rest in map(words, fluents):
        if name == "cell":
            column, row, colour = rest
            cells[8 * (int(row) - 1) + int(column) - 1] = "XO"[COLOURS.index(colour)]
    return "".join(cells)


def shown_board(lines: Iterable[str]) -> str:
    """The board in lines such as ` 4 . . X X X . . .`."""
    return "".join("".join(line.split()[1:]) for line in lines if re.fullmatch(r"\s*[1-8]( [.XO]){8}\s*", line))


def chess_text(role: int, move: str) -> str:
    """`(move e 2 e 4)` is e2e4, `(promote e 7 e 8 queen)` e7e8q, `(castle kingside)` e1g1 or e8g8."""
    name, *rest = words(move)
    if name == "castle":
        rank = "18"[role]
        return f"e{rank}{'g' if rest == ['kingside'] else 'c'}{rank}"
    return "".join(rest[:4]) + "".join(PIECES[piece] for piece in rest[4:])


def chess_board(fluents: Iterable[str]) -> str:
    """Pieces, the player to move and rights to castle, in Forsyth-Edwards notation."""
    cells: dict[tuple[str, str], str] = {}
    rights, control = set[str](), ""
    for name, *rest in map(words, fluents):
        if name == "cell":
            colour, _, piece = rest[2].partition("_")
            cells[rest[0], rest[1]] = PIECES[piece].upper() if colour == "white" else PIECES[piece]
        elif name == "castling":
            rights.add(rest[1][0].upper() if rest[0] == "white" else rest[1][0])
        elif name == "control":
            control = rest[0][0]
    rows = ["".join(cells.get((file, rank), "1") for file in "abcdefgh") for rank in "87654321"]
    placed = re.sub("1+", lambda ones: str(len(ones[0])), "/".join(rows))
    return f"{placed} {control} {''.join(right for right in 'KQkq' if right in rights) or '-'}"
