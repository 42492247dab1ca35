"""How fast is the solver? Random tables at the phase transition (model RB), against cosoco and OR-Tools CP-SAT.

Model RB (Xu and Li, "Exact Phase Transitions in Random Constraint Satisfaction Problems", 2000): n variables,
d = n^alpha values, r n ln n tables of arity k that forbid a share p of the tuples each. As n grows the threshold is
1 - exp(-alpha / r), if alpha > 1 / k and p <= 1 - 1 / k; at these sizes p is chosen for a small expected number of
solutions, so that about half of the instances have one. All times are of the processor, for one thread, from the
instance in memory: cosoco (looked for on the path, or where WOODSTOCK_COSOCO says; pip has it) is believed what it
reports, less what it needs to read the file. CP-SAT enumerates all solutions of looser instances, as we do.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from woodstock.solver import Solver, Status

INSTANCES = 20
ALPHA = 0.8
R = {2: 0.8 / math.log(4 / 3), 3: 0.8, 4: 0.8}  # by arity
EXPECTED = {2: 8.0, 3: 1.8, 4: 0.9}  # solutions where about half of the instances have one: they come in clusters
SIZES = {2: (22, 26, 30, 34), 3: (15, 18, 21, 24), 4: (12, 14, 16, 17)}
QUICK = 3  # of these sizes
SECONDS_EACH = 60.0  # seconds of the processor for an instance


@dataclass(frozen=True)
class Instance:
    """Tables over variables that all have the same number of values."""

    variables: int
    values: int
    tables: tuple[tuple[tuple[int, ...], NDArray[np.int32]], ...]


def threshold(arity: int) -> float:
    """The p of the phase transition as n grows. The theorem asks for alpha > 1 / arity and p <= 1 - 1 / arity."""
    p = 1 - math.exp(-ALPHA / R[arity])
    if not (1 / arity < ALPHA and p <= 1 - 1 / arity):
        raise ValueError("the theorem says nothing here")
    return p


def forbidden_tuples(n: int, d: int, arity: int, tables: int) -> list[int]:
    """How many tuples each table forbids, so that the expected number of solutions is met in spite of rounding."""
    combinations = d**arity
    wanted = math.log(EXPECTED[arity]) - n * math.log(d)  # the sum of ln(1 - p) over all tables
    fewer = math.floor(combinations * (1 - math.exp(wanted / tables)))
    low, high = math.log1p(-fewer / combinations), math.log1p(-(fewer + 1) / combinations)
    more = round((wanted - tables * low) / (high - low))
    return [fewer + (i < more) for i in range(tables)]


def model_rb(n: int, arity: int, seed: int, tightness: float = 1.0) -> Instance:
    """An instance at the phase transition, or where the tables forbid only a share of what they would there."""
    rng = random.Random(seed)
    d = round(n**ALPHA)
    count = round(R[arity] * n * math.log(n))
    combinations = np.array(list(product(range(d), repeat=arity)), dtype=np.int32)
    tables = []
    for forbidden in forbidden_tuples(n, d, arity, count):
        scope = tuple(rng.sample(range(n), arity))
        kept = sorted(rng.sample(range(len(combinations)), len(combinations) - round(tightness * forbidden)))
        tables.append((scope, combinations[kept]))
    return Instance(n, d, tuple(tables))


def solver_of(instance: Instance) -> Solver:
    """The instance in our solver."""
    solver = Solver([instance.values] * instance.variables)
    for scope, tuples in instance.tables:
        solver.add_table(scope, tuples)
    return solver


def write_xcsp3(instance: Instance, file: Path) -> None:
    """The instance as XCSP3."""
    lines = ['<instance format="XCSP3" type="CSP"><variables>']
    lines.append(f'<array id="x" size="[{instance.variables}]"> 0..{instance.values - 1} </array></variables>')
    lines.append("<constraints>")
    for scope, tuples in instance.tables:
        rows = "".join(f"({','.join(map(str, row))})" for row in tuples.tolist())
        names = " ".join(f"x[{x}]" for x in scope)
        lines.append(f"<extension><list> {names} </list><supports> {rows} </supports></extension>")
    lines.append("</constraints></instance>")
    file.write_text("\n".join(lines))


def time_ours(instance: Instance) -> tuple[bool | None, float]:
    """Is there a solution, and the seconds it took to know."""
    begun = time.process_time()
    status = solver_of(instance).solve(seconds=10 * SECONDS_EACH).status  # by the clock, which a busy machine slows
    answer = None if status is Status.UNKNOWN else status is Status.SATISFIABLE
    return answer, time.process_time() - begun


def time_cosoco(command: str, instance: Instance) -> tuple[bool | None, float]:
    """The same with cosoco."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "instance.xml"
        write_xcsp3(instance, file)
        cpu_limit = f"--cpu={SECONDS_EACH:.0f}"  # of the processor: on a busy machine a clock would count against it
        done = subprocess.run(["prlimit", cpu_limit, command, str(file)], capture_output=True, text=True, check=False)
    if done.returncode < 0:
        return None, SECONDS_EACH
    used = re.search(r"CPU time\s*:\s*([\d.]+)", done.stdout)
    reading = re.search(r"Parse time\s*:\s*([\d.]+)", done.stdout)
    if not used or not reading:
        raise RuntimeError(f"cosoco says: {done.stdout[-500:]}{done.stderr[-500:]}")
    seconds = float(used.group(1)) - float(reading.group(1))
    answer = re.search(r"^s (.*)$", done.stdout, re.MULTILINE)
    known = {"SATISFIABLE": True, "UNSATISFIABLE": False}
    return known.get(answer.group(1).strip()) if answer else None, seconds


