"""A server for each module of tests: to start one takes longer than most of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from web.serving import serving


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with serving() as found:
        yield found
