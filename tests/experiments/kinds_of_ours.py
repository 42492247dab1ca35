"""A kind of experiment for tests: a task is a number drawn from its seed, and some misbehave."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar

from woodstock.errors import WoodstockError
from woodstock.experiments import Cell, Kind, Measure, Outcome, Plan, Scale, Section
from woodstock.referee import wilson


class CoinKind(Kind):
    """A coin that falls on heads with some probability; or one that raises, kills its worker, or takes its time."""

    columns: ClassVar[Mapping[str, str]] = {"heads": "REAL"}
    tallies: ClassVar[Mapping[str, str]] = {"tosses": "count(heads)", "heads": "sum(heads)"}
    measures: ClassVar[Mapping[str, str]] = {"share": "%"}
    scored = "heads"

    def plan(self, section: Section, seed: int, scale: Scale) -> Plan:
        tosses = section.positive("tosses", 100)
        rotation = section.positive("rotation", 1)
        clocked = section.take("clocked", bool, False)
        alone = frozenset(section.texts("alone", []))
        coins = section.section("coins")
        cells = tuple(
            Cell(
                key=f"{name} {seed}",
                labels={"coin": name, "side": "heads"},
                tasks=scale.count(tosses, rotation),
                setup=(coins.take(name, str), seed),
                rotation=rotation,
                clocked=clocked,
                alone=alone,
                missing="no such coin" if coins.take(name, str) == "missing" else None,
            )
            for name in coins.keys()  # noqa: SIM118 (it is no dict)
        )
        section.end()
        return Plan(cells, "coin", "side", "share")

    @contextmanager
    def opened(self, setup: tuple[str, int]) -> Iterator[Callable[[int], Outcome]]:
        sort, seed = setup

        def toss(number: int) -> Outcome:
            word, _, rest = sort.partition(" ")
            if word == "sleep":
                time.sleep(float(rest))
                return Outcome({"heads": 1.0})
            if word == "raise" and number % 2:
                raise WoodstockError("the coin rolled off the table")
            if word == "kill" and number == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            chance = float(rest) if word == "fair" else 0.5
            return Outcome({"heads": float(random.Random(f"{seed} {number}").random() < chance)}, b"record")

        if sort == "closed":
            raise WoodstockError("the mint is closed")
        yield toss

    def measured(self, tally: Mapping[str, float]) -> Mapping[str, Measure]:
        tosses = int(tally["tosses"])
        return {"share": Measure(tally["heads"] / tosses, *wilson(tally["heads"], tosses))} if tosses else {}
