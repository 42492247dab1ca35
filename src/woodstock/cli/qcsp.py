"""`woodstock qcsp`: quantified CSPs against the clock."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli import codes
from woodstock.cli.failure import reading
from woodstock.cli.keyboard import HUMANS
from woodstock.cli.options import Json, Seed, with_options
from woodstock.cli.output import counting, emit, facts, number, respond, table, waiting
from woodstock.cli.policies import as_dict, lines, plain, small
from woodstock.files import write_text

if TYPE_CHECKING:
    from woodstock.network import Value
    from woodstock.qcsp import Clock, Parameters, Player, Problem, Thought

_TRIES = 100
"""Lines that are no value before the person is taken to be a pipe that talks nonsense."""

File = Annotated[Path, typer.Argument(metavar="FILE", help="An XCSP3 instance of type QCSP.")]
MoveClock = Annotated[float, typer.Option("--play", metavar="S", min=0.0001, help="Seconds for each move.")]
Budget = Annotated[
    int | None, typer.Option("--budget", metavar="N", min=1, help="Playouts or nodes for each move, not seconds.")
]


@dataclass(frozen=True, slots=True)
class Shape:
    """The parameters of random instances."""

    n: Annotated[int, typer.Option(metavar="N", min=1, help="Variables.")] = 20
    d: Annotated[int, typer.Option(metavar="D", min=1, help="Values of each variable.")] = 8
    p: Annotated[float, typer.Option(metavar="P", min=0, max=1, help="Share of pairs with a constraint.")] = 0.2
    pee: Annotated[
        float, typer.Option(metavar="P", min=0, max=1, help="Share of tuples an exists-exists pair forbids.")
    ] = 0.65
    pae: Annotated[
        float,
        typer.Option(metavar="P", min=0, max=1, help="Share of a bijection a forall-exists pair forbids."),
    ] = 0.5

    def parameters(self) -> Parameters:
        """As the generator takes them."""
        from woodstock.qcsp import Parameters

        return Parameters(self.n, self.d, self.p, self.pee, self.pae)


class First(StrEnum):
    """The quantifier of the first variable."""

    EXISTS = "exists"
    FORALL = "forall"


@with_options(shape=Shape)
def generate(
    first: Annotated[First, typer.Option(help="The quantifier of the first variable.")] = First.EXISTS,
    packing: Annotated[
        tuple[int, int, int, int] | None,
        typer.Option(metavar="ITEMS BINS CAPACITY LARGEST", help="A bin-packing game instead."),
    ] = None,
    seed: Seed = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; otherwise it is printed.")
    ] = None,
    as_json: Json = False,
    *,
    shape: Shape,
) -> int:
    """Write a random binary QCSP of paper 004, or a bin-packing game, as XCSP3."""
    from woodstock.network.xcsp3 import write_xcsp3
    from woodstock.qcsp import Packing, bin_packing, random_network

    if packing is not None:
        network = bin_packing(Packing(*packing))
    else:
        network = random_network(shape.parameters(), seed, first=first.value)
    text = write_xcsp3(network)
    if out is None:
        if as_json:
            raise typer.BadParameter("--json needs --out")
        print(text, end="")
        return codes.OK
    write_text(out, text)
    sizes = {"variables": len(network.variables), "constraints": len(network.constraints)}
    told = ", ".join(f"{size} {name}" for name, size in sizes.items())
    return respond(as_json, {"file": str(out), **sizes}, lambda: print(f"{out}: {told}"))


def _load(file: Path, *, quiet: bool) -> Problem:
    from woodstock.network.xcsp3 import load_xcsp3
    from woodstock.qcsp import Problem

    with reading(str(file)), waiting(f"Reading {file}", quiet=quiet):
        problem = Problem(load_xcsp3(file))
        assert problem.core is not None  # what the core cannot take is said now
    return problem


def solve(
    file: File,
    seconds: Annotated[float | None, typer.Option(metavar="S", min=0.001, help="Give up after S seconds.")] = None,
    strategy: Annotated[bool, typer.Option("--strategy", help="Show the winning strategy.")] = False,
    as_json: Json = False,
) -> int:
    """Decide whether the existential player has a winning strategy. Exits with 1 if there is none."""
    from woodstock.qcsp import solve as solve_exactly

    problem = _load(file, quiet=as_json)
    with waiting("Solving", quiet=as_json):
        answer = solve_exactly(problem, seconds=seconds)
    policy = answer.strategy.policy() if answer.strategy is not None and strategy else None
    shown = policy is not None and small(policy)
    if as_json:
        found: dict[str, Any] = {"winnable": answer.winnable, "nodes": answer.nodes, "seconds": answer.seconds}
        if strategy:
            found["strategy"] = as_dict(problem.network, policy) if policy is not None and shown else None
        emit(found)
    else:
        told = {True: "yes", False: "no", None: "unknown"}[answer.winnable]
        facts([("winnable", told), ("nodes", number(answer.nodes)), ("seconds", number(answer.seconds))])
        if policy is not None:
            printed = lines(problem.network, policy) if shown else ["The strategy has too many branches to print."]
            print(*printed, sep="\n")
    return codes.NO if answer.winnable is False else codes.OK


def play(
    file: File,
    exists: Annotated[str, typer.Argument(metavar="EXISTS_PLAYER", help="Sets the existential variables.")],
    forall: Annotated[
        str, typer.Argument(metavar="FORALL_PLAYER", help="Sets the universal variables. human: yourself.")
    ],
    seconds: MoveClock = 1.0,
    budget: Budget = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> int:
    """Let two players set the variables of an instance in turn; `human` is you."""
    from woodstock.qcsp import Clock
    from woodstock.qcsp import play as play_game

    if as_json and any(text in HUMANS for text in (exists, forall)):
        raise typer.BadParameter("human players cannot be combined with --json")
    problem = _load(file, quiet=as_json)
    ours, theirs = (_seat(problem, text, 2 * seed + at) for at, text in enumerate((exists, forall)))
    clock = Clock(seconds) if budget is None else Clock(budget=budget)
    record = play_game(problem, ours, theirs, clock, watch=None if as_json else partial(_show_move, problem))
    moves = [
        {"variable": name, "value": plain(value), "proof": thought.proof, "playouts": thought.playouts}
        for name, value, thought in zip(problem.names, record.values, record.thoughts, strict=True)
    ]
    answer = {"winner": record.winner, "moves": moves, "seconds": sum(record.seconds)}
    return respond(as_json, answer, lambda: print(f"{record.winner} wins"))


def _seat(problem: Problem, text: str, seed: int) -> Player:
    from woodstock.qcsp import Entrant

    return _Person(problem) if text in HUMANS else Entrant.parse(text).make(problem, seed)


def _show_move(problem: Problem, place: int, thought: Thought) -> None:
    who = "forall" if problem.universal[place] else "exists"
    proof = {1: "  (exists wins)", -1: "  (lost against best play)", 0: ""}[thought.proof]
    print(f"{who}  {problem.names[place]} = {thought.value}{proof}")


@with_options(shape=Shape)
def compare(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER..", help="Existential players to compare.")],
    against: Annotated[str, typer.Option(metavar="PLAYER", help="The adversary of all of them.")] = "alpha-beta",
    instances: Annotated[int, typer.Option(metavar="N", min=1, help="Random instances.")] = 20,
    seconds: MoveClock = 0.05,
    budget: Budget = None,
    seed: Seed = 0,
    as_json: Json = False,
    *,
    shape: Shape,
) -> int:
    """Let existential players play the same random instances, and show how significant the differences are."""
    from woodstock.qcsp import Clock, Entrant, random_network
    from woodstock.qcsp.playing import games, sign_test
    from woodstock.referee.statistics import wilson

    entrants = [Entrant.parse(text) for text in players]
    adversary = Entrant.parse(against)
    clock = Clock(seconds) if budget is None else Clock(budget=budget)
    networks = (random_network(shape.parameters(), seed + index) for index in range(instances))
    played: list[list[bool]] = []
    interrupted = False
    with counting("Playing", instances * len(entrants), quiet=as_json) as advance:
        try:
            for results in games(networks, entrants, adversary, clock, seed=seed, advance=advance):
                played.append(results)  # noqa: PERF402 (what is there when Ctrl-C comes is kept)
        except KeyboardInterrupt:
            interrupted = True
    if interrupted and not played:
        raise KeyboardInterrupt
    rows = []
    for place, text in enumerate(players):
        won, first = ([one[at] for one in played] for at in (place, 0))
        low, high = wilson(sum(won), len(played))
        rows.append({"player": text, "wins": sum(won), "interval": [low, high], "p_value": sign_test(first, won)})
    answer = {"instances": len(played), "against": against, "players": rows}
    code = respond(as_json, answer, lambda: _show(rows, len(played)))
    if interrupted:
        raise KeyboardInterrupt
    return code


def _show(rows: list[dict[str, Any]], instances: int) -> None:
    """What a comparison came to, also one that was cut short."""
    table(
        ("player", "wins", "share", "95 %", f"p against {rows[0]['player']}"),
        [
            (
                row["player"],
                f"{row['wins']} of {instances}",
                f"{row['wins'] / instances:.1%}",
                "{:.1%} .. {:.1%}".format(*row["interval"]),
                f"{row['p_value']:.3f}",
            )
            for row in rows
        ],
    )


class _Person:
    """A person, who has all the time in the world. What is typed is a value of the domain, or is asked for again."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def choose(self, played: Sequence[Value], clock: Clock) -> Thought:  # noqa: ARG002
        """Show what propagation leaves, and ask. Where there is no choice nobody is asked."""
        from woodstock.qcsp import Thought

        place = len(played)
        domain = self._problem.domains[place]
        if len(domain) == 1:
            return Thought(domain[0])
        given = {name: (value,) for name, value in zip(self._problem.names, played, strict=False)}
        strong = self._problem.propagate(given)
        weak = strong or self._problem.propagate(given, strong=False)
        name = self._problem.names[place]
        left = domain if weak is None else weak[name]
        if strong is None:
            print("Against best play this is lost" + ("." if weak is None else "; the adversary may make mistakes."))
        names = {str(value): value for value in domain}
        print(f"{name}: {' '.join(names)}" + (f"   consistent: {' '.join(map(str, left))}" if left != domain else ""))
        for _ in range(_TRIES):
            print(f"{name} = ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                raise KeyboardInterrupt
            if line.strip() in names:
                return Thought(names[line.strip()])
            if line.strip():
                print(f"{line.strip()[:50]!r} is not a value of {name}.")
        raise KeyboardInterrupt


COMMANDS = {command.__name__: command for command in (generate, solve, play, compare)}
