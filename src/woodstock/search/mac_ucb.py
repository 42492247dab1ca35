"""MAC-UCB and FC-UCB (papers 000 and 003): constraint networks solved stage by stage, solutions estimated by UCB."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woodstock.core import NO_VALUE, StageNames, SymmetryGroup
from woodstock.core import BeliefMacUcb as CoreBeliefMacUcb
from woodstock.core import MacUcb as CoreMacUcb
from woodstock.core import StageSolver as CoreStageSolver
from woodstock.engine import Game
from woodstock.network import Value
from woodstock.network.encoding import Stage
from woodstock.search.information import BeliefSearcher
from woodstock.search.searcher import Searcher
from woodstock.settings import Option, declared
from woodstock.solver import Numbering, StageSolver

By: TypeAlias = Literal["mac", "fc", "circuit"]
"""How a stage is solved: its network by MAC, or by forward checking alone; or by the machine, which gives the same and
is all that an interpreted game has."""


class MacUcb(Searcher):
    """Solves stages best first and estimates their solutions by UCB over playouts.

    With `split`, stages with chance are solved in two parts, as the paper does it: the stochastic one by FC, the
    decisions by MAC. With `symmetries`, stages that they map to each other are solved and estimated once (paper 002,
    section 4). The share of `solving` is that of paper 000.
    """

    settings = declared(CoreMacUcb)

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
        core = CoreMacUcb(lanes, machine.core, game.chance, *stages, by == "fc", split, symmetries, settings)
        super().__init__(core, machine)


class BeliefMacUcb(BeliefSearcher):
    """MAC-UCB over beliefs (paper 002): the state of a stage is only partly known.

    What may be seen after each decision leads to a belief of its own. The share of `solving` is that of paper 002.
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


def _stages(game: Game, by: By, *, split: bool) -> tuple[CoreStageSolver | None, StageNames | None]:
    """What solves the stages of a game by their network; nothing where the machine is to list their solutions."""
    if by == "circuit" or game.circuit is None:
        return None, None
    stage = game.network(preprocessed=True)
    solver = StageSolver(stage.network)
    return solver.parts() if split else solver.core, stage_names(stage, solver.numbering)


def stage_names(stage: Stage, numbering: Numbering) -> StageNames:
    """How the compiled network of a stage speaks of the game, in the numbers of the core."""
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
    """A variable and its value, or what stands for one that preprocessing took away because no solution has it."""
    place = numbering.at(name)
    return place, numbering.numbers[place].of.get(value, NO_VALUE)


def _columns(pairs: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    return [variable for variable, _ in pairs], [value for _, value in pairs]
