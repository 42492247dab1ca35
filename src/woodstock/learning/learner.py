"""Learning the values of a game from play against itself, on one thread or several."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from woodstock.core import Network, SelfPlay, Stop
from woodstock.core.running import FOREVER, interruptible
from woodstock.engine.game import Game
from woodstock.errors import NotLearnableError
from woodstock.learning.weights import Weights, fluents_of, phases_of, words_of
from woodstock.settings import Adjustable, Option, declared

FIRST_RATE, LAST_RATE = 2e-3, 2e-4
"""The rates of learning that a plan begins and ends with."""

_SLICE, _SLICE_TOGETHER = 0.5, 2.0
"""Seconds after which the rate is adjusted, and after which threads share what they learned."""

_SLICES = 64
"""Of a run that is measured in positions."""

_MOST_ROLES = 32
_MOST_FLUENTS = 1 << 20
_ALL = 2**62
"""More positions than anybody learns from."""


def learnable(game: Game) -> str | None:
    """Why nothing can be learned of a game; `None` if something can.

    >>> import woodstock as ws
    >>> from woodstock.learning import learnable
    >>> learnable(ws.load("breakthrough")) is None
    True
    >>> learnable(ws.load("kuhn_poker"))
    'its players act on percepts, and values are learned of states that all players know'
    """
    if game.sees:
        return "its players act on percepts, and values are learned of states that all players know"
    if game.lanes is None:
        return "it is interpreted, and self-play runs on compiled rules"
    if len(game.roles) > _MOST_ROLES:
        return f"it has {len(game.roles)} roles, and values are learned for at most {_MOST_ROLES}"
    if not 0 < len(fluents_of(game)) <= _MOST_FLUENTS:
        return f"it has {len(fluents_of(game)):,} fluents, and values are learned over 1 to {_MOST_FLUENTS:,}"
    machine = game.machine()
    if machine.terminal(machine.initial()):
        return "it is over before it begins"
    return None


def falling(begin: float = 0.0, end: float = 1.0) -> tuple[float, float]:
    """The first and the last rate of learning in a part of a plan, both ends as shares of it.

    >>> from woodstock.learning.learner import falling
    >>> falling() == (2e-3, 2e-4)
    True
    """
    first, last = ((1 - share) * FIRST_RATE + share * LAST_RATE for share in (begin, end))
    return first, last


@dataclass(frozen=True, slots=True)
class Progress:
    """What was done so far."""

    games: int = 0
    positions: int = 0
    """How many positions were learned from."""
    steps: int = 0
    """Of training."""
    loss: float = 0.0
    """The cross-entropy of values and targets in the last steps."""
    seconds: float = 0.0


class Learner(Adjustable):
    """Plays a game against itself and learns from it what states are worth to each role.

    Several threads play and learn each on their own, and share the mean of their weights every few seconds. With a
    number of positions the same seed and number of threads learn the same.

    >>> import woodstock as ws
    >>> from woodstock.learning import Learner
    >>> learner = Learner(ws.load("tic_tac_toe"), hidden=32, seed=1)
    >>> learner.run(positions=20_000)
    >>> learner.progress.positions >= 20_000, learner.weights.hidden
    (True, 32)
    """

    settings = declared(SelfPlay)

    def __init__(
        self,
        game: Game,
        *,
        hidden: int = 64,
        seed: int = 0,
        threads: int = 1,
        weights: Weights | None = None,
        **settings: Option,
    ) -> None:
        if reason := learnable(game):
            raise NotLearnableError(f"nothing can be learned of {game.name}: {reason}")
        assert game.lanes is not None
        self.game = game
        self._seconds = 0.0
        initial = words_of([game.machine().initial()])
        given = settings | {"hidden": weights.hidden if weights else hidden}
        seeds = [seed, *(random.Random(f"{seed} {number}").getrandbits(63) for number in range(1, threads))]
        try:
            self._plays = [SelfPlay(game.lanes.core, initial, given | {"seed": own}) for own in seeds]
        except ValueError as error:  # of the shape of the network
            raise NotLearnableError(f"{game.name} cannot be learned like this: {error}") from None
        if weights is not None:
            fitted = weights.for_game(game)
            self._set(fitted.rows.reshape(-1), fitted.outputs.reshape(-1))
        elif threads > 1:
            self._set(self._plays[0].rows, self._plays[0].outputs)

    @property
    def network(self) -> Network:
        """The network as searches use it."""
        return self._plays[0].network()

    @property
    def weights(self) -> Weights:
        """What was learned."""
        fluents, roles, phases = fluents_of(self.game), self.game.roles, phases_of(self.game)
        rows = self._plays[0].rows.reshape(len(fluents) + 1, -1)
        outputs = self._plays[0].outputs.reshape(len(phases), len(roles), -1)
        return Weights(roles, fluents, phases, rows, outputs)

    @property
    def progress(self) -> Progress:
        """What all threads did so far."""
        own = [play.progress() for play in self._plays]
        games, positions, steps = (sum(one[name] for one in own) for name in ("games", "positions", "steps"))
        return Progress(games, positions, steps, sum(one["loss"] for one in own) / len(own), self._seconds)

    def run(
        self,
        *,
        seconds: float | None = None,
        positions: int | None = None,
        rate: float | tuple[float, float] = (FIRST_RATE, LAST_RATE),
        stop: Stop | None = None,
    ) -> None:
        """Learn for so long, or from so many positions, or until the stop flag is raised.

        The rate of learning is fixed, or falls from the first to the second in the course of this run. If you learn
        in several runs, give each its part of the fall: `falling(0.25, 0.5)` for the second quarter.
        """
        rates = (rate, rate) if isinstance(rate, float) else rate
        begun = time.monotonic()
        try:
            interruptible(lambda flag: self._run(seconds, positions, rates, flag), stop or Stop())
        finally:
            self._seconds += time.monotonic() - begun

    def _run(self, seconds: float | None, positions: int | None, rates: tuple[float, float], stop: Stop) -> None:
        """In slices: the rate of each is that of its beginning, and after each the threads share their weights."""
        begun, before, count = time.monotonic(), self.progress.positions, len(self._plays)
        longest = _SLICE if count == 1 else _SLICE_TOGETHER
        with ThreadPoolExecutor(count) as pool:
            while not stop.raised:
                passed, done = time.monotonic() - begun, self.progress.positions - before
                share = max(_share(passed, seconds), _share(done, positions))
                if share >= 1:
                    break
                rate = rates[0] + share * (rates[1] - rates[0])
                most_seconds, most = FOREVER, _ALL
                if seconds is not None:
                    most_seconds = min(longest, seconds - passed)
                if positions is not None:
                    most = -(-min(positions - done, max(1, positions // _SLICES)) // count)
                if seconds is None and positions is None:
                    most_seconds = longest
                jobs = [pool.submit(play.run, most, rate, most_seconds, stop) for play in self._plays]
                for job in jobs:
                    job.result()
                if count > 1:
                    self._share()

    def _share(self) -> None:
        """All threads go on from the mean of their weights."""
        self._set(_mean([play.rows for play in self._plays]), _mean([play.outputs for play in self._plays]))

    def _set(self, rows: NDArray[np.float32], outputs: NDArray[np.float32]) -> None:
        for play in self._plays:
            play.set_weights(rows, outputs)


def _mean(weights: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    return np.asarray(np.mean(weights, axis=0), dtype=np.float32)


def _share(done: float, planned: float | None) -> float:
    return 0.0 if planned is None else done / planned if planned > 0 else 1.0
