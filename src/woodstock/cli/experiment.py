"""`woodstock experiment`: a table or figure of a paper, or one of your own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
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
from woodstock.cli.failure import complain
from woodstock.cli.options import Json
from woodstock.cli.output import emit
from woodstock.cli.progress import watching

if TYPE_CHECKING:
    from woodstock.experiments import Standing


def run(
    target: Target,
    scheduler: Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler: tcp://host:port.")] = None,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=1024, help="Workers here; as many as there are cores."),
    ] = None,
    scale: Annotated[float, typer.Option(metavar="F", min=0, help="So many times the matches.")] = 1.0,
    clock_scale: Annotated[
        float, typer.Option(metavar="F", min=1e-9, help="So many times the seconds of all clocks.")
    ] = 1.0,
    only: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Only this game; may be given several times.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="LABEL=PLAYER", help="Let this player stand for one of the experiment's."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--for", metavar="S", min=0, help="Stop after so many seconds; go on another time.")
    ] = None,
    reruns: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=100, help="How often a disturbed batch is run again."),
    ] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Do tasks again that failed.")] = False,
    results: Results = None,
    as_json: Json = False,
) -> int:
    """Run an experiment, or go on with it. What is finished is kept, whatever happens."""
    from woodstock.experiments import Runner, Scale, Store
    from woodstock.experiments.cluster import DaskCrew

    chosen = Scale(scale, clock_scale, tuple(only or ()), tuple(_label(text) for text in player or ()))
    if scheduler is not None and workers is not None:
        raise typer.BadParameter("--workers are those of this machine; a scheduler has its own: give one of the two")
    experiment, path = found(target, results, chosen)
    if reruns is not None:
        experiment = replace(experiment, fairness=replace(experiment.fairness, reruns=reruns))
    interrupted = False
    with ExitStack() as stack:
        store = stack.enter_context(Store(path, experiment.kind, create=True))
        if retry:
            store.forget_failures()
        runnable = [cell for cell in experiment.plan.cells if not cell.missing]
        threads = max((cell.threads for cell in runnable), default=1)
        crew = stack.enter_context(closing(DaskCrew(scheduler, workers, threads)))
        each: Callable[[Standing], None] = stack.enter_context(watching(experiment.name, quiet=as_json))
        runner = Runner(experiment, store, crew, each, seconds)
        try:
            runner.run()
        except KeyboardInterrupt:
            interrupted = True
        standing = runner.standing()
        answer = answered(experiment, store)
    if as_json:
        emit(answer)
    else:
        print(f"{experiment.name}: {answer['done']} of {answer['total']} tasks are done, {path}")
        if answer["missing"]:
            print(f"{answer['missing']} of {answer['cells']} cells are not available: experiment status says why")
        if answer["failed"]:
            print(f"{answer['failed']} tasks failed: experiment status says why, run --retry does them again")
    if interrupted:
        complain(f"interrupted; {standing.done} of {standing.total} tasks are done, and the same command goes on")
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
        raise typer.BadParameter(
            f"--player is written LABEL=PLAYER, such as SANCHO=http://localhost:9147, not {text!r}"
        )
    return label.strip(), player.strip()
