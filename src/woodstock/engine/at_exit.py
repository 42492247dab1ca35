"""What is said about objects of the core that are still there when Python ends."""

from __future__ import annotations

from woodstock.core import set_leak_warnings


def held_elsewhere() -> None:
    """Another library holds objects of ours until the very end of the process: that is no leak to warn of."""
    set_leak_warnings(False)
