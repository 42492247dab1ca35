"""MAC-UCB and FC-UCB (papers 000 and 003): constraint networks solved stage by stage, solutions estimated by UCB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from woodstock.core import NO_VALUE, StageNames, SymmetryGroup
from woodstock.core import BeliefMacUcb as CoreBeliefMacUcb
from woodstock.core import MacUcb as CoreMacUcb
from woodstock.core import StageSolver as CoreStageSolver
from woodstock.engine import Game
from woodstock.engine.machine import State
from woodstock.network import Value
from woodstock.network.encoding import Stage
from woodstock.report import Report
from woodstock.search.information import BeliefSearcher
from woodstock.search.searcher import Searcher
from woodstock.settings import Option, declared
from woodstock.solver import Numbering, StageSolver

By: TypeAlias = Literal["mac", "fc", "circuit"]
"""How a stage is solved: its network by MAC, or by forward checking alone; or by the machine, which gives the same
solutions and is the only way for an interpreted game."""


class MacUcb(Searcher):
    """Solves stages best first and estimates their solutions by UCB over playouts.

    With `split`, stages with chance are solved in two parts, as in the paper: the stochastic part by FC, the decisions
    by MAC. With `symmetries`, stages that they map to each other are solved and estimated once (paper 002, section 4).
    The share of `solving` is that of paper 000.
    """

    settings = declared(CoreMacUcb)

    def __init__(
        self,
        game: Game,
        *,
        by: By = "mac",
        split: bool | None = None,
        symmetries: SymmetryGroup | None = None,
        **settings: Option,
    ) -> None:
        machine, lanes = game.machine(), game.lanes.core if game.lanes else None
        split = bool(settings.get("published")) if split is None else split
        stages = _stages(game, by, split=split)
        core = CoreMacUcb(lanes, machine.core, game.chance, *stages, by == "fc", split, symmetries, settings)
        super().__init__(core, machine)
        self._stages_by = _way(by, stages)
        self._stage_core = core

    def go_on(self, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Continue the search from the same state. Playouts are counted from the call of `search`."""
        before = self._seconds
        self._run(lambda: None, seconds, playouts)
        self._seconds += before

    def stages_to_compare(self, most: int) -> list[EnrichedStage]:
        """Solved stages whose solutions were not compared yet: first that of the root, then the most visited ones."""
        return [
            EnrichedStage(State(state), tuple(map(tuple, joint_moves)), tuple(nogoods))
            for state, joint_moves, nogoods in self._stage_core.stages_to_compare(most)
        ]

    def join(self, state: State, classes: Sequence[Sequence[Sequence[int]]], *, estimated: bool = False) -> int:
        """Let the solutions of each class in a stage share a successor; return how many lead elsewhere than before.

        They must be the same up to a symmetry of the game that fixes the state. Solutions that are the same only by
        estimates (`estimated`) are joined in the published way alone, and prove nothing. A joint move that is not a
        solution raises `ValueError`; a stage that is not in the tree any more has nothing to join.
        """
        listed = [[list(joint_move) for joint_move in one] for one in classes]
        return self._stage_core.join(state, listed, estimated)

    def statistics(self) -> StageStatistics:
        """What the search has done since it was created."""
        return StageStatistics(**self._stage_core.statistics())

    def report(self, role: int) -> Report:
        """The report for a role on the state that was last searched. The note says how stages were solved."""
        found = super().report(role)
        note = f"{_solved(found.descents, self._stages_by)}; {self.statistics()}"
        return replace(found, note=note, stages_by=self._stages_by)


@dataclass(frozen=True)
class EnrichedStage:
    """A solved stage with the nogoods that UCB found (paper 002, section 4)."""

    state: State
    joint_moves: tuple[tuple[int, ...], ...]
    nogoods: tuple[int, ...]
    """The indices of joint moves below the threshold."""


@dataclass(frozen=True)
class StageStatistics:
    """How a search that solves stages spent its time, and what the threshold of paper 000, section 4.4, pruned."""

    solving: float
    """Seconds, like `sampling`."""
    sampling: float
    pruned: int
    """Decisions below the threshold in the current tree."""
    spared: int
    """Playouts that went to other decisions because of that."""
    arms: int
    """Solutions of the root."""
    pulled: int
    """Solutions of the root about which something is known."""

    @property
    def share(self) -> float:
        """The share of solving that was measured."""
        return self.solving / max(self.solving + self.sampling, 1e-9)

    def __str__(self) -> str:
        return (
            f"{self.share:.0%} of the time for solving, {self.pruned} decisions pruned, {self.spared} playouts spared"
        )


class BeliefMacUcb(BeliefSearcher):
    """MAC-UCB over beliefs (paper 002): the state of a stage is only partly known.

    Each percept that may follow a decision leads to its own belief. The share of `solving` is that of paper 002.
    """

    settings = declared(CoreBeliefMacUcb)

    def __init__(
        self,
        game: Game,
        *,
        by: By = "mac",
        split: bool = False,
        symmetries: SymmetryGroup | None = None,
        **settings: Option,
    ) -> None:
        machine, lanes = game.machine(), game.lanes.core if game.lanes else None
        stages = _stages(game, by, split=split)
        core = CoreBeliefMacUcb(
            lanes, machine.core, game.chance, game.sees, *stages, by == "fc", split, symmetries, settings
        )
        super().__init__(core, machine)
        self._stages_by = _way(by, stages)

    def report(self, role: int) -> Report:
        """The report for a role on the belief that was last searched. The note says how stages were solved."""
        found = super().report(role)
        return replace(found, note=_solved(found.descents, self._stages_by), stages_by=self._stages_by)


def _way(by: By, stages: tuple[CoreStageSolver | None, StageNames | None]) -> str:
    """How stages are solved, in a word: without a network, by the circuit."""
    return "circuit" if stages[0] is None else by.upper()


def _solved(stages: int, by: str) -> str:
    return f"{stages} stages solved by {'the circuit' if by == 'circuit' else by}"


def _stages(game: Game, by: By, *, split: bool) -> tuple[CoreStageSolver | None, StageNames | None]:
    """The solver for the stages of a game by their network; `None` if the machine lists their solutions."""
    if by == "circuit" or game.circuit is None:
        return None, None
    stage = game.network(preprocessed=True)
    solver = StageSolver(stage.network)
    return solver.parts() if split else solver.core, stage_names(stage, solver.numbering)


def stage_names(stage: Stage, numbering: Numbering) -> StageNames:
    """The fluents and moves of the game in the compiled network of a stage, as numbers of the core."""
    current = [_number(numbering, cell.variable, cell.value) for cell in stage.current]
    following = [_number(numbering, cell.variable, cell.value) for cell in stage.following]
    otherwise = [_number(numbering, name, value) for name, value in stage.idle.items() if value is not None]
    actions = [numbering.at(name) for name in stage.actions]
    moves = [
        [stage.move_numbers[role][value] for value in numbering.numbers[place].values]
        for role, place in enumerate(actions)
    ]
    return StageNames(*_columns(current), *_columns(following), *_columns(otherwise), actions, moves)


def _number(numbering: Numbering, name: str, value: Value) -> tuple[int, int]:
    """A variable and its value, or `NO_VALUE` if preprocessing removed the value because no solution has it."""
    place = numbering.at(name)
    return place, numbering.numbers[place].of.get(value, NO_VALUE)


def _columns(pairs: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    return [variable for variable, _ in pairs], [value for _, value in pairs]
