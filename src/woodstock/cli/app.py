"""The program: its commands, and the handling of everything that can go wrong."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from woodstock.cli import codes
from woodstock.cli.commands import Commands, Interrupted, Unread
from woodstock.cli.failure import complain, warnings_as_lines
from woodstock.cli.terminal import escaping
from woodstock.errors import WoodstockError
from woodstock.version import VERSION

app = typer.Typer(
    name="woodstock",
    cls=Commands,
    help="A general game player: it reads the rules of a game and plays it.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help needs no rich, which takes as long to import as all the rest
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"woodstock {VERSION}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks.")] = False,
) -> None:
    """A general game player: it reads the rules of a game and plays it."""


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code. Nothing is raised, whatever happens."""
    with escaping():
        return _run(arguments)


def _run(arguments: Sequence[str]) -> int:
    debug = "--debug" in arguments[:1] or bool(os.environ.get("WOODSTOCK_DEBUG"))
    try:
        with warnings_as_lines():
            code = app(args=list(arguments), prog_name="woodstock", standalone_mode=False)
    except Unread:
        _drop_output()  # the reader, `head` perhaps, has seen enough
        return codes.OK
    except (Interrupted, KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return codes.INTERRUPTED
    except Exception as error:  # noqa: BLE001 (here the last of them ends)
        if debug:
            import traceback

            traceback.print_exc()
        return _failed(error)
    return code if isinstance(code, int) else codes.OK


def _drop_output() -> None:
    """What is still to be printed goes nowhere: Python must not try again at exit."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(error: Exception) -> int:
    """Say what happened in one line, and whose fault it is by the exit code."""
    from woodstock.cli.limits import beyond, told

    if beyond(error):
        complain(told(error))
        return codes.BAD_INPUT
    if isinstance(error, WoodstockError):
        complain(error)
        return codes.BAD_INPUT
    if hasattr(error, "format_message"):
        # A wrong use of the command line. Typer's own class for it has moved between versions.
        context = getattr(error, "ctx", None)
        path = context.command_path if context is not None else "woodstock"
        message = error.format_message()
        # With no argument at all typer raises the help text as an error.
        if type(error).__name__ == "NoArgsIsHelpError":
            print(message, file=sys.stderr)
        else:
            complain(f"{message.rstrip('.')} (see {path} --help)")
        return codes.BAD_INPUT
    if isinstance(error, OSError) and error.filename is not None:
        complain(f"{error.filename}: {error.strerror}")
        return codes.BAD_INPUT
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
        _drop_output()
        complain(f"the answer cannot be written: {error.strerror}")
        return codes.BAD_INPUT
    complain(f"internal error: {type(error).__name__}: {error} (woodstock --debug ... shows the traceback)")
    return codes.INTERNAL
