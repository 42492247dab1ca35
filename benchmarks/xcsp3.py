"""Does woodstock read and solve what PyCSP3 writes? Its own model examples, judged by OR-Tools CP-SAT.

PyCSP3 up to version 2.4 has the compiled examples in its wheel:

    pip download --no-deps pycsp3==2.4
    python benchmarks/xcsp3.py pycsp3-2.4-py3-none-any.whl [--seconds S] [--largest BYTES] [--names NAME ..]

Each instance is solved in a process of its own, by woodstock and by CP-SAT through a reader of XCSP3 that shares
nothing with ours (`tests/oracles/xcsp3_cp_sat.py`). A CSP with few solutions must have the same set of them, another
one the same satisfiability, and a COP the same optimum. An instance on which one of the two runs out of time proves
nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import zipfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_SOLUTIONS = 3_000


def instances(wheel: Path, largest: int) -> list[str]:
    """The instances in the wheel, small ones first."""
    with zipfile.ZipFile(wheel) as archive:
        files = [info for info in archive.infolist() if "/tests/xcsp/" in info.filename]
    return [
        info.filename
        for info in sorted(files, key=lambda info: info.file_size)
        if info.filename.endswith(".xml") and info.file_size <= largest
    ]


def judge(text: str, seconds: float) -> str:
    """What both solvers say of one instance: the verdict and its reason."""
    sys.path.insert(0, str(ROOT / "tests"))
    from oracles.xcsp3_cp_sat import Instance, UnsupportedError
    from woodstock.network import NetworkError, satisfied
    from woodstock.network.xcsp3 import read_xcsp3
    from woodstock.solver import NetworkSolver, Status, optimise

    try:
        network = read_xcsp3(text)
    except NetworkError as error:
        return f"refused: {error}"
    try:
        theirs = Instance(text)
    except UnsupportedError as error:
        return f"no judge: {error}"
    try:
        network_solver = NetworkSolver(network)
        _ = network_solver.solver
    except NetworkError as error:
        return f"refused: {error}"
    if network.objectives:
        ours = optimise(network, seconds=seconds)
        if ours.solution is not None and not satisfied(network, ours.solution):
            return "WRONG: the solution violates a constraint"
        if ours.status not in (Status.OPTIMUM, Status.UNSATISFIABLE):
            return f"unknown: {ours.status.value} {ours.objectives}"
        status, value = theirs.optimum(seconds)
        if status == "INFEASIBLE":
            return "agreed: unsatisfiable" if ours.solution is None else "WRONG: CP-SAT has no solution"
        if value is None:
            return f"unknown: CP-SAT {status}"
        same = (value,) == ours.objectives
        return f"{'agreed' if same else 'WRONG'}: optimum {ours.objectives} and {value}, {ours.statistics.nodes} nodes"
    outcome = network_solver.outcome(seconds=seconds)
    if outcome.solution is not None and not satisfied(network, network_solver.assignment(outcome.solution)):
        return "WRONG: the solution violates a constraint"
    if outcome.status is Status.UNKNOWN:
        return "unknown: no answer in time"
    status, _ = theirs.optimum(seconds)
    if status not in ("OPTIMAL", "INFEASIBLE"):
        return f"unknown: CP-SAT {status}"
    if (status == "OPTIMAL") != (outcome.status is Status.SATISFIABLE):
        return f"WRONG: {outcome.status.value}, and CP-SAT {status}"
    expected = theirs.solutions(seconds, MOST_SOLUTIONS) if status == "OPTIMAL" else None
    if expected is None:
        return f"agreed: {outcome.status.value}, {outcome.statistics.nodes} nodes"
    found = network_solver.solutions(limit=MOST_SOLUTIONS + 1, seconds=seconds)
    if not found.complete:
        return f"agreed: {outcome.status.value}, {outcome.statistics.nodes} nodes; not counted in time"
    numbers = {tuple(theirs.symbols.get(str(value), value) for value in row) for row in found.rows()}
    same = numbers == expected and len(found) == len(expected)
    return f"{'agreed' if same else 'WRONG'}: {len(found)} and {len(expected)} solutions"


def main() -> int:
    """Judge each instance in a child, and count the verdicts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--seconds", type=float, default=20, help="for each solver and instance")
    parser.add_argument("--largest", type=int, default=40_000, help="bytes of an instance")
    parser.add_argument("--names", nargs="*", help="parts of names")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        with zipfile.ZipFile(options.wheel) as archive:
            print(judge(archive.read(options.one).decode(), options.seconds))
        return 0
    verdicts: Counter[str] = Counter()
    for name in instances(options.wheel, options.largest):
        if options.names and not any(part in name for part in options.names):
            continue
        begun = time.perf_counter()
        call = [sys.executable, __file__, str(options.wheel), "--seconds", str(options.seconds), "--one", name]
        try:
            done = subprocess.run(call, capture_output=True, text=True, timeout=8 * options.seconds + 60, check=False)
            said = done.stdout.strip() or "CRASH: " + (done.stderr.strip().splitlines() or ["no message"])[-1]
        except subprocess.TimeoutExpired:
            said = "unknown: the process took too long"
        verdicts[said.partition(":")[0]] += 1
        print(f"{Path(name).stem:45} {time.perf_counter() - begun:7.1f} s  {said}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common()))
    return 1 if verdicts["WRONG"] or verdicts["CRASH"] else 0


if __name__ == "__main__":
    sys.exit(main())
