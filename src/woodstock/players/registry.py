"""The list of players. To add one, add a line to `_PLAYERS`."""

from __future__ import annotations

import difflib
import functools
import importlib
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_type_hints

from woodstock.errors import UnknownPlayerError
from woodstock.players.exactly import MinimaxPlayer
from woodstock.players.regret import CfrPlayer
from woodstock.players.searching import GravePlayer, GraveSymPlayer, UcbPlayer, UctPlayer, UctSymPlayer
from woodstock.players.simple import LegalPlayer, RandomPlayer
from woodstock.players.solving import FcUcbPlayer, MacUcbPlayer, MacUcbSymPlayer
from woodstock.players.woodstock_player import WoodstockPlayer
from woodstock.referee.failures import failure, last_place
from woodstock.referee.player import Player
from woodstock.settings import Adjustable, Setting

Maker = Callable[..., Player]
"""Makes a player. Its keyword arguments are the player's options. An attribute `settings` declares them, or else the
signature, whose annotations (`int`, `float`, `bool` or `str`) determine how the text of an option is read. An option
`threads` is the number of cores that a player keeps busy. Set `own_process = False` for quick players that cannot
fail."""

_PLAYERS: dict[str, Maker] = {
    "random": RandomPlayer,
    "legal": LegalPlayer,
    "uct": UctPlayer,
    "grave": GravePlayer,
    "ucb": UcbPlayer,
    "minimax": MinimaxPlayer,
    "mac-ucb": MacUcbPlayer,
    "fc-ucb": FcUcbPlayer,
    "uct-sym": UctSymPlayer,
    "grave-sym": GraveSymPlayer,
    "mac-ucb-sym": MacUcbSymPlayer,
    "cfr": CfrPlayer,
    "woodstock": WoodstockPlayer,
}


def names() -> tuple[str, ...]:
    """The names of all players, sorted."""
    return tuple(sorted(_PLAYERS))


def listed() -> list[str]:
    """The names of all players; `options` lists what can be set, as in `uct:c=0.7,threads=2`."""
    return list(names())


def options(name: str) -> tuple[Setting, ...]:
    """The options of the player with this name: each with its default, its range and a line of help."""
    return options_of(maker(name))


def maker(name: str) -> Maker:
    """The maker of the player with this name, or of one of your own: `module.Class`, from the current folder or
    Python's path. An unknown one raises `UnknownPlayerError` with the nearest name."""
    if name in _PLAYERS:
        return _PLAYERS[name]
    if "." in name:
        return _imported(name)
    near = difflib.get_close_matches(name, names(), n=1)
    hint = f"did you mean {near[0]!r}? The players are" if near else "the players are"
    raise UnknownPlayerError(f"there is no player {name!r}; {hint} {', '.join(names())}")


def _imported(name: str) -> Maker:
    """The class, or function, that makes the player `module.Class`."""
    if not all(part.isidentifier() for part in name.split(".")):
        raise UnknownPlayerError(f"{name!r} does not name a player; write your own as module.Class")
    module, _, attribute = name.rpartition(".")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        made = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, SyntaxError) as error:
        raise UnknownPlayerError(f"there is no player {name!r}: {error}") from error
    except Exception as error:
        raised = f"{last_place(error)}: {failure(error)}"
        raise UnknownPlayerError(f"the module of player {name!r} cannot be imported: {raised}") from error
    if not callable(made):
        raise UnknownPlayerError(f"{name!r} does not make a player: it is neither a class nor a function")
    maker: Maker = made
    return maker


@functools.cache
def options_of(make: Callable[..., object]) -> tuple[Setting, ...]:
    """The options of the players that a maker creates."""
    if isinstance(make, type) and issubclass(make, Adjustable):
        return make.settings
    return _signature(make)


def _signature(make: Callable[..., object]) -> tuple[Setting, ...]:
    """The options that the signature of a maker declares."""
    hints = get_type_hints(make.__init__ if inspect.isclass(make) else make)
    found: list[Setting] = []
    for parameter in inspect.signature(make).parameters.values():
        hint = hints.get(parameter.name, str)
        kind = next((name for own, name in _KINDS.items() if hint in (own, own | None)), "text")
        default = parameter.default if isinstance(parameter.default, bool | int | float | str) else None
        found.append(Setting(parameter.name, kind, "", default))
    return tuple(found)


_KINDS: dict[type, str] = {bool: "flag", int: "whole", float: "real"}
