"""Colours that readers can tell apart who do not see all of them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from woodstock.drawing.palette import FILLS, GROUPS
from woodstock.drawing.pieces import _ROLE_COLOURS

Vector = NDArray[np.float64]

SEEN = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
"""What becomes of linear red, green and blue (Machado, Oliveira and Fernandes, 2009, severity 1)."""
_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.9505, 1.0, 1.089])
APART = 15.0
"""The least distance of two colours in CIELAB; what is 2 apart is just told apart side by side."""


def linear(colour: str) -> Vector:
    shares = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def lab(rgb: Vector) -> Vector:
    xyz = _XYZ @ np.clip(rgb, 0, 1) / _WHITE
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_the_distance_is_that_of_cielab() -> None:
    assert np.allclose(lab(linear("#ffffff")), [100, 0, 0], atol=0.1)
    assert np.allclose(lab(linear("#ff0000")), [53.2, 80.1, 67.2], atol=0.2)


@pytest.mark.parametrize("sight", SEEN)
@pytest.mark.parametrize(
    "colours",
    [[FILLS[name] for name in _ROLE_COLOURS], GROUPS, [FILLS[name] for name in ("red", "green", "black", "white")]],
    ids=["roles", "groups", "usual names"],
)
def test_colours_are_told_apart(sight: str, colours: list[str]) -> None:
    seen = [lab(np.array(SEEN[sight]) @ linear(colour)) for colour in colours]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) > APART
