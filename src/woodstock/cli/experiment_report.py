"""Reports on an experiment: its progress, its table, its figure, its records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli import codes
from woodstock.cli.failure import reading
from woodstock.cli.options import Json
from woodstock.cli.output import emit, respond, table
from woodstock.files import write_text, writing_to

if TYPE_CHECKING:
    from woodstock.experiments import Experiment, Report, Scale, Store
    from woodstock.experiments.tables import Table

Target = Annotated[
    str, typer.Argument(metavar="EXPERIMENT", help="A built-in experiment's name, its TOML file, or a file of results.")
]
Results = Annotated[
    Path | None, typer.Option("--results", metavar="FILE", help="The file of results; NAME.sqlite if it is not given.")
]
_SHOWN_FAILURES = 5


class Form(StrEnum):
    """The ways to write a table: methods of it."""

    MARKDOWN = "markdown"
    CSV = "csv"
    LATEX = "latex"


def status(target: Target, results: Results = None, as_json: Json = False) -> int:
    """Show the progress of an experiment."""
    experiment, path = found(target, results, None)
    with opened(experiment, path) as (store, summary):
        answer = answered(experiment, store, summary)
        failures = store.failures(_SHOWN_FAILURES)
    if as_json:
        emit(answer)
        return codes.OK
    header = ["cell", "done", "of", "failed", "disturbed", "seconds each", ""]
    rows = [
        [
            ", ".join(entry.cell.labels.values()),
            str(entry.progress.done),
            str(entry.cell.tasks),
            str(entry.progress.failed),
            str(entry.progress.disturbed),
            f"{entry.progress.seconds / entry.progress.done:.2f}" if entry.progress.done else "-",
            entry.cell.missing or "",
        ]
        for entry in summary.entries
    ]
    table(header, rows)
    print(f"{answer['done']} of {answer['total']} tasks are done")
    for key, number, failure in failures:
        print(f"failed: {key}, task {number}: {failure}")
    return codes.OK


def report(
    target: Target,
    form: Annotated[Form | None, typer.Option("--format", help="Write tables in this format.")] = None,
    details: Annotated[bool, typer.Option("--details", help="Every cell with all its figures.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to a file.")] = None,
    results: Results = None,
    as_json: Json = False,
) -> int:
    """Show the table of an experiment, with its intervals, next to the paper's."""
    experiment, path = found(target, results, None)
    with opened(experiment, path) as (store, summary):
        tables = [summary.table(), *([summary.details()] if details else []), *summary.extras]
        if as_json:
            emit(answered(experiment, store, summary))
            return codes.OK
    if form is None and out is None:
        for one in tables:
            _print(one)
        return codes.OK
    if form is Form.CSV:
        _write_csv(summary, out)
        return codes.OK
    text = _written(tables, form or Form.MARKDOWN, summary)
    if out is None:
        print(text, end="")
    else:
        write_text(out, text)
    return codes.OK


def plot(
    target: Target,
    out: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="The file to write, .svg or .png; by default NAME.svg and NAME.png."),
    ] = None,
    results: Results = None,
    as_json: Json = False,
) -> int:
    """Draw the figure of an experiment."""
    from woodstock.experiments.figures import draw

    experiment, path = found(target, results, None)
    paths = out or [Path(f"{experiment.name}.svg"), Path(f"{experiment.name}.png")]
    for one in paths:
        if one.suffix not in (".svg", ".png"):
            raise typer.BadParameter(f"{one}: a figure is written as .svg or .png")
    with opened(experiment, path) as (store, summary), writing_to(paths[0].parent):
        draw(summary, store, paths)
    answer = {"files": [str(one) for one in paths], "done": summary.done, "total": experiment.tasks}
    return respond(as_json, answer, lambda: print(*paths))


