"""Places for the vertices of a graph in the plane, by stress majorisation (Gansner, Koren and North 2004).

The stress of a layout is how far distances in the plane are from those along edges (Kamada and Kawai 1989), near
vertices counting most. Each step moves all vertices to where a bound on the stress is least.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

_STEPS = 300
_SETTLED = 1e-5
"""The part of the stress by which a step must lower it to be followed by another."""


def laid_out(vertices: int, edges: Sequence[tuple[int, int]]) -> Matrix:
    """A row with the place of each vertex; joined ones are about one apart. The same graph always gets the same."""
    distances = _distances(vertices, edges)
    places = _scaled(distances)
    weights = np.divide(1.0, distances**2, out=np.zeros_like(distances), where=distances > 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    stress = np.inf
    for _ in range(_STEPS):
        lengths = np.linalg.norm(places[:, np.newaxis] - places, axis=2)
        before, stress = stress, float((weights * (lengths - distances) ** 2).sum())
        if before - stress <= _SETTLED * stress:
            break
        pull = np.divide(weights * distances, lengths, out=np.zeros_like(lengths), where=lengths > 1e-9)
        places = inverse @ ((np.diag(pull.sum(axis=1)) - pull) @ places)
    return _upright(places, edges)


def _distances(vertices: int, edges: Sequence[tuple[int, int]]) -> Matrix:
    """Along edges; vertices that no path joins are a little further apart than any others."""
    distances = np.full((vertices, vertices), np.inf)
    np.fill_diagonal(distances, 0.0)
    for one, other in edges:
        distances[one, other] = distances[other, one] = 1.0
    for between in range(vertices):
        distances = np.minimum(distances, distances[:, between, np.newaxis] + distances[between])
    reached = np.isfinite(distances)
    return np.where(reached, distances, distances[reached].max(initial=0.0) + 1.0)


def _scaled(distances: Matrix) -> Matrix:
    """Classical multidimensional scaling, where the search for low stress begins."""
    squares = distances**2
    centred = -(squares - squares.mean(axis=0) - squares.mean(axis=1, keepdims=True) + squares.mean()) / 2
    values, vectors = np.linalg.eigh(centred)
    places: Matrix = vectors[:, -1:-3:-1] * np.sqrt(np.maximum(values[-1:-3:-1], 0.0))
    around = np.arange(len(distances)) * (2 * pi / len(distances))  # no two vertices should begin at one place
    return places + 1e-3 * np.column_stack((np.cos(around), np.sin(around)))


def _upright(places: Matrix, edges: Sequence[tuple[int, int]]) -> Matrix:
    """Turned so that as many edges as can be are level, or make up squares or triangles with those that are."""
    steps = np.array([places[other] - places[one] for one, other in edges if one != other]).reshape(-1, 2)
    directions = steps[:, 0] + 1j * steps[:, 1]
    sums = {folds: complex((directions**folds / np.maximum(abs(directions), 1e-9) ** folds).sum()) for folds in (4, 6)}
    folds = max(sums, key=lambda folds: abs(sums[folds]))
    turn = -np.angle(sums[folds]) / folds
    turned: Matrix = places @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return turned
