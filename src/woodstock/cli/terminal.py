"""The one way to the terminal: whatever is printed is escaped there, whoever wrote it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO, cast

from woodstock.printable import EscapingStream

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


def console(*, stderr: bool = False) -> Console:
    """A console of rich, whose own colours and movements pass. What it is given to show has to be escaped before."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(file=stream.plain if isinstance(stream, EscapingStream) else stream)
