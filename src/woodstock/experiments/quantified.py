"""The kind `qcsp`: a cell is an existential player at one tightness of random quantified CSPs, a task is an instance of
them, played against an adversary (paper 004, section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from woodstock.errors import WoodstockError
from woodstock.experiments.kinds import Cell, Column, Kind, Measure, Outcome, Plan, Scale
from woodstock.experiments.section import ExperimentError, Section
from woodstock.experiments.tables import Table
from woodstock.qcsp.exact import UNLIMITED
from woodstock.qcsp.generator import Parameters, random_network
from woodstock.qcsp.players import Clock, Entrant
from woodstock.qcsp.playing import play, sign_test
from woodstock.qcsp.problem import Problem
from woodstock.referee import wilson


@dataclass(frozen=True, slots=True)
class Setup:
    """What a worker needs to play the instances of a cell."""

    parameters: Parameters
    player: str
    adversary: str
    clock: Clock
    seed: int


class QcspKind(Kind):
    """Random quantified CSPs against the clock. Instances and chance are the same for every player: they are paired."""

    columns: ClassVar[Mapping[str, str]] = {
        "won": "INTEGER",
        "playouts": "INTEGER",
        "nodes": "INTEGER",
        "slowest": "REAL",
    }
    tallies: ClassVar[Mapping[str, str]] = {
        "games": "count(*)",
        "won": "sum(won)",
        "playouts": "sum(playouts)",
        "nodes": "sum(nodes)",
        "slowest": "max(slowest)",
    }
    measures: ClassVar[Mapping[str, str]] = {"won": "%", "playouts": "", "nodes": "", "slowest": "s"}
    scored = "won"

    def plan(self, section: Section, seed: int, scale: Scale) -> Plan:
        """A cell for each player and each p_EE."""
        instances = section.positive("instances", 100)
        n, d = section.positive("n", 20), section.positive("d", 8)
        p, p_ae = section.take("p", float), section.take("p_ae", float)
        p_ee = section.numbers("p_ee", [])
        adversary = section.take("adversary", str)
        seconds = scale.seconds(section.seconds("seconds", None))
        budget = section.take("budget", int, None)
        processor = section.take("processor", bool, False)
        players = [dict(scale.players).get(name, name) for name in section.texts("players", [])]
        section.end()
        if not players or not p_ee or (seconds is None) == (budget is None):
            raise ExperimentError("qcsp needs players, p_ee, and either seconds or a budget for each move")
        clock = Clock(processor=processor, **({"seconds": seconds} if seconds is not None else {"budget": budget or 1}))
        try:
            Entrant.parse(adversary)
            setups = [
                Setup(Parameters(n, d, p, tightness, p_ae), player, adversary, clock, seed)
                for player in players
                if not scale.only or player in scale.only
                for tightness in p_ee
            ]
            cells = [_cell(setup, scale.count(instances)) for setup in setups]
        except WoodstockError as error:
            raise ExperimentError(f"qcsp: {error}") from error
        notes = [f"{seconds:g} s for each move{' on a processor' if processor else ''}"] if seconds is not None else []
        return Plan(tuple(cells), "player", "p_EE", "won", tuple(notes))

    @contextmanager
    def opened(self, setup: Setup) -> Iterator[Callable[[int], Outcome]]:
        """What plays an instance."""

        def played(number: int) -> Outcome:
            drawn = setup.seed + number
            problem = Problem(random_network(setup.parameters, drawn))
            exists = Entrant.parse(setup.player).make(problem, 2 * drawn)
            forall = Entrant.parse(setup.adversary).make(problem, 2 * drawn + 1)
            record = play(problem, exists, forall, setup.clock)
            own = [one for one, universal in zip(record.thoughts, problem.universal, strict=True) if not universal]
            return Outcome(
                {
                    "won": int(record.exists_wins),
                    "playouts": sum(thought.playouts for thought in own),
                    "nodes": sum(thought.nodes for thought in own),
                    "slowest": max(record.seconds),
                }
            )

        yield played

    def measured(self, tally: Mapping[str, float]) -> Mapping[str, Measure]:
        """The share of instances won, and what was done for it in the mean."""
        games = tally["games"]
        return {
            "won": Measure(tally["won"] / games, *wilson(tally["won"], int(games))),
            "playouts": Measure(tally["playouts"] / games),
            "nodes": Measure(tally["nodes"] / games),
            "slowest": Measure(tally["slowest"]),
        }

    def extras(
        self,
        cells: Sequence[Cell],
        tallies: Mapping[str, Mapping[str, float]],  # noqa: ARG002
        column: Column,
    ) -> list[Table]:
        """Each two players over all instances that both have played."""
        won: dict[str, dict[tuple[str, int], bool]] = {}
        for cell in cells:
            results = won.setdefault(cell.labels["player"], {})
            results.update({(cell.labels["p_EE"], number): bool(value) for number, value in column(cell.key, "won")})
        names = list(won)
        rows = []
        for at, one in enumerate(names):
            for other in names[at + 1 :]:
                both = sorted(won[one].keys() & won[other].keys())
                if not both:
                    continue
                first, second = ([won[name][game] for game in both] for name in (one, other))
                share = [f"{100 * sum(results) / len(both):.1f} %" for results in (first, second)]
                rows.append([one, other, str(len(both)), *share, f"{sign_test(first, second):.2g}"])
        header = ["player", "against", "instances of both", "won", "won by the other", "p (McNemar, exact)"]
        return [Table("Players on the same instances", header, rows)] if rows else []


def _cell(setup: Setup, instances: int) -> Cell:
    """The cell of a player at one tightness."""
    Entrant.parse(setup.player)
    one = setup.parameters
    given = f"n={one.n} d={one.d} p={one.p:g} p_EE={one.p_ee:g} p_AE={one.p_ae:g}"
    clock = f"seconds={setup.clock.seconds:g} budget={setup.clock.budget} processor={setup.clock.processor}"
    return Cell(
        key=f"qcsp | {given} | {setup.player} | {setup.adversary} | {clock} seed={setup.seed}",
        labels={"player": setup.player, "p_EE": f"{one.p_ee:g}"},
        tasks=instances,
        setup=setup,
        clocked=not setup.clock.processor and setup.clock.budget >= UNLIMITED,
    )
