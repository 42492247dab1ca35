"""Exact play in games for one player with percepts."""

from __future__ import annotations

from woodstock import core
from woodstock.engine.game import Game
from woodstock.errors import WoodstockError
from woodstock.search.information import BeliefSearcher
from woodstock.search.searches import machine_of
from woodstock.settings import Option, declared


class BeliefExpectimax(BeliefSearcher):
    """Expectimax over beliefs in place of states, by branch and bound: the value that a move would have if everything
    were revealed after it is a bound on its value.

    Until the result is proved, only bounds on the moves are known. The budget `playouts` counts states expanded and
    beliefs tried.

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
        machine = machine_of(game)
        if len(machine.roles) != 1 + (machine.chance is not None):
            raise WoodstockError("exact play over beliefs needs a game with one player; this one has more")
        lanes = game.lanes.core if game.lanes else None
        search = core.BeliefExpectimax(lanes, machine.core, machine.chance, game.sees, settings)
        super().__init__(search, machine)
