"""Small games with percepts, beside the tests that use them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from protocol.rules import HANDS
from woodstock.engine.game import Game, compile_game
from woodstock.engine.source import Source

HERE = Path(__file__).parent
NAMES = ("kuhn", "leduc", "monty", "dice", "latent", "hands")
"""Those that all players and searches are tried on."""


@cache
def sheet(name: str) -> Game:
    """The game of one of the rulesheets here, or that of hands and coins."""
    text = HANDS.encode() if name == "hands" else (HERE / f"{name}.kif").read_bytes()
    return compile_game(Source(name, text), cache=False)
