"""Where a player gets the symmetries of its game from (papers 001 and 002): nowhere, or by looking for them.

A share of the clock is for finding symmetries, as in paper 001, section 5: of the start clock and, if that finds none,
of each play clock until some are found. Players that solve stages then compare their solutions in the same share of
the clock. The time that this leaves goes to the search.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from woodstock.engine import Game
from woodstock.referee.player import Seat
from woodstock.search.mac_ucb import EnrichedStage, MacUcb
from woodstock.symmetry import By, Detection, Symmetries
from woodstock.symmetry.stage_detection import StageAnswer, StageDetection, StageQuestion

_DETECTION_SECONDS = 60.0
"""Seconds for finding symmetries if playouts are counted and there is no clock, so that a seat plays the same."""
_WITHOUT_SEARCH = 0.8
"""The share of the start clock for this if playouts are counted, as nothing is searched in the meantime."""

_AT_ONCE = 8
"""Stages per request."""
_FEW = 4 * _AT_ONCE
"""Stages that are compared at a time if playouts are counted."""
_FRUITLESS = 64
"""After this many stages in a row with nothing to join, the rest of the match is for the search alone."""


class SymmetrySource:
    """Gives a player the symmetries of its game. This one never has any, and takes no time."""

    found: Symmetries | None = None
    """The symmetries known so far."""

    @property
    def looking(self) -> bool:
        """Is the search for them still going on?"""
        return False

    @property
    def note(self) -> str:
        """What was found, in words."""
        return ""

    def begin(self, seat: Seat, *, counted: bool) -> None:
        """Begin a match. If playouts are counted, the whole search for symmetries happens now."""

    def look(self, seconds: float) -> bool:  # noqa: ARG002
        """Continue for a share of these seconds. Has anything been found that is worth restarting for?"""
        return False

    def close(self) -> None:
        """Look no longer."""


class SymmetryFinder(SymmetrySource):
    """Looks for the symmetries of a seat's game, in a share of each clock at a time."""

    def __init__(self, share: float, by: Sequence[By]) -> None:
        self._share = share
        self._by = by
        self._detection: Detection | None = None
        self._begun = False

    def begin(self, seat: Seat, *, counted: bool) -> None:
        """Look for symmetries in a share of the start clock, if the game has a graph."""
        self.close()
        self.found = None
        if isinstance(seat.game, Game) and seat.game.circuit is not None:
            self._detection = Detection(seat.game, self._by)
            self._begun = True
        left = None if seat.start_deadline is None else seat.start_deadline - time.monotonic()
        if counted:
            self._look_for(_DETECTION_SECONDS if left is None else _WITHOUT_SEARCH * left)
            self.close()
        else:
            self.look(left or 0.0)

    def look(self, seconds: float) -> bool:
        """Continue for the share of these seconds. Has anything been found that is worth restarting for?"""
        return self._look_for(self._share * seconds)

    def _look_for(self, seconds: float) -> bool:
        if self._detection is None:
            return False
        now = time.monotonic()
        latest = self._detection.best(now)  # from the cache
        if _size(latest) <= 1:
            latest = self._detection.best(now + seconds)
        if self._detection.finished or _size(latest) > 1:
            self.close()  # another graph seldom has more: that is not worth a share of each clock
        if latest is None or _size(latest) <= _size(self.found):
            return False
        self.found = latest
        return _size(latest) > 1

    def close(self) -> None:
        """Look no longer."""
        if self._detection is not None:
            self._detection.close()
        self._detection = None

    @property
    def looking(self) -> bool:
        """Is the search for them still going on?"""
        return self._detection is not None

    @property
    def note(self) -> str:
        """What was found, in words."""
        if self.found is None:
            return "no symmetries were found in time" if self._begun else ""
        if _size(self.found) <= 1:
            return "no symmetries but the identity"
        where = f"found in the graph of the {self.found.graph} in {self.found.seconds:.2g} s"
        return f"{_size(self.found)} symmetries, {where}"


class StageComparison:
    """Compares the solutions of the stages of a search, and joins those that are the same.

    With `estimates`, as in the papers, it also joins solutions that are the same by the nogoods alone.
    """

    def __init__(self, game: Game, by: By, used: int, *, estimates: bool) -> None:
        self._estimates = estimates
        self._detection = StageDetection(game, by, None if estimates else used)
        self._fruitless = 0
        self._compared = self._joined = self._nogoods = 0

    def go_on(self, search: MacUcb, deadline: float | None) -> bool:
        """Compare stages until the deadline (a reading of `time.monotonic()`), or until no solved stage is left;
        without a deadline, a few. Is it worth continuing later?"""
        most = sys.maxsize if deadline else self._compared + _FEW
        deadline = deadline or time.monotonic() + _DETECTION_SECONDS
        while not self.ended and self._compared < most:
            if self._detection.open == 0:
                self._detection.ask([self._question(stage) for stage in search.stages_to_compare(_AT_ONCE)])
            answer = self._detection.next(deadline)
            if answer is None:
                break
            self._join(search, answer)
        return not self.ended

    def _question(self, stage: EnrichedStage) -> StageQuestion:
        nogoods = stage.nogoods if self._estimates else ()
        return StageQuestion(stage.state, stage.joint_moves, [stage.joint_moves[at] for at in nogoods])

    def _join(self, search: MacUcb, answer: StageAnswer) -> None:
        joined = search.join(answer.state, answer.symmetric)
        if answer.estimated:
            joined += search.join(answer.state, answer.estimated, estimated=True)
        self._compared += 1
        self._joined += joined
        self._nogoods += answer.nogoods
        self._fruitless = 0 if joined else self._fruitless + 1
        if self._fruitless >= _FRUITLESS:
            self.close()

    @property
    def ended(self) -> bool:
        """Has the comparison ended?"""
        return self._detection.ended

    @property
    def note(self) -> str:
        """The result of the comparison, in words."""
        if self._compared == 0:
            return ""
        return f"{self._compared} stages compared, {self._joined} solutions joined, {self._nogoods} nogoods used"

    def close(self) -> None:
        """Stop comparing."""
        self._detection.close()


def _size(found: Symmetries | None) -> int:
    """How many elements a search can use."""
    return 0 if found is None or found.elements is None else len(found.elements)
