"""`woodstock games`: the bundled games."""

from __future__ import annotations

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
