"""`woodstock solve`: networks from XCSP3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli import codes
from woodstock.cli.failure import reading
from woodstock.cli.options import Json
from woodstock.cli.output import emit, number, table, waiting
from woodstock.cli.policies import as_dict, lines, plain, small
from woodstock.printable import escaped

if TYPE_CHECKING:
    from woodstock.network import Network, Value
    from woodstock.solver import BestPolicy, Statistics, Status

_CELLS = 2**27
"""Values of solutions that are kept at most: half a gigabyte of them."""


class By(StrEnum):
    """The two searches of the papers."""

    MAC = "mac"
    FC = "fc"


@dataclass(frozen=True)
class Answer:
    """What is said of a network: for programs, and line by line for people."""

    status: Status
    facts: dict[str, Any]
    lines: list[str]
    work: dict[str, int | float]


def solve(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An XCSP3 instance: CSP, COP, SCSP or QCSP.")],
    every: Annotated[bool, typer.Option("--all", help="All solutions of a CSP, or of one stage.")] = False,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="Up to N solutions.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", min=0.001, help="Give up after S seconds.")] = None,
    by: Annotated[By | None, typer.Option(help="How values are filtered.", show_default="mac")] = None,
    compare: Annotated[bool, typer.Option("--compare", help="Solve by MAC and by FC, and compare the work.")] = False,
    initial: Annotated[bool, typer.Option("--initial", help="Start from the initial state in the file.")] = False,
    as_json: Json = False,
) -> int:
    """Solve a network: solutions of a CSP, the best one of a COP, the best policy of an SCSP, a winning one of a QCSP.

    With --all or --limit, an SCSP of one stage is solved as MAC-UCB solves stages: for all feasible decisions.
    MAC (maintaining arc consistency) and FC (forward checking) give the same answers with different work.
    Exits with 1 if there is no solution. Without an answer in time the status is unknown.
    """
    from woodstock.network.xcsp3 import load_instance

    if every and limit is not None:
        raise typer.BadParameter("--all and --limit cannot both be given")
    if compare and by is not None:
        raise typer.BadParameter("--compare uses both algorithms, so --by cannot be given")
    with reading(str(file)), waiting(f"Reading {file}", quiet=as_json):
        instance = load_instance(file)
        network = instance.network.instantiate(instance.initial) if initial else instance.network
    if initial and not instance.initial:
        raise typer.BadParameter(f"{file} has no initial state")
    answers: dict[By, Answer] = {}
    for one in By if compare else [by or By.MAC]:
        with reading(str(file)), waiting(f"Solving by {one.value}", quiet=as_json):
            chosen = one if compare else by
            answers[one] = _solved(network, every, limit, seconds, chosen)
    if compare:
        _tell_comparison(answers, as_json=as_json)
    else:
        _tell(next(iter(answers.values())), as_json=as_json)
    return max(_code(answer.status) for answer in answers.values())


def _solved(network: Network, every: bool, limit: int | None, seconds: float | None, by: By | None) -> Answer:
    """The answer; if nothing is said of how to find it, by MAC or by the solver that is made for such a network."""
    if network.objectives:
        if every:
            raise typer.BadParameter("--all is for networks without an objective")
        return _cop(network, limit, seconds, by or By.MAC)
    if not network.stochastic and not network.utilities:
        return _csp(network, None if every else limit or 1, seconds, by or By.MAC)
    if every or limit is not None:
        return _stage(network, limit, seconds, by or By.MAC)
    return _policy(network, seconds, by)


def _tell(answer: Answer, *, as_json: bool) -> None:
    if as_json:
        emit({"status": answer.status.value, **answer.facts, **answer.work})
        return
    for line in answer.lines:
        print(line)
    print("  ".join(f"{name} {number(amount)}" for name, amount in answer.work.items()))


def _tell_comparison(answers: dict[By, Answer], *, as_json: bool) -> None:
    """A row for each way to search."""
    if as_json:
        rows = {by.value: {"status": one.status.value, **one.facts, **one.work} for by, one in answers.items()}
        emit({"compared": rows})
        return
    work = list(next(iter(answers.values())).work)
    cells = [[by.value, one.status.value, *(number(one.work[name]) for name in work)] for by, one in answers.items()]
    table(["by", "status", *work], cells)


def _work(statistics: Statistics) -> dict[str, int | float]:
    return {
        "nodes": statistics.nodes,
        "fails": statistics.failures,
        "propagations": statistics.propagations,
        "restarts": statistics.restarts,
        "seconds": statistics.seconds,
    }


# --- plain networks -----------------------------------------------------------------------------------------------


def _csp(network: Network, limit: int | None, seconds: float | None, by: By) -> Answer:
    from woodstock.solver import NetworkSolver, Status

    network_solver = NetworkSolver(network)
    if limit == 1:
        # By a search that may start again.
        outcome = network_solver.outcome(consistency=by.value, seconds=seconds)
        solutions = [] if outcome.solution is None else [network_solver.assignment(outcome.solution)]
        status, complete, statistics = outcome.status, outcome.status is Status.UNSATISFIABLE, outcome.statistics
    else:
        most = max(1, _CELLS // max(network_solver.solver.variables, 1))
        listed = network_solver.solutions(consistency=by.value, limit=min(limit or most, most), seconds=seconds)
        solutions, complete, statistics = list(listed), listed.complete, listed.statistics
        missing = Status.UNSATISFIABLE if complete else Status.UNKNOWN
        status = Status.SATISFIABLE if solutions else missing
    found = [(_plain(solution), _assigned(solution)) for solution in solutions]
    return _solutions(status, found, complete, statistics)


def _cop(network: Network, limit: int | None, seconds: float | None, by: By) -> Answer:
    from woodstock.solver import optimise

    best = optimise(network, consistency=by.value, limit=limit, seconds=seconds)
    objective = list(best.objectives) if len(best.objectives) > 1 else next(iter(best.objectives), None)
    solutions = [] if best.solution is None else [_plain(best.solution)]
    lines = [] if best.solution is None else [_assigned(best.solution), f"objective {objective}"]
    facts = {"objective": objective, "solutions": solutions, "improvements": best.solutions}
    return Answer(best.status, facts, [*lines, best.status.value], _work(best.statistics))


def _solutions(
    status: Status, found: list[tuple[dict[str, Any], str]], complete: bool, statistics: Statistics
) -> Answer:
    """Each solution, given for programs and for people, and what is to be said of all."""
    count = len(found)
    told = f": {count} {'solution' if count == 1 else 'solutions'}{', there are no others' if complete else ''}"
    lines = [line for _, line in found] + [status.value + (told if count else "")]
    facts = {"solutions": [one for one, _ in found], "complete": complete}
    return Answer(status, facts, lines, _work(statistics))


def _plain(values: Mapping[str, Value]) -> dict[str, Any]:
    return {name: plain(value) for name, value in values.items()}


def _assigned(values: Mapping[str, Value]) -> str:
    return escaped(" ".join(f"{name}={value}" for name, value in values.items()))


# --- one stage ----------------------------------------------------------------------------------------------------


def _stage(network: Network, limit: int | None, seconds: float | None, by: By) -> Answer:
    from woodstock.network import NetworkError
    from woodstock.solver import Status, solve_stage

    try:
        found = solve_stage(network, by=by.value, seconds=seconds)
    except NetworkError as error:
        raise typer.BadParameter(f"--all and --limit are for a CSP or for one stage: {error}") from None
    shown = list(found)[:limit]
    complete = found.complete and len(shown) == len(found)
    missing = Status.UNSATISFIABLE if found.complete else Status.UNKNOWN
    status = Status.SATISFIABLE if shown else missing
    solutions: list[tuple[dict[str, Any], str]] = [
        (
            {"decisions": _plain(one.decisions), "satisfaction": float(one.satisfaction)},
            f"{_assigned(one.decisions) or '(nothing to decide)'}: satisfied with probability {one.satisfaction}",
        )
        for one in shown
    ]
    return _solutions(status, solutions, complete, found.statistics)


# --- chance and rewards -------------------------------------------------------------------------------------------


def _policy(network: Network, seconds: float | None, by: By | None) -> Answer:
    from woodstock.solver import Statistics, best_policy

    found = _quantified(network, seconds) if by is None else None
    found = found or best_policy(network, by=(by or By.MAC).value, seconds=seconds)
    statistics = Statistics(found.nodes, found.failures, 0, found.propagations, found.seconds)
    return Answer(found.status, _as_dict(network, found), _lines(network, found), _work(statistics))


def _quantified(network: Network, seconds: float | None) -> BestPolicy | None:
    """The answer to a QCSP, if it is one and fits the solver for them."""
    from woodstock.network import NetworkError
    from woodstock.qcsp import Problem
    from woodstock.qcsp import solve as solve_exactly
    from woodstock.solver import BestPolicy, Status

    try:
        problem = Problem(network)
        answer = solve_exactly(problem, seconds=seconds)
    except NetworkError:
        return None
    status = {True: Status.SATISFIABLE, False: Status.UNSATISFIABLE, None: Status.UNKNOWN}[answer.winnable]
    if answer.strategy is None:
        return BestPolicy(status, None, None, None, answer.nodes, answer.seconds)
    return BestPolicy(status, answer.strategy.policy(), (), Fraction(1), answer.nodes, answer.seconds)


def _as_dict(network: Network, found: BestPolicy) -> dict[str, Any]:
    if found.policy is None or found.utilities is None or found.satisfaction is None:
        return {"value": None, "satisfaction": None, "policy": None}
    return {
        "value": dict(zip(network.players, map(float, found.utilities), strict=True)),
        "satisfaction": float(found.satisfaction),
        "policy": as_dict(network, found.policy) if small(found.policy) else None,
    }


def _lines(network: Network, found: BestPolicy) -> list[str]:
    told = [("status", found.status.value)]
    told += [
        (f"value of {player}", str(value))
        for player, value in zip(network.players, found.utilities or (), strict=False)
    ]
    if found.satisfaction is not None and found.satisfaction != 1:
        told.append(("satisfaction", str(found.satisfaction)))
    width = max(len(name) for name, _ in told)
    head = [f"{name:{width}}  {value}" for name, value in told]
    if found.policy is None:
        return head
    if not small(found.policy):
        return [*head, "The policy has too many branches to print."]
    return [*head, *lines(network, found.policy)]


def _code(status: Status) -> int:
    from woodstock.solver import Status

    return codes.NO if status is Status.UNSATISFIABLE else codes.OK
