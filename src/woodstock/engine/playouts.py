"""What a run of random playouts found: one form for circuits and for the interpreter."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayoutReport:
    """Random playouts from one state, each role choosing uniformly among its legal moves.

    Only playouts that reached a terminal state count in `playouts` and in the means; a role to which the rules
    give no goal value there counts as 0. With no such playout the means are 0.
    """

    playouts: int
    """Playouts that reached a terminal state."""
    capped: int
    """Playouts given up at the limit of steps."""
    broken: int
    """Playouts that met a non-terminal state without a legal move for some role."""
    states: int
    """Joint moves made in all playouts together, capped and broken ones included."""
    seconds: float
    """Wall time."""
    mean_length: float
    """Mean number of joint moves of a playout."""
    mean_goals: tuple[float, ...]
    """Mean goal value of each role, in the order of the roles."""
