"""MAC-UCB and FC-UCB (papers 000 and 003): constraint networks solved stage by stage, solutions estimated by UCB."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woodstock.core import BeliefMacUcb as CoreBeliefMacUcb
from woodstock.core import MacUcb as CoreMacUcb
from woodstock.core import StageNames, SymmetryGroup
from woodstock.core import StageSolver as CoreStageSolver
from woodstock.engine import CircuitMachine, Game, LaneSimulator
from woodstock.errors import WoodstockError
from woodstock.network.encoding import Stage
from woodstock.search.information import BeliefSearcher, percept_counts
from woodstock.search.searcher import Searcher
from woodstock.solver import Numbering, StageSolver

By: TypeAlias = Literal["mac", "fc", "circuit"]
"""How a stage is solved: its network by MAC, or by forward checking alone; or the circuit, which gives the same."""


class MacUcb(Searcher):
    """Solves stages best first and estimates their solutions by UCB over playouts.

    `solving` is the share of the time for solving (0.9 in paper 000, 0.75 in paper 002), `simulations` the playouts of
    each stage, `horizon` the steps after which a playout is worth nothing. With `symmetries`, stages that they map to
    each other are solved and estimated once (paper 002, section 4).
    """

    def __init__(
        self,
        game: Game,
        *,
        by: By = "mac",
        solving: float = 0.9,
        simulations: int = 10_000,
        horizon: int = 200,
        memory: int = 2**30,
        threads: int = 1,
        seed: int = 0,
        symmetries: SymmetryGroup | None = None,
    ) -> None:
        machine, lanes = _checked(game, solving, simulations, horizon, memory, threads)
        core = CoreMacUcb(
            lanes.core,
            machine.core,
            *_stages(game, by),
            by == "fc",
            solving,
            simulations,
            horizon,
            memory,
            threads,
            seed,
            symmetries,
        )
        super().__init__(core, len(game.roles))


class BeliefMacUcb(BeliefSearcher):
    """MAC-UCB over beliefs (paper 002): the state of a stage is only partly known.

    What may be seen after each decision leads to a belief of its own. The options are those of `MacUcb`.
    """

    def __init__(
        self,
        game: Game,
        *,
        by: By = "mac",
        solving: float = 0.75,
        simulations: int = 10_000,
        horizon: int = 200,
        memory: int = 2**30,
        threads: int = 1,
        seed: int = 0,
        symmetries: SymmetryGroup | None = None,
    ) -> None:
        machine, lanes = _checked(game, solving, simulations, horizon, memory, threads)
        core = CoreBeliefMacUcb(
            lanes.core,
            machine.core,
            percept_counts(machine),
            game.sees,
            *_stages(game, by),
            by == "fc",
            solving,
            simulations,
            horizon,
            memory,
            threads,
            seed,
            symmetries,
        )
        super().__init__(core, len(game.roles))


def _checked(
    game: Game, solving: float, simulations: int, horizon: int, memory: int, threads: int
) -> tuple[CircuitMachine, LaneSimulator]:
    """What the core needs of a game, if it can be had and the options make sense."""
    machine = game.machine()
    if game.lanes is None or not isinstance(machine, CircuitMachine):
        raise WoodstockError(f"{game.name} is interpreted: MAC-UCB needs its rules to be ground")
    if not 0.0 <= solving < 1.0:
        raise WoodstockError(f"the share of solving is at least 0 and less than 1, not {solving}")
    if min(simulations, horizon, memory, threads) < 1:
        raise WoodstockError("simulations, horizon, memory and threads must be positive")
    return machine, game.lanes


def _stages(game: Game, by: By) -> tuple[CoreStageSolver | None, StageNames | None]:
    """What solves the stages of a game by their network; nothing where the circuit is to do it."""
    if by == "circuit":
        return None, None
    solver = StageSolver(game.network().network)
    return solver.core, stage_names(game.network(), solver.numbering)


def stage_names(stage: Stage, numbering: Numbering) -> StageNames:
    """How the compiled network of a stage speaks of the game, in the numbers of the core."""
    current = [numbering.assignment(cell.variable, cell.value) for cell in stage.current]
    following = [numbering.assignment(cell.variable, cell.value) for cell in stage.following]
    otherwise = [numbering.assignment(name, value) for name, value in stage.idle.items() if value is not None]
    actions = [numbering.at(name) for name in stage.actions]
    moves = [
        [stage.move_numbers[role][value] for value in numbering.numbers[place].values]
        for role, place in enumerate(actions)
    ]
    return StageNames(*_columns(current), *_columns(following), *_columns(otherwise), actions, moves)


def _columns(pairs: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    return [variable for variable, _ in pairs], [value for _, value in pairs]
