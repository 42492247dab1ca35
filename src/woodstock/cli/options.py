"""Arguments and options that commands share, and loading a game by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli.failure import reading
from woodstock.cli.output import waiting

if TYPE_CHECKING:
    import woodstock

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A bundled game's name, or a path to a rulesheet.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Lenient = Annotated[bool, typer.Option("--lenient", help="Play unsafe rules whose meaning is clear.")]
FoldCase = Annotated[bool, typer.Option("--fold-case", help="Read the rulesheet without regard to case.")]
GroundSeconds = Annotated[
    float | None, typer.Option("--ground-seconds", metavar="S", min=0.001, help="Seconds that grounding may take.")
]
GroundMemory = Annotated[
    int | None, typer.Option("--ground-memory", metavar="MIB", min=64, help="Memory that grounding may take, in MiB.")
]
GroundRules = Annotated[
    int | None, typer.Option("--ground-rules", metavar="N", min=1, help="Ground rules that there may be.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="K", help="The seed of all chance.")]

StartClock = Annotated[float, typer.Option("--start", metavar="S", min=0.001, help="Seconds before a match.")]
PlayClock = Annotated[float, typer.Option("--play", metavar="S", min=0.001, help="Seconds for each move.")]
Matches = Annotated[int, typer.Option("--matches", metavar="N", min=1, help="How many matches.")]
Swap = Annotated[bool, typer.Option("--swap", help="Change roles from match to match.")]
StepLimit = Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Cut matches off after N steps.")]
Show = Annotated[bool, typer.Option("--show", help="Draw every position.")]
Records = Annotated[
    str | None,
    typer.Option("--records", metavar="FILE", help="Write each match as one line of JSON; FOLDER/: as a file."),
]
PlayerMemory = Annotated[
    int, typer.Option("--memory", metavar="MIB", min=256, help="Memory that a player's process may take, in MiB.")
]


def load(
    game: str,
    lenient: Lenient,
    fold_case: FoldCase,
    seconds: GroundSeconds,
    memory: GroundMemory,
    rules: GroundRules,
    *,
    quiet: bool,
) -> woodstock.Game:
    """Load a game as the options say."""
    import woodstock as ws

    default = ws.Limits()
    limits = ws.Limits(
        seconds=default.seconds if seconds is None else seconds,
        memory=default.memory if memory is None else memory << 20,
        rules=default.rules if rules is None else rules,
    )
    with reading(game), waiting(f"Loading {game}", quiet=quiet):
        return ws.load(game, lenient=lenient, fold_case=fold_case, limits=limits)
