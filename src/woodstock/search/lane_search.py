"""The search of our best player: a tree whose leaves are played out together, one in each bit lane."""

from __future__ import annotations

from woodstock.core import LaneSearch as Core
from woodstock.core import SymmetryGroup
from woodstock.engine.circuit_machine import CircuitMachine
from woodstock.engine.game import Game
from woodstock.engine.lanes import LaneSimulator
from woodstock.errors import WoodstockError
from woodstock.search.searcher import Searcher
from woodstock.search.searches import MEMORY, Searched

_WAY = 170.0
"""What a way through the tree costs, in gates run for all lanes."""


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

    `c` is how much is explored, `urgency` the upper bound of a move that was never tried, `lanes_per_leaf` how many
    playouts each leaf gets at once (1 to 8, the more the cheaper they are, unless it is given); `virtual_loss` is
    what a playout under way counts for until it is back, `expand_at` the playouts at which a position becomes a
    node of the tree (not before the second descent, unless it is 1), `round_size` how many lanes fall idle before
    new leaves are sought. With `symmetries`, states and moves that they map to each other are one. Memory is a
    number of bytes that is never passed. docs/woodstock-player.md tells how the defaults were chosen.
    """

    def __init__(
        self,
        game: Searched,
        *,
        seed: int = 0,
        threads: int = 1,
        memory: int = MEMORY,
        c: float = 0.4,
        urgency: float = 1.2,
        lanes_per_leaf: int | None = None,
        virtual_loss: int = 1,
        expand_at: int = 8,
        round_size: int = 256,
        symmetries: SymmetryGroup | None = None,
    ) -> None:
        if threads < 1 or memory < 1 or not 0 <= seed < 2**64:
            raise WoodstockError("threads and memory must be at least 1, and the seed from 0 to 2^64 - 1")
        lanes = _lanes_of(game)
        leaf = _lanes_per_leaf(lanes) if lanes_per_leaf is None else lanes_per_leaf
        core = Core(
            lanes.core, c, urgency, leaf, virtual_loss, expand_at, round_size, memory, threads, seed, symmetries
        )
        super().__init__(core, lanes.roles)


def _lanes_of(game: Searched) -> LaneSimulator:
    lanes = game.lanes if isinstance(game, Game) else None
    if isinstance(game, CircuitMachine):
        lanes = game.lanes()
    if lanes is None:
        raise WoodstockError("this search needs a compiled game, and this one is interpreted")
    return lanes


def _lanes_per_leaf(lanes: LaneSimulator) -> int:
    """As many playouts as cost about as much as the way through the tree."""
    most = int(_WAY / max(1.0, lanes.playout_work))
    return 1 << min(3, max(0, most.bit_length() - 1))
