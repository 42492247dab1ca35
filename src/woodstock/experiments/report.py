"""What the results of an experiment say, beside what the paper says."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from woodstock.experiments.experiment import Experiment
from woodstock.experiments.kinds import Cell, Measure
from woodstock.experiments.sprt import Sequential
from woodstock.experiments.store import Progress, Store, counts
from woodstock.experiments.tables import Table
from woodstock.referee.statistics import Z_95

MISSING = "not available"
PENDING = "-"


@dataclass(frozen=True, slots=True)
class Entry:
    """A cell and what is known of it."""

    cell: Cell
    progress: Progress
    tally: Mapping[str, float]
    measures: Mapping[str, Measure]
    test: Sequential | None = None

    def to_dict(self, paper: float | None) -> dict[str, Any]:
        """As what JSON can hold."""
        figures: dict[str, Any] = {}
        for name, measure in self.measures.items():
            figures[name] = finite(measure.value)
            if measure.low is not None:
                figures[f"{name}_interval"] = [finite(measure.low), finite(measure.high)]
        test = self.test and {
            "verdict": self.test.verdict,
            "observations": self.test.observations,
            "log_likelihood_ratio": self.test.ratio,
        }
        return {
            **self.cell.labels,
            "total": self.cell.tasks,
            "done": self.progress.done,
            "failed": self.progress.failed,
            "disturbed": self.progress.disturbed,
            "missing": self.cell.missing,
            "paper": paper,
            **figures,
            **({"sprt": test} if test else {}),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """Everything there is to tell."""

    experiment: Experiment
    entries: tuple[Entry, ...]
    runs: tuple[dict[str, Any], ...]
    extras: tuple[Table, ...] = ()
    """What the kind adds, such as ratings."""

    @property
    def done(self) -> int:
        """Tasks that are done; those of cells that share their results count once."""
        return sum(one.done for one in self._progress())

    @property
    def failed(self) -> int:
        """Tasks that failed."""
        return sum(one.failed for one in self._progress())

    def _progress(self) -> Iterable[Progress]:
        return {entry.cell.key: entry.progress for entry in self.entries}.values()

    def rows(self) -> list[dict[str, Any]]:
        """A row for each cell, as JSON values."""
        layout, paper = self.experiment.layout, self.experiment.paper
        return [
            entry.to_dict(
                None
                if layout.columns == "measure"
                else paper.value(entry.cell.labels[layout.rows], entry.cell.labels[layout.columns])
            )
            for entry in self.entries
        ]

    def row_labels(self) -> list[str]:
        """The rows of the table."""
        return list(dict.fromkeys(entry.cell.labels[self.experiment.layout.rows] for entry in self.entries))

    def column_labels(self) -> list[str]:
        """The columns of the table."""
        columns = self.experiment.layout.columns
        if columns == "measure":
            return list(self.experiment.kind.measures)
        return list(dict.fromkeys(entry.cell.labels[columns] for entry in self.entries))

    def measure(self, row: str, column: str) -> Measure | None:
        """The figure for a place in the table: of its cell, or the mean over its cells, each of which counts the same.
        `None` where there is nothing yet."""
        layout = self.experiment.layout
        by_measure = layout.columns == "measure"
        value = column if by_measure else layout.value
        found = [
            entry.measures[value]
            for entry in self._at(row, column)
            if value in entry.measures and entry.measures[value].value is not None
        ]
        return found[0] if len(found) == 1 else pooled(found)

    def table(self) -> Table:
        """The table of the paper, with our figures beside its own."""
        one = self.experiment
        columns = self.column_labels()
        told = [column for column in columns if column in one.paper.columns]
        header = [one.layout.rows]
        for column in columns:
            header += [column, "paper"] if column in told else [column]
        rows = []
        for row in self.row_labels():
            cells = [row]
            for column in columns:
                cells.append(self._text(row, column))
                if column in told:
                    published = one.paper.value(row, column)
                    cells.append(PENDING if published is None else shown(published, self._unit(column), published=True))
            rows.append(cells)
        return Table(f"{one.title}", header, rows, self._notes())

    def details(self) -> Table:
        """Every cell with all its figures, one in each row."""
        labels = list(dict.fromkeys(label for entry in self.entries for label in entry.cell.labels))
        header = [*labels, "done", "of", "failed", *self.experiment.kind.measures]
        rows = [
            [
                *(entry.cell.labels.get(label, "") for label in labels),
                str(entry.progress.done),
                str(entry.cell.tasks),
                str(entry.progress.failed),
                *(
                    MISSING if entry.cell.missing else _with_interval(entry.measures.get(name, Measure(None)), unit)
                    for name, unit in self.experiment.kind.measures.items()
                ),
            ]
            for entry in self.entries
        ]
        return Table(f"{self.experiment.title}: all cells", header, rows)

    def tidy(self) -> Table:
        """A row for each cell and a column for each figure, in plain numbers, for other programs."""
        rows = self.rows()
        measures = list(self.experiment.kind.measures)
        labels = list(dict.fromkeys(label for entry in self.entries for label in entry.cell.labels))
        counted = ["total", "done", "failed", "disturbed"]
        header = [*labels, *counted, "missing", "paper"]
        header += [name for measure in measures for name in (measure, f"{measure}_low", f"{measure}_high")]
        return Table(self.experiment.title, header, [[_plain(_flat(row).get(name)) for name in header] for row in rows])

    def _at(self, row: str, column: str) -> list[Entry]:
        layout = self.experiment.layout
        return [
            entry
            for entry in self.entries
            if entry.cell.labels[layout.rows] == row
            and (layout.columns == "measure" or entry.cell.labels[layout.columns] == column)
        ]

    def _unit(self, column: str) -> str:
        layout = self.experiment.layout
        return self.experiment.kind.measures[column if layout.columns == "measure" else layout.value]

    def _text(self, row: str, column: str) -> str:
        entries = self._at(row, column)
        if entries and all(entry.cell.missing for entry in entries):
            return MISSING
        measure = self.measure(row, column)
        if measure is None:
            return PENDING
        verdicts = "".join(f", {entry.test.verdict}" for entry in entries if entry.test)
        return _with_interval(measure, self._unit(column)) + verdicts

    def _notes(self) -> list[str]:
        """What a reader must know to judge the figures."""
        one = self.experiment
        notes = [f"source: {one.source}"] if one.source else []
        notes += [*one.plan.notes, *([one.paper.note] if one.paper.note else [])]
        notes.append(f"{self.done:,} of {one.tasks:,} tasks done, seed {one.seed}")
        spread = {entry.progress.done for entry in self.entries if not entry.cell.missing}
        if spread:
            least, most = min(spread), max(spread)
            tasks = f"{most} task{'s' if most != 1 else ''}" if least == most else f"{least} to {most} tasks"
            notes.append(f"{tasks} in a cell; in brackets the 95 % interval")
        disturbed = sum(one.disturbed for one in self._progress())
        for what, count in (("failed", self.failed), ("were disturbed by a busy machine", disturbed)):
            if count:
                notes.append(f"{count:,} tasks {what}")
        if errors := sum(entry.tally.get("errors", 0) + entry.tally.get("other_errors", 0) for entry in self.entries):
            notes.append(f"{errors:,.0f} moves were late, or replaced for another reason")
        for missing in dict.fromkeys(entry.cell.missing for entry in self.entries if entry.cell.missing):
            notes.append(f"{MISSING}: {missing}")
        return notes


def report(experiment: Experiment, store: Store) -> Report:
    """Add up the results."""
    wanted = counts(experiment.plan.cells)
    progress = store.progress(experiment.fairness.limit, wanted)
    tallies = store.tallies(experiment.kind, wanted)
    entries = []
    for cell in experiment.plan.cells:
        tally = tallies.get(cell.key, {})
        measures = experiment.kind.measured(tally) if tally else {}
        test = None
        if experiment.sprt is not None and not cell.missing:
            test = experiment.sprt.begun()
            for score in store.rotation_scores(cell.key, experiment.kind.scored, cell.rotation):
                test.observe(score)
        entries.append(Entry(cell, progress.get(cell.key, Progress()), tally, measures, test))
    known = {entry.cell.key: entry.tally for entry in entries if entry.tally}
    extras = experiment.kind.extras([entry.cell for entry in entries if entry.tally], known, store.column)
    return Report(experiment, tuple(entries), tuple(store.runs()), tuple(extras))


def run_lines(runs: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line for each run: when, how long, where."""
    lines = []
    for run in runs:
        began = datetime.fromtimestamp(run["began"], UTC).strftime("%Y-%m-%d %H:%M UTC")
        took = "not ended" if run["ended"] is None else f"{(run['ended'] - run['began']) / 60:.1f} minutes"
        command = " ".join(run.get("command", []))
        workers = run.get("workers") or run.get("crew")  # the key had another name before 0.2.0
        lines.append(f"{began}, {took}, woodstock {run['version']}, {workers}, {run['machine']}: `{command}`")
    return lines


