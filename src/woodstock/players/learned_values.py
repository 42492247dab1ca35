"""What a player has learned of the game at hand: found among what is kept, made better in the start clock, and believed
where short matches show that it pays (`woodstock.learning`)."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from woodstock.engine import Game
from woodstock.errors import WoodstockError
from woodstock.learning import Learned, Learner, Network, Rating, learnable, store
from woodstock.learning.gate import Gate
from woodstock.referee.player import Seat
from woodstock.search.trials import Score
from woodstock.settings import Option

_SHORTEST = 4.0
"""Seconds of a start clock below which nothing is learned."""

_RECOGNISING = 0.1
"""The part of the start clock in which a game may be recognised, and the most seconds."""
_LONGEST_RECOGNISING = 2.0

_LEARNING, _COMPARING, _MIXING = 0.5, 0.1, 0.04
"""The parts of the start clock for learning, for matches against a player without it, and for those that tell whether
playouts should have a part in the values as well. Matches under way may take as long again."""

_RESERVE = 0.2
"""The part that is left for making the search, on a busy machine too."""

_ENOUGH = 20.0
"""How many times longer than now a game must have been learned before, so that learning on is not worth it."""

_BETTER = 0.7
"""The score that is told apart from an even one. What was learned is most often much better, or worthless."""

_SHORTEST_MOVE, _LONGEST_MOVE = 0.003, 0.02
"""Seconds for a move in these matches; between them a hundredth of the play clock."""

_HALF = 0.5


class LearnedValues:
    """The learned values of the game of a seat, if there are any that pay.

    A budget of playouts goes without, so that the same seat always plays the same, unless what is kept is asked for.
    """

    def __init__(self, options: Mapping[str, Option]) -> None:
        budget = options["playouts"] is not None
        self._kept = options["learning"] == "kept" or (options["learning"] == "start" and not budget)
        self._kept = self._kept and options["knowledge"] != "none"
        self._learns = self._kept and options["learning"] == "start"
        self._learned: Learned | None = None
        self._network: Network | None = None
        self._told = ""

    @property
    def network(self) -> Network | None:
        """The values, as searches use them; nothing where they do not pay."""
        return self._network

    @property
    def settings(self) -> dict[str, Option]:
        """The settings of a search that uses them."""
        return {"learned": self._learned.mix} if self._network and self._learned and self._learned.mix < 1 else {}

    @property
    def note(self) -> str:
        """What they were learned from, and how they did, in a few words."""
        return self._told

    def begin(self, seat: Seat) -> None:
        """Find out what is kept of the game, and learn in the start clock."""
        self._learned, self._network, self._told = None, None, ""
        game = seat.game
        if not self._kept or seat.hidden or not isinstance(game, Game) or learnable(game):
            return
        seconds = None if seat.start_deadline is None else max(0.0, seat.start_deadline - time.monotonic())
        recognising = _LONGEST_RECOGNISING if seconds is None else min(_LONGEST_RECOGNISING, _RECOGNISING * seconds)
        self._learned = store.load_for(game, recognising)
        if self._learns and seconds is not None and seconds >= _SHORTEST and not _is_puzzle(game):
            self._learn(game, seat, seconds)
        if self._learned and (self._learned.elo or 0.0) > 0:
            self._network = self._learned.network()
            self._told = _told(self._learned)

    def _learn(self, game: Game, seat: Seat, seconds: float) -> None:
        """Learn for a part of these seconds; what is better than before is kept."""
        before, end = self._learned, time.monotonic() + (1 - _RESERVE) * seconds
        learning = _LEARNING * seconds
        if before and before.seconds >= _ENOUGH * learning:
            return
        form = store.form_of(game, min(_LONGEST_RECOGNISING, _RECOGNISING * seconds))
        if form is None:
            return
        learner = Learner(game, seed=seat.seed, memory=_MEMORY, weights=before.weights if before else None)
        learner.run(seconds=max(0.0, min(learning, end - time.monotonic())))
        now = Learned(game.name, form.digest, form.names, learner.weights, learning, learner.progress.positions, 1)
        if before:
            now = replace(
                now,
                seconds=before.seconds + now.seconds,
                positions=before.positions + now.positions,
                generations=before.generations + 1,
                curve=before.curve,
                mix=before.mix,
            )
        move = min(max((seat.play_clock or 1.0) / 100, _SHORTEST_MOVE), _LONGEST_MOVE)
        self._compare(game, now, seat.seed, move, lambda share: min(share * seconds, (end - time.monotonic()) / 2))

    def _compare(self, game: Game, now: Learned, seed: int, move: float, part: Callable[[float], float]) -> None:
        """What was learned plays what was there before, for a part of the start clock, and is kept if it is better."""
        before, network = self._learned, now.network()
        best = before.network() if before else None
        gate = Gate(game, network, best, seed, Score(better=_BETTER), mix=now.mix, best_mix=now.mix)
        gate.run(part(_COMPARING), move)
        if gate.score.ratio <= 0:
            return
        elo = (before.elo or 0.0 if before else 0.0) + gate.elo
        rating = Rating(now.minutes, elo, gate.score.matches, gate.score.points / gate.score.matches)
        other = _HALF if now.mix == 1 else 1.0
        mixing = Gate(game, network, network, seed, Score(better=_BETTER), mix=other, best_mix=now.mix)
        mixing.run(part(_MIXING), move)
        mix = other if mixing.score.verdict else now.mix
        self._learned = replace(now, curve=(*now.curve, rating), mix=mix)
        with contextlib.suppress(WoodstockError, OSError):  # a full disk is no reason not to play
            store.keep(self._learned)


_MEMORY = 2**28
"""Bytes of positions to learn from."""


def _is_puzzle(game: Game) -> bool:
    """A game for one role without chance: there the start clock is for the search for a line."""
    return len(game.roles) == 1


def _told(learned: Learned) -> str:
    mixed = f", {learned.mix:g} of a leaf's worth" if learned.mix < 1 else ""
    return (
        f"learned values: {learned.seconds:.0f} s, {learned.positions:,} positions of self-play, "
        f"{learned.elo or 0:+.0f} Elo{mixed}"
    )
