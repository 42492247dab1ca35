"""The CFR player, which plays the average strategy, a mixed one."""

from __future__ import annotations

import random
import time
from dataclasses import replace

from woodstock.beliefs import Belief, Options, information_state, told_state
from woodstock.engine import Game
from woodstock.errors import WoodstockError
from woodstock.players.options import PLAYOUTS, of_search
from woodstock.players.searching import UctPlayer
from woodstock.players.watching import Watch
from woodstock.referee.player import Seat, Turn
from woodstock.report import MoveReport, Report
from woodstock.search import Cfr, SampledCfr
from woodstock.settings import Adjustable, Option, read_settings

_BUILDING = 0.4
"""The share of the start clock within which the extensive form must be built."""

_ENOUGH = 5_000
"""Iterations over a whole game after which the strategy hardly changes."""

_ITERATIONS = 2_000
"""Iterations before the first move, if there is no start clock."""

View = list[tuple[int, float, float]]
"""Moves, each with its probability and what it is worth."""


class CfrPlayer(Adjustable):
    """Builds the extensive form of small games before the first move; in others it samples what can follow its belief.

    `playouts` limits the iterations for each move; the same seat then always plays the same. With `positions=0` it
    always samples. If there is only a machine and no game, UCT plays instead.
    """

    settings = (
        *(replace(one, low=0) if one.name == "positions" else one for one in of_search(Cfr)),
        *of_search(SampledCfr),
        PLAYOUTS,
    )

    def __init__(self, **options: Option) -> None:
        self._options = read_settings(self.settings, options)
        self._playouts: int | None = self._options["playouts"]
        self._instead: UctPlayer | None = None
        self._cfr: Cfr | None = None
        self._sampling: SampledCfr | None = None
        self._watch: Watch | None = None
        self._report: Report | None = None

    def start(self, seat: Seat) -> None:
        """Build the extensive form if the game is small, and learn until the start clock is over."""
        self._instead = None
        if not self._sit(seat):
            self._instead = UctPlayer(playouts=self._playouts)
            self._instead.start(seat)
            return
        self._cfr = self._extensive_form(_BUILDING)
        self._sampling = None if self._cfr else self._sampling_anew()
        self.learn()

    def build(self, seat: Seat, share: float) -> bool:
        """Take the seat if the extensive form can be built within this share of the start clock; then call `learn`."""
        self._instead = None
        self._cfr = self._extensive_form(share) if self._sit(seat) else None
        return self._cfr is not None

    def _sit(self, seat: Seat) -> bool:
        """Take the seat, if there is a game and not just a machine."""
        self._report = self._cfr = self._sampling = self._watch = None
        if not isinstance(seat.game, Game):
            return False
        self._seat, self._game, self._machine = seat, seat.game, seat.game.machine()
        self._random = random.Random(seat.seed)
        self._told: list[tuple[int, ...]] = []
        return True

    def learn(self) -> None:
        """Run until the start clock is over."""
        seat, learner = self._seat, self._cfr or self._sampling
        self._watch = Watch(seat) if seat.hidden else None
        assert learner is not None
        if self._playouts is not None or seat.start_deadline is None:
            learner.run(iterations=self._playouts or _ITERATIONS)
        else:
            left = max(0.0, seat.start_deadline - time.monotonic())
            learner.run(seconds=0.95 * left, iterations=_ENOUGH if self._cfr else None)

    def _extensive_form(self, share: float) -> Cfr | None:
        if self._options["positions"] == 0:
            return None
        seat = self._seat
        # If iterations are counted, the clock is ignored: the same seat always plays the same.
        counted = self._playouts is not None or seat.start_deadline is None
        left = None if counted else share * max(0.0, (seat.start_deadline or 0.0) - time.monotonic())
        try:
            return Cfr(self._game, seconds=left, positions=self._options["positions"], plus=self._options["plus"])
        except WoodstockError:
            return None

    def _sampling_anew(self) -> SampledCfr:
        own = {setting.name: self._options[setting.name] for setting in of_search(SampledCfr)}
        return SampledCfr(self._game, seed=self._seat.seed, **own)

    def choose(self, turn: Turn) -> int:
        """A move drawn from the average strategy; immediately if only one is legal."""
        if self._instead:
            return self._instead.choose(turn)
        self._report = None
        if turn.last is not None:
            self._told.append(turn.last)
        if self._watch:
            self._watch.follow(turn)
        if len(turn.legal) == 1:
            return turn.legal[0]
        begun = time.perf_counter()
        view = self._view_of_all(turn) if self._cfr else []
        view = view or self._view_of_samples(turn)
        move = self._random.choices([one[0] for one in view], [one[1] for one in view])[0]
        self._report = self._reported(view, move, time.perf_counter() - begun)
        return move

    def _view_of_all(self, turn: Turn) -> View:
        """The view from the strategy for the whole game; empty if that has no such turn."""
        assert self._cfr is not None
        if self._cfr.iterations < _ENOUGH:
            self._cfr.run(iterations=self._playouts, seconds=self._seconds(turn))
        if self._watch is None:
            info: int | None = told_state(self._seat.role, self._told) if len(self._told) == turn.step else None
        else:
            info = information_state(self._machine, self._seat.role, turn.history)
        return [] if info is None else self._cfr.view(self._seat.role, info, turn.legal, self._cfr.average())

    def _view_of_samples(self, turn: Turn) -> View:
        """The view from samples of the belief. If the state is known, nothing before it counts."""
        role = self._seat.role
        if self._watch is None:
            assert turn.state is not None
            known = Belief(self._machine, self._game.lanes, role, Options(recall=True), hidden=False)
            known.know(turn.state)
            sampling, info, belief = self._sampling_anew(), told_state(role, ()), known
        else:
            self._sampling = sampling = self._sampling or self._sampling_anew()
            belief = self._watch.belief
            info = information_state(self._machine, role, turn.history) or 0
        sampling.begin_at(belief)
        sampling.run(iterations=self._playouts, seconds=self._seconds(turn))
        return sampling.view(role, info, turn.legal)

    def _seconds(self, turn: Turn) -> float | None:
        if self._playouts is not None:
            return None
        if turn.deadline is None:
            return 1.0
        left = turn.deadline - time.monotonic()
        return max(0.0, 0.95 * left - 0.01)

    def _reported(self, view: View, move: int, seconds: float) -> Report:
        learner = self._cfr or self._sampling
        iterations = learner.iterations if learner else 0
        moves = tuple(
            MoveReport(one, min(1.0, max(0.0, worth)), round(likely * iterations), 0.0, 1.0, proved=False)
            for one, likely, worth in view
        )
        value = sum(likely * min(1.0, max(0.0, worth)) for _, likely, worth in view)
        values = tuple(value if role == self._seat.role else 0.0 for role in range(len(self._game.roles)))
        return Report(
            role=self._seat.role,
            moves=moves,
            best=move,
            values=values,
            line=(),
            nodes=self._cfr.positions if self._cfr else self._sampling.sets if self._sampling else 0,
            descents=iterations,
            playouts=iterations,
            depth=0,
            proved=False,
            seconds=seconds,
            note="visits are shares of a mixed strategy, from which the move was drawn",
        )

    def report(self) -> Report | None:
        """The report on the last position, if there was a choice."""
        return self._instead.report() if self._instead else self._report

    def stop(self) -> None:
        """Release everything."""
        if self._instead:
            self._instead.stop()
        self._instead = self._cfr = self._sampling = self._watch = None
