"""The bundled games: a rulesheet in KIF and a small description of each.

A game is two files in this folder: `<name>.kif` with the rules and `<name>.toml` with what the rules do not say
(a title, tags, how to draw a position) or what is handy to know without reading them (the roles, whether there is
chance).
Adding a game means adding the two files; the tests hold the description to the rules.

Called, the package lists the names of the games, or of those with all of some tags:

>>> import woodstock as ws
>>> len(ws.games()) > 60
True
>>> ws.games("cards")
['kuhn_poker', 'leduc_poker', 'war']
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from woodstock.callable_module import make_callable
from woodstock.errors import UnknownGameError, hint
from woodstock.games.metadata import Metadata

__all__ = ["Metadata", "listed", "metadata", "names", "text"]

_FOLDER = files(__package__)


@cache
def names() -> tuple[str, ...]:
    """The names of the bundled games, sorted.

    >>> "connect_four" in names()
    True
    """
    return tuple(sorted(entry.name.removesuffix(".kif") for entry in _FOLDER.iterdir() if entry.name.endswith(".kif")))


def listed(*tags: str) -> list[str]:
    """The names of the bundled games, or of those that have all of these tags."""
    unknown = set(tags) - {tag for name in names() for tag in metadata(name).tags}
    if unknown:
        raise UnknownGameError(f"no game has the tag {min(unknown)}")
    return [name for name in names() if set(tags).issubset(metadata(name).tags)]


def text(name: str) -> str:
    """The rulesheet of a bundled game, as KIF text."""
    _check_known(name)
    return (_FOLDER / f"{name}.kif").read_text(encoding="utf-8")


@cache
def metadata(name: str) -> Metadata:
    """What is known of a bundled game besides its rules.

    >>> metadata("connect_four").roles
    ('red', 'yellow')
    """
    _check_known(name)
    table: dict[str, Any] = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return Metadata.from_table(name, table)


def _check_known(name: str) -> None:
    """Only names that are listed are opened: a name with a path in it never reaches the file system."""
    if name in names():
        return
    spelled = name.lower().replace("-", "_").replace(" ", "_")
    meant = hint(spelled, names(), f"the bundled games are {', '.join(names())}")
    raise UnknownGameError(f"no bundled game is called {name!r}: {meant}")


make_callable(__name__, listed)
