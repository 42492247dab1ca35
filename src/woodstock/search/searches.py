"""The classical searches: UCT, GRAVE, flat UCB and exact minimax."""

from __future__ import annotations

from woodstock import core
from woodstock.engine.core_machine import CoreMachine, in_core
from woodstock.engine.game import Game
from woodstock.engine.machine import Machine
from woodstock.search.searcher import Searcher
from woodstock.settings import Option, declared

Searched = Game | Machine
"""What a search accepts: a game, or a machine of it, which the search copies."""


class Uct(Searcher):
    """UCT for any number of players, with chance and simultaneous moves, transpositions and proofs.

    >>> import woodstock as ws
    >>> from woodstock.search import Uct
    >>> game = ws.load("tic_tac_toe")
    >>> search = Uct(game)
    >>> search.search(game.machine().initial(), playouts=50_000)
    >>> report = search.report(0)
    >>> report.proved, report.value
    (True, 0.5)
    """

    settings = declared(core.Uct)

    def __init__(self, game: Searched, *, symmetries: core.SymmetryGroup | None = None, **settings: Option) -> None:
        machine = machine_of(game)
        self._tree = core.Uct(machine.core, machine.chance, symmetries, settings)
        super().__init__(self._tree, machine)

    @property
    def bytes(self) -> int:
        """What the tree takes up, never more than the memory it was given."""
        return self._tree.bytes


class Grave(Searcher):
    """GRAVE (Cazenave 2015) on the tree of UCT: an ancestor's statistics also contribute to the values of moves."""

    settings = declared(core.Grave)

    def __init__(self, game: Searched, *, symmetries: core.SymmetryGroup | None = None, **settings: Option) -> None:
        machine = machine_of(game)
        self._tree = core.Grave(machine.core, machine.chance, symmetries, settings)
        super().__init__(self._tree, machine)

    @property
    def bytes(self) -> int:
        """What the tree takes up, never more than the memory it was given."""
        return self._tree.bytes


class Ucb(Searcher):
    """A bandit over the moves of each role, without a tree: the value of a move if all play at random after it."""

    settings = declared(core.Ucb)

    def __init__(self, game: Searched, **settings: Option) -> None:
        machine = machine_of(game)
        super().__init__(core.Ucb(machine.core, machine.chance, settings), machine)


class Minimax(Searcher):
    """Exact values of small games. Beyond the given number of positions it gives up, and proves nothing."""

    settings = declared(core.Minimax)

    def __init__(self, game: Searched, **settings: Option) -> None:
        machine = machine_of(game)
        super().__init__(core.Minimax(machine.core, machine.chance, settings), machine)


def machine_of(game: Searched) -> CoreMachine:
    """The machine to search with. A machine that is not of the core raises `WoodstockError`."""
    return game.machine() if isinstance(game, Game) else in_core(game)
