"""What all tests share."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# A shell that runs the tests in the background has them ignore Ctrl-C, and every program they start as well.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says nothing on a busy machine. In CI the same examples are tried each time; new ones are
# for those who can look into what they find.
settings.register_profile(
    "woodstock", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("woodstock")

RECURSION_LIMIT = sys.getrecursionlimit()


@pytest.fixture(autouse=True)
def recursion_limit() -> Iterator[None]:
    """What a test raises for its own needs must not hide from the next one that something recurses without end."""
    yield
    sys.setrecursionlimit(RECURSION_LIMIT)
