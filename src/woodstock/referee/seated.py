"""A player at the table: what the referee talks to, wherever the player itself lives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from woodstock.referee.clocks import Clocks
from woodstock.referee.playable import Playable
from woodstock.referee.player import Turn
from woodstock.referee.record import Ending, Kind, Record
from woodstock.report import Report


class Halted(Exception):  # noqa: N818 (it is not an error)
    """The match was ended from outside."""


class Ended(Exception):  # noqa: N818 (it is not an error)
    """A player ended the match. The record shows what was played until then."""

    ending = Ending.ABORTED
    record: Record | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A call of a player that gave no usable answer."""

    kind: Kind
    detail: str
    killed: bool = False
    """Its process was killed, by somebody or by the system."""
    trace: str = ""
    """The traceback of what it raised."""


class Seated(ABC):
    """One player over one match or several: keeps its clock and turns whatever goes wrong into a value.

    Before each match `open` is called, then `start`, `choose` for every turn, `end` if the rules ended the match, and
    `stop`; when all matches are over `close`.
    """

    human = False
    """Is this a person? Records say so."""

    elsewhere = False
    """Does it think on another machine? Then it is asked at the same time as the others, in a thread of its own."""

    def open(self, game: Playable) -> None:  # noqa: B027 (most have nothing to do)
        """Give the game to the player; no clock is running."""

    @abstractmethod
    def start(self, game: Playable, role: int, seed: int, clocks: Clocks) -> Failure | None:
        """Let the player get ready within the start clock."""

    @abstractmethod
    def choose(self, turn: Turn) -> int | Failure:
        """Ask for a move within the play clock, or until the turn's deadline if it has one: a legal move, or what went
        wrong."""

    def end(self, turn: Turn) -> Failure | None:  # noqa: ARG002
        """The rules ended the match. The turn holds what the player knows now; there is nothing to choose."""
        return None

    @abstractmethod
    def stop(self) -> Failure | None:
        """The match is over."""

    def report(self) -> Report | None:
        """What the player thought about its last choice, if it reports that."""
        return None

    def close(self) -> None:  # noqa: B027
        """Release the player. May be called from another thread, to end a match in progress."""


def brief(text: str, length: int = 200) -> str:
    """The text on one line of bounded length."""
    line = " ".join(text[: 10 * length].split())
    return line if len(line) <= length else line[: length - 3] + "..."
