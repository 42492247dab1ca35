"""Arguments and options that commands share, and loading a game by them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.failure import reading
from woodstock.cli.output import waiting

if TYPE_CHECKING:
    from woodstock.engine import Game
    from woodstock.engine.source import Source


def _game_names(incomplete: str) -> list[str]:
    """What a shell completes; files it knows itself."""
    from woodstock import games

    return [name for name in games.names() if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A bundled game's name, or a path to a rulesheet.", autocompletion=_game_names),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Lenient = Annotated[bool, typer.Option("--lenient", help="Play unsafe rules whose meaning is clear.")]
FoldCase = Annotated[bool, typer.Option("--fold-case", help="Read the rulesheet without regard to case.")]
Seed = Annotated[int, typer.Option("--seed", metavar="K", help="The seed for everything random.")]

StartClock = Annotated[float, typer.Option("--start", metavar="S", min=0.001, help="Seconds before a match.")]
PlayClock = Annotated[float, typer.Option("--play", metavar="S", min=0.001, help="Seconds for each move.")]
Show = Annotated[bool, typer.Option("--show", help="Draw every position.")]
PlayerMemory = Annotated[
    int, typer.Option("--memory", metavar="MIB", min=256, help="Memory that a player's process may take, in MiB.")
]


@dataclass(frozen=True, slots=True)
class Loading:
    """How games are loaded: what all commands that load some can be told."""

    lenient: Lenient = False
    fold_case: FoldCase = False
    ground_seconds: Annotated[
        float | None, typer.Option(metavar="S", min=0.001, help="Seconds of CPU time that grounding may take.")
    ] = None
    ground_memory: Annotated[
        int | None,
        typer.Option(metavar="MIB", min=64, help="Memory that grounding may take, in MiB."),
    ] = None
    ground_rules: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The largest number of ground rules.")
    ] = None

    def load(self, game: str | Source, *, quiet: bool) -> Game:
        """Load a game: a bundled one, that of a file, or that of rules at hand."""
        import woodstock as ws
        from woodstock.engine.game import compile_game
        from woodstock.engine.source import find

        default = ws.Limits()
        limits = ws.Limits(
            seconds=self.ground_seconds or default.seconds,
            memory=default.memory if self.ground_memory is None else self.ground_memory << 20,
            rules=self.ground_rules or default.rules,
        )
        name = game if isinstance(game, str) else game.name
        with reading(name), waiting(f"Loading {name}", quiet=quiet):
            if isinstance(game, str):
                game = find(game, lenient=self.lenient, fold_case=self.fold_case)
            return compile_game(game, limits=limits)


def with_options(**groups: type[Any]) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Gives a command the fields of these dataclasses as options, instead of the parameters of these names."""

    def widened(command: Callable[..., int]) -> Callable[..., int]:
        own = inspect.signature(command, eval_str=True)
        options = {name: inspect.signature(group, eval_str=True).parameters for name, group in groups.items()}

        @functools.wraps(command)
        def run(**given: Any) -> int:
            made = {name: groups[name](**{key: given.pop(key) for key in keys}) for name, keys in options.items()}
            return command(**given, **made)

        kept = [parameter for name, parameter in own.parameters.items() if name not in groups]
        for keys in options.values():
            kept += [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in keys.values()]
        run.__signature__ = own.replace(parameters=kept)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in kept}
        return run

    return widened


loads_games = with_options(loading=Loading)
"""Gives a command the options of `Loading` instead of its parameter `loading`."""
