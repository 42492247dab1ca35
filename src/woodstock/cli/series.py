"""Matches one after another, as `match` and `host` run them: finished matches are kept, whatever happens."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli import codes
from woodstock.cli.failure import complain
from woodstock.cli.options import PlayerMemory, Seed, Show, StartClock
from woodstock.errors import WoodstockError

if TYPE_CHECKING:
    from woodstock.engine import Game
    from woodstock.referee import Deviation, EachState, Played, Series
    from woodstock.referee.schedule import Entrant


@dataclass(frozen=True, slots=True)
class Matches:
    """How matches are played: what both commands can be told."""

    start: StartClock = 10.0
    matches: Annotated[int, typer.Option(metavar="N", min=1, help="How many matches.")] = 1
    swap: Annotated[bool, typer.Option("--swap", help="Rotate the roles after each match.")] = False
    seed: Seed = 0
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Cut matches off after N steps.")] = 2000
    memory: PlayerMemory = 4096
    show: Show = False
    records: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write each match as one line of JSON; FOLDER/: as a file."),
    ] = None

    def run(
        self,
        game: Game,
        entrants: Sequence[Entrant],
        play: float,
        kept: Callable[[Played], Played],
        jobs: int | None = 1,
        each_state: EachState | None = None,
    ) -> Outcome:
        """Play them. `kept` says how a match is kept."""
        from woodstock.referee import Clocks, Ended, Played, Series, series
        from woodstock.referee.records import writing

        played: list[Played] = []
        interrupted = False
        unwritten: WoodstockError | None = None
        with writing(records_path(self.records), game.machine()) as write:

            def each_match(one: Played) -> None:
                nonlocal unwritten
                one = kept(one)
                played.append(one)
                if unwritten is None:
                    try:
                        write(one)
                    except WoodstockError as error:  # a full disk: what is being played is still worth telling
                        unwritten = error

            try:
                series(
                    game,
                    entrants,
                    self.matches,
                    swap=self.swap,
                    seed=self.seed,
                    clocks=Clocks(self.start, play),
                    limit=self.limit,
                    jobs=jobs,
                    memory=self.memory << 20,
                    each_state=each_state,
                    each_match=each_match,
                )
            except KeyboardInterrupt:
                interrupted = True
            except Ended as reason:
                print("You left the match.")
                if reason.record is not None:
                    write(Played(len(played), reason.record, ()))
        result = Series(tuple(entrant.name for entrant in entrants), tuple(played))
        return Outcome(result, self.matches, interrupted, unwritten)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The matches that were played, how many were expected, and what interrupted them."""

    result: Series
    wanted: int
    interrupted: bool
    unwritten: WoodstockError | None
    """Why records are missing in their file."""

    def code(self) -> int:
        """The exit code, with a word on what is missing. What was played should have been shown by now."""
        notes = [note for _, note in self.result.deviations]
        show_traces(notes)
        if self.unwritten is not None:
            complain(self.unwritten)
        if self.interrupted:
            complain(f"interrupted after {self.result.matches} of {self.wanted} matches")
            return codes.INTERRUPTED
        if self.unwritten is not None:
            return codes.BAD_INPUT
        return codes.NO if any(note.at_start for note in notes) else codes.OK


def show_traces(notes: Sequence[Deviation]) -> None:
    """What players raised, for their authors: each traceback once, with how often it came."""
    counts = Counter((note.role, note.detail) for note in notes)
    shown: set[str] = set()
    for note in notes:
        if note.trace and note.trace not in shown:
            shown.add(note.trace)
            when = "while it prepared" if note.step < 0 else f"at step {note.step}"
            count = counts[note.role, note.detail]
            often = f", and {count - 1} more times as {note.role}" if count > 1 else ""
            print(f"the player of {note.role} raised an exception {when}{often}:", file=sys.stderr)
            print(note.trace.rstrip(), file=sys.stderr)


def records_path(text: str | None) -> Path | None:
    """The path for records; a text that ends with a slash names a folder, which is made if it is not there."""
    if text is None:
        return None
    path = Path(text)
    if text.endswith("/"):
        path.mkdir(parents=True, exist_ok=True)
    return path
