"""Search over information sets, from beliefs: UCT and GRAVE for games with percepts."""

from __future__ import annotations

from woodstock import core
from woodstock.beliefs import Belief
from woodstock.engine.core_machine import CoreMachine
from woodstock.engine.lanes import LaneSimulator
from woodstock.errors import WoodstockError
from woodstock.search.searcher import Searcher
from woodstock.search.searches import Searched, machine_of
from woodstock.settings import Option, declared


class BeliefSearcher(Searcher):
    """A search of the core that starts from the belief of a role."""

    def __init__(self, core: core.BeliefSearch, machine: CoreMachine) -> None:
        super().__init__(core, machine)
        self._from_beliefs = core

    def search_belief(self, belief: Belief, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Search from this belief until a limit is reached. With playouts alone the result is always the same."""
        if seconds is None and playouts is None:
            raise WoodstockError("a search needs a limit: seconds or playouts")
        self._run(lambda: self._from_beliefs.set_belief(belief.core), seconds, playouts)


class InformationSearch(BeliefSearcher):
    """Each role chooses by what it knows, never by what is hidden from it (ISMCTS with one tree for each role).

    Give it a belief with `recall`, so that it also distinguishes what others know. With `lanes` it makes many playouts
    at a time, which is much faster if playouts are long; simulations in progress then count as losses.

    >>> import woodstock as ws
    >>> from woodstock.search import InformationSearch
    >>> game = ws.load("rock_paper_scissors")
    >>> search = InformationSearch(game)
    >>> search.search(game.machine().initial(), playouts=1000)
    >>> sum(move.visits for move in search.report(0).moves)
    1000
    """

    settings = declared(core.InformationSearch)

    def __init__(
        self, game: Searched, *, hidden: bool = True, lanes: LaneSimulator | None = None, **settings: Option
    ) -> None:
        machine = machine_of(game)
        if settings.get("grave") and lanes:
            raise WoodstockError("GRAVE needs the moves of its playouts, which lanes do not record")
        search = core.InformationSearch(machine.core, machine.chance, hidden, lanes.core if lanes else None, settings)
        super().__init__(search, machine)
