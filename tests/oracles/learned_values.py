"""The values of a network of learned weights, by numpy: what the kernels of the core have to agree with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ONE, OUTPUT_UNIT = 127, 256
LOGISTIC_ERROR = 1 / 64 / 4
"""The core reads the logistic function from a table of steps of a 64th; it is nowhere steeper than a quarter."""


def whole(weights: NDArray[np.float32], unit: int) -> NDArray[np.int64]:
    """Weights as 16-bit integers."""
    return np.asarray(np.rint(np.clip(weights * np.float32(unit), -32767, 32767)), dtype=np.int64)


def values(
    rows: NDArray[np.float32], outputs: NDArray[np.float32], holding: NDArray[np.bool_], phase: int
) -> NDArray[np.float64]:
    """By state, then by role. Rows are by fluent, outputs by phase, role and hidden unit."""
    _, roles, hidden = outputs.shape
    always = np.ones((len(holding), 1), dtype=bool)
    sums = np.hstack([holding, always]).astype(np.int64) @ whole(rows, ONE)
    active = np.clip(sums[:, :hidden], 0, ONE)
    linear = sums[:, hidden : hidden + roles]
    out = OUTPUT_UNIT * linear + active @ whole(outputs[phase], OUTPUT_UNIT).T
    return np.asarray(1 / (1 + np.exp(-np.clip(out / (ONE * OUTPUT_UNIT), -16, 16))))
