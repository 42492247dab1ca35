"""Figures by matplotlib: bars or lines of what the table says, and how a score settles with the number of matches."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from woodstock.experiments.report import Report
from woodstock.experiments.section import REMEDY, ExperimentError
from woodstock.experiments.store import Store

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_POINTS = 2000
"""Points of a line at most: more cannot be told apart."""


def draw(report: Report, store: Store, paths: list[Path]) -> None:
    """Draw the figure of an experiment into files; their endings say how."""
    try:
        import matplotlib as mpl

        mpl.use("Agg")
        from matplotlib import pyplot
    except ImportError as error:
        raise ExperimentError(f"figures need matplotlib: {REMEDY}") from error
    # A picture of text that is text, and the same file for the same results.
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "woodstock", "font.size": 9})
    figure, axes = pyplot.subplots(figsize=(9, 5), layout="constrained")
    _DRAW[report.experiment.layout.figure](axes, report, store)
    axes.set_title(report.experiment.title)
    for path in paths:
        metadata: dict[str, Any] = {"Date": None} if path.suffix == ".svg" else {}
        figure.savefig(path, dpi=150, metadata=metadata)
    pyplot.close(figure)


def _bars(axes: Axes, report: Report, _store: Store) -> None:
    """A group of bars for each row, one for each column, with intervals; what the paper says is a mark."""
    rows, columns = report.row_labels(), report.column_labels()
    width = 0.8 / max(1, len(columns))
    for at, column in enumerate(columns):
        places = {row: number - 0.4 + (at + 0.5) * width for number, row in enumerate(rows)}
        found = {row: figures for row in rows if (figures := _figures(report, row, column))}
        values, low, high = np.array(list(found.values()), dtype=float).reshape(-1, 3).T
        errors = np.abs([values - low, high - values]) if found else None
        axes.bar([places[row] for row in found], values, width, yerr=errors, label=column, capsize=2)
        told = {row: report.experiment.paper.value(row, column) for row in rows}
        marks = [(places[row], value) for row, value in told.items() if value is not None]
        if marks:
            x, y = zip(*marks, strict=True)
            axes.plot(x, y, "kD", markersize=3, markerfacecolor="white", label="paper" if at == 0 else None)
    axes.set_xticks(range(len(rows)), rows, rotation=45, ha="right")
    _label(axes, report)


def _lines(axes: Axes, report: Report, _store: Store) -> None:
    """A line for each row over the columns, which are numbers; what the paper says is dashed."""
    columns = report.column_labels()
    x = [_number(column) for column in columns]
    paper = report.experiment.paper
    for row in report.row_labels():
        known = [
            (at, *figures) for at, column in zip(x, columns, strict=True) if (figures := _figures(report, row, column))
        ]
        places, values, low, high = np.array(known, dtype=float).reshape(-1, 4).T
        (line,) = axes.plot(places, values, "o-", markersize=3, label=row)
        axes.fill_between(places, low, high, alpha=0.12, color=line.get_color())
        told = [(at, paper.value(row, column)) for at, column in zip(x, columns, strict=True)]
        published = [(at, value) for at, value in told if value is not None]
        if published:
            axes.plot(*zip(*published, strict=True), linestyle="--", linewidth=0.8, color=line.get_color())
    if paper.rows:
        axes.plot([], [], "k--", linewidth=0.8, label="paper")
    axes.set_xlabel(report.experiment.layout.x)
    _label(axes, report)


def _progress(axes: Axes, report: Report, store: Store) -> None:
    """For each cell, how its score settles with the number of matches (paper 000, figure 5)."""
    experiment = report.experiment
    if not experiment.kind.scored:
        raise ExperimentError("a figure of progress needs a kind of experiment that has scores")
    for entry in report.entries:
        rows = store.column(entry.cell.key, experiment.kind.scored) if not entry.cell.missing else []
        scores = np.array([score for _, score in rows if score is not None], dtype=float)
        if not len(scores):
            continue
        counts = np.arange(1, len(scores) + 1)
        chosen = np.unique(np.linspace(0, len(scores) - 1, min(_POINTS, len(scores))).astype(int))
        label = entry.cell.labels[experiment.layout.rows]
        axes.plot(counts[chosen], 100 * np.cumsum(scores)[chosen] / counts[chosen], linewidth=1, label=label)
    axes.set_xlabel("matches")
    _label(axes, report)


_DRAW: dict[str, Callable[[Axes, Report, Store], None]] = {"bars": _bars, "lines": _lines, "progress": _progress}


def _label(axes: Axes, report: Report) -> None:
    layout = report.experiment.layout
    unit = report.experiment.kind.measures.get(layout.value, "")
    axes.set_ylabel(f"{layout.value}{f' ({unit})' if unit else ''}")
    if unit == "%":
        axes.set_ylim(0, 100)
        axes.axhline(50, color="grey", linewidth=0.5)
    handles, _ = axes.get_legend_handles_labels()
    if handles and axes.figure is not None:
        axes.figure.legend(loc="outside lower center", fontsize=7, ncols=5)


def _figures(report: Report, row: str, column: str) -> tuple[float, float, float] | None:
    """The figure at a place of the table and the ends of its interval, as they are drawn, if it is known. An end that
    is not known, or infinite, is the figure itself."""
    measure = report.measure(row, column)
    if measure is None or measure.value is None or not math.isfinite(measure.value):
        return None
    value = measure.value
    low, high = (value if end is None or not math.isfinite(end) else end for end in (measure.low, measure.high))
    share = report.experiment.kind.measures.get(report.experiment.layout.value) == "%"
    factor = 100.0 if share else 1.0
    return factor * value, factor * low, factor * high


def _number(label: str) -> float:
    try:
        return float(label.split(maxsplit=1)[0])
    except (ValueError, IndexError):
        raise ExperimentError(f"a figure of lines needs columns that are numbers, not {label!r}") from None
