"""The classical searches, each over a compiled game: UCT, GRAVE, flat UCB and exact minimax."""

from __future__ import annotations

from math import sqrt

from woodstock import core
from woodstock.engine.circuit_machine import CircuitMachine
from woodstock.engine.game import Game
from woodstock.engine.machine import Machine
from woodstock.errors import WoodstockError
from woodstock.search.searcher import Searcher

MEMORY = 2**30
"""Bytes for a search tree, unless the caller says otherwise."""

Searched = Game | Machine
"""What a search takes: a game, or a machine of it. It works on a copy of the machine."""


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

    def __init__(
        self,
        game: Searched,
        *,
        c: float = 0.4,
        threads: int = 1,
        memory: int = MEMORY,
        seed: int = 0,
        symmetries: core.SymmetryGroup | None = None,
    ) -> None:
        machine = compiled(game)
        _check_tree(threads, memory, seed)
        if not 0 <= c <= 1e6:
            raise WoodstockError("the constant c of UCT must not be negative")
        self._tree = core.Uct(machine.core, machine.chance, c, threads, memory, seed, symmetries)
        super().__init__(self._tree, len(machine.roles))

    @property
    def bytes(self) -> int:
        """What the tree takes up, never more than the memory it was given."""
        return self._tree.bytes


class Grave(Searcher):
    """GRAVE (Cazenave 2015) on the tree of UCT: moves are judged by what came of them below an ancestor as well."""

    def __init__(
        self,
        game: Searched,
        *,
        ref: int = 50,
        bias: float = 1e-5,
        threads: int = 1,
        memory: int = MEMORY,
        seed: int = 0,
        symmetries: core.SymmetryGroup | None = None,
    ) -> None:
        machine = compiled(game)
        _check_tree(threads, memory, seed)
        if not 0 <= ref < 2**32 or not 0 <= bias <= 1e6:
            raise WoodstockError("ref and bias of GRAVE must not be negative")
        self._tree = core.Grave(machine.core, machine.chance, ref, bias, threads, memory, seed, symmetries)
        super().__init__(self._tree, len(machine.roles))

    @property
    def bytes(self) -> int:
        """What the tree takes up, never more than the memory it was given."""
        return self._tree.bytes


class Ucb(Searcher):
    """A bandit over the moves of each role, without a tree: what a move is worth when all play at random after it."""

    def __init__(self, game: Searched, *, c: float = sqrt(2), seed: int = 0) -> None:
        machine = compiled(game)
        _check_seed(seed)
        if not 0 <= c <= 1e6:
            raise WoodstockError("the constant c of UCB must not be negative")
        super().__init__(core.Ucb(machine.core, machine.chance, c, seed), len(machine.roles))


class Minimax(Searcher):
    """Exact values of small games. Beyond the given number of positions it gives up: nothing is proved then."""

    def __init__(self, game: Searched, *, nodes: int = 1_000_000) -> None:
        machine = compiled(game)
        if not 1 <= nodes <= 2**28:
            raise WoodstockError("the number of nodes must be from 1 to 2^28")
        super().__init__(core.Minimax(machine.core, machine.chance, nodes), len(machine.roles))


def compiled(game: Searched) -> CircuitMachine:
    """The machine to search with; a game that is interpreted raises `WoodstockError`."""
    machine = game.machine() if isinstance(game, Game) else game
    if not isinstance(machine, CircuitMachine):
        raise WoodstockError("this search needs a compiled game; search an interpreted one with PlainUct")
    return machine


def _check_tree(threads: int, memory: int, seed: int) -> None:
    _check_seed(seed)
    if not 1 <= threads <= 1024:
        raise WoodstockError("the number of threads must be from 1 to 1024")
    if not 2**20 <= memory < 2**63:
        raise WoodstockError("the memory of a search tree is given in bytes, at least 1 MiB (1048576)")


def _check_seed(seed: int) -> None:
    if not 0 <= seed < 2**64:
        raise WoodstockError("a seed is a number from 0 to 2^64 - 1")
