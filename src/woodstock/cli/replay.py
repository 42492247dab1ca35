"""`woodstock replay`: a record checked against the rules, and drawn."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli import codes
from woodstock.cli.options import Json, Loading, Show, loads_games
from woodstock.cli.output import emit
from woodstock.errors import WoodstockError
from woodstock.printable import one_line

if TYPE_CHECKING:
    from woodstock.engine import Game
    from woodstock.engine.machine import Machine, State
    from woodstock.engine.source import Source
    from woodstock.referee import Record


@loads_games
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records, or a folder of them.")],
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game, if the record does not name a bundled one.")
    ] = None,
    match: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Only the record with this number, from 0.")
    ] = None,
    show: Show = False,
    step: Annotated[bool, typer.Option("--step", help="Draw the next position each time you press Enter.")] = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a match as a web page.")] = None,
    as_json: Json = False,
    *,
    loading: Loading,
) -> int:
    """Check the records of matches against the rules, and draw them.

    Exits with 0 if the records agree with the rules, and with 1 if they do not.
    """
    from woodstock.referee import records
    from woodstock.referee import replay as checked

    if (show or step) and as_json:
        raise typer.BadParameter("--show and --step are for people and --json for programs: give one of them")
    found = islice(enumerate(records.read(file)), match or 0, None if match is None else match + 1)
    loaded: dict[str, Game] = {}
    answers: list[dict[str, Any]] = []
    for number, given in found:
        name = game or given.rules or _bundled(given.game)
        if name not in loaded:
            rules = _carried(given, loading) if name is given.rules else name
            loaded[name] = loading.load(rules, quiet=as_json)
        machine = loaded[name].machine()
        record = given.folded() if loading.fold_case else given
        states: list[State] = []
        problem: str | None = None
        try:
            states = checked(machine, record)
        except WoodstockError as error:
            problem = str(error)
        answers.append(_answer(number, record, problem))
        if (show or step) and states:
            _draw(loaded[name], machine, given, states, step)
        if html is not None and states:
            if len(answers) > 1:
                raise WoodstockError("a page shows one match: choose it with --match")
            _write_page(html, loaded[name], machine, given, states)
        if not as_json:
            _tell(answers[-1])
    if not answers:
        raise WoodstockError(f"{file}: there is no record with number {match or 0}")
    ok = all(answer["ok"] for answer in answers)
    if as_json:
        emit({"ok": ok, "records": answers})
    return codes.OK if ok else codes.NO


def _carried(record: Record, loading: Loading) -> Source:
    """The rules that a record carries: they are read like those of a file."""
    from woodstock.engine.source import Source

    name = record.game[:100] or "the record's rules"
    return Source(name, record.rules.encode(errors="replace"), loading.lenient, loading.fold_case)


def _bundled(name: str) -> str:
    """The game of a record: a name that we know. Which files are opened is for whoever gives the command to say."""
    from woodstock import games

    if not name:
        raise WoodstockError("the record does not name its game: give it with --game")
    if name not in games.names():
        raise WoodstockError(
            f"the record is of {name[:100]!r}, which is not a bundled game: give its rules with --game"
        )
    return name


def _answer(number: int, record: Record, problem: str | None) -> dict[str, Any]:
    """What the rules say of a record."""
    return {
        "match": number,
        "game": record.game,
        "ok": problem is None,
        "problem": problem,
        "steps": len(record.moves),
        "goals": record.goals,
        "ending": record.ending,
        "players": record.players,
        "errors": len(record.deviations),
    }


def _tell(answer: dict[str, Any]) -> None:
    if answer["ok"]:
        goals = " ".join("-" if goal is None else str(goal) for goal in answer["goals"])
        verdict = f"true, {answer['ending']}, goals {goals}"
    else:
        verdict = f"not true: {one_line(answer['problem'])}"
    print(f"match {answer['match']}: {one_line(answer['game'])}, {answer['steps']} joint moves: {verdict}")


def _draw(game: Game, machine: Machine, record: Record, states: list[State], step: bool) -> None:
    from woodstock.cli.board import drawing, joined

    draw = drawing(game)
    if record.players and len(record.players) == len(machine.roles):
        print(one_line(joined(machine.roles, [f"is {player}" for player in record.players])))
    notes = _notes(record)
    for at, state in enumerate(states):
        if at:
            print(f"\n{at}. {joined(machine.roles, record.moves[at - 1])}{_times(record, at - 1)}")
            for note in notes.get(at - 1, []):
                print(f"  {one_line(note)}")
        draw(machine.fluents(state), record.moves[at - 1] if at else ())
        if step and at + 1 < len(states) and sys.stdin.readline() == "":
            step = False  # nobody there to press Enter: draw the rest
    print()


def _notes(record: Record) -> dict[int, list[str]]:
    """What went wrong, by step."""
    notes: dict[int, list[str]] = {}
    for one in record.deviations:
        notes.setdefault(one.step, []).append(f"{one.role or 'the game'}: {one.kind}: {one.detail}")
    return notes


def _write_page(path: Path, game: Game, machine: Machine, record: Record, states: list[State]) -> None:
    """The page of a match."""
    from woodstock.cli.board import joined
    from woodstock.drawing import layout_of, picture
    from woodstock.drawing.page import Step, page
    from woodstock.files import write_text

    notes, layout = _notes(record), layout_of(game)
    steps: list[Step] = []
    for at, state in enumerate(states):
        moves = record.moves[at - 1] if at else ()
        caption = f"{at}. {joined(machine.roles, moves)}{_times(record, at - 1)}" if at else "the start"
        shown = picture(game, state, moves, title="", layout=layout)
        steps.append(Step(caption, shown.svg(), tuple(notes.get(at - 1, ()))))
    about: list[str] = []
    if len(record.players) == len(machine.roles):
        about.append(joined(machine.roles, [f"is {player}" for player in record.players]))
    if goals := [f"{role} {goal}" for role, goal in zip(machine.roles, record.goals, strict=False) if goal is not None]:
        about.append("goals: " + ", ".join(goals))
    write_text(path, page(record.game or game.name, about, steps))


def _times(record: Record, step: int) -> str:
    """How long the step took: for each role if the record tells, or by the times of the states."""
    if step < len(record.move_times):
        return " [" + ", ".join(f"{time:.2f} s" for time in record.move_times[step]) + "]"
    if step + 1 < len(record.state_times):
        return f" [{record.state_times[step + 1] - record.state_times[step]:.2f} s]"
    return ""
