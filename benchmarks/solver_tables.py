"""What does a table of a million tuples cost? Loading, propagating, counting all its tuples, and the memory at most.

Each table is measured in a process of its own; memory is the growth of its peak, as a multiple of the tuples' size.
"""

from __future__ import annotations

import resource
import time
from multiprocessing import get_context

import numpy as np

from woodstock.solver import Solver

COUNT = 1_000_000
TABLES = ((2, 20_000), (3, 1000), (4, 100), (4, 64), (5, 16))  # arity, values


def measure(arity: int, size: int) -> str:
    """One line about a random table."""
    tuples = np.random.default_rng(1).integers(0, size, size=(COUNT, arity), dtype=np.int32)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    clock = [time.process_time()]
    solver = Solver([size] * arity)
    solver.add_table(range(arity), tuples)
    clock.append(time.process_time())
    solver.propagate()
    clock.append(time.process_time())
    memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / tuples.nbytes
    counted = solver.count()
    clock.append(time.process_time())
    load, propagate, count = np.diff(clock)
    each = count * 1e6 / counted.count
    return f"{arity:>5} {size:>6} {load:7.2f} {propagate:9.3f} {count:7.2f} {each:11.2f} {memory:7.1f}"


def main() -> None:
    """Prints a line for each table."""
    print("arity values  load s propagate s count s us/solution  memory")
    for arity, size in TABLES:
        with get_context("spawn").Pool(1) as pool:
            print(pool.apply(measure, (arity, size)), flush=True)


if __name__ == "__main__":
    main()
