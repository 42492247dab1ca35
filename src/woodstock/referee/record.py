"""The record of a match: enough to replay it, and every deviation from the rules of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from woodstock.engine.machine import Machine


class Ending(StrEnum):
    """How a match ended."""

    TERMINAL = "terminal"
    """The rules ended it: the only ending that has a result."""
    LENGTH = "length"
    """It was as long as the referee allows."""
    BROKEN = "broken"
    """The rules left a role without a legal move."""
    ABORTED = "aborted"
    """Somebody left, or nobody knows, as in some records written by others."""
    RESIGNED = "resigned"
    """A person gave up."""


class Kind(StrEnum):
    """The ways in which something was not as it should be."""

    ILLEGAL = "illegal"
    """A player answered with something that is not a legal move."""
    TIMEOUT = "timeout"
    """A player did not answer in time."""
    EXCEPTION = "exception"
    """A player raised an exception."""
    CRASH = "crash"
    """A player's process ended, or talked nonsense."""
    BROKEN = "broken"
    """The rules gave some role no legal move."""
    LENGTH = "length"
    """The match was cut off."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """Something that should not have happened. `role` is `None` where no player is at fault.

    Steps count from 0; the start of the match, before the first move, is step -1.
    """

    step: int
    role: str | None
    kind: Kind
    detail: str
    trace: str = field(default="", compare=False)
    """The traceback of what a player raised; in a match it is told once for each cause."""

    @property
    def at_start(self) -> bool:
        """Did a player of ours raise something, or crash, while it prepared, so that it never played?"""
        return self.step < 0 and (self.kind is Kind.CRASH or bool(self.trace))


@dataclass(frozen=True, slots=True)
class Record:
    """One match. Moves are KIF text, one for each role in the order of `roles`, so a record outlives the
    numbers of the machine it was played on. Records are equal when the same happened, however long it took.
    """

    game: str
    roles: tuple[str, ...]
    players: tuple[str, ...]
    seed: int | None
    """Where all chance came from; records of others do not tell."""
    start_clock: float | None
    play_clock: float | None
    moves: tuple[tuple[str, ...], ...]
    goals: tuple[int | None, ...]
    """The goal of each role, all `None` when the rules did not end the match."""
    ending: Ending
    deviations: tuple[Deviation, ...] = ()
    human: tuple[bool, ...] = ()
    """Which roles a person played; nothing stands for none."""
    scrambled: bool = False
    """Were the names of the rules replaced for remote players?"""
    preview_clock: float | None = None
    """Seconds that remote players had for a preview."""
    seconds: float = field(default=0.0, compare=False)
    began: float = field(default=0.0, compare=False)
    """When the match began, in seconds since 1970."""
    state_times: tuple[float, ...] = field(default=(), compare=False)
    """When each state was reached, in seconds since 1970."""
    move_times: tuple[tuple[float, ...], ...] = field(default=(), compare=False)
    """For each step the seconds that each role took, as the referee's clock has it."""
    rules: str = field(default="", compare=False)
    """The rulesheet of a game that is not a bundled one."""
    states: tuple[frozenset[str], ...] = field(default=(), compare=False)
    """The fluents of each state as a file tells them: replaying compares them. A match just played keeps none."""

    def folded(self) -> Record:
        """The record without regard to case, for a game that was loaded so."""
        return replace(
            self,
            roles=tuple(role.lower() for role in self.roles),
            moves=tuple(tuple(move.lower() for move in joint_move) for joint_move in self.moves),
            states=tuple(frozenset(fluent.lower() for fluent in state) for state in self.states),
        )

    def to_dict(self, machine: Machine | None) -> dict[str, Any]:
        """The record in the form of ggp-base, as JSON values. The machine tells the states; they are left out
        without one."""
        from woodstock.referee.ggp import to_dict

        return to_dict(self, machine)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Record:
        """Read the format of ggp-base; anything else raises `WoodstockError`."""
        from woodstock.referee.ggp import from_dict

        return from_dict(data)
