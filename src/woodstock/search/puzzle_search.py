"""The search for puzzles: games for one role without chance and percepts."""

from __future__ import annotations

from woodstock.core import PuzzleSearch as Core
from woodstock.engine.game import Game
from woodstock.errors import WoodstockError
from woodstock.search.searcher import Searcher
from woodstock.settings import Option, declared


class PuzzleSearch(Searcher):
    """Beam search that widens until it has seen everything, with bounds from a relaxation; it keeps the best line.

    >>> import woodstock as ws
    >>> from woodstock.search import PuzzleSearch
    >>> game = ws.load("lights_out")
    >>> search = PuzzleSearch(game)
    >>> search.search(game.machine().initial(), playouts=100_000)
    >>> report = search.report(0)
    >>> report.proved, report.value
    (True, 1.0)
    """

    settings = declared(Core)

    def __init__(self, game: Game, **settings: Option) -> None:
        if not is_puzzle(game) or game.lanes is None:
            raise WoodstockError("this search is for compiled games with one role, without chance and percepts")
        machine = game.machine()
        super().__init__(Core(game.lanes.core, machine.core, settings), machine)


def is_puzzle(game: Game) -> bool:
    """Does the game have one role, no chance and no percepts, and is it compiled?"""
    return len(game.roles) == 1 and game.chance is None and not game.sees and game.circuit is not None
