"""Moves as people handle them: text that knows its role."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Self


class Move(str):
    """A move of one role: its KIF text, equal to that text and with the same hash.

    >>> import woodstock as ws
    >>> move = ws.load("connect_four").start().legal()[0]
    >>> move
    '(drop 1)'
    >>> move.role, move.number, move == "(drop 1)"
    ('red', 0, True)
    """

    __slots__ = ("_number", "_place", "_role")

    _number: int
    _role: str
    _place: int
    """Its number among the moves of all roles."""

    def __new__(cls, text: str, role: str, number: int, place: int) -> Self:
        """The move with this text; positions make it."""
        move = super().__new__(cls, text)
        move._role, move._number, move._place = role, number, place
        return move

    # Read by code in C: a property of Python's own takes longer than all the rest of a step.
    role = property(
        attrgetter("_role"),
        doc="""The role whose move it is.

        >>> import woodstock as ws
        >>> ws.load("connect_four").start().legal()[0].role
        'red'
        """,
    )
    number = property(
        attrgetter("_number"),
        doc="""Its number among all the moves of the role, as machines count them.

        >>> import woodstock as ws
        >>> ws.load("connect_four").start().legal()[2].number
        2
        """,
    )

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (str(self), self._role, self._number, self._place)
