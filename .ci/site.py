"""Gathers the pages of the documentation site in `build/docs`: those of `docs`, those that stand beside the README, and
references made from the program itself.

    .venv/bin/python .ci/site.py

`make docs` calls it, then Zensical, which builds the pages according to `mkdocs.yml`, and `.ci/site_versions.py`.
"""

from __future__ import annotations

import re
import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

import woodstock as ws
from woodstock.cli.app import app

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "build" / "docs"
BESIDE = {
    "README.md": "quick-start.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
}
"""Pages at the root of the repository, and what they are called on the site."""

COMMANDS = """# Commands and options

This page is made from the program itself. `woodstock COMMAND --help` prints the same.

"""
API = """# Python API

Everything here comes with `import woodstock as ws`. [From Python](../python.md) shows how to use it.

"""


def linked(text: str) -> str:
    """The text of a page as it is on the site: its links lead to pages there, and empty lines of output are empty."""
    text = text.replace("<BLANKLINE>\n", "\n")
    for name, page in BESIDE.items():
        text = re.sub(rf"\]\((?:\.\./)?{re.escape(name)}", f"]({page}", text)
    text = re.sub(r"\]\((?:\.\./)?docs/", "](", text)
    # Files that are no pages are named, not linked.
    return re.sub(r"\[([^\]]+)\]\(\.\./(?!gallery|reports)[^)]*\)", r"\1", text)


def commands(group: Any, path: str) -> Iterator[tuple[str, Any]]:
    """All commands of a group, those of its groups included, by what one types."""
    context = typer.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if hasattr(command, "list_commands"):
            yield from commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def cell(text: object) -> str:
    """The text as a cell of a table."""
    return " ".join(str(text or "").split()).replace("|", "\\|")


def described(path: str, command: Any) -> str:
    """What a command does, and its arguments and options."""
    context = typer.Context(command, info_name=path)
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [f"## {path}", "", cell(command.help or command.short_help), "", f"    {path} {usage}", ""]
    rows = []
    for one in command.params:
        if getattr(one, "hidden", False) or "--help" in one.opts:
            continue
        name = (
            ", ".join(f"`{opt}`" for opt in one.opts) if one.opts[0].startswith("-") else f"`{one.metavar or one.name}`"
        )
        default = "" if callable(one.default) or one.default in (None, False, (), "") else f"`{one.default}`"
        rows.append(f"| {name} | {cell(getattr(one, 'help', ''))} | {default} |")
    if rows:
        lines += ["| argument or option | what it is | default |", "| --- | --- | --- |", *rows, ""]
    return "\n".join(lines)


def main() -> None:
    """Gather them."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    for path in PAGES.rglob("*.md"):
        path.write_text(linked(path.read_text(encoding="utf-8")), encoding="utf-8")
    for name, page in BESIDE.items():
        (PAGES / page).write_text(linked((ROOT / name).read_text(encoding="utf-8")), encoding="utf-8")
    reference = PAGES / "reference"
    reference.mkdir()
    told = [described(typed, one) for typed, one in commands(typer.main.get_command(app), "woodstock")]
    (reference / "commands.md").write_text(COMMANDS + "\n".join(told), encoding="utf-8")
    names = sorted(name for name in ws.__all__ if not name.startswith("_"))
    api = "\n".join(f"::: woodstock.{name}\n" for name in names)
    (reference / "api.md").write_text(API + api, encoding="utf-8")
    errors = runpy.run_path(str(ROOT / ".ci" / "errors.py"))["page"]()
    (reference / "errors.md").write_text(errors, encoding="utf-8")


if __name__ == "__main__":
    main()
