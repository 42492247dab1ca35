"""What a person types: lines, with completion on a terminal, and nothing that was typed before it was asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence

HUMANS = ("human", "person")
"""Words for the player that is a person at this terminal."""


def read_line(words: Sequence[str], prompt: str = "> ") -> str | None:
    """A line, with these words completed by the tab key on a terminal; `None` at the end of the input."""
    if sys.stdin.isatty():
        _drop_typed()
        _complete(words)
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            return None
    line = sys.stdin.readline(1000)
    return line.strip() if line else None


def _drop_typed() -> None:
    """Forget keys that were hit while somebody else was thinking: they were not meant as an answer to what is shown
    now."""
    try:
        import termios
    except ImportError:
        return
    termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _complete(words: Sequence[str]) -> None:
    try:
        import readline
    except ImportError:
        return

    def completion(text: str, at: int) -> str | None:
        fitting = [word for word in words if word.startswith(text)]
        return fitting[at] if at < len(fitting) else None

    readline.set_completer(completion)
    # A move is one word: its blanks and brackets are part of it.
    readline.set_completer_delims("\n")
    readline.parse_and_bind("tab: complete")
