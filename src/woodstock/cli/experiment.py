"""`woodstock experiment`: a table or figure of a paper, or one of your own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli import codes
from woodstock.cli.experiment_report import (
    Results,
    Target,
    answered,
    found,
    list_experiments,
    plot,
    records,
    report,
    status,
)
from woodstock.cli.failure import complain, reading
from woodstock.cli.options import Json
from woodstock.cli.output import emit
from woodstock.cli.terminal import console
from woodstock.printable import one_line

if TYPE_CHECKING:
    from woodstock.experiments import RunStatus


def run(
    target: Target,
    scheduler: Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler: tcp://host:port.")] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=1024, help="Workers on this machine; by default as many as there are cores."
        ),
    ] = None,
    scale: Annotated[float, typer.Option(metavar="F", min=0, help="Multiply the number of matches by F.")] = 1.0,
    clock_scale: Annotated[
        float, typer.Option(metavar="F", min=1e-9, help="Multiply the seconds of all clocks by F.")
    ] = 1.0,
    only: Annotated[list[str] | None, typer.Option(metavar="GAME", help="Only this game; may be repeated.")] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="LABEL=PLAYER", help="Substitute this player for one of the experiment's."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--for", metavar="S", min=0, help="Stop after S seconds; resume later.")
    ] = None,
    reruns: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=100, help="How often to repeat a disturbed batch."),
    ] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Repeat failed tasks.")] = False,
    results: Results = None,
    as_json: Json = False,
) -> int:
    """Run an experiment, or resume it. Finished tasks are stored, whatever happens."""
    from woodstock.experiments import Runner, Scale, Store
    from woodstock.experiments import report as add_up
    from woodstock.experiments.cluster import DaskPool

    chosen = Scale(scale, clock_scale, tuple(only or ()), tuple(_label(text) for text in player or ()))
    if scheduler is not None and workers is not None:
        raise typer.BadParameter(
            "--workers starts workers on this machine, and a scheduler has its own: give one of the two"
        )
    experiment, path = found(target, results, chosen)
    with reading(target):
        experiment.check()
    if reruns is not None:
        experiment = replace(experiment, fairness=replace(experiment.fairness, reruns=reruns))
    interrupted = False
    with ExitStack() as stack:
        store = stack.enter_context(Store(path, experiment.kind, create=True))
        if retry:
            store.forget_failures()
        runnable = [cell for cell in experiment.plan.cells if not cell.missing]
        threads = max((cell.threads for cell in runnable), default=1)
        pool = stack.enter_context(closing(DaskPool(scheduler, workers, threads)))
        each: Callable[[RunStatus], None] = stack.enter_context(watching(experiment.name, quiet=as_json))
        runner = Runner(experiment, store, pool, each, seconds)
        try:
            runner.run()
        except KeyboardInterrupt:
            interrupted = True
        status = runner.status()
        answer = answered(experiment, store, add_up(experiment, store))
    if as_json:
        emit(answer)
    else:
        print(f"{experiment.name}: {answer['done']} of {answer['total']} tasks are done, {path}")
        if answer["missing"]:
            print(f"{answer['missing']} of {answer['cells']} cells are not available: experiment status says why")
        if answer["failed"]:
            print(f"{answer['failed']} tasks failed: experiment status says why, run --retry repeats them")
    if interrupted:
        complain(f"interrupted; {status.done} of {status.total} tasks are done; run the same command to resume")
        return codes.INTERRUPTED
    return codes.OK


COMMANDS: dict[str, Callable[..., int]] = {
    "run": run,
    "status": status,
    "report": report,
    "plot": plot,
    "records": records,
    "list": list_experiments,
}


def _label(text: str) -> tuple[str, str]:
    label, equals, player = text.partition("=")
    if not equals or not label.strip() or not player.strip():
        raise typer.BadParameter(f"write --player as LABEL=PLAYER, such as SANCHO=http://localhost:9147, not {text!r}")
    return label.strip(), player.strip()


@contextmanager
def watching(name: str, *, quiet: bool) -> Iterator[Callable[[RunStatus], None]]:
    """What shows how far a run is: on standard error, and only when a person watches it."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rest]}"))
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(one_line(name), total=None, rest="starting workers")

        def show(status: RunStatus) -> None:
            bar.update(task, completed=status.done, total=status.total, rest=rest(status))

        yield show


def rest(status: RunStatus) -> str:
    """The rest of the line: how long it will take, and what went wrong so far.

    The estimate is what tasks of the same cells took. Cells of which nothing is known are told: until there is
    something, they are taken to be like the others, which may be far off.
    """
    parts = [f"{status.workers} worker{'' if status.workers == 1 else 's'}"]
    if status.seconds_left is not None:
        parts.insert(0, f"about {duration(status.seconds_left)} left")
    if status.untimed:
        parts.append(f"{status.untimed} cells not timed yet")
    if status.failed:
        parts.append(f"{status.failed} failed")
    if status.disturbed:
        parts.append(f"{status.disturbed} disturbed")
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(90), duration(5400), duration(200000)
    ('1.5 min', '1.5 h', '2.3 days')
    """
    for size, name in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.1f} {name}"
    return f"{seconds:.0f} s"
