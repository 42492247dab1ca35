"""The part of a clock that is held back so that an answer is sent in time."""

from __future__ import annotations

REPLYING = 0.6
"""The part of a clock that may be kept back where delays as long as that were measured: on a machine that has many
times more to do than it has cores, a short clock is over before anybody wakes up."""


def reserve(clock: float) -> float:
    """Seconds of a clock that are never used: no delay is measured before it comes, and those at the manager's end are
    not measured at all. A core of a virtual machine stands still for some 30 ms now and then. At the usual clocks of
    some seconds it is an eighth of a second to a quarter."""
    return min(clock / 3, 0.03 + 0.025 * clock, 0.25)
