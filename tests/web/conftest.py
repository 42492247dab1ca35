"""One server for all tests that need no other: to start its processes takes longer than most of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from web.serving import serving


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    with serving() as found:
        yield found
