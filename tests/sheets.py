"""The collections of public rulesheets, in the folder that WOODSTOCK_RULESHEETS names.

Tests that read them are marked `sheets`, and skipped where the folder is not named.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

NAMED = bool(os.environ.get("WOODSTOCK_RULESHEETS"))
FOLDER = Path(os.environ.get("WOODSTOCK_RULESHEETS") or "WOODSTOCK_RULESHEETS-is-not-set")


def path_of(name: str) -> Path:
    """Where a rulesheet is. The collections are not the same everywhere: what is not there is skipped."""
    if not (FOLDER / name).exists():
        pytest.skip(f"{name} is not among the rulesheets here")
    return FOLDER / name


def marked(names: Iterable[str]) -> list[object]:
    """Names of games for a test: the files among them are public rulesheets."""
    return [pytest.param(name, marks=pytest.mark.sheets) if name.endswith(".kif") else name for name in names]
