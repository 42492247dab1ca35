"""MAC-UCB and FC-UCB (papers 000 and 003): constraint networks solved stage by stage, solutions estimated by UCB."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woodstock.core import BeliefMacUcb as CoreBeliefMacUcb
from woodstock.core import MacUcb as CoreMacUcb
from woodstock.core import Solver, StageNames, SymmetryGroup
from woodstock.engine import CircuitMachine, Game, LaneSimulator
from woodstock.errors import WoodstockError
from woodstock.network.encoding import Stage
from woodstock.search.information import BeliefSearcher, percept_counts
from woodstock.search.searcher import Searcher
from woodstock.settings import Option, declared
from woodstock.solver import Bridge

By: TypeAlias = Literal["mac", "fc", "circuit"]
"""How a stage is solved: its network by MAC, or by forward checking alone; or the circuit, which gives the same."""


class MacUcb(Searcher):
    """Solves stages best first and estimates their solutions by UCB over playouts.

    With `symmetries`, stages that they map to each other are solved and estimated once (paper 002, section 4). The
    share of `solving` is that of paper 000.
    """

    settings = declared(CoreMacUcb)

    def __init__(
        self, game: Game, *, by: By = "mac", symmetries: SymmetryGroup | None = None, **settings: Option
    ) -> None:
        machine, lanes = _compiled(game)
        self._bridge = None if by == "circuit" else Bridge(game.network().network)
        core = CoreMacUcb(lanes.core, machine.core, *_stages(game, self._bridge), by == "fc", symmetries, settings)
        super().__init__(core, len(game.roles))


class BeliefMacUcb(BeliefSearcher):
    """MAC-UCB over beliefs (paper 002): the state of a stage is only partly known.

    What may be seen after each decision leads to a belief of its own. The share of `solving` is that of paper 002.
    """

    settings = declared(CoreBeliefMacUcb)

    def __init__(
        self, game: Game, *, by: By = "mac", symmetries: SymmetryGroup | None = None, **settings: Option
    ) -> None:
        machine, lanes = _compiled(game)
        self._bridge = None if by == "circuit" else Bridge(game.network().network)
        core = CoreBeliefMacUcb(
            lanes.core,
            machine.core,
            percept_counts(machine),
            game.sees,
            *_stages(game, self._bridge),
            by == "fc",
            symmetries,
            settings,
        )
        super().__init__(core, len(game.roles))


def _compiled(game: Game) -> tuple[CircuitMachine, LaneSimulator]:
    """What the core needs of a game, if it can be had."""
    machine = game.machine()
    if game.lanes is None or not isinstance(machine, CircuitMachine):
        raise WoodstockError(f"{game.name} is interpreted: MAC-UCB needs its rules to be ground")
    return machine, game.lanes


def _stages(game: Game, bridge: Bridge | None) -> tuple[Solver | None, StageNames | None]:
    """What solves the stages of a game by their network; nothing where the circuit is to do it."""
    return (bridge.solver.core, stage_names(game.network(), bridge)) if bridge else (None, None)


def stage_names(stage: Stage, bridge: Bridge) -> StageNames:
    """How the compiled network of a stage speaks of the game, in the numbers of the core."""
    numbering = bridge.numbering
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
