"""How many propagated playouts of random QCSPs a second: ours, one at a time and in lanes, and a plain peer.

The peer is `qcsp_peer.cpp`, a straightforward compiled implementation of paper 004's playouts (lists, matrices, AC-3),
built here with -O3. All run one after another on one core, on the same instances, with the same meaning: their shares
of wins are printed side by side. Usage: qcsp.py [SECONDS]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from woodstock.core import Stop, qcsp_kernels
from woodstock.network import Network
from woodstock.qcsp import Parameters, Problem, random_network

HERE = Path(__file__).parent


def as_text(network: Network) -> str:
    """The instance as the peer reads it."""
    place = {variable.name: index for index, variable in enumerate(network.variables)}
    lines = [str(len(place))]
    lines += [f"{'A' if variable.stochastic else 'E'} {len(variable.domain)}" for variable in network.variables]
    lines.append(str(len(network.constraints)))
    for constraint in network.constraints:
        x, y = (network.variable(name) for name in constraint.scope)
        lines.append(f"{place[x.name]} {place[y.name]}")
        lines += ["".join(str(int(constraint.allows((a, b)))) for b in y.domain) for a in x.domain]
    return "\n".join(lines)


def ours(problem: Problem, kernel: int | None, seconds: float) -> tuple[float, float]:
    """Playouts a second and the share of wins; without a kernel they are played one at a time."""
    begun = time.perf_counter()
    made, won = problem.core.playouts([], 2**62, 1, kernel, seconds, Stop())
    return made / (time.perf_counter() - begun), won / max(made, 1)


def peer(program: Path, network: Network, seconds: float) -> tuple[float, float]:
    """The same from the peer."""
    done = subprocess.run(
        [program, str(seconds), "1"], input=as_text(network), capture_output=True, text=True, check=True
    )
    made, won, spent = done.stdout.split()
    return int(made) / float(spent), int(won) / max(int(made), 1)


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
    fastest = qcsp_kernels() - 1
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "peer"
        compiler = os.environ.get("CXX", "c++")
        subprocess.run([compiler, "-std=c++20", "-O3", "-o", program, HERE / "qcsp_peer.cpp"], check=True)
        print("n   d   p_EE  peer/s     one/s      lanes/s     one/peer  lanes/peer  wins: peer    one     lanes")
        for n, d, p_ee in ((20, 8, 0.55), (20, 8, 0.65), (50, 16, 0.30), (50, 16, 0.40)):
            network = random_network(Parameters(n, d, 0.2, p_ee, 0.5), 3)
            problem = Problem(network)
            plain = peer(program, network, seconds)
            one, lanes = ours(problem, None, seconds), ours(problem, fastest, seconds)
            print(
                f"{n:<3} {d:<3} {p_ee:<5} {plain[0]:<10,.0f} {one[0]:<10,.0f} {lanes[0]:<11,.0f} "
                f"{one[0] / plain[0]:<9.1f} {lanes[0] / plain[0]:<11.1f} "
                f"{plain[1]:<12.5f}  {one[1]:<7.5f} {lanes[1]:.5f}"
            )


if __name__ == "__main__":
    main()
