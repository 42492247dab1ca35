"""An experiment: a small TOML file, read and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from woodstock.errors import hint
from woodstock.experiments.kinds import Kind, Plan, Scale, find
from woodstock.experiments.places import place_of
from woodstock.experiments.section import ExperimentError, Section
from woodstock.experiments.sprt import Sprt
from woodstock.files import open_bytes

BATCH_SECONDS = 10.0
"""How long a batch takes at least: then handing it out and in costs little."""

_LENGTH = 1 << 20
"""Bytes that a file may have."""

_BUILTIN = files(__package__) / "builtin"
_FIGURES = ("bars", "lines", "progress")


@dataclass(frozen=True, slots=True)
class Layout:
    """How an experiment is reported: which labels make the rows and the columns of its table ("measure": a column for
    each figure), which figure is shown, and what is drawn."""

    rows: str
    columns: str
    value: str
    figure: str
    x: str


@dataclass(frozen=True, slots=True)
class Paper:
    """What a paper reports, by the labels of the table."""

    columns: tuple[str, ...] = ()
    rows: Mapping[str, tuple[float, ...]] | None = None
    note: str = ""

    def value(self, row: str, column: str) -> float | None:
        """The paper's figure for a place in the table, if it gives one."""
        figures = (self.rows or {}).get(row)
        if figures is None or column not in self.columns:
            return None
        return figures[self.columns.index(column)]


@dataclass(frozen=True, slots=True)
class Fairness:
    """When a batch counts as disturbed (the share of the time in which its processes waited for a core), and how often
    it is run again before it is kept all the same."""

    limit: float = 0.2
    reruns: int = 2


@dataclass(frozen=True)
class Experiment:
    """All that a file says."""

    name: str
    title: str
    source: str
    kind_name: str
    kind: Kind
    plan: Plan
    layout: Layout
    paper: Paper
    scale: Scale
    seed: int
    sprt: Sprt | None
    fairness: Fairness
    batch_seconds: float
    text: str

    def check(self) -> None:
        """Raise `ExperimentError` for the first name or option of the file that does not exist, with its place."""
        for cell in self.plan.cells:
            if cell.mistake:
                error = ExperimentError(str(cell.missing), cell.mistake)
                error.place = place_of(self.text, cell.mistake)
                raise error
        if not any(not cell.missing for cell in self.plan.cells):
            raise ExperimentError(f"{self.name}: there is nothing to run; experiment status says what is missing")

    @property
    def tasks(self) -> int:
        """How many tasks there are to do; cells that share their results count once."""
        return sum({cell.key: cell.tasks for cell in self.plan.cells if not cell.missing}.values())


def load(name: str | Path, scale: Scale | None = None) -> Experiment:
    """The experiment of this name, or of this file."""
    path = Path(name)
    if str(name) in names():
        return parse(str(name), (_BUILTIN / f"{name}.toml").read_text(encoding="utf-8"), scale)
    if not path.exists():
        meant = hint(str(name), names(), f"the experiments are {', '.join(names())}")
        raise ExperimentError(f"no experiment is called {str(name)!r} and no file is there: {meant}")
    with open_bytes(path) as file:
        content = file.read(_LENGTH + 1)
    if len(content) > _LENGTH:
        raise ExperimentError(f"{path} is longer than {_LENGTH:,} bytes: this is not an experiment")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise ExperimentError(f"{path} is not text in UTF-8: {error.reason} at byte {error.start}") from error
    return parse(path.stem, text, scale)


def parse(name: str, text: str, scale: Scale | None = None) -> Experiment:
    """Read the text of an experiment."""
    scale = scale or Scale()
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ExperimentError(f"{name}: this is not TOML: {error}") from error
    try:
        return _read(name, table, text, scale)
    except ExperimentError as error:
        error.place = error.place or place_of(text, error.keys)
        raise


def _read(name: str, table: dict[str, Any], text: str, scale: Scale) -> Experiment:
    top = Section(table, name)
    kind_name = top.take("kind", str, "match")
    kind = find(kind_name)
    seed = top.take("seed", int, 0)
    plan = kind.plan(top.section("work" if "." in kind_name else kind_name), seed, scale)
    experiment = Experiment(
        name=name,
        title=top.take("title", str, name),
        source=top.take("source", str, ""),
        kind_name=kind_name,
        kind=kind,
        plan=plan,
        layout=_layout(top.section("report"), plan, tuple(kind.measures)),
        paper=_paper(top.section("paper")),
        scale=scale,
        seed=seed,
        sprt=_sprt(top.section("sprt")) if "sprt" in table else None,
        fairness=_fairness(top.section("fairness")),
        batch_seconds=top.seconds("batch_seconds", BATCH_SECONDS) or BATCH_SECONDS,
        text=text,
    )
    top.end()
    return experiment


@cache
def names() -> tuple[str, ...]:
    """The experiments that are built in."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _BUILTIN.iterdir() if file.name.endswith(".toml")))


def _layout(section: Section, plan: Plan, measures: tuple[str, ...]) -> Layout:
    labels = tuple(dict.fromkeys(label for cell in plan.cells for label in cell.labels))
    rows = section.choice("rows", labels, plan.rows)
    columns = section.choice("columns", (*labels, "measure"), plan.columns)
    layout = Layout(
        rows=rows,
        columns=columns,
        value=section.choice("value", measures, plan.value),
        figure=section.choice("figure", _FIGURES, "bars"),
        x=section.take("x", str, columns),
    )
    section.end()
    return layout


def _paper(section: Section) -> Paper:
    columns = tuple(section.texts("columns", []))
    rows = section.section("rows")
    figures = {row: tuple(rows.numbers(row, [])) for row in rows.keys()}  # noqa: SIM118 (not a dict)
    for row, numbers in figures.items():
        if len(numbers) != len(columns):
            raise ExperimentError(f"paper.rows.{row} has {len(numbers)} figures for {len(columns)} columns")
    paper = Paper(columns, figures, section.take("note", str, ""))
    section.end()
    return paper


def _sprt(section: Section) -> Sprt:
    sprt = Sprt(*(section.take(one.name, float, getattr(Sprt(), one.name)) for one in fields(Sprt)))
    section.end()
    return sprt


def _fairness(section: Section) -> Fairness:
    limit, reruns = section.take("limit", float, Fairness().limit), section.take("reruns", int, Fairness().reruns)
    if not 0 < limit <= 1 or not 0 <= reruns <= 100:
        raise ExperimentError("fairness.limit is a share between 0 and 1, fairness.reruns a number from 0 to 100")
    section.end()
    return Fairness(limit, reruns)
