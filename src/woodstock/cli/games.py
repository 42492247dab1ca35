"""`woodstock games`: the bundled games."""

from __future__ import annotations

from woodstock.cli import codes
from woodstock.cli.options import Json
from woodstock.cli.output import emit, table


def games(as_json: Json = False) -> int:
    """List the bundled games."""
    from woodstock import games as bundled

    known = [bundled.metadata(name) for name in bundled.names()]
    if as_json:
        keys = ("name", "title", "roles", "chance", "sees", "tags")
        emit({"games": [{key: getattr(game, key) for key in keys} for game in known]})
    else:
        table(["name", "roles", "tags"], [[game.name, " ".join(game.roles), ", ".join(game.tags)] for game in known])
    return codes.OK
