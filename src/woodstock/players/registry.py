"""The list of players: a new one is one more line in `_PLAYERS`."""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Callable
from pathlib import Path

from woodstock.errors import UnknownPlayerError
from woodstock.players.exactly import MinimaxPlayer
from woodstock.players.regret import CfrPlayer
from woodstock.players.searching import GravePlayer, UcbPlayer, UctPlayer
from woodstock.players.simple import LegalPlayer, RandomPlayer
from woodstock.players.solving import FcUcbPlayer, MacUcbPlayer
from woodstock.players.symmetric import GraveSymPlayer, MacUcbSymPlayer, UctSymPlayer
from woodstock.players.woodstock_player import WoodstockPlayer
from woodstock.referee.player import Player

Maker = Callable[..., Player]
"""Makes a player. Its keyword arguments are the player's options; their annotations (`int`, `float`, `bool`
or `str`) say how the text of an option is read, their defaults are the options' defaults. An option `threads` says
how many cores a player keeps busy. An attribute `own_process = False` is for players that are quick and cannot fail."""

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


def maker(name: str) -> Maker:
    """The maker of the player with this name, or of one of your own: `module.Class`, from where you are or from
    Python's path. An unknown one raises `UnknownPlayerError` with the nearest name."""
    if name in _PLAYERS:
        return _PLAYERS[name]
    if "." in name:
        return _imported(name)
    raise UnknownPlayerError(f"there is no player {name!r}{suggestion(name, names())}")


def _imported(name: str) -> Maker:
    """The class, or function, that makes the player `module.Class`."""
    if not all(part.isidentifier() for part in name.split(".")):
        raise UnknownPlayerError(f"{name!r} names no player; one of your own is written module.Class")
    module, _, attribute = name.rpartition(".")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        made = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, SyntaxError) as error:
        raise UnknownPlayerError(f"there is no player {name!r}: {error}") from error
    if not callable(made):
        raise UnknownPlayerError(f"{name!r} makes no player: it is no class and no function")
    maker: Maker = made
    return maker


def suggestion(word: str, known: tuple[str, ...]) -> str:
    """The end of a message about an unknown word: the nearest known one, or all there are."""
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; there are: {', '.join(known)}" if known else "; it takes none"
