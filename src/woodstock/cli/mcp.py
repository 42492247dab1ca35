"""`woodstock mcp`: games as tools for language models."""

from __future__ import annotations

from typing import Annotated

import typer

from woodstock.cli import codes
from woodstock.cli.options import Json
from woodstock.cli.output import emit


def mcp(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="The games to offer; by default all bundled games.")
    ] = None,
    scramble: Annotated[
        int | None,
        typer.Option(metavar="SEED", help="Replace every name in games and rules by a meaningless word."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Offer games as tools over the Model Context Protocol, on standard input and output, until that ends.

    A client can list games, read their rules, start matches, ask for legal moves, play them and let players analyse.
    With --json, it only prints the tools as one object.
    """
    from woodstock.mcp.server import described, server_of, tools
    from woodstock.mcp.table import Table

    table = Table(games or (), scramble)
    if as_json:
        emit({"tools": [{"name": tool.__name__, "help": described(tool)} for tool in tools(table)]})
        return codes.OK
    server_of(table).run("stdio")
    return codes.OK
