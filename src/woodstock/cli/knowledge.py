"""What `woodstock check` and `woodstock info` say of what players can know in a game."""

from __future__ import annotations

import warnings
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from woodstock.errors import WoodstockError

if TYPE_CHECKING:
    from woodstock.engine import Game
    from woodstock.engine.source import Source

_GROUND_SECONDS = 20.0
"""A check does not wait longer than this for a game to be compiled; then its rules are interpreted."""

_MEANING = {
    "complete": "every player knows the state",
    "shared": "all players see the same",
    "private": "players see different things",
}


def knowledge_of(game: Game) -> dict[str, Any]:
    """The class of the game as what JSON can hold."""
    from woodstock.beliefs import knowledge_class

    found = asdict(knowledge_class(game))
    return {"class": found.pop("kind"), **found}


def knowledge_of_rules(source: Source) -> dict[str, Any] | None:
    """The class of a game with percepts; `None` for other rules, and for those that cannot be played."""
    from woodstock.engine.game import FallbackWarning, compile_game
    from woodstock.ground import Limits

    try:
        if not any(rule.head.name == "sees" for rule in source.rules()):
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FallbackWarning)
            return knowledge_of(compile_game(source, limits=Limits(seconds=_GROUND_SECONDS)))
    except WoodstockError:
        return None


def sentence(knowledge: dict[str, Any]) -> str:
    """For people: the class, how sure it is, and why it is no better one."""
    sure = "" if knowledge["proved"] else f", as far as can be seen from {knowledge['states']} states"
    why = f"; {knowledge['witness']}" if knowledge["witness"] else ""
    return f"{knowledge['class']} ({_MEANING[knowledge['class']]}{sure}){why}"
