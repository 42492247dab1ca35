"""Looking on at a match: what there is to see after each joint move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from woodstock.engine.machine import Machine, State
from woodstock.report import Report


@dataclass(frozen=True, slots=True)
class Thought:
    """What stood behind the move of a role that had a choice."""

    role: int
    player: str
    seconds: float
    report: Report | None
    """None where the player does not tell."""


@dataclass(frozen=True, slots=True)
class Look:
    """A state of a match, the joint move that led to it, and the thoughts behind that."""

    machine: Machine
    state: State
    joint_move: tuple[int, ...] | None = None
    """None at the start."""
    thoughts: tuple[Thought, ...] = ()
    step: int = 0
    """Joint moves that were made so far."""


EachState = Callable[[Look], None]
"""Somebody who looks on."""