def pooled(measures: Sequence[Measure]) -> Measure | None:
    """The mean of the figures of several cells. Where each has an interval, so has the mean: the half widths are
    independent errors."""
    if not measures:
        return None
    values = [measure.value for measure in measures if measure.value is not None and math.isfinite(measure.value)]
    if not values:
        return None
    mean = sum(values) / len(values)
    halves = [
        (measure.high - measure.low) / 2 / Z_95
        for measure in measures
        if measure.low is not None and measure.high is not None
    ]
    if len(halves) != len(measures) or not all(map(math.isfinite, halves)):
        return Measure(mean)
    half = Z_95 * math.sqrt(sum(half * half for half in halves)) / len(halves)
    return Measure(mean, mean - half, mean + half)


def shown(value: float, unit: str, *, published: bool = False) -> str:
    """A figure for people. Shares are percentages; a paper writes them so already."""
    if unit == "%":
        return f"{value if published else 100 * value:.1f} %"
    return f"{_bare(value, unit)} {unit}".rstrip()


def _bare(value: float, unit: str) -> str:
    if unit == "%":
        return f"{100 * value:.1f}"
    if not math.isfinite(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.1f}"


def _with_interval(measure: Measure, unit: str) -> str:
    if measure.value is None:
        return PENDING
    text = shown(measure.value, unit)
    if measure.low is None or measure.high is None:
        return text
    return f"{text} [{_bare(measure.low, unit)}, {_bare(measure.high, unit)}]"


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with the two ends of each interval as figures of their own."""
    flat = dict(row)
    for name, value in row.items():
        if name.endswith("_interval") and value is not None:
            flat[name.removesuffix("_interval") + "_low"], flat[name.removesuffix("_interval") + "_high"] = value
    return flat


def _plain(value: float | str | None) -> str:
    return "" if value is None else str(value)


def finite(value: float | None) -> float | None:
    """JSON knows no infinity."""
    return value if value is not None and math.isfinite(value) else None
