"""Exact play in games for one player with percepts."""

from __future__ import annotations

from woodstock import core
from woodstock.engine.game import Game
from woodstock.errors import WoodstockError
from woodstock.search.information import BeliefSearcher, percept_counts
from woodstock.search.searches import compiled
from woodstock.settings import Option, declared


class BeliefExpectimax(BeliefSearcher):
    """Expectimax in which beliefs take the place of states, by branch and bound: what a move would be worth if all were
    told after it bounds what it is worth.

    It is proved or nothing: until then moves are known by their bounds. The budget `playouts` counts states expanded
    and beliefs tried.

    >>> import woodstock as ws
    >>> from woodstock.search import BeliefExpectimax
    >>> game = ws.load("monty_hall")
    >>> search = BeliefExpectimax(game)
    >>> search.search(game.machine().initial(), playouts=10_000)
    >>> round(search.report(0).value, 6)
    0.666667
    """

    settings = declared(core.BeliefExpectimax)

    def __init__(self, game: Game, **settings: Option) -> None:
        machine = compiled(game)
        if game.lanes is None:
            raise WoodstockError(f"{game.name} is interpreted: exact play over beliefs needs its rules to be ground")
        if len(machine.roles) != 1 + (machine.chance is not None):
            raise WoodstockError("exact play over beliefs is for games with one player; this one has more")
        search = core.BeliefExpectimax(game.lanes.core, machine.core, percept_counts(machine), game.sees, settings)
        super().__init__(search, len(machine.roles))
