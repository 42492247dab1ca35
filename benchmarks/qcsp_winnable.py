"""How many of paper 004's small instances can be won, as its section 4 tells it, by the exact solver.

Usage: qcsp_winnable.py [INSTANCES]
"""

from __future__ import annotations

import sys
import time

from woodstock.qcsp import Parameters, Problem, random_network, solve
from woodstock.referee.statistics import wilson

PAPER = {0.55: "almost all", 0.60: "95 %", 0.65: "80 %", 0.70: "60 %", 0.75: "20 %", 0.80: "", 0.85: ""}


def main() -> None:
    """Solve and print."""
    instances = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print("p_EE   paper       winnable   95 %              nodes     seconds each")
    for p_ee, paper in PAPER.items():
        won, nodes, spent = 0, 0, 0.0
        for seed in range(instances):
            problem = Problem(random_network(Parameters(20, 8, 0.20, p_ee, 0.5), seed))
            assert problem.core is not None  # building it is not solving it
            begun = time.perf_counter()
            answer = solve(problem)
            spent += time.perf_counter() - begun
            won += answer.winnable is True
            nodes += answer.nodes
        low, high = wilson(won, instances)
        print(
            f"{p_ee:<6.2f} {paper:<11} {won / instances:<10.1%} {low:.1%} .. {high:.1%}   {nodes / instances:<9,.0f} "
            f"{spent / instances:.5f}"
        )


if __name__ == "__main__":
    main()
