"""The one way to the terminal: whatever is printed is escaped there, whoever wrote it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO, cast

from woodstock.printable import EscapingStream, FittingStream, fitting

if TYPE_CHECKING:
    from rich.console import Console


@contextmanager
def escaping() -> Iterator[None]:
    """Everything that is printed meanwhile is escaped on its way out."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, EscapingStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def plain_output() -> TextIO:
    """Standard output without the escaping: for what escapes names itself and adds colours."""
    stream = sys.stdout
    return stream.plain if isinstance(stream, EscapingStream) else stream


def put(text: str) -> None:
    """Print a drawing: its names are escaped already, its colours must pass."""
    stream = plain_output()
    stream.write(fitting(text, stream) + "\n")


def console(*, stderr: bool = False) -> Console:
    """A console of rich, whose own colours and movements pass. What it is given to show has to be escaped before."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    plain = stream.plain if isinstance(stream, EscapingStream) else stream
    return Console(file=cast(TextIO, FittingStream(plain)))
