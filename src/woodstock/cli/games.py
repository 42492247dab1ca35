"""`woodstock games`, `woodstock rules` and `woodstock players`: what comes with the package, for people to read."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.options import GameName, Json
from woodstock.cli.output import respond, table
from woodstock.printable import one_line

if TYPE_CHECKING:
    from woodstock.settings import Setting


def games(as_json: Json = False) -> int:
    """List the bundled games."""
    from woodstock import games as bundled

    known = [bundled.metadata(name) for name in bundled.names()]
    keys = ("name", "title", "roles", "chance", "sees", "tags")
    answer = {"games": [{key: getattr(game, key) for key in keys} for game in known]}
    rows = [[game.name, " ".join(game.roles), ", ".join(game.tags)] for game in known]
    return respond(as_json, answer, lambda: table(["name", "roles", "tags"], rows))


def rules(game: GameName, as_json: Json = False) -> int:
    """Explain a game: its roles and its rules in words."""
    from woodstock import games as bundled
    from woodstock.cli.failure import reading
    from woodstock.engine.source import find
    from woodstock.gdl import head_comment, role_names

    source = find(game)
    known = bundled.metadata(game) if source.path is None else None
    with reading(game):
        roles = role_names(source.text)
    answer = {
        "name": source.name,
        "title": known.title if known else source.name,
        "roles": roles,
        "tags": known.tags if known else (),
        "rules": head_comment(source.text),
    }
    return respond(as_json, answer, lambda: _tell(answer))


def _tell(answer: dict[str, Any]) -> None:
    called = answer["name"] if answer["title"] == answer["name"] else f"{answer['title']} ({answer['name']})"
    print(one_line(f"{called}, played by {', '.join(answer['roles'])}"))
    if answer["tags"]:
        print(", ".join(answer["tags"]))
    print()
    print(answer["rules"] or "The rulesheet does not begin with a comment that explains its rules.")


def players(
    name: Annotated[str | None, typer.Argument(metavar="PLAYER", help="The player whose options to show.")] = None,
    as_json: Json = False,
) -> int:
    """List the players with their options."""
    from woodstock.players import names, options

    keys = {"name": "name", "type": "kind"} | {key: key for key in ("default", "low", "high", "choices", "help")}
    known = {player: options(player) for player in ((name,) if name else names())}
    answer = [
        {"name": player, "options": [{key: getattr(one, own) for key, own in keys.items()} for one in settings]}
        for player, settings in known.items()
    ]
    return respond(as_json, {"players": answer}, lambda: _list(known, name))


def _list(known: Mapping[str, Sequence[Setting]], name: str | None) -> None:
    """For people: each player with its options as they are written, or a table of those of one."""
    if name is not None:
        rows = [[one.name, str(one.default), one.range, one.help] for one in known[name]]
        table(["option", "default", "values", "what it is for"], rows)
        return
    for player, settings in known.items():
        print(player)
        options = ", ".join(one.name if one.default is None else f"{one.name}={one.default}" for one in settings)
        if options:
            print(textwrap.fill(options, 100, initial_indent="    ", subsequent_indent="    "))
