"""`woodstock games` and `woodstock players`: what comes with the package."""

from __future__ import annotations

from typing import Annotated

import typer

from woodstock.cli.options import Json
from woodstock.cli.output import respond, table


def games(as_json: Json = False) -> int:
    """List the bundled games."""
    from woodstock import games as bundled

    known = [bundled.metadata(name) for name in bundled.names()]
    keys = ("name", "title", "roles", "chance", "sees", "tags")
    answer = {"games": [{key: getattr(game, key) for key in keys} for game in known]}
    rows = [[game.name, " ".join(game.roles), ", ".join(game.tags)] for game in known]
    return respond(as_json, answer, lambda: table(["name", "roles", "tags"], rows))


def players(
    name: Annotated[str | None, typer.Argument(metavar="PLAYER", help="The player whose options are wanted.")] = None,
    as_json: Json = False,
) -> int:
    """List the players, or the options of one."""
    from woodstock.players import names, options

    keys = ("name", "kind", "default", "low", "high", "choices", "help")
    known = {
        player: [{key: getattr(option, key) for key in keys} for option in options(player)]
        for player in ((name,) if name else names())
    }
    if name is None:
        header = ["name", "options"]
        rows = [[player, " ".join(option.name for option in options(player))] for player in names()]
    else:
        header = ["option", "default", "values", "what it is for"]
        rows = [[option.name, str(option.default), option.range, option.help] for option in options(name)]
    return respond(as_json, {"players": known}, lambda: table(header, rows))
