"""Results on disk: one SQLite file (WAL) for each experiment, which only the client writes.

A result is a row under the cell's key and the number of the task, written once: what comes a second time is dropped.
Records in full lie in a table of their own, so that adding up a million rows does not read them.
"""

from __future__ import annotations

import fcntl
import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Self

from woodstock.experiments.kinds import Cell, Kind, Scale, Value
from woodstock.experiments.section import ExperimentError
from woodstock.files import require_regular

_APPLICATION = 0x776F6F64  # "wood"
_VERSION = 1

_SCHEMA = """
CREATE TABLE experiment (name TEXT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, scale TEXT NOT NULL);
CREATE TABLE runs (run INTEGER PRIMARY KEY, began REAL NOT NULL, ended REAL, about TEXT NOT NULL);
CREATE TABLE cells (cell INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
CREATE TABLE records (cell INTEGER NOT NULL, number INTEGER NOT NULL, record BLOB NOT NULL,
                      PRIMARY KEY (cell, number)) WITHOUT ROWID;
CREATE TABLE results (cell INTEGER NOT NULL, number INTEGER NOT NULL, run INTEGER NOT NULL, seconds REAL NOT NULL,
                      disturbance REAL, failure TEXT, {columns}, PRIMARY KEY (cell, number)) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one task. `failure` says what went wrong, and then there are no values."""

    number: int
    seconds: float
    values: Mapping[str, Value]
    record: bytes | None = None
    failure: str | None = None
    disturbance: float | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a cell is."""

    done: int = 0
    failed: int = 0
    disturbed: int = 0
    seconds: float = 0.0


class Store:
    """An open file of results."""

    def __init__(self, path: Path, kind: Kind, *, create: bool = False) -> None:
        if not create and not path.is_file():
            raise ExperimentError(f"there are no results in {path} yet: run the experiment first")
        if path.exists():
            require_regular(path)
        self.path = path
        self._columns = tuple(kind.columns)
        try:
            self._database = sqlite3.connect(path, isolation_level=None)
        except sqlite3.OperationalError as error:
            raise ExperimentError(f"{path}: cannot be opened: {error}") from error
        try:
            self._open(kind)
        except sqlite3.DatabaseError as error:
            self._database.close()
            raise ExperimentError(f"{path} is not a file of results: {error}") from error
        except ExperimentError:
            self._database.close()
            raise
        self._cells: dict[str, int] = dict(self._database.execute("SELECT key, cell FROM cells").fetchall())

    def _open(self, kind: Kind) -> None:
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        application, version = (
            self._database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if application == 0 and not self._database.execute("SELECT * FROM sqlite_master").fetchone():
            columns = ", ".join(f"{name} {sort}" for name, sort in kind.columns.items())
            self._database.executescript(
                f"BEGIN IMMEDIATE; {_SCHEMA.format(columns=columns)} PRAGMA application_id = {_APPLICATION};"
                f"PRAGMA user_version = {_VERSION}; COMMIT;"
            )
        elif application != _APPLICATION:
            raise ExperimentError(f"{self.path} is a database for something else")
        elif version != _VERSION:
            raise ExperimentError(f"{self.path} was written by another version of woodstock: name another file")
        known = {row[1] for row in self._database.execute("PRAGMA table_info(results)")}
        if not set(kind.columns) <= known:
            raise ExperimentError(f"{self.path} has the results of another kind of experiment: name another file")

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- writing, by the client that runs the experiment -------------------------------------------------------------

    @contextmanager
    def running(self, name: str, kind: str, text: str, scale: Scale, about: Mapping[str, Any]) -> Iterator[int]:
        """The number of a new run. Meanwhile no other client may run the experiment into this file."""
        with _locked(self.path.with_name(self.path.name + ".lock")):
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute("DELETE FROM experiment")
            self._database.execute(
                "INSERT INTO experiment VALUES (?, ?, ?, ?)", (name, kind, text, json.dumps(asdict(scale)))
            )
            cursor = self._database.execute(
                "INSERT INTO runs (began, about) VALUES (?, ?)", (time.time(), json.dumps(about))
            )
            self._database.execute("COMMIT")
            run = cursor.lastrowid
            assert run is not None
            try:
                yield run
            finally:
                with suppress(sqlite3.OperationalError):  # on a full disk there is something else to tell
                    self._database.execute("UPDATE runs SET ended = ? WHERE run = ?", (time.time(), run))

    def write(self, run: int, key: str, rows: Sequence[Row]) -> int:
        """Write results down, all or none of them; those that are there already stay as they are. How many are new?"""
        names = ", ".join(("cell", "number", "run", "seconds", "disturbance", "failure", *self._columns))
        places = ", ".join("?" * (6 + len(self._columns)))
        insert = f"INSERT INTO results ({names}) VALUES ({places}) ON CONFLICT DO NOTHING"  # noqa: S608 (names of ours)
        try:
            return self._insert(run, key, rows, insert)
        except sqlite3.OperationalError as error:  # a full disk, say
            raise ExperimentError(f"{self.path}: cannot be written: {error}; all earlier results are kept") from error

    def _insert(self, run: int, key: str, rows: Sequence[Row], insert: str) -> int:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            cell = self._cell(key)
            new = 0
            for row in rows:
                values = [row.values.get(name) for name in self._columns]
                common = (cell, row.number, run, row.seconds, row.disturbance, row.failure)
                if self._database.execute(insert, (*common, *values)).rowcount:
                    new += 1
                    if row.record is not None:
                        self._database.execute("INSERT INTO records VALUES (?, ?, ?)", (cell, row.number, row.record))
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:  # a full disk has ended it already
                self._database.execute("ROLLBACK")
            raise
        return new

    def forget_failures(self) -> int:
        """Drop the rows of tasks that failed, so that they are done again."""
        return self._database.execute("DELETE FROM results WHERE failure IS NOT NULL").rowcount

    def _cell(self, key: str) -> int:
        if key not in self._cells:
            self._database.execute("INSERT INTO cells (key) VALUES (?) ON CONFLICT DO NOTHING", (key,))
            found = self._database.execute("SELECT cell FROM cells WHERE key = ?", (key,)).fetchone()
            self._cells[key] = int(found[0])
        return self._cells[key]

    # --- reading -----------------------------------------------------------------------------------------------------

    def done(self, key: str) -> set[int]:
        """The numbers of the tasks of a cell that are done, failed ones as well."""
        rows = self._database.execute("SELECT number FROM results WHERE cell = ?", (self._cells.get(key),))
        return {number for (number,) in rows}

    def progress(self, limit: float, wanted: Mapping[str, int]) -> dict[str, Progress]:
        """How far each cell is with its first so many tasks. A result is disturbed beyond this limit."""
        aggregates = "count(*), count(failure), coalesce(sum(disturbance > ?), 0), coalesce(sum(seconds), 0)"
        return {key: Progress(*found) for key, found in self._each(aggregates, wanted, (limit,), "1").items()}

    def tallies(self, kind: Kind, wanted: Mapping[str, int]) -> dict[str, dict[str, float]]:
        """What the first so many rows of each cell add up to, failed ones left out."""
        names, aggregates = list(kind.tallies), ", ".join(kind.tallies.values())
        found = self._each(aggregates, wanted, (), "failure IS NULL")
        return {key: dict(zip(names, (value or 0 for value in row), strict=True)) for key, row in found.items()}

    def _each(
        self, aggregates: str, wanted: Mapping[str, int], arguments: tuple[Any, ...], condition: str
    ) -> dict[str, tuple[Any, ...]]:
        """Aggregates for each cell that has results."""
        select = f"SELECT {aggregates} FROM results WHERE cell = ? AND number < ? AND {condition}"  # noqa: S608
        found: dict[str, tuple[Any, ...]] = {}
        for key in (key for key in wanted if key in self._cells):
            row = self._database.execute(select, (*arguments, self._cells[key], wanted[key])).fetchone()
            if any(value is not None for value in row):
                found[key] = row
        return found

    def column(self, key: str, name: str) -> list[tuple[int, Any]]:
        """One column of a cell, in the order of the numbers; tasks that failed have `None`."""
        if name not in self._columns:
            raise ExperimentError(f"results have no column {name!r}: the columns are {', '.join(self._columns)}")
        return self._database.execute(
            f"SELECT number, {name} FROM results WHERE cell = ? ORDER BY number",  # noqa: S608
            (self._cells.get(key),),
        ).fetchall()

    def rotation_scores(self, key: str, name: str, rotation: int) -> list[float]:
        """The mean score of each rotation, in order, up to the first that is not complete; one with a match that failed
        or did not finish is left out. The order is not that in which they came in: so a test ends the same on any
        cluster."""
        scores: list[float] = []
        rows = self.column(key, name)
        for at in range(0, len(rows), rotation):
            group = rows[at : at + rotation]
            if [number for number, _ in group] != list(range(at, at + rotation)):
                break
            values = [score for _, score in group if score is not None]
            if len(values) == rotation:
                scores.append(sum(values) / rotation)
        return scores

    def failures(self, limit: int) -> list[tuple[str, int, str]]:
        """Some of the tasks that failed: their cell, number, and what went wrong."""
        return self._database.execute(
            "SELECT key, number, failure FROM results JOIN cells USING (cell) WHERE failure IS NOT NULL LIMIT ?",
            (limit,),
        ).fetchall()

    def records(self, key: str) -> Iterator[tuple[int, bytes]]:
        """The records of a cell, compressed as they are kept."""
        yield from self._database.execute(
            "SELECT number, record FROM records WHERE cell = ? ORDER BY number", (self._cells.get(key),)
        )

    def runs(self) -> list[dict[str, Any]]:
        """What is known of each run."""
        found = self._database.execute("SELECT run, began, ended, about FROM runs ORDER BY run")
        return [{"run": run, "began": began, "ended": ended, **json.loads(about)} for run, began, ended, about in found]


def stored(path: Path) -> tuple[str, str, Scale]:
    """The name and the text of the experiment that a file has results of, and the scale of its last run."""
    if path.exists():
        require_regular(path)
    try:
        with closing(sqlite3.connect(f"file:{path.absolute()}?mode=ro", uri=True)) as database:
            row = database.execute("SELECT name, text, scale FROM experiment").fetchone()
    except sqlite3.Error as error:
        raise ExperimentError(f"{path} is not a file of results: {error}") from error
    if row is None:
        raise ExperimentError(f"there are no results in {path} yet: run the experiment first")
    name, text, scale = row
    read = json.loads(scale)
    players = tuple((label, player) for label, player in read["players"])
    return name, text, Scale(read["tasks"], read["clocks"], tuple(read["only"]), players)


def counts(cells: Sequence[Cell]) -> dict[str, int]:
    """How many tasks of each key an experiment wants."""
    return {cell.key: cell.tasks for cell in cells if not cell.missing}


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock that the system lets go of when this process ends, however it ends."""
    file: IO[str]
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ExperimentError(f"another client is running this experiment ({path.name} is locked)") from None
        yield
