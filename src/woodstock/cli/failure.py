"""What goes wrong, as one readable line on standard error."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from woodstock.errors import WoodstockError
from woodstock.printable import one_line


class SourceError(WoodstockError):
    """An error in a rulesheet, together with the name of the rulesheet."""

    def __init__(self, source: str, cause: WoodstockError) -> None:
        super().__init__(cause.message, cause.place)
        self.source = source

    def __str__(self) -> str:
        where = f"{self.source}:{self.place.line}:{self.place.column}" if self.place else self.source
        return f"{where}: error: {self.message}"


@contextmanager
def reading(source: str) -> Iterator[None]:
    """Errors with a place inside this block come out with the name of the rulesheet before it."""
    try:
        yield
    except SourceError:
        raise
    except WoodstockError as error:
        if error.place is None:
            raise
        raise SourceError(source, error) from error


def complain(error: BaseException | str) -> None:
    """Print one line about an error."""
    text = str(error) if isinstance(error, SourceError) else f"error: {error}"
    print(one_line(text), file=sys.stderr)


@contextmanager
def warnings_as_lines() -> Iterator[None]:
    """Python warnings inside this block are printed the way errors are."""

    def show(message: Warning | str, *_: object, **__: object) -> None:
        print(one_line(f"warning: {message}"), file=sys.stderr)

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield
