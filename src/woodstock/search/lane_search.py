"""The search of our strongest player: a tree whose leaves are evaluated together, one playout in each bit lane."""

from __future__ import annotations

from woodstock.core import LaneSearch as Core
from woodstock.core import Network, SymmetryGroup
from woodstock.engine.game import Game
from woodstock.errors import WoodstockError
from woodstock.search.searcher import Searcher
from woodstock.search.searches import Searched, machine_of
from woodstock.settings import Option, declared


class LaneSearch(Searcher):
    """Upper confidence bounds on trees, with virtual loss, exact values backed up, and playouts in lanes.

    >>> import woodstock as ws
    >>> from woodstock.search import LaneSearch
    >>> game = ws.load("tic_tac_toe")
    >>> search = LaneSearch(game)
    >>> search.search(game.machine().initial(), playouts=1_000_000)
    >>> report = search.report(0)
    >>> report.proved, report.value
    (True, 0.5)

    With `symmetries`, states and moves that they map to each other count as one. With a `network`, learned values
    (`woodstock.learning`) evaluate the leaves in place of playouts, or mixed with them. docs/woodstock-player.md
    explains how the defaults were chosen.
    """

    settings = declared(Core)

    def __init__(
        self,
        game: Searched,
        *,
        symmetries: SymmetryGroup | None = None,
        network: Network | None = None,
        **settings: Option,
    ) -> None:
        machine = machine_of(game)
        lanes = game.lanes if isinstance(game, Game) else machine.lanes()
        if lanes is None:
            raise WoodstockError("this search needs a compiled game, and this one is interpreted; search it with Uct")
        super().__init__(Core(lanes.core, symmetries, network, settings), machine)
