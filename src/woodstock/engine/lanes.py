"""Playouts and children in bulk: hundreds of states at once, one in each bit lane of a word."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from woodstock.circuit import Circuit
from woodstock.core import Environments, Lanes, Stop, kernels
from woodstock.core.running import FOREVER, interruptible
from woodstock.engine.machine import JointMove, State
from woodstock.engine.playouts import Playouts
from woodstock.errors import WoodstockError


@dataclass(frozen=True, eq=False)
class Children:
    """The results of joint moves, one row for each."""

    states: tuple[State, ...]
    terminal: NDArray[np.bool_]
    goals: NDArray[np.int32]
    """By child, then by role; -1 where the rules give no goal."""
    percepts: tuple[tuple[tuple[int, ...], ...], ...]
    """The numbers of the percepts, by child, then by role."""


class LaneSimulator:
    """Runs the circuit of a game for 512 states at once. It can be shared between threads.

    `kernel` names the instruction set (`portable`, `avx2`, `avx512`); by default the fastest that this computer has.
    All kernels give the same results for the same seed.
    """

    def __init__(self, circuit: Circuit, kernel: str | None = None) -> None:
        if kernel is not None and kernel not in kernels():
            raise WoodstockError(f"this computer has no kernel {kernel}; it has {', '.join(kernels())}")
        self._circuit = circuit
        self.core: Final = Lanes(
            circuit.arrays,
            [role for role, values in enumerate(circuit.goals) for _ in values],
            [value for values in circuit.goals for value in values],
            circuit.chance,
            kernel or kernels()[-1],
        )
        """The simulator of the core, on which its searches run."""

    @property
    def playout_work(self) -> float:
        """Gates that a random playout of the game takes, each run for all lanes: the same on every machine."""
        return self.core.playout_work

    def foresight(self, ahead: int) -> tuple[int, float]:
        """How many plies of this number playouts can look ahead, and how many times as much code a step then runs."""
        return self.core.foresight(ahead)

    def playouts(
        self,
        starts: Sequence[State],
        counts: Sequence[int],
        *,
        seed: int = 0,
        limit: int = 2000,
        seconds: float | None = None,
        threads: int = 1,
        ahead: int = 0,
        good: Sequence[int] = (),
    ) -> Playouts:
        """Random playouts: `counts[i]` from `starts[i]`.

        With `ahead=1` a role that chooses alone makes an immediately winning move if it has one; with `ahead=2` it
        otherwise avoids moves that give the next role one. `foresight` says where that is possible. `good` marks moves
        of all roles, one after another: three times in four a role chooses among those that are marked. After the
        seconds no playout begins; those in progress are finished, otherwise short games would be over-represented.
        """
        states = np.frombuffer(b"".join(starts), dtype=np.uint64)
        begun = time.perf_counter()
        sums = interruptible(
            lambda stop: self.core.playouts(
                states,
                np.array(counts, dtype=np.uint64),
                seed,
                limit,
                FOREVER if seconds is None else seconds,
                threads,
                stop,
                ahead,
                np.array(good, dtype=np.uint8),
            ),
            Stop(),
        )
        return Playouts.of(sums, len(self._circuit.roles), time.perf_counter() - begun)

    def environments(
        self,
        count: int,
        asked: Sequence[int],
        *,
        together: bool,
        idle: Sequence[int],
        sources: NDArray[np.int32],
        percepts: bool,
        width: int,
        limit: int,
        restart: bool,
    ) -> Environments:
        """`count` games that the caller steps. It chooses for the roles `asked`; the others choose at random.

        A role is to move if a move other than its `idle` one (-1 for none) is legal. Without `together` one of the
        asked roles moves at a time, and there is one row of observations, masks and actions for each game; with it
        there is one for each game and asked role. A cell of an observation shows the fluent that `sources` names or,
        with `percepts`, what the role did or saw. Masks have `width` entries. Games are cut off after `limit` steps.
        With `restart` games that end begin again in the same step.
        """
        flat = np.ascontiguousarray(sources, dtype=np.int32).reshape(-1)
        return Environments(self.core, count, list(asked), together, list(idle), flat, percepts, width, limit, restart)

    def expand(self, states: Sequence[State], joint_moves: Sequence[JointMove]) -> Children:
        """The child of each state under the joint move at the same index. The moves must be legal."""
        moves = np.array(joint_moves, dtype=np.uint32).reshape(-1)
        children = self.core.expand(np.frombuffer(b"".join(states), dtype=np.uint64), moves)
        size = (len(self._circuit.fluents) + 63) // 64 * 8
        content = children["states"].tobytes()
        count = len(joint_moves)
        return Children(
            states=tuple(State(content[at * size : (at + 1) * size]) for at in range(count)),
            terminal=children["terminal"].astype(np.bool_),
            goals=children["goals"].reshape(count, len(self._circuit.roles)),
            percepts=self._percepts(children, count),
        )

    def _percepts(self, children: Mapping[str, Any], count: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
        roles, numbers = children["percept_roles"].tolist(), children["percept_numbers"].tolist()
        first = children["first_percept"].tolist()
        out = [[[] for _ in self._circuit.roles] for _ in range(count)]  # type: list[list[list[int]]]
        for child in range(count):
            for at in range(first[child], first[child + 1]):
                out[child][roles[at]].append(numbers[at])
        return tuple(tuple(map(tuple, child)) for child in out)

    def children(self, state: State, legal: Sequence[Sequence[int]]) -> tuple[list[tuple[int, ...]], Children]:
        """All joint moves that combine these legal moves, and their children."""
        joint_moves = list(product(*legal))
        return joint_moves, self.expand([state] * len(joint_moves), joint_moves)
