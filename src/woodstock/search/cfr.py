"""Counterfactual regret minimisation: strategies for games with hidden information or simultaneous moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from woodstock import core
from woodstock.beliefs import Belief
from woodstock.core.running import FOREVER, interruptible
from woodstock.engine.game import Game
from woodstock.errors import WoodstockError
from woodstock.search.searcher import ALL
from woodstock.search.searches import machine_of
from woodstock.settings import Adjustable, Option, declared

Strategy: TypeAlias = NDArray[np.float64]
"""A probability for each move of each information set, one set after another."""


class Cfr(Adjustable):
    """CFR over the extensive form of a game, with all its positions and information sets.

    The average strategy converges to an equilibrium in constant-sum games for two; `plus` selects CFR+, which converges
    faster. Values are expected goals from 0 to 1.

    >>> import woodstock as ws
    >>> from woodstock.search import Cfr
    >>> cfr = Cfr(ws.load("rock_paper_scissors"))
    >>> cfr.run(iterations=100)
    >>> [round(float(value), 2) for value in cfr.values()], round(cfr.exploitability(), 3)
    ([0.5, 0.5], 0.0)
    """

    settings = declared(core.Cfr)

    def __init__(self, game: Game, *, seconds: float | None = None, **settings: Option) -> None:
        """Raises `WoodstockError` if the game has too many positions or building its extensive form takes too long."""
        machine = machine_of(game)
        time_limit = FOREVER if seconds is None else seconds
        with machine.errors():
            made = interruptible(
                lambda stop: core.make_cfr(machine.core, machine.chance, game.sees, settings, time_limit, stop),
                core.Stop(),
            )
        if made is None:
            raise WoodstockError(
                f"{game.name} has too many positions for its extensive form, or there was no time; use SampledCfr"
            )
        self._core = made
        self._roles = [role for role in range(len(game.roles)) if role != game.chance]

    @property
    def positions(self) -> int:
        """The number of positions."""
        return self._core.positions

    @property
    def iterations(self) -> int:
        """The number of iterations so far."""
        return self._core.iterations

    @property
    def sets(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """Every information set: the role, its information state, and its legal moves. The probabilities
        of a strategy are in this order."""
        found = self._core.sets()
        moves = found["moves"].tolist()
        columns = (found[name].tolist() for name in ("roles", "infos", "firsts", "counts"))
        return [
            (role, info, tuple(moves[first : first + count])) for role, info, first, count in zip(*columns, strict=True)
        ]

    def run(self, *, iterations: int | None = None, seconds: float | None = None) -> None:
        """Continue until a limit is reached."""
        if iterations is None and seconds is None:
            raise WoodstockError("a search needs a limit: seconds or iterations")
        time_limit = FOREVER if seconds is None else seconds
        wanted = ALL if iterations is None else iterations
        interruptible(lambda stop: self._core.run(time_limit, wanted, stop), core.Stop())

    def average(self) -> Strategy:
        """The average strategy of all iterations."""
        return self._core.average()

    def values(self, strategy: Strategy | None = None) -> Strategy:
        """The value of the game for each role if all play a strategy, by default the average one."""
        return self._core.values(self._or_average(strategy))

    def best_response(self, role: int, strategy: Strategy | None = None) -> float:
        """The value of the game for a role that plays a best response to the strategy of all others."""
        return self._core.best_response(self._or_average(strategy), role)

    def exploitability(self, strategy: Strategy | None = None) -> float:
        """How much a player can gain, on average over the players, by a best response to the others: 0 in an
        equilibrium. The same as in OpenSpiel, on goals from 0 to 1."""
        return self._core.nash_conv(self._or_average(strategy)) / len(self._roles)

    def view(self, role: int, info: int, legal: Sequence[int], strategy: Strategy) -> list[tuple[int, float, float]]:
        """Each move of a role in this information state, with its probability in a strategy and its value. Empty if the
        role can never be in this information state."""
        place = self._core.find(role, info, list(legal))
        if place is None:
            return []
        first = int(self._core.sets()["firsts"][place])
        worth = self._core.move_values(strategy, role)
        return [(move, float(strategy[first + at]), float(worth[first + at])) for at, move in enumerate(legal)]

    def _or_average(self, strategy: Strategy | None) -> Strategy:
        return self.average() if strategy is None else np.ascontiguousarray(strategy, dtype=np.float64)


class SampledCfr(Adjustable):
    """CFR on samples, for games of any size: it stores only the information sets that it has met.

    `external` sampling follows every move of the role that learns and one of every other role, `outcome` sampling a
    single path to the end. Both go at most `depth` steps deep, and fewer if an iteration would take too many steps; a
    random playout estimates the rest.
    """

    settings = declared(core.SampledCfr)

    def __init__(self, game: Game, **settings: Option) -> None:
        machine = machine_of(game)
        self._machine = machine
        self._core = core.SampledCfr(machine.core, machine.chance, game.sees, settings)

    @property
    def iterations(self) -> int:
        """The number of iterations so far."""
        return self._core.iterations

    @property
    def sets(self) -> int:
        """The number of information sets met so far."""
        return self._core.sets

    @property
    def depth(self) -> int:
        """How many steps deep iterations currently go."""
        return self._core.depth

    def begin_at(self, belief: Belief) -> None:
        """Begin iterations in states drawn from a belief, which must have been made with `recall`."""
        self._core.set_root(belief.core)

    def run(self, *, iterations: int | None = None, seconds: float | None = None) -> None:
        """Continue until a limit is reached."""
        if iterations is None and seconds is None:
            raise WoodstockError("a search needs a limit: seconds or iterations")
        time_limit = FOREVER if seconds is None else seconds
        wanted = ALL if iterations is None else iterations
        with self._machine.errors():
            interruptible(lambda stop: self._core.run(time_limit, wanted, stop), core.Stop())

    def view(self, role: int, info: int, legal: Sequence[int]) -> list[tuple[int, float, float]]:
        """Each move of a role in this information state, with its probability in the average strategy and its value."""
        return self._core.view(role, info, list(legal))
