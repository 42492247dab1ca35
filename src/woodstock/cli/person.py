"""A person at the table, who reads the position on the terminal and types moves."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from woodstock.cli.board import drawing
from woodstock.cli.terminal import plain_output, put
from woodstock.drawing import Layout, Look, known_picture, layout_of, read_move, short_forms
from woodstock.engine import Game
from woodstock.referee import Clocks, Mishap, Playable, Seated, Turn

HELP = """Type the number of a move, its short form (e2e4, c4), its name, or as much of it as tells it from the others.
moves  list the moves again
board  draw the position again
help   this text
quit   leave the match"""

_COMMANDS = ("board", "help", "moves", "quit")
_LISTED = 60
_TRIES = 100
"""Lines that are no move before the person is taken to be a pipe that talks nonsense."""


class Left(Exception):  # noqa: N818 (it is no error)
    """The person left the match."""


class Person(Seated):
    """Has all the time in the world; what is typed is checked here, so the referee gets legal moves only."""

    human = True

    def start(self, game: Playable, role: int, seed: int, clocks: Clocks) -> Mishap | None:  # noqa: ARG002
        """Greet."""
        self._machine = game.machine()
        self._game = game
        self._draw = drawing(game)
        self._layout = layout_of(game) if isinstance(game, Game) else Layout()
        self._role = role
        self._asked = 0
        others = [name for at, name in enumerate(game.roles) if at not in (role, game.chance)]
        print(f"You are {game.roles[role]}" + (f" against {', '.join(others)}" if others else ""), end="")
        print("; type help for help.")
        return None

    def choose(self, turn: Turn) -> int | Mishap:
        """Show the position and ask until a legal move is typed. Where there is no choice nobody is asked."""
        names = {self._machine.move_name(self._role, move): move for move in turn.legal}
        if len(names) == 1:
            return turn.legal[0]
        shorts = short_forms(self._layout, list(names))
        self._show(turn)
        self._list(shorts)
        for _ in range(_TRIES):
            word = _read_line([*names, *shorts.values()])
            if word == "moves":
                self._list(shorts, limit=None)
            elif word == "board":
                self._show(turn)
            elif word == "help":
                print(HELP)
            elif word == "quit":
                raise Left
            elif word:
                found = matching(word, list(names), shorts)
                if len(found) == 1:
                    self._asked = len(turn.history)
                    return names[found[0]]
                print("Which one? " + ", ".join(found[:10]) if found else f"{word[:50]!r} is no move here; type help.")
        raise Left

    def stop(self) -> Mishap | None:
        """Nothing to let go of."""
        return None

    def _show(self, turn: Turn) -> None:
        if turn.state is not None:
            last = [self._machine.move_name(role, move) for role, move in enumerate(turn.last or ())]
            self._draw(self._machine.fluents(turn.state), last)
            return
        if isinstance(self._game, Game):
            put(known_picture(self._game, self._role, turn.history).text(Look.of(plain_output())))
        if turn.history:
            # Where there is no choice nobody is asked, but what was seen there may be what matters: a card, say.
            seen = [", ".join(percepts) for _, percepts in turn.history[self._asked :] if percepts]
            print("You see: " + ("; then ".join(seen) or "nothing"))

    def _list(self, shorts: Mapping[str, str], limit: int | None = _LISTED) -> None:
        """All moves: each by its number, unless that would be mistaken for the move's own, in short, and in full."""
        names = list(shorts)
        shown = names if limit is None else names[:limit]
        numbered = not any(short.isdigit() for short in shorts.values())
        print("  ".join(_listed(at, name, shorts[name], numbered) for at, name in enumerate(shown, 1)))
        if len(shown) < len(names):
            print(f"and {len(names) - len(shown)} more: type moves to see them all")


def _listed(at: int, name: str, short: str, numbered: bool) -> str:
    """A move in the list."""
    said = name if short == _plain(name) else f"{short} {name}"
    return f"{at}: {said}" if numbered else said


def matching(word: str, names: Sequence[str], shorts: Mapping[str, str] | None = None) -> list[str]:
    """The moves that a word can mean: in short, by number from 1, by name, or by the beginning of names. Case and
    brackets do not matter.

    >>> matching("2", ["(drop 1)", "(drop 2)"]), matching("drop 1", ["(drop 1)", "(drop 10)"])
    (['(drop 2)'], ['(drop 1)'])
    """
    short = read_move(word, shorts or {})
    if len(short) == 1 and (not word.isdigit() or (shorts or {})[short[0]] == word):
        return short
    if word.isascii() and word.isdigit():
        # A number is a place in the list, unless moves are named by numbers.
        at = int(word[:9])
        return [word] if word in names else [names[at - 1]] if 1 <= at <= len(names) else []
    wanted = _plain(word)
    plain = {name: _plain(name) for name in names}
    exact = [name for name in names if plain[name] == wanted]
    return exact or [name for name in names if wanted and plain[name].startswith(wanted)] or short


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("(", " ").replace(")", " ").split())


def _read_line(names: Sequence[str]) -> str:
    """A line, with the names completed by the tab key on a terminal. The end of the input leaves the match."""
    if sys.stdin.isatty():
        _complete(names)
        try:
            return input("> ").strip()
        except EOFError:
            print()
            raise Left from None
    line = sys.stdin.readline(1000)
    if not line:
        raise Left
    return line.strip()


def _complete(names: Sequence[str]) -> None:
    try:
        import readline
    except ImportError:
        return
    words = [*names, *(_plain(name) for name in names), *_COMMANDS]

    def completion(text: str, at: int) -> str | None:
        fitting = [word for word in words if word.startswith(text)]
        return fitting[at] if at < len(fitting) else None

    readline.set_completer(completion)
    # A move is one word: its blanks and brackets are part of it.
    readline.set_completer_delims("\n")
    readline.parse_and_bind("tab: complete")