def records(
    target: Target,
    out: Annotated[Path, typer.Option(metavar="FILE", help="A file of JSON lines.")],
    results: Results = None,
    as_json: Json = False,
) -> int:
    """Write the records of all matches to a file, one per line, for `woodstock replay` and other programs."""
    from woodstock.experiments.playing import unpacked

    experiment, path = found(target, results, None)
    count = 0
    with opened(experiment, path) as (store, _), writing_to(out), out.open("w", encoding="utf-8") as file:
        for key in dict.fromkeys(cell.key for cell in experiment.plan.cells if not cell.missing):
            for _number, data in store.records(key):
                file.write(json.dumps(unpacked(data).to_dict(None)) + "\n")
                count += 1
    return respond(as_json, {"file": str(out), "records": count}, lambda: print(f"{count} records in {out}"))


def list_experiments(as_json: Json = False) -> int:
    """List the built-in experiments."""
    from woodstock.experiments import load, names

    known: list[dict[str, Any]] = []
    rows = []
    for one in map(load, names()):
        cells, gone = len(one.plan.cells), sum(cell.missing is not None for cell in one.plan.cells)
        keys = ("name", "title", "source", "tasks")
        known.append({**{key: getattr(one, key) for key in keys}, "cells": cells, "missing": gone})
        rows.append([one.name, str(one.tasks), f"{cells - gone} of {cells}", one.title])
    header = ["name", "tasks", "cells available", "title"]
    return respond(as_json, {"experiments": known}, lambda: table(header, rows))


def found(target: str, results: Path | None, scale: Scale | None) -> tuple[Experiment, Path]:
    """The experiment and its file of results. Without a scale it is that of the last run, if there was one."""
    with reading(target):
        return _found(target, results, scale)


def _found(target: str, results: Path | None, scale: Scale | None) -> tuple[Experiment, Path]:
    from woodstock.experiments import experiment as files
    from woodstock.experiments.store import stored

    if Path(target).suffix == ".sqlite":
        name, text, last = stored(Path(target))
        return files.parse(name, text, scale or last), results or Path(target)
    name = target if target in files.names() else Path(target).stem
    path = results or Path(f"{name}.sqlite")
    if scale is None and path.is_file():
        scale = stored(path)[2]
    return files.load(target, scale), path


@contextmanager
def opened(experiment: Experiment, path: Path) -> Iterator[tuple[Store, Report]]:
    """The results and what they add up to."""
    from woodstock.experiments import Store
    from woodstock.experiments import report as add_up

    with Store(path, experiment.kind) as store:
        yield store, add_up(experiment, store)


def answered(experiment: Experiment, store: Store, summary: Report) -> dict[str, Any]:
    """What programs are told of an experiment."""
    extras = [
        {"title": one.title, "rows": [dict(zip(one.header, row, strict=True)) for row in one.rows]}
        for one in summary.extras
    ]
    return {
        "name": experiment.name,
        "title": experiment.title,
        "results": str(store.path),
        "done": summary.done,
        "total": experiment.tasks,
        "failed": summary.failed,
        "cells": len(summary.entries),
        "missing": sum(entry.cell.missing is not None for entry in summary.entries),
        "rows": summary.rows(),
        "tables": extras,
        "runs": summary.runs,
    }


def _written(tables: list[Table], form: Form, summary: Report) -> str:
    from woodstock.experiments.report import run_lines

    text = "\n".join(getattr(one, form)() for one in tables)
    if form is Form.MARKDOWN:
        text += "\n## Runs\n\n" + "".join(f"- {line}\n" for line in run_lines(summary.runs))
    return text


def _write_csv(summary: Report, out: Path | None) -> None:
    """The cells, one in a row. A file has one table, so others go to files of their own beside it."""
    cells = summary.tidy().csv()
    if out is None:
        print(cells, end="")
        return
    write_text(out, cells)
    for extra in summary.extras:
        write_text(out.with_stem(f"{out.stem}-{extra.title.split()[0].lower()}"), extra.csv())


def _print(one: Table) -> None:
    print(one.title)
    table(one.header, one.rows)
    for note in one.notes:
        print(note)
    print()
