"""The page on the command line has every command of the program and no other, and is right about --json."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import typer

from woodstock.cli.app import app
from woodstock.cli.commands import COMMANDS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
EVERY = "Every command except `play` takes `--json`"


def commands() -> Iterator[tuple[str, set[str]]]:
    """The commands as they are typed, those of groups one by one, each with its options."""
    program = typer.main.get_command(app)
    for name in COMMANDS:
        found = program.get_command(typer.Context(program), name)  # type: ignore[attr-defined]
        parts = getattr(found, "commands", None)
        for part, command in ({f"{name} {key}": one for key, one in parts.items()} if parts else {name: found}).items():
            yield part, {option for parameter in command.params for option in parameter.opts}


def listed() -> Iterator[str]:
    """The commands of the table, where one cell may have several of a group."""
    for cell in re.findall(r"^\| `woodstock ([^`]+)` \|", PAGE, re.MULTILINE):
        first, *rest = cell.split()
        grouped = isinstance(COMMANDS.get(first), tuple) and COMMANDS[first][0].endswith(".COMMANDS")
        yield from (f"{first} {part}" for part in rest[0].split("\\|")) if grouped else [first]


def test_the_table_has_every_command() -> None:
    assert sorted(listed()) == sorted(name for name, _ in commands())


def test_every_command_but_one_takes_json() -> None:
    assert [name for name, options in commands() if "--json" not in options] == ["play"]
    assert EVERY in PAGE.replace("\n  ", " ")
    assert EVERY in (ROOT / "README.md").read_text(encoding="utf-8").replace("\n", " ")


def test_options_that_are_named_exist() -> None:
    known: Mapping[str, set[str]] = dict(commands())
    named = set(re.findall(r"`(--[a-z][\w-]+)", PAGE))
    whole = {"--install-completion", "--show-completion", "--debug"}
    assert named <= {option for options in known.values() for option in options} | whole
