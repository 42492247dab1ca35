"""Search over information sets, from beliefs: UCT and GRAVE for games with percepts."""

from __future__ import annotations

import time

from woodstock import core
from woodstock.beliefs import Belief, CompiledBelief
from woodstock.core.running import FOREVER, interruptible
from woodstock.engine.circuit_machine import CircuitMachine
from woodstock.engine.lanes import LaneSimulator
from woodstock.errors import WoodstockError
from woodstock.search.searcher import ALL, Searcher
from woodstock.search.searches import Searched, compiled
from woodstock.settings import Option, declared


class BeliefSearcher(Searcher):
    """A search of the core that starts from what a role believes."""

    def __init__(self, core: core.BeliefSearch, roles: int) -> None:
        super().__init__(core, roles)
        self._from_beliefs = core

    def search_belief(self, belief: Belief, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Search from this belief until a limit is met. With playouts alone the result is always the same."""
        if not isinstance(belief, CompiledBelief):
            raise WoodstockError("this search needs the belief of a compiled game")
        if seconds is None and playouts is None:
            raise WoodstockError("a search needs a limit: seconds or playouts")
        begun = time.perf_counter()
        self._from_beliefs.set_belief(belief.core)
        patience = FOREVER if seconds is None else seconds - (time.perf_counter() - begun)
        wanted = ALL if playouts is None else playouts
        interruptible(lambda stop: self._core.run(patience, wanted, stop), core.Stop())
        self._seconds = time.perf_counter() - begun


class InformationSearch(BeliefSearcher):
    """Each role chooses by what it knows, never by what is hidden from it (ISMCTS with one tree for each role).

    Give it a belief with `recall`: then what others know is told apart too. With `lanes` playouts are made many at a
    time, which is much faster where they take long; descents of which nothing is known yet count as lost then.

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
        machine = compiled(game)
        if settings.get("grave") and lanes:
            raise WoodstockError("GRAVE needs the moves of its playouts, which lanes do not tell")
        search = core.InformationSearch(
            machine.core, machine.chance, percept_counts(machine), hidden, lanes.core if lanes else None, settings
        )
        super().__init__(search, len(machine.roles))


def percept_counts(machine: CircuitMachine) -> list[int]:
    """How many percepts each role has, as the core wants it."""
    return [len(names) for names in machine.percept_names]
