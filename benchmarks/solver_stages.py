"""How fast is a stage of a game solved? A random layered circuit, a state that fixes most of it, and free moves.

For each state: push, assign it, propagate, enumerate all solutions over the move variables, pop. Times are of the
processor, the mean over all states. Under forward checking the solutions and the nodes are the same here.
"""

from __future__ import annotations

import random
import time
from typing import get_args

import numpy as np

from woodstock.solver import Consistency, Solver

GATES, LAYERS, STATE, MOVES, STATES = 100_000, 20, 1000, 8, 20


def layered_circuit(rng: random.Random) -> Solver:
    """Gates of two to four inputs: a tenth of them from the state, one in a thousand a move, the rest a layer below."""
    inputs = STATE + MOVES
    solver = Solver([2] * (inputs + GATES))
    width = GATES // LAYERS
    for gate in range(GATES):
        layer = gate // width
        below = range(inputs) if layer == 0 else range(inputs + (layer - 1) * width, inputs + layer * width)
        chosen = set()
        for _ in range(rng.randint(2, 4)):
            kind = rng.random()
            source = range(STATE) if kind < 0.1 else range(STATE, inputs) if kind < 0.101 else below
            chosen.add(rng.choice(source))
        signed = [x if rng.random() < 0.5 else ~x for x in sorted(chosen)]
        solver.add_gate(inputs + gate, signed, "and" if rng.random() < 0.5 else "or")
    return solver


def main() -> None:
    """Prints the milliseconds of each step."""
    rng = random.Random(1)
    begun = time.process_time()
    solver = layered_circuit(rng)
    solver.propagate()
    print(
        f"{GATES} gates, {STATE} variables of the state, {MOVES} of moves; built in {time.process_time() - begun:.1f} s"
    )
    print(f"{'':>4} {'state':>8} {'enumerate':>10} {'pop':>6} {'nodes':>6} {'us/node':>8}   (ms)")
    moves = range(STATE, STATE + MOVES)
    for consistency in get_args(Consistency):
        states = np.random.default_rng(1).integers(0, 2, size=(STATES, STATE))
        spent, nodes = np.zeros(3), 0
        for state in states:
            clock = [time.process_time()]
            solver.push()
            solver.assign_all(np.arange(STATE), state)
            solver.propagate()
            clock.append(time.process_time())
            found = solver.enumerate(branching=moves, shown=moves, consistency=consistency)
            clock.append(time.process_time())
            solver.pop()
            clock.append(time.process_time())
            spent += np.diff(clock)
            nodes += found.statistics.nodes
        state_time, search_time, pop_time = spent * 1000 / STATES
        per_node = spent[1] * 1e6 / nodes
        row = f"{state_time:8.2f} {search_time:10.2f} {pop_time:6.2f} {nodes / STATES:6.0f} {per_node:8.2f}"
        print(f"{consistency:>4} {row}", flush=True)


if __name__ == "__main__":
    main()
