"""Is what was learned better? Short matches decide, until one side has proved better or time is up."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from woodstock.core import Network, Stop
from woodstock.core.running import interruptible
from woodstock.engine.game import Game
from woodstock.referee.statistics import elo
from woodstock.search.lane_search import LaneSearch
from woodstock.search.trials import EVEN, Score, short_match

_MEMORY = 2**26
_ADDED = 2.0
"""Points that each side is given on top when Elo is worked out: few matches, all won, do not say it is without end."""


@dataclass
class Gate:
    """A challenger plays the best so far, which is a search without learned values at first.

    Matches come in pairs that begin alike: what the challenger plays in the one, its opponent plays in the other. Both
    have the same time for a move. The sequential test is that of `woodstock.search.trials`.
    """

    game: Game
    challenger: Network
    best: Network | None
    seed: int = 0
    score: Score = field(default_factory=Score)
    begun: int = 0
    """Matches, those that were cut off included."""
    mix: float = 1.0
    """The part that learned values have in the worth of a leaf, with the challenger."""
    best_mix: float = 1.0

    @property
    def elo(self) -> float:
        """The difference that the score stands for, drawn towards 0 while matches are few.

        >>> import woodstock as ws
        >>> from woodstock.learning import Learner
        >>> from woodstock.learning.gate import Gate
        >>> from woodstock.search.trials import Score
        >>> game = ws.load("nim")
        >>> round(Gate(game, Learner(game).network, None, score=Score(13, 13)).elo)
        350
        """
        return elo((self.score.points + _ADDED) / (self.score.matches + 2 * _ADDED))

    def run(
        self, seconds: float, move_seconds: float, threads: int = 1, watch: Callable[[], None] = lambda: None
    ) -> None:
        """Play until there is a verdict, for so long. Matches in progress are finished unless they take as long again.
        What was played counts when it goes on."""
        interruptible(lambda stop: self._run(seconds, move_seconds, threads, watch, stop), Stop())

    def _run(self, seconds: float, move_seconds: float, threads: int, watch: Callable[[], None], stop: Stop) -> None:
        lock, end = threading.Lock(), time.monotonic() + seconds

        def over() -> bool:
            return stop.raised or time.monotonic() > end + seconds or self.score.verdict is not None

        def play() -> None:
            while not over() and time.monotonic() < end:
                with lock:
                    number, self.begun = self.begun, self.begun + 1
                points = self.match(number, move_seconds, over)
                with lock:
                    if points is not None and self.score.verdict is None:
                        self.score.points += points
                        self.score.matches += 1
                    watch()

        with ThreadPoolExecutor(threads) as pool:
            for job in [pool.submit(play) for _ in range(threads)]:
                job.result()

    def match(self, number: int, move_seconds: float, over: Callable[[], bool]) -> float | None:
        """What the challenger scores: against the best, or where only one role chooses, beside it. Nothing if time is
        over before that."""
        draw = random.Random(f"{self.seed} {number // 2}")
        machine = self.game.machine()
        players = [role for role in range(len(self.game.roles)) if role != self.game.chance]
        if len(players) == 1:
            opening = draw.getrandbits(32)
            goals = []
            for challenging in (True, False):
                one = {players[0]: self._search(challenging, opening)}
                if (found := short_match(machine, one, move_seconds, random.Random(opening), over)) is None:
                    return None
                goals.append(found[players[0]])
            return _points(*goals)
        own = {players[0]} if len(players) == 2 else set(draw.sample(players, len(players) // 2))
        if number % 2:
            own = set(players) - own
        searches = {role: self._search(role in own, draw.getrandbits(32)) for role in players}
        found = short_match(machine, searches, move_seconds, draw, over)
        if found is None:
            return None
        others = set(players) - own
        return _points(sum(found[role] for role in own) / len(own), sum(found[role] for role in others) / len(others))

    def _search(self, challenging: bool, seed: int) -> LaneSearch:
        network, mix = (self.challenger, self.mix) if challenging else (self.best, self.best_mix)
        return LaneSearch(self.game, network=network, memory=_MEMORY, seed=seed, learned=mix)


def _points(mine: float, other: float) -> float:
    return EVEN if mine == other else float(mine > other)
