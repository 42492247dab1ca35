"""`woodstock match`: matches between players."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli import codes
from woodstock.cli.failure import complain
from woodstock.cli.options import (
    FoldCase,
    GameName,
    GroundMemory,
    GroundRules,
    GroundSeconds,
    Json,
    Lenient,
    Seed,
    load,
)
from woodstock.cli.output import counting, emit, number, table

if TYPE_CHECKING:
    from woodstock.match import Played, Series

_SHOWN_DEVIATIONS = 10


def match(
    game: GameName,
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER", help="One for each role but random: name or name:option=value,..."),
    ],
    start: Annotated[float, typer.Option("--start", metavar="S", min=0.001, help="Seconds before a match.")] = 10.0,
    play: Annotated[float, typer.Option("--play", metavar="S", min=0.001, help="Seconds for each move.")] = 1.0,
    matches: Annotated[int, typer.Option("--matches", metavar="N", min=1, help="How many matches.")] = 1,
    swap: Annotated[bool, typer.Option("--swap", help="Change roles from match to match.")] = False,
    seed: Seed = 0,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Cut matches off after N steps.")] = 2000,
    show: Annotated[bool, typer.Option("--show", help="Draw every position.")] = False,
    records: Annotated[
        Path | None, typer.Option("--records", metavar="FILE", help="Write each match as one line of JSON.")
    ] = None,
    as_json: Json = False,
    lenient: Lenient = False,
    fold_case: FoldCase = False,
    ground_seconds: GroundSeconds = None,
    ground_memory: GroundMemory = None,
    ground_rules: GroundRules = None,
) -> int:
    """Play matches between players.

    The winner of a match is the player with the strictly highest goal; alone in the game, it takes a goal of 100.
    """
    from woodstock.cli.board import Onlooker
    from woodstock.match import Clocks, Series, series
    from woodstock.players import parse

    if show and as_json:
        raise typer.BadParameter("--show is for people and --json for programs: give one of them")
    # Players first: a misspelt one is known at once, a big game takes a while to load.
    entrants = [parse(player) for player in players]
    clocks = Clocks(start, play)
    loaded = load(game, lenient, fold_case, ground_seconds, ground_memory, ground_rules, quiet=as_json)
    played: list[Played] = []
    interrupted = False
    with ExitStack() as stack:
        file = stack.enter_context(records.open("w", encoding="utf-8")) if records else None
        advance = stack.enter_context(counting("Playing", matches, quiet=as_json or show))

        def each_match(one: Played) -> None:
            played.append(one)
            if file:
                file.write(json.dumps(one.record.to_dict()) + "\n")
                file.flush()
            advance()

        try:
            series(
                loaded,
                entrants,
                matches,
                swap=swap,
                seed=seed,
                clocks=clocks,
                limit=limit,
                each_state=Onlooker(game, loaded.chance) if show else None,
                each_match=each_match,
            )
        except KeyboardInterrupt:
            interrupted = True
    result = Series(tuple(entrant.name for entrant in entrants), tuple(played))
    if as_json:
        emit(_answer(loaded.name, result))
    else:
        if show:
            print()
        _report(result)
    if interrupted:
        complain(f"interrupted after {len(played)} of {matches} matches")
        return codes.INTERRUPTED
    return codes.OK


def _answer(game: str, result: Series) -> dict[str, Any]:
    return {
        "game": game,
        "players": result.entrants,
        "matches": result.matches,
        "wins": result.wins,
        "draws": result.draws,
        "unfinished": result.unfinished,
        "errors": len(result.deviations),
        "mean_goals": result.mean_goals,
        "interval": result.interval,
        "deviations": [
            {"match": number, "step": note.step, "role": note.role, "kind": note.kind, "detail": note.detail}
            for number, note in result.deviations
        ],
        "seconds": sum(one.record.seconds for one in result.played),
    }


def _report(result: Series) -> None:
    """The result for people: of one match the goals, of several a table."""
    if result.matches == 1:
        one = result.played[0]
        record = one.record
        goals = zip(record.roles, record.players, record.goals, strict=True)
        rows = [[role, player, "-" if goal is None else str(goal)] for role, player, goal in goals]
        table(["role", "player", "goal"], rows)
        winner = one.winner()
        if winner is not None:
            outcome = f"{result.entrants[winner]} wins as {record.roles[one.seats[winner]]}"
        else:
            outcome = "drawn" if one.drawn() else "no winner" if one.finished else "unfinished"
        print(f"{len(record.moves)} joint moves: {outcome}")
    elif result.matches:
        columns = zip(result.entrants, result.wins, result.mean_goals, result.interval, strict=True)
        rows = [
            [name, str(wins), "-" if goal is None else number(goal), f"{low:.1%} to {high:.1%}"]
            for name, wins, goal, (low, high) in columns
        ]
        table(["player", "wins", "mean goal", "wins with 95 % confidence"], rows)
        unfinished = f", {result.unfinished} unfinished" if result.unfinished else ""
        print(f"{result.matches} matches, {result.draws} drawn{unfinished}")
    for number_, note in result.deviations[:_SHOWN_DEVIATIONS]:
        print(f"match {number_}, step {note.step}: {note.role or 'the game'}: {note.kind}: {note.detail}")
    if (rest := len(result.deviations) - _SHOWN_DEVIATIONS) > 0:
        print(f"and {rest} more deviations")
