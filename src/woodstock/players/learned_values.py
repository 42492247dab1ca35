"""What a player has learned about the current game: loaded from disk, improved during the start clock, and used if
short matches show that it pays (`woodstock.learning`)."""

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
"""The share of the start clock for recognising the game, and the limit in seconds."""
_LONGEST_RECOGNISING = 2.0

_LEARNING, _COMPARING, _MIXING = 0.5, 0.1, 0.04
"""The shares of the start clock for learning, for matches against the player without what was just learned, and for
matches that decide whether playouts contribute to the values too. Matches in progress may take as long again."""

_RESERVE = 0.2
"""The share left for building the search, even on a busy machine."""

_ENOUGH = 20.0
"""How many times longer than now earlier learning must have taken for more learning not to be worthwhile."""

_BETTER = 0.7
"""The score that matches must distinguish from an even one. Learned values are usually much better, or worthless."""

_SHORTEST_MOVE, _LONGEST_MOVE = 0.003, 0.02
"""Seconds for a move in these matches; between them a hundredth of the play clock."""

_HALF = 0.5


class LearnedValues:
    """The learned values for the game of a seat, if there are any that pay.

    With a budget of playouts none are used, so that the same seat always plays the same, unless `learning=kept` is set.
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
        """The values, as searches use them; `None` if they do not pay."""
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
        """Load what is kept for the game, and learn during the start clock."""
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
        """Learn for a share of these seconds, and keep the result if it is better than before."""
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
        """Let the new values play the old ones for a share of the start clock, and keep them if they are better."""
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
    """Is it a game for one role without chance? Its start clock is for the search for a line."""
    return len(game.roles) == 1


def _told(learned: Learned) -> str:
    mixed = f", {learned.mix:g} of a leaf's worth" if learned.mix < 1 else ""
    return (
        f"learned values: {learned.seconds:.0f} s, {learned.positions:,} positions of self-play, "
        f"{learned.elo or 0:+.0f} Elo{mixed}"
    )
