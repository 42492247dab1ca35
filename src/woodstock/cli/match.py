"""`woodstock match`: matches between players."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.keyboard import HUMANS
from woodstock.cli.options import GameName, Json, Loading, PlayClock, with_options
from woodstock.cli.output import counting, emit, number, table
from woodstock.cli.series import Matches

if TYPE_CHECKING:
    from woodstock.referee import Played, Series

_SHOWN_DEVIATIONS = 10


@with_options(series=Matches, loading=Loading)
def match(
    game: GameName,
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER", help="One for each role but random: name or name:option=value,..."),
    ],
    play: PlayClock = 1.0,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Matches at a time; by default as many as fit on the cores."),
    ] = None,
    as_json: Json = False,
    *,
    series: Matches,
    loading: Loading,
) -> int:
    """Play matches between players.

    The winner of a match is the player with the strictly highest goal; a player alone in the game needs a goal of 100.
    """
    from woodstock.cli.board import onlooker
    from woodstock.players import entrant

    if series.show and as_json:
        raise typer.BadParameter("--show is for people and --json for programs: give one of them")
    if any(player in HUMANS for player in players):
        raise typer.BadParameter("a person plays with `woodstock play`, at this terminal, or with `woodstock host`")
    # Players first: a misspelt one is known at once, a big game takes a while to load.
    entrants = [entrant(player) for player in players]
    loaded = loading.load(game, quiet=as_json)
    with counting("Playing", series.matches, quiet=as_json or series.show) as advance:

        def kept(one: Played) -> Played:
            advance()
            return one

        look = onlooker(loaded) if series.show else None
        outcome = series.run(loaded, entrants, play, kept, jobs, look)
    result = outcome.result
    if as_json:
        emit(answer(loaded.name, result))
    else:
        if series.show:
            print()
        report(result)
    return outcome.code()


def answer(game: str, result: Series) -> dict[str, Any]:
    """The result as JSON values."""
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
        "points": result.points,
        "score_interval": result.score_interval,
        "elo": None if result.elo is None else _finite(result.elo[0]),
        "elo_interval": None if result.elo is None else [_finite(bound) for bound in result.elo[1:]],
        "deviations": [
            {"match": number, "step": note.step, "role": note.role, "kind": note.kind, "detail": note.detail}
            for number, note in result.deviations
        ],
        "seconds": sum(one.record.seconds for one in result.played),
    }


def _finite(value: float) -> float | None:
    """JSON knows no infinity."""
    return value if math.isfinite(value) else None


def report(result: Series) -> None:
    """The result for people: of one match the goals, of several a table."""
    if result.matches == 1:
        _report_one(result)
    elif result.matches:
        _report_several(result)
    for number_, note in result.deviations[:_SHOWN_DEVIATIONS]:
        print(f"match {number_}, step {note.step}: {note.role or 'the game'}: {note.kind}: {note.detail}")
    if (rest := len(result.deviations) - _SHOWN_DEVIATIONS) > 0:
        print(f"and {rest} more deviations")


def _report_one(result: Series) -> None:
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


def _report_several(result: Series) -> None:
    columns = zip(
        result.entrants,
        result.wins,
        result.interval,
        result.points,
        result.score_interval,
        result.mean_goals,
        strict=True,
    )
    rows = [
        [name, str(wins), _percent(interval), f"{points:g}", _percent(score), "-" if goal is None else number(goal)]
        for name, wins, interval, points, score, goal in columns
    ]
    header = ["player", "wins", "wins with 95 % confidence", "points", "score with 95 % confidence", "mean goal"]
    table(header, rows)
    unfinished = f", {result.unfinished} unfinished" if result.unfinished else ""
    print(f"{result.matches} matches, {result.draws} drawn{unfinished}")
    if result.elo is not None:
        difference, low, high = result.elo
        print(f"Elo difference {difference:+.0f} ({low:+.0f} to {high:+.0f})")


def _percent(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{low:.1%} to {high:.1%}"