def cp_sat_model(instance: Instance) -> Any:
    """The instance in CP-SAT."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables = [model.new_int_var(0, instance.values - 1, f"x{i}") for i in range(instance.variables)]
    for scope, tuples in instance.tables:
        model.add_allowed_assignments([variables[x] for x in scope], tuples.tolist())
    return model


def count_with_cp_sat(instance: Instance) -> tuple[int, float]:
    """How many solutions CP-SAT enumerates, and the seconds it takes, with an empty callback."""
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        count = 0

        def on_solution_callback(self) -> None:
            self.count += 1

    begun = time.process_time()
    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(cp_sat_model(instance), counter)
    return counter.count, time.process_time() - begun


def enumeration() -> None:
    """All solutions of looser instances, ours and CP-SAT's."""
    print("all solutions of looser instances: solutions, seconds, ratio")
    for arity, n, tightness in ((2, 14, 0.8), (3, 11, 0.8), (4, 8, 0.8)):
        ours = theirs = 0.0
        solutions = 0
        for seed in range(3):
            instance = model_rb(n, arity, seed, tightness)
            begun = time.process_time()
            found = len(solver_of(instance).enumerate())
            ours += time.process_time() - begun
            expected, seconds = count_with_cp_sat(instance)
            theirs += seconds
            solutions += found
            if found != expected:
                raise AssertionError(f"{found} solutions here, {expected} there")
        print(f"{arity:>5} {n:>3} {solutions:>9} {ours:10.3f} {theirs:10.3f}  cp-sat / woodstock: {theirs / ours:.0f}")


def measure(arity: int, n: int, cosoco: str | None) -> tuple[int, dict[str, float]]:
    """How many instances of a size have a solution, and the seconds of each solver for all of them."""
    seconds = {"woodstock": 0.0, **({"cosoco": 0.0} if cosoco else {})}
    satisfiable = 0
    for seed in range(INSTANCES):
        instance = model_rb(n, arity, seed)
        answers = {"woodstock": time_ours(instance)}
        if cosoco:
            answers["cosoco"] = time_cosoco(cosoco, instance)
        if len({answer for answer, _ in answers.values() if answer is not None}) > 1:
            raise AssertionError(f"the solvers disagree on arity {arity}, n {n}, seed {seed}: {answers}")
        satisfiable += any(answer for answer, _ in answers.values())
        for name, (_, used) in answers.items():
            seconds[name] += used
    return satisfiable, seconds


def growth(sizes: tuple[int, ...], seconds: list[float]) -> str:
    """The exponent b of the time a exp(b n) that fits best, and by how much n must grow to double it."""
    b = float(np.polyfit(sizes, np.log(seconds), 1)[0])
    return f"exp({b:.2f} n), twice as long every {math.log(2) / b:.1f} variables"


def phase_transition(quick: bool) -> None:
    """Prints the seconds for each size, how they grow, and the ratios over all."""
    cosoco = os.environ.get("WOODSTOCK_COSOCO") or shutil.which("cosoco", path=search_path())
    names = ["woodstock", *(["cosoco"] if cosoco else [])]
    print(f"model RB at the phase transition, {INSTANCES} instances each, total seconds")
    print(f"{'arity':>5} {'n':>3} {'d':>3} {'tables':>6} {'p':>5} {'sat':>5}", *(f"{name:>10}" for name in names))
    totals = dict.fromkeys(names, 0.0)
    for arity, all_sizes in SIZES.items():
        sizes = all_sizes[:QUICK] if quick else all_sizes
        curves: dict[str, list[float]] = {name: [] for name in names}
        for n in sizes:
            satisfiable, seconds = measure(arity, n, cosoco)
            for name in names:
                curves[name].append(seconds[name])
                totals[name] += seconds[name]
            d, tables = round(n**ALPHA), round(R[arity] * n * math.log(n))
            p = sum(forbidden_tuples(n, d, arity, tables)) / tables / d**arity
            row = (f"{seconds[name]:10.2f}" for name in names)
            print(f"{arity:>5} {n:>3} {d:>3} {tables:>6} {p:5.3f} {satisfiable:>2}/{INSTANCES}", *row, flush=True)
        print(f"      p in the limit: {threshold(arity):.3f}")
        for name in names:
            print(f"      {name} grows like {growth(sizes, curves[name])}")
    for name in names[1:]:
        print(f"woodstock / {name}: {totals['woodstock'] / totals[name]:.2f}")


def search_path() -> str:
    """Where commands are looked for: beside this Python, where pip puts them, first."""
    return os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))


def main() -> None:
    """Everything, or in a minute what is small."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="leave out the largest sizes")
    phase_transition(parser.parse_args().quick)
    if importlib.util.find_spec("ortools"):
        enumeration()


if __name__ == "__main__":
    main()
