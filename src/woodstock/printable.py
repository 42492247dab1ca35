r"""Text from outside on its way to a terminal.

Rules, moves, messages, records and file names are what others wrote. Shown as they are, they could clear the screen,
set the title of the window, or have lines read backwards.
"""

from __future__ import annotations

import re
from typing import TextIO

_LENGTH = 400
_LIKE = str.maketrans(
    {
        **dict(zip("×○●◯◇◆□■▲△★☆·•–—‘’“”−→←↑↓…∞", "xoOoxXxXAA**.*--''\"\"-><^v", strict=False)),
        **dict.fromkeys("─━╌┄═", "-"),
        **dict.fromkeys("│┃║", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╇╈╋┏┓┗┛╸╺", "+"),
        "±": "+-",
        "…": "...",
        "∞": "inf",
        "⠋": "*",
    }
)
"""Plain characters for those of ours that not every terminal has."""
_PLAIN = re.compile(r"[\n\t\x20-\x7e]*")


def escaped(text: str) -> str:
    r"""The text with everything escaped that a terminal would act on or not show: control characters, marks that turn
    the direction of writing, what is no character. Lines and tabs stay.

    >>> escaped("\x1b[2J\u202eon\udcff\n")
    '\\x1b[2J\\u202eon\\udcff\n'
    """
    if _PLAIN.fullmatch(text):
        return text
    return "".join(char if char.isprintable() or char in "\n\t" else _code(char) for char in text)


def one_line(text: str) -> str:
    """The text on one line of bounded length, escaped."""
    line = escaped(" ".join(text.split())[: _LENGTH + 1])
    return line if len(line) <= _LENGTH else line[:_LENGTH] + "..."


def fitting(text: str, stream: TextIO) -> str:
    r"""The text with a plain character for each that the stream's encoding does not have, or its code if there is
    none like it.

    >>> import io
    >>> fitting("3 × 3 ± 1 ○ 木", io.TextIOWrapper(io.BytesIO(), "ascii"))
    '3 x 3 +- 1 o \\u6728'
    """
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_LIKE).encode(encoding, "backslashreplace").decode(encoding)
    return text


class FittingStream:
    """A stream of text that can take any character. `plain` is the stream below."""

    def __init__(self, plain: TextIO) -> None:
        self.plain = plain

    def write(self, text: str) -> int:
        """Write the text as far as the stream's encoding has its characters."""
        self.plain.write(fitting(text, self.plain))
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self.plain, name)


class EscapingStream:
    """A stream of text with everything escaped that is written to it. `plain` is the stream below."""

    def __init__(self, plain: TextIO) -> None:
        self.plain = plain

    def write(self, text: str) -> int:
        """Write the text, escaped; also what the stream's encoding does not have."""
        text = escaped(text)
        self.plain.write(fitting(text, self.plain))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        """Write all of them."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self.plain, name)


def _code(char: str) -> str:
    number = ord(char)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
