"""The knowledge of a player: what short matches in the start clock have shown to pay (`search.trials`)."""

from __future__ import annotations

import time
from collections.abc import Mapping

from woodstock.engine import Game
from woodstock.referee.player import Seat
from woodstock.search.trials import Kind, Trials, kept_trials
from woodstock.settings import Option

_SHORTEST = 1.0
"""Seconds of a start clock below which nothing is tried."""

_TO_PREPARE = 0.25
"""Seconds of a start clock below which playouts use no knowledge: its gates have to be built first."""

_SHORTEST_MOVE, _LONGEST_MOVE = 0.003, 0.02
"""Seconds for a move when knowledge is tried; between them a hundredth of the play clock."""


class Knowledge:
    """The knowledge that pays in the game of a seat, found in half of the start clock and kept between matches.

    Nothing is tried if options set some of it; nor with a budget of playouts, so that the same seat always plays the
    same; nor with `published`, which leaves playouts without knowledge.
    """

    def __init__(self, kind: Kind, options: Mapping[str, Option]) -> None:
        self._kind = kind
        settled = any(options.get(name) for name in ("ahead", "mast", "amaf", "history", "published"))
        self._tries = options["knowledge"] == "tried" and options["playouts"] is None and not settled
        self._trials: Trials | None = None

    def begin(self, seat: Seat) -> None:
        """Find out which knowledge pays, or load what earlier matches showed."""
        self._trials = None
        if not self._tries or seat.hidden or not isinstance(seat.game, Game):
            return
        seconds = None if seat.start_deadline is None else seat.start_deadline - time.monotonic()
        if seconds is not None and seconds < _TO_PREPARE:
            return
        self._trials = kept_trials(seat.game, seat.seed, self._kind)
        if seconds is not None and seconds > _SHORTEST:
            move = (seat.play_clock or _LONGEST_MOVE) / 100
            self._trials.run(seconds / 2, min(max(move, _SHORTEST_MOVE), _LONGEST_MOVE))

    @property
    def best(self) -> dict[str, Option]:
        """The settings that were shown to be best."""
        return self._trials.best if self._trials else {}

    @property
    def note(self) -> str:
        """What was chosen, and why, in a few words."""
        return self._trials.note if self._trials else ""
