"""`woodstock solve`: networks from XCSP3."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli import codes
from woodstock.cli.failure import reading
from woodstock.cli.options import Json
from woodstock.cli.output import emit, facts, number, waiting
from woodstock.cli.policies import as_dict, lines, plain, small

if TYPE_CHECKING:
    from woodstock.network import Network, Value
    from woodstock.solver import BestPolicy, Status

_CELLS = 2**27
"""Values of solutions that are kept at most: half a gigabyte of them."""


class By(StrEnum):
    """The two searches of the papers."""

    MAC = "mac"
    FC = "fc"


def solve(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An XCSP3 instance: CSP, SCSP or QCSP.")],
    every: Annotated[bool, typer.Option("--all", help="All solutions of a CSP, or of one stage.")] = False,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="Up to N solutions.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", min=0.001, help="Give up then.")] = None,
    by: Annotated[By | None, typer.Option(help="How a CSP or a stage is searched.", show_default="mac")] = None,
    as_json: Json = False,
) -> int:
    """Solve a network: the solutions of a CSP, the best policy of an SCSP, a winning one of a QCSP.

    With --all, --limit or --by, an SCSP of one stage is solved as MAC-UCB solves stages: for all feasible decisions.
    Exits with 1 when there is no solution. Without an answer in time the status is unknown.
    """
    from woodstock.network.xcsp3 import load_xcsp3

    if every and limit is not None:
        raise typer.BadParameter("--all and --limit cannot both be")
    with reading(str(file)), waiting(f"Reading {file}", quiet=as_json):
        network = load_xcsp3(file)
    if not network.stochastic and not network.utilities:
        return _csp(network, None if every else limit or 1, seconds, by or By.MAC, as_json=as_json)
    if every or limit is not None or by is not None:
        return _stage(network, limit, seconds, by or By.MAC, as_json=as_json)
    return _policy(network, seconds, as_json=as_json)


# --- plain networks -----------------------------------------------------------------------------------------------


def _csp(network: Network, limit: int | None, seconds: float | None, by: By, *, as_json: bool) -> int:
    from woodstock.solver import Bridge, Status

    with waiting("Solving", quiet=as_json):
        bridge = Bridge(network)
        if limit == 1:
            # By a search that may start again.
            status, solution = bridge.solution(consistency=by.value, seconds=seconds)
            solutions, complete = [] if solution is None else [solution], status is Status.UNSATISFIABLE
        else:
            most = max(1, _CELLS // max(bridge.solver.variables, 1))
            listed = bridge.solutions(consistency=by.value, limit=min(limit or most, most), seconds=seconds)
            solutions, complete = list(listed), listed.complete
            missing = Status.UNSATISFIABLE if complete else Status.UNKNOWN
            status = Status.SATISFIABLE if solutions else missing
    found = ((_plain(solution), _assigned(solution)) for solution in solutions)
    return _tell_solutions(status, found, len(solutions), complete, as_json=as_json)


def _tell_solutions(
    status: Status, found: Iterable[tuple[dict[str, Any], str]], count: int, complete: bool, *, as_json: bool
) -> int:
    """Each solution, given for programs and for people, and what is to be said of all."""
    if as_json:
        emit({"status": status.value, "solutions": [one for one, _ in found], "complete": complete})
        return _code(status)
    for _, line in found:
        print(line)
    solutions = f": {count} {'solution' if count == 1 else 'solutions'}{', all there are' if complete else ''}"
    print(status.value + (solutions if count else ""))
    return _code(status)


def _plain(values: Mapping[str, Value]) -> dict[str, Any]:
    return {name: plain(value) for name, value in values.items()}


def _assigned(values: Mapping[str, Value]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items())


# --- one stage ----------------------------------------------------------------------------------------------------


def _stage(network: Network, limit: int | None, seconds: float | None, by: By, *, as_json: bool) -> int:
    from woodstock.network import NetworkError
    from woodstock.solver import Status, solve_stage

    try:
        with waiting("Solving", quiet=as_json):
            found = solve_stage(network, by=by.value, seconds=seconds)
    except NetworkError as error:
        raise typer.BadParameter(f"--all, --limit and --by are for a CSP or for one stage: {error}") from None
    shown = list(found)[:limit]
    complete = found.complete and len(shown) == len(found)
    missing = Status.UNSATISFIABLE if found.complete else Status.UNKNOWN
    status = Status.SATISFIABLE if shown else missing
    solutions = (
        (
            {"decisions": _plain(one.decisions), "satisfaction": float(one.satisfaction)},
            f"{_assigned(one.decisions) or '(nothing to decide)'}: satisfied with probability {one.satisfaction}",
        )
        for one in shown
    )
    return _tell_solutions(status, solutions, len(shown), complete, as_json=as_json)


# --- chance and rewards -------------------------------------------------------------------------------------------


def _policy(network: Network, seconds: float | None, *, as_json: bool) -> int:
    from woodstock.solver import best_policy

    with waiting("Solving", quiet=as_json):
        found = _quantified(network, seconds) or best_policy(network, seconds=seconds)
    if as_json:
        emit(_as_dict(network, found))
    else:
        _tell(network, found)
    return _code(found.status)


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
    answer: dict[str, Any] = {"status": found.status.value, "value": None, "satisfaction": None, "policy": None}
    if found.policy is not None and found.utilities is not None and found.satisfaction is not None:
        answer["value"] = dict(zip(network.players, map(float, found.utilities), strict=True))
        answer["satisfaction"] = float(found.satisfaction)
        answer["policy"] = as_dict(network, found.policy) if small(found.policy) else None
    return {**answer, "nodes": found.nodes, "seconds": found.seconds}


def _tell(network: Network, found: BestPolicy) -> None:
    told = [("status", found.status.value)]
    told += [
        (f"value of {player}", str(value))
        for player, value in zip(network.players, found.utilities or (), strict=False)
    ]
    if found.satisfaction is not None and found.satisfaction != 1:
        told.append(("satisfaction", str(found.satisfaction)))
    facts([*told, ("nodes", number(found.nodes))])
    if found.policy is None:
        return
    if not small(found.policy):
        print("The policy has too many branches to be printed.")
        return
    for line in lines(network, found.policy):
        print(line)


def _code(status: Status) -> int:
    from woodstock.solver import Status

    return codes.NO if status is Status.UNSATISFIABLE else codes.OK
