from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def circuits(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Circuits are kept for the session in a folder that all test processes share."""
    base = tmp_path_factory.getbasetemp()
    os.environ["WOODSTOCK_CACHE"] = str((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "circuits")
