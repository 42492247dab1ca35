"""Players by name: `random`, `legal`, and the text form `name:option=value,...` that names one with its options.

Calling the package lists the names:

>>> import woodstock as ws
>>> "woodstock" in ws.players()
True
>>> [option.name for option in ws.players.options("minimax")]
['nodes', 'playouts']
"""

from __future__ import annotations

from woodstock.callable_module import make_callable
from woodstock.players.meeting import match
from woodstock.players.registry import listed, names, options
from woodstock.players.simple import LegalPlayer, RandomPlayer
from woodstock.players.spec import PlayerSpec, entrant, parse

__all__ = ["LegalPlayer", "PlayerSpec", "RandomPlayer", "entrant", "listed", "match", "names", "options", "parse"]

make_callable(__name__, listed)
