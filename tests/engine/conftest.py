"""Tests keep away from the user's cache: what they compile goes to a folder of their own."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WOODSTOCK_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
