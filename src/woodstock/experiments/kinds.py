"""Kinds of work. An experiment is a table whose cells each hold the same task many times over; what a task is, what its
row of results says and what the rows of a cell add up to is known to its kind alone.

A new kind is a subclass of `Kind` in a module of its own and one line in `_KINDS`; a kind of your own is written
`module.Class` in the file of the experiment. All that goes to a worker is the kind's name, a `Cell.setup` and numbers,
so a setup must be picklable and small: text rather than compiled games.
"""

from __future__ import annotations

import importlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, ClassVar

from woodstock.experiments.section import ExperimentError, Section
from woodstock.experiments.tables import Table

Value = int | float | str | None
"""What a column of a row can hold."""

Column = Callable[[str, str], list[tuple[int, Any]]]
"""Gives the values of a column of a cell, by the cell's key and the column's name, with the numbers of the tasks."""

_KINDS = {
    "match": "woodstock.experiments.matches.MatchKind",
    "network": "woodstock.experiments.networks.NetworkKind",
    "qcsp": "woodstock.experiments.quantified.QcspKind",
}


@dataclass(frozen=True, slots=True)
class Scale:
    """How much smaller than its file says an experiment is run: the number of tasks and the seconds, and on which games
    or other rows; and players that stand for those of the file."""

    tasks: float = 1.0
    clocks: float = 1.0
    only: tuple[str, ...] = ()
    players: tuple[tuple[str, str], ...] = ()

    def count(self, tasks: int, rotation: int = 1) -> int:
        """So many tasks instead: at least one rotation, and whole ones."""
        wanted = max(1, round(tasks * self.tasks))
        return -(-wanted // rotation) * rotation

    def seconds(self, seconds: float | None) -> float | None:
        """So many seconds instead."""
        return None if seconds is None else seconds * self.clocks


@dataclass(frozen=True)
class Cell:
    """The same task `tasks` times over, by numbers from 0."""

    key: str
    """All that decides on the results, as text: cells with the same key share their results."""
    labels: Mapping[str, str]
    """Where it stands in a table: `{"game": "Awale", "pairing": "MAC-UCB vs. UCT"}`."""
    tasks: int
    setup: Any = None
    """What a worker needs; `None` where something is missing."""
    rotation: int = 1
    """So many consecutive tasks belong together, as matches with seats rotated do."""
    missing: str | None = None
    """Why it cannot be run here: a player or a game that does not exist (yet)."""
    mistake: tuple[str, ...] = ()
    """Where it is missing by a mistake in the file, the keys that lead there: then nothing is run."""
    clocked: bool = False
    """Do results depend on the time that passes? Then the machine must be quiet."""
    threads: int = 1
    """Cores that one task keeps busy."""
    alone: frozenset[str] = frozenset()
    """Things that exist once, such as a remote player: one batch at a time uses them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a task came to: a value for each column of its kind, and a record in full, compressed."""

    values: Mapping[str, Value]
    record: bytes | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure of a cell, with the bounds of its 95 % interval where it has one."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The cells of an experiment, in order, and how its kind has them reported unless the file says otherwise."""

    cells: tuple[Cell, ...]
    rows: str
    columns: str
    value: str
    notes: tuple[str, ...] = ()


class Kind(ABC):
    """A kind of work. Instances hold nothing."""

    columns: ClassVar[Mapping[str, str]]
    """The columns of a row besides those that all rows have, with their SQL types."""

    tallies: ClassVar[Mapping[str, str]]
    """What the rows of a cell are added up to by SQL, name by name: `{"points": "sum(points)"}`. Failed tasks are left
    out. Additive, so that cells can be pooled."""

    measures: ClassVar[Mapping[str, str]]
    """The figures of a cell by name, each with its unit for people ("%" are shares)."""

    scored: ClassVar[str] = ""
    """The column with the score (0 to 1) of a task, where there is one: for sequential tests, and to draw progress."""

    @abstractmethod
    def plan(self, section: Section, seed: int, scale: Scale) -> Plan:
        """The cells that the kind's own part of a file asks for. A mistake raises `ExperimentError`; a player or game
        that is not there makes a cell with `missing`, and with `mistake` if there should be one."""

    @abstractmethod
    def opened(self, setup: Any) -> AbstractContextManager[Callable[[int], Outcome]]:
        """At a worker: what does the task of a given number, with all that can be kept from task to task warmed up.
        A `WoodstockError` is the outcome of the task."""

    @abstractmethod
    def measured(self, tally: Mapping[str, float]) -> Mapping[str, Measure]:
        """The figures of a cell whose rows add up to this."""

    def extras(
        self,
        cells: Sequence[Cell],  # noqa: ARG002
        tallies: Mapping[str, Mapping[str, float]],  # noqa: ARG002
        column: Column,  # noqa: ARG002
    ) -> list[Table]:
        """Further tables over all cells; tallies are by the cells' keys, and `column` gives single results."""
        return []


def find(name: str) -> Kind:
    """The kind of this name: one of ours, or `module.Class`."""
    path = _KINDS.get(name, name)
    if not re.fullmatch(r"\w+(\.\w+)+", path):
        raise ExperimentError(f"there is no kind {name!r} of experiment: the kinds are {', '.join(sorted(_KINDS))}")
    module, _, attribute = path.rpartition(".")
    try:
        made = getattr(importlib.import_module(module), attribute)()
    except (ImportError, AttributeError, TypeError) as error:
        raise ExperimentError(f"there is no kind {name!r} of experiment: {error}") from error
    if not isinstance(made, Kind):
        raise ExperimentError(
            f"{name!r} is not a kind of experiment: it is not a subclass of woodstock.experiments.Kind"
        )
    return made
