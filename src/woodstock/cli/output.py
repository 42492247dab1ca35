"""Answers: one JSON object, or text for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from woodstock.cli import codes
from woodstock.cli.terminal import console
from woodstock.printable import escaped, one_line


def emit(answer: Mapping[str, Any]) -> None:
    """Print the answer as one JSON object on one line."""
    print(json.dumps(answer, default=_plain, allow_nan=False))


def respond(as_json: bool, answer: Mapping[str, Any], show: Callable[[], None]) -> int:
    """Print the answer for a program, or show it to a person."""
    if as_json:
        emit(answer)
    else:
        show()
    return codes.OK


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table for people. It is plain text with aligned columns when nobody watches."""
    if sys.stdout.isatty():
        from rich.box import SIMPLE
        from rich.markup import escape
        from rich.table import Column, Table

        # Folded, not cut off: on a narrow terminal the end of a line matters as well.
        drawn = Table(*(Column(escape(escaped(name)), overflow="fold") for name in header), box=SIMPLE)
        for row in rows:
            drawn.add_row(*(escape(escaped(cell)) for cell in row))
        console().print(drawn)
        return
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    for row in [header, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def facts(pairs: Sequence[tuple[str, str]]) -> None:
    """Print names and values, one pair a line."""
    width = max(len(name) for name, _ in pairs)
    for name, value in pairs:
        print(f"{name.ljust(width)}  {value}")


def number(value: float) -> str:
    """A number for people: few digits, thousands apart."""
    if isinstance(value, int) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


@contextmanager
def waiting(text: str, *, quiet: bool) -> Iterator[None]:
    """Show that something takes a while: on standard error, and only when a person watches it.

    What fails inside knows in which stage that was (`stage_of`).
    """
    try:
        if quiet or not sys.stderr.isatty():
            yield
            return
        with console(stderr=True).status(one_line(text)):
            yield
    except Exception as error:
        error.add_note(text)
        raise


def stage_of(error: BaseException) -> str:
    """What was waited for when this happened; empty if nothing was."""
    notes = getattr(error, "__notes__", ())
    return notes[0] if notes else ""


@contextmanager
def counting(text: str, total: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """A bar that moves on with each call of what is given: on standard error, and only when a person watches it."""
    if quiet or total < 2 or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import Progress

    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=total)
        yield lambda: bar.advance(task)


def _plain(value: object) -> Any:
    """Numbers of numpy and the like, as JSON knows them."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")
