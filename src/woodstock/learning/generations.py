"""Learning for minutes or hours: generations, each of which has to beat the best so far before it takes its place."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from woodstock.engine.game import Game
from woodstock.errors import NotLearnableError
from woodstock.learning import store
from woodstock.learning.gate import Gate
from woodstock.learning.learner import Learner, Progress, falling, learnable
from woodstock.learning.weights import Learned, Rating, Weights

_PERIODS = 20
_SHORTEST, _LONGEST = 4.0, 120.0
"""Seconds of learning and matches together, between them a twentieth of the time there is."""

_MATCHES = 0.3
"""The part of that which matches may take."""

_LAST = 0.1
"""The part of all the time that is kept for what was learned in the end: it is the best as a rule."""

_CHUNK = 2.0
"""Seconds after which whoever watches is told."""

_QUICKEST_MOVE, _SLOWEST_MOVE = 0.003, 0.02
"""Seconds for a move in a gate, between them one in a thousand of those of a generation."""

_RESUMED = 0.5
"""Where in the fall of the rate of learning a resumed learner begins."""


@dataclass(frozen=True, slots=True)
class Generation:
    """What came of a challenger."""

    number: int
    minutes: float
    """Minutes of learning before it was made, including those of earlier sessions."""
    points: float
    matches: int
    passed: bool
    elo: float
    """By these matches, beside a player that learned nothing."""


@dataclass(frozen=True, slots=True)
class Status:
    """How far learning is, for those who watch."""

    seconds: float
    planned: float
    progress: Progress
    gate: tuple[float, int] | None
    """The points and matches of a challenger, while it plays."""
    elo: float | None


Watch = Callable[[Status], None]


@dataclass
class Learning:
    """Learns a game for some minutes. The best is kept as soon as it is known; nothing is lost when this is cut short.

    It resumes from what was kept of the game, unless it starts afresh or with another number of hidden units. In the
    latter case the best that is kept still has to be beaten.
    """

    game: Game
    minutes: float
    threads: int = 1
    hidden: int | None = None
    seed: int = 0
    fresh: bool = False
    watch: Watch = lambda _: None
    best: Learned | None = None
    generations: list[Generation] = field(default_factory=list)

    def __post_init__(self) -> None:
        if reason := learnable(self.game):
            raise NotLearnableError(f"nothing can be learned of {self.game.name}: {reason}")
        form = store.form_of(self.game)
        assert form is not None
        self._form = form
        if self.best is None and not self.fresh:
            self.best = store.load_for(self.game)
        known = self.best.weights if self.best else None
        resumed = known if known and self.hidden in (None, known.hidden) else None
        self._learner = Learner(
            self.game, hidden=self.hidden or 64, seed=self.seed, threads=self.threads, weights=resumed
        )
        self._first = _RESUMED if resumed else 0.0
        self._before = self.best or Learned(self.game.name, form.digest, form.names, self._learner.weights)
        self._gate: Gate | None = None
        self._challenger: tuple[Weights, float] | None = None
        self._begun = time.monotonic()

    def run(self) -> None:
        """Learn. Ctrl-C ends it; the best is kept by then."""
        self._begun = time.monotonic()
        planned = 60 * self.minutes
        period = min(_LONGEST, max(_SHORTEST, planned / _PERIODS))
        move_seconds = min(_SLOWEST_MOVE, max(_QUICKEST_MOVE, period / 1000))
        last = min(_LAST * planned, _LONGEST)
        while (left := planned - last - self._passed()) > 0:
            self._learn(min(left, (1 - _MATCHES) * period), planned - last)
            if (left := planned - last - self._passed()) > 0:
                self._play(min(left, _MATCHES * period), move_seconds)
        self._gate = None  # what was learned in the end challenges the best
        self._play(last, move_seconds, final=True)

    def _passed(self) -> float:
        return time.monotonic() - self._begun

    def _learn(self, seconds: float, planned: float) -> None:
        """The rate falls with the time that is left."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.watch(self._status())
            chunk = min(left, _CHUNK)
            shares = (self._passed() / planned, (self._passed() + chunk) / planned)
            first, then = (min(1.0, self._first + (1 - self._first) * share) for share in shares)
            self._learner.run(seconds=chunk, rate=falling(first, then))

    def _play(self, seconds: float, move_seconds: float, *, final: bool = False) -> None:
        """The gate that is open goes on; if there is none, what is learned by now challenges the best."""
        if self._gate is None or self._challenger is None:
            self._challenger = (self._learner.weights, self._passed())
            best, mix = (self.best.network(), self.best.mix) if self.best else (None, 1.0)
            seed = self.seed + len(self.generations)
            self._gate = Gate(self.game, self._challenger[0].network(), best, seed, mix=mix, best_mix=mix)
        self._gate.run(seconds, move_seconds, self.threads, lambda: self.watch(self._status()))
        verdict = self._gate.score.verdict
        if verdict is None and final:
            verdict = self._gate.score.ratio > 0  # the more likely of the two
        if verdict is not None:
            self._decide(verdict)
        self.watch(self._status())

    def _decide(self, passed: bool) -> None:
        assert self._gate is not None
        assert self._challenger is not None
        gate, (weights, seconds) = self._gate, self._challenger
        self._gate, self._challenger = None, None
        seconds += self._before.seconds
        score, rating = gate.score, (self.best.elo or 0.0 if self.best else 0.0) + gate.elo
        number = self._before.generations + len(self.generations) + 1
        self.generations.append(Generation(number, seconds / 60, score.points, score.matches, passed, rating))
        if not passed:
            return
        share = score.points / score.matches
        curve = self.best.curve if self.best else ()
        positions = self._before.positions + self._learner.progress.positions
        self.best = Learned(
            self.game.name,
            self._form.digest,
            self._form.names,
            weights,
            seconds,
            positions,
            number,
            (*curve, Rating(seconds / 60, rating, score.matches, share)),
            self.best.mix if self.best else 1.0,
        )
        store.keep(self.best)

    def _status(self) -> Status:
        score = self._gate.score if self._gate else None
        return Status(
            self._passed(),
            60 * self.minutes,
            self._learner.progress,
            (score.points, score.matches) if score else None,
            self.best.elo if self.best else None,
        )


def learn(
    game: Game,
    minutes: float = 1.0,
    *,
    threads: int = 1,
    hidden: int | None = None,
    seed: int = 0,
    fresh: bool = False,
    watch: Watch = lambda _: None,
) -> Learned | None:
    """Learn a game from self-play and keep what was learned; `None` if it does not beat a player without it.

    It resumes from what was kept of the game unless it starts afresh. Ctrl-C ends it early.

    >>> import woodstock as ws
    >>> learned = ws.learn(ws.load("breakthrough"), minutes=0.05)
    >>> learned is None or learned.elo > 0
    True
    """
    learning = Learning(game, minutes, threads, hidden, seed, fresh, watch)
    with contextlib.suppress(KeyboardInterrupt):
        learning.run()
    return learning.best
