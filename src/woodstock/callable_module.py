"""Packages that can be called: `woodstock.games()` lists the games, and `woodstock.games` is the package that has them.

Importing a package puts it into its parent under its own name, where it would hide a function of that name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


def make_callable(package: str, call: Callable[..., Any]) -> None:
    """Let a call of the package be a call of this function."""

    class CallableModule(ModuleType):
        __call__ = staticmethod(call)

    sys.modules[package].__class__ = CallableModule
