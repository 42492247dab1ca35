"""How fast are the solutions of a stage enumerated? Games at random states, against OR-Tools CP-SAT.

The network of one stage of a game is put into states of random games; its solutions are the legal joint moves with
the next states. Both solvers enumerate all of them, on one thread, from the same network and state, and their joint
moves are compared. All times are medians of three runs. There are three comparisons:

- *solving*: our network is loaded and the model of CP-SAT is built before the clock starts; what we need to put the
  state in is counted, and what CP-SAT's callback in Python takes for each solution;
- *per state*: as above, but the model of CP-SAT, which is one for each state and cannot be changed, is counted too;
- *with building*: all from the network in memory, for us too, though we load it only once.

CP-SAT runs with and without its presolve, and the faster of the two counts. Its tables are tables where they have no
stars; a table with stars, which CP-SAT does not know, is a disjunction of rows with an enforcement literal each.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

import woodstock as ws
from woodstock.core import solve_states
from woodstock.network.encoding import Stage
from woodstock.search.mac_ucb import stage_names
from woodstock.solver import StageSolver

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from oracles.cp_sat import CpSatModel  # the tests hold this translation to brute force

GAMES = (
    "tic_tac_toe",
    "connect_four",
    "breakthrough",
    "othello",
    "matching_pennies",
    "random_tic_tac_toe_2x2",
    "checkers",
    "backgammon",
    "pacman",
)
T = TypeVar("T")


@dataclass(frozen=True)
class Measured:
    """Seconds for the stage of one state."""

    solutions: int
    solving: float
    building: float
    cp_sat_solving: float
    cp_sat_building: float

    @property
    def ratio(self) -> float:
        """How many times longer CP-SAT solves."""
        return self.cp_sat_solving / self.solving

    @property
    def ratio_per_state(self) -> float:
        """The same for the next state of a game: our network stays loaded, CP-SAT needs a new model."""
        return (self.cp_sat_building + self.cp_sat_solving) / self.solving

    @property
    def ratio_with_building(self) -> float:
        """The same when both build first."""
        return (self.cp_sat_building + self.cp_sat_solving) / (self.building + self.solving)


def states(game: ws.Game, count: int, seed: int) -> Iterator[ws.State]:
    """States of random games that are not terminal: the first one, then one of each game."""
    rng = random.Random(seed)
    machine = game.machine()
    yield machine.initial()
    while count > 1:
        state, path = machine.initial(), []
        while not machine.terminal(state):
            path.append(state)
            moves = [rng.choice(own) for own in machine.legal(state)]
            state = machine.next(state, moves)
        yield rng.choice(path)
        count -= 1


def timed(call: Callable[[], T], repetitions: int = 3) -> tuple[T, float]:
    """The result, and the median of the seconds it took."""
    spent: list[float] = []
    for _ in range(repetitions):
        begun = time.perf_counter()
        result = call()
        spent.append(time.perf_counter() - begun)
    return result, statistics.median(spent)


def measure(game: ws.Game, stage: Stage, solver: StageSolver, building: float, state: ws.State) -> Measured:
    """One state. We solve as MAC-UCB does: the state goes in, joint moves and next states come out."""
    assert game.lanes is not None
    names = stage_names(stage, solver.numbering)
    words = np.frombuffer(state, dtype=np.uint64).tolist()
    machine = game.machine()
    assert isinstance(machine, ws.CircuitMachine)
    ((moves, _),), solving = timed(lambda: solve_states(machine.core, solver.core, names, False, words))
    given = stage.assignment(machine.fluents(state))
    model, cp_sat_building = timed(lambda: CpSatModel(stage.network, given))
    rows, with_presolve = timed(lambda: model.solutions(stage.actions))
    again, without = timed(lambda: model.solutions(stage.actions, presolve=False))
    joint_moves = np.array(moves).reshape(-1, len(stage.actions)).tolist()
    found = sorted((tuple(map(named, stage.moves, joint)) for joint in joint_moves), key=repr)
    if not found == sorted(rows, key=repr) == sorted(again, key=repr):
        raise AssertionError(f"{len(found)} solutions here, {len(rows)} and {len(again)} there")
    return Measured(len(found), solving, building, min(with_presolve, without), cp_sat_building)


def named(moves: Sequence[str], move: int) -> str:
    """A move by its name."""
    return moves[move]


def main() -> None:
    """Prints medians for each game and encoding, and the median of all ratios."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("games", nargs="*", default=GAMES)
    arguments.add_argument("--encodings", nargs="+", default=["propositional"])
    arguments.add_argument("--states", type=int, default=6)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    print("medians over states: milliseconds of woodstock and of CP-SAT, and how many times faster we are")
    print(f"{'':40} {'solutions':>9} {'woodstock':>10} {'cp-sat':>10}", end=" ")
    print(f"{'solving':>8} {'per state':>9} {'with building':>14}")
    every: list[Measured] = []
    for name in options.games:
        game = ws.load(name)
        for encoding in options.encodings:
            stage = game.network(encoding=encoding)
            solver, building = timed(lambda stage=stage: compiled(stage))  # type: ignore[misc]
            own = [
                measure(game, stage, solver, building, state) for state in states(game, options.states, options.seed)
            ]
            every += own
            median = statistics.median
            print(
                f"{name + ', ' + encoding:40} {median(one.solutions for one in own):9.0f} "
                f"{1000 * median(one.solving for one in own):10.2f} "
                f"{1000 * median(one.cp_sat_solving for one in own):10.2f} "
                f"{median(one.ratio for one in own):8.0f} {median(one.ratio_per_state for one in own):9.0f} "
                f"{median(one.ratio_with_building for one in own):14.1f}",
                flush=True,
            )
    print(f"median of ratios: {statistics.median(one.ratio for one in every):.0f}", end="")
    print(f", per state {statistics.median(one.ratio_per_state for one in every):.0f}", end="")
    print(f", with building {statistics.median(one.ratio_with_building for one in every):.1f}")


def compiled(stage: Stage) -> StageSolver:
    """The network in our solver."""
    solver = StageSolver(stage.network)
    _ = solver.core
    return solver


if __name__ == "__main__":
    main()
