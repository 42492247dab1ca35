"""The Python interface to a search of the core, the same for every algorithm."""

from __future__ import annotations

import time
from collections.abc import Callable

from woodstock.core import Search, Stop
from woodstock.core.running import FOREVER, interruptible
from woodstock.engine.core_machine import CoreMachine
from woodstock.engine.machine import State
from woodstock.errors import WoodstockError
from woodstock.report import MoveReport, Report
from woodstock.settings import Adjustable

ALL = 2**64 - 1
"""More playouts than any search makes."""


class Searcher(Adjustable):
    """Grows a tree from a state and evaluates each move. Only one thread at a time may use it."""

    def __init__(self, core: Search, machine: CoreMachine) -> None:
        self._core = core
        self._machine = machine
        self._seconds = 0.0

    def search(self, state: State, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Search from this state until a limit is reached or its value is proved; earlier results for it are kept.

        At least one limit is required. With playouts alone, and one thread, the result is always the same.
        """
        if seconds is None and playouts is None:
            raise WoodstockError("a search needs a limit: seconds or playouts")
        self._run(lambda: self._core.set_root(state), seconds, playouts)

    def _run(self, set_root: Callable[[], None], seconds: float | None, playouts: int | None) -> None:
        """Search from a new root."""
        begun = time.perf_counter()
        with self._machine.errors():
            set_root()
            time_limit = FOREVER if seconds is None else seconds - (time.perf_counter() - begun)
            wanted = ALL if playouts is None else playouts
            interruptible(lambda stop: self._core.run(time_limit, wanted, stop), Stop())
        self._seconds = time.perf_counter() - begun

    def report(self, role: int) -> Report:
        """The report for a role on the state that was last searched."""
        found = self._core.report(role)
        line = found["line"].reshape(-1, len(self._machine.roles)).tolist()
        return Report(
            role=role,
            moves=tuple(MoveReport(*one) for one in found["moves"]),
            best=found["best"],
            values=tuple(found["values"].tolist()),
            line=tuple(map(tuple, line)),
            nodes=found["nodes"],
            descents=found["descents"],
            playouts=found["playouts"],
            depth=found["depth"],
            proved=found["proved"],
            seconds=self._seconds,
        )
