"""Figures 3 to 7 of paper 004: their parameters, and the function that plays one instance of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Final

from woodstock.qcsp.generator import Parameters, random_network
from woodstock.qcsp.players import Clock, Entrant
from woodstock.qcsp.playing import play
from woodstock.qcsp.problem import Problem

INSTANCES: Final = 100
"""Instances for each value of p_EE in the paper."""


@dataclass(frozen=True)
class Figure:
    """One figure: the share of instances that each existential player wins, over p_EE."""

    name: str
    title: str
    n: int
    d: int
    p: float
    p_ae: float
    p_ee: tuple[float, ...]
    players: tuple[str, ...]
    adversary: str
    seconds: float  # for each move

    def parameters(self, p_ee: float) -> Parameters:
        """The parameters of one point of the figure."""
        return Parameters(self.n, self.d, self.p, p_ee, self.p_ae)


_SMALL: Final = (0.55, 0.60, 0.65, 0.70, 0.75, 0.80, 0.85)
_LARGE: Final = (0.25, 0.30, 0.35, 0.40, 0.45, 0.50)


def _small(name: str, title: str, players: tuple[str, ...], adversary: str) -> Figure:
    return Figure(name, title, 20, 8, 0.20, 0.5, _SMALL, (*players, "woodstock"), adversary, 1.0)


def _large(name: str, title: str, p_ee: tuple[float, ...], adversary: str) -> Figure:
    return Figure(name, title, 50, 16, 0.20, 0.5, p_ee, ("mc-shallow", "mc-deep", "iab", "woodstock"), adversary, 3.0)


FIGURES: Final = {
    figure.name: figure
    for figure in (
        _small("qcsp-figure-3", "Effect of constraint propagation", ("random", "mc-noprop", "mc-shallow"), "random"),
        _small("qcsp-figure-4", "Against a random adversary", ("mc-shallow", "mc-deep", "iab"), "random"),
        _small("qcsp-figure-5", "Against alpha-beta", ("mc-shallow", "mc-deep", "iab"), "alpha-beta"),
        _large("qcsp-figure-6", "Large instances against a random adversary", _LARGE, "random"),
        _large("qcsp-figure-7", "Large instances against alpha-beta", _LARGE[:-1], "alpha-beta"),
    )
}


@dataclass(frozen=True)
class Task:
    """One game of a figure. The instance and its seed are the same for every player, so that players are paired."""

    figure: str
    p_ee: float
    instance: int
    player: str
    seconds: float
    processor: bool = False


def tasks(figure: Figure, *, scale: float = 1.0, instances: int = INSTANCES, processor: bool = False) -> Iterator[Task]:
    """All games of a figure at a share of the paper's clock, instance by instance, so that early ones say something."""
    for instance in range(instances):
        for p_ee in figure.p_ee:
            for player in figure.players:
                yield Task(figure.name, p_ee, instance, player, figure.seconds * scale, processor)


def play_task(task: Task) -> dict[str, object]:
    """Play one game of a figure: a row of the table from which it is drawn."""
    figure = FIGURES[task.figure]
    problem = Problem(random_network(figure.parameters(task.p_ee), task.instance))
    exists = Entrant.parse(task.player).make(problem, 2 * task.instance)
    forall = Entrant.parse(figure.adversary).make(problem, 2 * task.instance + 1)
    record = play(problem, exists, forall, Clock(task.seconds, processor=task.processor))
    own = [thought for thought, universal in zip(record.thoughts, problem.universal, strict=True) if not universal]
    return {
        **asdict(task),
        "adversary": figure.adversary,
        "won": int(record.exists_wins),
        "playouts": sum(thought.playouts for thought in own),
        "nodes": sum(thought.nodes for thought in own),
        "first_proof": next((move for move, thought in enumerate(own) if thought.proof), None),
        "slowest": max(record.seconds),
    }
