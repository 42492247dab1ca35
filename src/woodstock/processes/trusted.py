"""Values for a process that trusts us: one that we started, or the one that started us.

Others could have code run here by what they send, so what they say is read in another way.
"""

from __future__ import annotations

import pickle
from typing import Any


def pack(value: object) -> bytes:
    """As bytes."""
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def unpack(data: bytes | None) -> Any:
    """What was packed."""
    return pickle.loads(data or b"")  # noqa: S301
