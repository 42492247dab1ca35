"""The common interface of circuits and the interpreter for running a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NewType, Protocol

State = NewType("State", bytes)
"""The set of fluents that hold, as a bitset over fluent numbers (little-endian). Immutable and hashable."""

JointMove = Sequence[int]
"""One move number for each role, in the order of `Machine.roles`."""


class Machine(Protocol):
    """Steps a game from state to state. Roles, moves and fluents are numbers; names are for people.

    Moves are numbered per role: move 3 of role 0 has nothing to do with move 3 of role 1.
    Do not share a machine between threads; `copy` gives each thread its own.
    """

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles in the order of the rules, `random` included."""
        ...

    @property
    def chance(self) -> int | None:
        """The number of the role `random`, whose legal moves are equally likely, if there is one."""
        ...

    def initial(self) -> State:
        """The state in which the game starts."""
        ...

    def terminal(self, state: State) -> bool:
        """Is the game over in this state?"""
        ...

    def legal(self, state: State) -> list[list[int]]:
        """The legal moves of each role, ascending. A non-terminal state without one raises `BrokenGameError`;
        in a terminal state the lists hold whatever the rules give, possibly nothing."""
        ...

    def next(self, state: State, joint_move: JointMove) -> State:
        """The state after every role has made its move. An illegal move raises `IllegalMoveError`."""
        ...

    def goals(self, state: State) -> tuple[int | None, ...]:
        """The goal value of each role: `None` where the rules give none, the lowest where they give several."""
        ...

    def percepts(self, state: State, joint_move: JointMove) -> list[list[str]]:
        """What each role sees when this joint move is made in this state (GDL-II `sees`), sorted by name."""
        ...

    def fluents(self, state: State) -> list[str]:
        """The names of the fluents that hold, as KIF text, sorted."""
        ...

    def state(self, fluents: Sequence[str]) -> State:
        """The state in which exactly these fluents (KIF text) hold; an unknown fluent raises `WoodstockError`."""
        ...

    def move_name(self, role: int, move: int) -> str:
        """The move as KIF text, such as `(drop 3)`."""
        ...

    def move_number(self, role: int, name: str) -> int:
        """The number of a move given as KIF text; an unknown one raises `IllegalMoveError`."""
        ...

    def copy(self) -> Machine:
        """An independent machine for the same game."""
        ...
