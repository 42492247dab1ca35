"""`woodstock replay`: a record checked against the rules, and drawn."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli import codes
from woodstock.cli.failure import one_line
from woodstock.cli.options import Json, Loading, Show, loads_games
from woodstock.cli.output import emit
from woodstock.errors import WoodstockError

if TYPE_CHECKING:
    import woodstock
    from woodstock.engine.machine import Machine, State
    from woodstock.referee import Record


@loads_games
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records, or a folder of them.")],
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game, if the record's name for it does not say.")
    ] = None,
    match: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Only the record with this number, from 0.")
    ] = None,
    show: Show = False,
    step: Annotated[bool, typer.Option("--step", help="Draw a position each time Enter is pressed.")] = False,
    as_json: Json = False,
    *,
    loading: Loading,
) -> int:
    """Check the records of matches against the rules, and draw them.

    Exits with 0 when all that the records say is true, with 1 when the rules say otherwise.
    """
    from woodstock.referee import records

    if (show or step) and as_json:
        raise typer.BadParameter("--show and --step are for people and --json for programs: give one of them")
    found = islice(enumerate(records.read(file)), match or 0, None if match is None else match + 1)
    loaded: dict[str, woodstock.Game] = {}
    checks: list[_Check] = []
    for number, record in found:
        name = game or record.game
        if not name:
            raise WoodstockError("the record does not name its game: give it with --game")
        if name not in loaded:
            loaded[name] = loading.load(name, quiet=as_json)
        machine = loaded[name].machine()
        check = _check(number, record.folded() if loading.fold_case else record, machine)
        checks.append(check)
        if not as_json:
            if (show or step) and check.states:
                _draw(name, machine, record, check.states, step)
            _tell(check)
    if not checks:
        raise WoodstockError(f"{file}: there is no record with number {match or 0}")
    if as_json:
        emit({"ok": all(check.ok for check in checks), "records": [check.answer() for check in checks]})
    return codes.OK if all(check.ok for check in checks) else codes.NO


@dataclass(frozen=True, slots=True)
class _Check:
    """A record and what the rules say of it."""

    number: int
    record: Record
    states: list[State] | None
    problem: str | None

    @property
    def ok(self) -> bool:
        return self.problem is None

    def answer(self) -> dict[str, Any]:
        record = self.record
        return {
            "match": self.number,
            "game": record.game,
            "ok": self.ok,
            "problem": self.problem,
            "steps": len(record.moves),
            "goals": record.goals,
            "ending": record.ending,
            "players": record.players,
            "errors": len(record.deviations),
        }


def _check(number: int, record: Record, machine: Machine) -> _Check:
    from woodstock.referee import replay as checked

    try:
        return _Check(number, record, checked(machine, record), None)
    except WoodstockError as error:
        return _Check(number, record, None, str(error))


def _tell(check: _Check) -> None:
    record = check.record
    if check.problem is not None:
        verdict = f"not true: {one_line(check.problem)}"
    else:
        goals = " ".join("-" if goal is None else str(goal) for goal in record.goals)
        verdict = f"true, {record.ending}, goals {goals}"
    print(f"match {check.number}: {one_line(record.game)}, {len(record.moves)} joint moves: {verdict}")


def _draw(game: str, machine: Machine, record: Record, states: list[State], step: bool) -> None:
    from woodstock.cli.board import drawing, joined

    draw = drawing(game)
    if record.players and len(record.players) == len(machine.roles):
        print(one_line(joined(machine.roles, [f"is {player}" for player in record.players])))
    notes: dict[int, list[str]] = {}
    for one in record.deviations:
        notes.setdefault(one.step, []).append(f"{one.role or 'the game'}: {one.kind}: {one.detail}")
    for at, state in enumerate(states):
        if at:
            print(f"\n{at}. {joined(machine.roles, record.moves[at - 1])}{_times(record, at - 1)}")
            for note in notes.get(at - 1, []):
                print(f"  {one_line(note)}")
        print(draw(machine.fluents(state)))
        if step and at + 1 < len(states) and sys.stdin.readline() == "":
            step = False  # nobody there to press Enter: draw the rest
    print()


def _times(record: Record, step: int) -> str:
    """How long the step took: for each role if the record tells, or by the times of the states."""
    if step < len(record.move_times):
        return " [" + ", ".join(f"{time:.2f} s" for time in record.move_times[step]) + "]"
    if step + 1 < len(record.state_times):
        return f" [{record.state_times[step + 1] - record.state_times[step]:.2f} s]"
    return ""
