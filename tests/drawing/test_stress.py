"""Graphs in the plane: joined vertices lie about one apart, others further, and nothing lies askew."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from woodstock.drawing.stress import laid_out


def grid(width: int, height: int) -> list[tuple[int, int]]:
    across = [(y * width + x, y * width + x + 1) for y in range(height) for x in range(width - 1)]
    return across + [(y * width + x, (y + 1) * width + x) for y in range(height - 1) for x in range(width)]


@pytest.mark.parametrize(("width", "height"), [(6, 6), (4, 9), (15, 10)])
def test_a_grid_is_a_grid(width: int, height: int) -> None:
    edges = grid(width, height)
    places = laid_out(width * height, edges)
    steps = np.array([places[other] - places[one] for one, other in edges])
    lengths = np.linalg.norm(steps, axis=1)
    assert lengths.min() > 0.8 and lengths.max() < 1.4
    assert (abs(steps).min(axis=1) < 0.15).all()  # level or upright
    apart = [np.linalg.norm(places[one] - places[other]) for one, other in combinations(range(width * height), 2)]
    assert min(apart) > 0.8


@pytest.mark.parametrize(
    ("vertices", "edges"),
    [
        (1, []),
        (3, []),
        (8, [(0, 1), (1, 2)]),
        (12, [(at, (at + 1) % 12) for at in range(12)]),
        (10, list(combinations(range(10), 2))),
        (31, [((at - 1) // 2, at) for at in range(1, 31)]),
    ],
)
def test_no_two_vertices_share_a_place(vertices: int, edges: list[tuple[int, int]]) -> None:
    places = laid_out(vertices, edges)
    assert np.isfinite(places).all()
    assert all(np.linalg.norm(places[one] - places[other]) > 0.2 for one, other in combinations(range(vertices), 2))
    assert (laid_out(vertices, edges) == places).all()
