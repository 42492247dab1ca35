"""Players by name: `random`, `legal`, and the text form `name:option=value,...` in which people ask for one."""

from __future__ import annotations

from woodstock.players.meeting import match
from woodstock.players.registry import names, options
from woodstock.players.simple import LegalPlayer, RandomPlayer
from woodstock.players.spec import PlayerSpec, entrant, parse

__all__ = ["LegalPlayer", "PlayerSpec", "RandomPlayer", "entrant", "match", "names", "options", "parse"]
