"""Matches one after another, as `match` and `host` run them: what is done is kept, whatever comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from woodstock.cli import codes
from woodstock.cli.failure import complain

if TYPE_CHECKING:
    import woodstock
    from woodstock.referee import Clocks, EachState, Played, Series
    from woodstock.referee.schedule import Entrant


def run(
    game: woodstock.Game,
    entrants: Sequence[Entrant],
    matches: int,
    *,
    swap: bool,
    seed: int,
    clocks: Clocks,
    limit: int,
    memory: int,
    records: str | None,
    kept: Callable[[Played], Played],
    jobs: int | None = 1,
    each_state: EachState | None = None,
) -> tuple[Series, bool]:
    """Play them, and say whether somebody stopped that with Ctrl-C. `kept` says how a match is kept that is over;
    `memory` is in MiB."""
    from woodstock.cli.person import Left
    from woodstock.referee import Series, series
    from woodstock.referee.records import writing

    played: list[Played] = []
    interrupted = False
    with writing(records_path(records), game.machine()) as write:

        def each_match(one: Played) -> None:
            one = kept(one)
            played.append(one)
            write(one)

        try:
            series(
                game,
                entrants,
                matches,
                swap=swap,
                seed=seed,
                clocks=clocks,
                limit=limit,
                jobs=jobs,
                memory=memory << 20,
                each_state=each_state,
                each_match=each_match,
            )
        except KeyboardInterrupt:
            interrupted = True
        except Left:
            print("You left the match.")
    return Series(tuple(entrant.name for entrant in entrants), tuple(played)), interrupted


def ended(result: Series, matches: int, interrupted: bool) -> int:
    """The exit code, with a word on what is missing."""
    if not interrupted:
        return codes.OK
    complain(f"interrupted after {result.matches} of {matches} matches")
    return codes.INTERRUPTED


def records_path(text: str | None) -> Path | None:
    """The path for records; a text that ends with a slash names a folder, which is made if it is not there."""
    if text is None:
        return None
    path = Path(text)
    if text.endswith("/"):
        path.mkdir(parents=True, exist_ok=True)
    return path
