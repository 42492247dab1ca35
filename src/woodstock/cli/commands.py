"""The commands: where each is, what it does in one line, and how it is loaded on demand.

Loading all of them takes longer than most commands run, and the help of the program needs none of them.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec

import typer
from typer.core import TyperGroup

P = ParamSpec("P")

COMMANDS = {
    "games": ("games.games", "List the bundled games."),
    "players": ("games.players", "List the players with their options."),
    "rules": ("games.rules", "Explain a game: its roles and its rules in words."),
    "check": ("rules.check", "Check the rules of a game, and play-test it."),
    "info": ("rules.info", "Show the size of a game and how it plays."),
    "perft": ("measure.perft", "Count the sequences of joint moves of each length up to DEPTH."),
    "playouts": ("measure.playouts", "Measure random playouts."),
    "match": ("match.match", "Play matches between players."),
    "play": ("play.play", "Play a game in the terminal."),
    "analyse": ("analyse.analyse", "Ask a player to evaluate a position."),
    "learn": ("learn.learn", "Learn a game from self-play, and keep what was learned."),
    "learned": ("learn.COMMANDS", "List what was learned; show, export, import or delete it."),
    "draw": ("draw.draw", "Draw a position of any game: in the terminal, or as a file."),
    "replay": ("replay.replay", "Check the records of matches against the rules, and draw them."),
    "network": ("network.network", "Build the stochastic constraint network of one turn."),
    "solve": ("solve.solve", "Solve a network."),
    "symmetries": ("symmetries.symmetries", "Find the symmetries of a game."),
    "serve": ("serve.serve", "Play for a game manager over HTTP, match after match."),
    "host": ("host.host", "Run matches as a game manager."),
    "web": ("web.web", "Play, watch and understand any game in the browser."),
    "mcp": ("mcp.mcp", "Offer games as tools over the Model Context Protocol."),
    "experiment": ("experiment.COMMANDS", "Run a table or figure of a paper, or one of your own."),
    "qcsp": ("qcsp.COMMANDS", "Quantified CSPs against the clock: generate, solve, play, compare."),
}
"""By name: a function in a module of this room, or a group of them, and what it does."""

_BUDGETS = dict.fromkeys(("check", "info", "network", "symmetries", "replay", "draw"), (600.0, 4096))
"""Seconds and MiB of commands that are to end soon, whatever they are given; the others work until they are done."""


class Interrupted(Exception):  # noqa: N818 (it is not an error)
    """Ctrl-C while a command ran."""


class Unread(Exception):  # noqa: N818
    """Nobody reads the answer any more."""


class Commands(TyperGroup):
    """The program: its commands are there when they are asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Their names."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The one of this name."""
        return _loaded(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is asked for, or what was probably meant."""
        if args and args[0] not in COMMANDS and (near := difflib.get_close_matches(args[0], COMMANDS, n=1)):
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """What the help of the program tells of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in COMMANDS.items()])


@functools.cache
def _loaded(name: str) -> Any:
    """A command, made of its function, or of all functions of its group."""
    from woodstock.cli.limits import bounded

    place, told = COMMANDS[name]
    module, _, attribute = place.partition(".")
    found = getattr(importlib.import_module(f"woodstock.cli.{module}"), attribute)
    alone = isinstance(found, Mapping) and "" in found  # a group that does something by itself
    app = typer.Typer(name=name, help=told, no_args_is_help=not alone, rich_markup_mode=None, add_completion=False)
    if not isinstance(found, Mapping):
        app.command(name)(_guarded(bounded(found, *_BUDGETS.get(name, ()))))
        return typer.main.get_command(app)
    for part, function in found.items():
        if part:
            app.command(part)(_guarded(bounded(function)))
        else:
            app.callback(invoke_without_command=True)(_guarded(function))
    return typer.main.get_group(app)


def _guarded(command: Callable[P, int]) -> Callable[P, int]:
    """The command, with what typer would answer in its own way brought past it."""

    @functools.wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            code = command(*args, **kwargs)
            sys.stdout.flush()
        except KeyboardInterrupt:
            raise Interrupted from None
        except BrokenPipeError:
            raise Unread from None
        return code

    return guarded
