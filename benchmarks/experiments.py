"""What does an experiment cost besides its matches?

    python benchmarks/experiments.py [--only overhead|scaling|feeding|report] [--matches N] [--seconds S]

- overhead: tasks that sleep one second each, so that nothing but the machinery takes time: the seconds of the workers
  that were not slept, for each task. It does not matter for it how busy the machine is.
- scaling: the same number of tasks with one worker and with two: naps, which need no core, and matches by a fixed
  number of playouts, which say something only on a machine with two free cores.
- feeding: batches with one task that does nothing: the processor time that client and scheduler together take for each,
  and so the largest cluster that one client can keep busy with batches of ten seconds.
- report: a file with the results of a million matches is added up and written as Markdown.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import ClassVar

from woodstock.experiments import (
    Cell,
    Experiment,
    Kind,
    Measure,
    Outcome,
    Plan,
    Runner,
    Scale,
    Section,
    Store,
    load,
    parse,
    report,
)
from woodstock.experiments.cluster import DaskPool
from woodstock.experiments.kinds import Value
from woodstock.experiments.store import Row


class NapKind(Kind):
    """Tasks that sleep, and bring back a record of some size."""

    columns: ClassVar[Mapping[str, str]] = {"slept": "REAL"}
    tallies: ClassVar[Mapping[str, str]] = {"slept": "sum(slept)"}
    measures: ClassVar[Mapping[str, str]] = {"slept": "s"}

    def plan(self, section: Section, seed: int, scale: Scale) -> Plan:  # noqa: ARG002
        """One cell."""
        seconds, size = section.take("seconds", float, 1.0), section.take("record", int, 2000)
        cell = Cell("nap", {"cell": "nap", "column": "slept"}, section.positive("tasks", 1), setup=(seconds, size))
        section.end()
        return Plan((cell,), "cell", "column", "slept")

    @contextmanager
    def opened(self, setup: tuple[float, int]) -> Iterator[Callable[[int], Outcome]]:
        """What sleeps."""
        seconds, size = setup

        def nap(number: int) -> Outcome:
            time.sleep(seconds)
            return Outcome({"slept": seconds}, random.Random(number).randbytes(size))

        yield nap

    def measured(self, tally: Mapping[str, float]) -> Mapping[str, Measure]:
        """How long they slept in all."""
        return {"slept": Measure(tally["slept"])}


def naps(tasks: int, seconds: float, batch: float) -> Experiment:
    """An experiment of naps."""
    return parse(
        "naps",
        f'kind = "experiments.NapKind"\nbatch_seconds = {batch}\n[work]\ntasks = {tasks}\nseconds = {float(seconds)}\n',
    )


def timed(experiment: Experiment, workers: int) -> tuple[float, float]:
    """The seconds and the processor seconds of this process, scheduler included, that a run takes once the workers are
    up."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "results.sqlite", experiment.kind, create=True) as store,
        closing(DaskPool(workers=workers)) as pool,
    ):
        begun, used = time.perf_counter(), time.process_time()
        status = Runner(experiment, store, pool).run()
        assert status.done == status.total
        return time.perf_counter() - begun, time.process_time() - used


def overhead(given: argparse.Namespace) -> None:
    """Seconds of a worker that are not slept."""
    tasks = given.matches or 200
    seconds, _ = timed(naps(tasks, 1.0, 10.0), 2)
    lost = (2 * seconds - tasks) / tasks
    print(f"overhead: {tasks} tasks of 1 s on 2 workers took {seconds:.2f} s: {100 * lost:.2f} % of each task")


MATCHES = """
seed = 1
batch_seconds = {batch}
[match]
matches = {matches}
budget = 2000
[match.players]
UCT = "uct"
GRAVE = "grave"
[match.games]
connect_four = {{}}
"""


def scaling(given: argparse.Namespace) -> None:
    """One worker and two; matches in turn, so that a change in what else the machine does meets both."""
    one, two = (timed(naps(100, 1.0, 10.0), workers)[0] for workers in (1, 2))
    print(f"scaling: 100 naps of 1 s: 1 worker {one:.1f} s, 2 workers {two:.1f} s: {one / two:.2f}")
    experiment = parse("matches", MATCHES.format(matches=given.matches or 300, batch=given.seconds))
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(2):
        for workers, taken in times.items():
            taken.append(timed(experiment, workers)[0])
    one, two = min(times[1]), min(times[2])
    print(
        f"scaling: {experiment.tasks} matches, best of 2: 1 worker {one:.1f} s, 2 workers {two:.1f} s: {one / two:.2f}"
    )


def feeding(given: argparse.Namespace) -> None:
    """What a batch costs the client and the scheduler."""
    tasks = given.matches or 2000
    seconds, used = timed(naps(tasks, 0.0, 1e-9), 2)
    each = used / tasks
    print(
        f"feeding: {tasks} batches in {seconds:.1f} s, {1000 * each:.2f} ms of processor time each: "
        f"{1 / each:.0f} batches a second, so {10 / each:.0f} workers with batches of ten seconds"
    )


def reporting(given: argparse.Namespace) -> None:
    """A million matches."""
    experiment = load("paper-000-table-3", Scale(given.matches / 220_003 if given.matches else 1e6 / 220_003))
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.sqlite"
        with Store(path, experiment.kind, create=True) as store:
            for cell in {cell.key: cell for cell in experiment.plan.cells}.values():
                values: list[dict[str, Value]] = [
                    {"seed": 1, "seat": number % 2, "points": chance.choice((0.0, 0.5, 1.0)), "goal": 50, "others": 50}
                    for number in range(cell.tasks)
                ]
                rest: dict[str, Value] = {"steps": 60, "errors": 0, "other_errors": 0, "ending": "terminal"}
                store.write(1, cell.key, [Row(at, 1.0, {**row, **rest}) for at, row in enumerate(values)])
        begun = time.perf_counter()
        with Store(path, experiment.kind) as store:
            told = report(experiment, store)
            text = told.table().markdown() + "".join(extra.markdown() for extra in told.extras)
        seconds = time.perf_counter() - begun
        assert "50." in text or "49." in text
        print(f"report: {told.done:,} matches, {path.stat().st_size / 1e6:.0f} MB, in {seconds:.2f} s")


QUESTIONS = {"overhead": overhead, "scaling": scaling, "feeding": feeding, "report": reporting}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=QUESTIONS)
    parser.add_argument("--matches", type=int)
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds of a batch, for scaling")
    given = parser.parse_args()
    for name, question in QUESTIONS.items():
        if given.only in (None, name):
            question(given)


if __name__ == "__main__":
    main()
