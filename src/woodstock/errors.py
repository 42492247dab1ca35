"""The errors woodstock raises, split by cause. All share one parent; the command line prints them as one line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from woodstock.place import Place


class WoodstockError(Exception):
    """Something a user can act on went wrong; the message says what and the remedy.

    >>> import woodstock as ws
    >>> try:
    ...     ws.load("ches")
    ... except ws.WoodstockError as error:
    ...     print(error)
    no bundled game is called 'ches': did you mean chess?
    """

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class GdlSyntaxError(WoodstockError):
    """The text is not well-formed GDL."""


class RestrictionError(WoodstockError):
    """The rules break a restriction of GDL."""


class GroundingLimitError(WoodstockError):
    """Grounding the rules would pass a limit in time, memory or size."""

    final = True
    """Would another attempt end alike? Not so if the machine had other things to do."""


class BrokenGameError(WoodstockError):
    """A state was reached in which the rules give a role no legal move, though it is not terminal.

    >>> import woodstock as ws
    >>> try:
    ...     ws.play_out("nim", seed=1).is_over
    ... except ws.BrokenGameError as error:  # the rules are at fault, not the moves
    ...     print(error)
    True
    """


class IllegalMoveError(WoodstockError):
    """A move that is not legal for its role in this state.

    >>> import woodstock as ws
    >>> ws.load("connect_four").start().play("(drop 8)")
    Traceback (most recent call last):
        ...
    woodstock.errors.IllegalMoveError: (drop 8) is not legal for red here; legal are (drop 7), ...
    """


class UnknownGameError(WoodstockError):
    """No bundled game has this name and no rulesheet lies at this path."""


class NotLearnableError(WoodstockError):
    """Nothing can be learned of this game; the message says why."""


class DamagedFileError(WoodstockError):
    """A file of learned weights is not as it was written, or was never one."""


class SettingError(WoodstockError):
    """An algorithm has no setting of this name, or it cannot have this value."""


class UnknownPlayerError(WoodstockError):
    """No player has this name, or it does not take this option."""


class ProtocolError(WoodstockError):
    """What a peer sent is not a message of the GGP protocol, or cannot be accepted."""


def hint(name: str, known: Iterable[str], otherwise: str) -> str:
    """What was probably meant by a name that is not known."""
    near = difflib.get_close_matches(name, list(known), n=1)
    return f"did you mean {near[0]}?" if near else otherwise
