"""`woodstock players`: the built-in players and their options."""

from __future__ import annotations

from typing import Annotated

import typer

from woodstock.cli import codes
from woodstock.cli.options import Json
from woodstock.cli.output import emit, table


def players(
    name: Annotated[str | None, typer.Argument(metavar="PLAYER", help="The player whose options are wanted.")] = None,
    as_json: Json = False,
) -> int:
    """List the players, or the options of one."""
    from woodstock.players import names, options

    if as_json:
        keys = ("name", "kind", "default", "low", "high", "choices", "help")
        known = {
            player: [{key: getattr(option, key) for key in keys} for option in options(player)]
            for player in ((name,) if name else names())
        }
        emit({"players": known})
    elif name is None:
        rows = [[player, " ".join(option.name for option in options(player))] for player in names()]
        table(["name", "options"], rows)
    else:
        rows = [[option.name, str(option.default), option.range, option.help] for option in options(name)]
        table(["option", "default", "values", "what it is for"], rows)
    return codes.OK
