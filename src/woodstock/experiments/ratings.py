"""Strengths of many players from matches between pairs of them: the model of Bradley and Terry (1952), with errors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from woodstock.graph import components
from woodstock.referee.statistics import Z_95

_PER_ELO = math.log(10) / 400
"""Natural logarithms of odds for each Elo point."""
_STEPS = 100

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength in Elo points above the mean of all, with the half width of its 95 % interval."""

    player: str
    elo: float
    error: float
    matches: int
    points: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """All strengths, the strongest first. `prior` tells that virtual draws were added: without them somebody would be
    infinitely strong or weak."""

    players: tuple[Rating, ...]
    prior: bool


def bradley_terry(points: Mapping[tuple[str, str], float], prior: float | None = None) -> Ratings:
    """The most likely strengths, from the points that each player made against each other (a draw is half a point for
    both).

    Where everybody is connected to everybody by points won, strengths are finite. Else one virtual draw is added for
    each pair that met, unless `prior` says how many there are to be. Errors are those of the maximum of the likelihood:
    the inverse of Fisher's information, within the strengths whose mean is zero. Players that no chain of matches
    connects cannot be compared, so their errors are infinite.
    """
    names = sorted({name for pair in points for name in pair})
    place = {name: number for number, name in enumerate(names)}
    won = np.zeros((len(names), len(names)))
    for (one, other), scored in points.items():
        won[place[one], place[other]] += scored
    played = won + won.T
    virtual = prior if prior is not None else 0.0 if _connected(won > 0) else 1.0
    if not names:
        return Ratings((), prior=False)
    counted = won + virtual / 2 * (played > 0)
    strengths, covariance = _maximise(counted)
    errors = Z_95 * np.sqrt(np.diag(covariance)) / _PER_ELO
    if not _connected(played > 0):
        errors[:] = math.inf
    rated = [
        Rating(name, strengths[at] / _PER_ELO, float(errors[at]), round(played[at].sum()), float(won[at].sum()))
        for at, name in enumerate(names)
    ]
    return Ratings(tuple(sorted(rated, key=lambda one: -one.elo)), prior=virtual > 0)


def _maximise(won: Array) -> tuple[Array, Array]:
    """Newton's method on the log likelihood, which is concave; the covariance comes along."""
    played = won + won.T
    strengths = np.zeros(len(won))
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        slope = won.sum(axis=1) - (played * chance).sum(axis=1)
        weights = played * chance * chance.T
        information = np.diag(weights.sum(axis=1)) - weights
        covariance = np.linalg.pinv(information, hermitian=True)
        step = covariance @ slope
        # Far from the maximum a full step may overshoot.
        strengths = strengths + step * min(1.0, 2 / max(1e-12, float(np.abs(step).max())))
        if float(np.abs(step).max()) < 1e-10:
            break
    return strengths - strengths.mean(), np.asarray(covariance, dtype=np.float64)


def _connected(edges: npt.NDArray[np.bool_]) -> bool:
    """Is there a way from every player to every other?"""
    return len(components(range(len(edges)), lambda at: np.flatnonzero(edges[at]).tolist())) <= 1
