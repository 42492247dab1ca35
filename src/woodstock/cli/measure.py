"""`woodstock perft` and `woodstock playouts`: count and measure."""

from __future__ import annotations

import time
from enum import StrEnum
from typing import Annotated, Any

import typer

from woodstock.cli.options import GameName, Json, Loading, Seed, loads_games
from woodstock.cli.output import facts, number, respond, table, waiting

_ENDLESS = 2**62
"""More playouts than any clock allows."""


class Engine(StrEnum):
    """The ways to run playouts: hundreds at once, or one after another."""

    LANES = "lanes"
    EVENTS = "events"


@loads_games
def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=1, help="The length of the longest sequences to count.")],
    as_json: Json = False,
    *,
    loading: Loading,
) -> int:
    """Count the sequences of joint moves of each length up to DEPTH."""
    machine = loading.load(game, quiet=as_json).machine()
    begun = time.perf_counter()
    with waiting("Counting", quiet=as_json):
        counts = machine.perft(depth)
    answer = {"counts": counts, "seconds": time.perf_counter() - begun}
    rows = [[str(length), str(count)] for length, count in enumerate(counts, start=1)]
    return respond(as_json, answer, lambda: table(["depth", "sequences"], rows))


@loads_games
def playouts(
    game: GameName,
    seconds: Annotated[float, typer.Option(metavar="S", min=0.001, help="How long to measure.")] = 1.0,
    count: Annotated[int | None, typer.Option(metavar="N", min=1, help="Stop after N playouts.")] = None,
    engine: Annotated[Engine, typer.Option(help="The engine that runs them.")] = Engine.LANES,
    threads: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="Threads, for lanes.")] = 1,
    seed: Seed = 0,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Cut playouts off after N steps.")] = 2000,
    as_json: Json = False,
    *,
    loading: Loading,
) -> int:
    """Measure random playouts: for S seconds, or until there are N of them."""
    loaded = loading.load(game, quiet=as_json)
    # A number of playouts is a whole answer by itself, the same for every machine; the clock would spoil that.
    clock = None if count is not None else seconds
    with waiting("Playing at random", quiet=as_json):
        if engine is Engine.LANES:
            wanted = _ENDLESS if count is None else count
            report = loaded.playouts(wanted, seconds=clock, seed=seed, limit=limit, threads=threads).summary()
        else:
            report = loaded.machine().playouts(count, seconds=clock, seed=seed, limit=limit)
    elapsed = max(report.seconds, 1e-9)
    goals = dict(zip(loaded.roles, report.mean_goals, strict=True))
    answer: dict[str, Any] = {
        "engine": str(engine),
        "playouts": report.playouts,
        "seconds": report.seconds,
        "playouts_per_second": report.playouts / elapsed,
        "states_per_second": report.states / elapsed,
        "states": report.states,
        "mean_length": report.mean_length,
        "mean_goals": goals,
        "capped": report.capped,
        "broken": report.broken,
    }
    shown = ("playouts", "seconds", "playouts_per_second", "states_per_second", "mean_length")
    pairs = [(name.replace("_", " "), number(answer[name])) for name in shown]
    pairs += [(f"mean goal of {role}", number(goal)) for role, goal in goals.items()]
    if report.capped:
        pairs.append((f"cut off after {limit} steps", number(report.capped)))
    if report.broken:
        pairs.append(("broken (no legal move)", number(report.broken)))
    return respond(as_json, answer, lambda: facts(pairs))
