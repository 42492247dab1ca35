"""What is left of a match: enough to replay it, and every deviation from the rules of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from woodstock.errors import WoodstockError


class Ending(StrEnum):
    """How a match ended."""

    TERMINAL = "terminal"
    """The rules ended it: the only ending that has a result."""
    LENGTH = "length"
    """It was as long as the referee allows."""
    BROKEN = "broken"
    """The rules left a role without a legal move."""


class Kind(StrEnum):
    """The ways in which something was not as it should be."""

    ILLEGAL = "illegal"
    """A player answered with something that is no legal move."""
    TIMEOUT = "timeout"
    """A player did not answer in time."""
    EXCEPTION = "exception"
    """A player raised an exception."""
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


@dataclass(frozen=True, slots=True)
class Record:
    """One match. Moves are KIF text, one for each role in the order of `roles`, so a record outlives the
    numbers of the machine it was played on. Records are equal when the same happened, however long it took.
    """

    game: str
    roles: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    start_clock: float | None
    play_clock: float | None
    moves: tuple[tuple[str, ...], ...]
    goals: tuple[int | None, ...]
    ending: Ending
    deviations: tuple[Deviation, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The record as what JSON can hold."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Record:
        """The record that `to_dict` wrote, perhaps by way of JSON."""
        try:
            return cls(
                game=str(data["game"]),
                roles=tuple(str(role) for role in data["roles"]),
                players=tuple(str(player) for player in data["players"]),
                seed=int(data["seed"]),
                start_clock=_seconds(data["start_clock"]),
                play_clock=_seconds(data["play_clock"]),
                moves=tuple(tuple(str(move) for move in joint_move) for joint_move in data["moves"]),
                goals=tuple(None if goal is None else int(goal) for goal in data["goals"]),
                ending=Ending(data["ending"]),
                deviations=tuple(_deviation(item) for item in data.get("deviations", ())),
                seconds=float(data.get("seconds", 0.0)),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise WoodstockError(f"this is not the record of a match: {error!r}") from error


def _seconds(value: Any) -> float | None:
    return None if value is None else float(value)


def _deviation(data: Mapping[str, Any]) -> Deviation:
    role = data["role"]
    return Deviation(
        step=int(data["step"]),
        role=None if role is None else str(role),
        kind=Kind(data["kind"]),
        detail=str(data["detail"]),
    )
