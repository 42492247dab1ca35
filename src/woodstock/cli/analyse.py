"""`woodstock analyse`: what a player thinks of a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.options import GameName, Json, Loading, PlayerMemory, Seed, StartClock, loads_games
from woodstock.cli.output import number, respond, table, waiting
from woodstock.errors import WoodstockError
from woodstock.files import open_text

if TYPE_CHECKING:
    from woodstock.engine import Game
    from woodstock.engine.machine import State

_STATE_LENGTH = 16 << 20
_SHOWN_LINE = 12


@loads_games
def analyse(
    game: GameName,
    player: Annotated[
        str, typer.Option(metavar="P", help="The player to ask: name or name:option=value,...")
    ] = "woodstock",
    seconds: Annotated[float, typer.Option(metavar="S", min=0.001, help="Seconds that it may think.")] = 1.0,
    moves: Annotated[str, typer.Option(metavar="MOVES", help="Moves that lead to the position.")] = "",
    state: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file with the fluents of the starting state.")
    ] = None,
    role: Annotated[
        str | None, typer.Option(metavar="ROLE", help="The role to ask for; by default the first that has a choice.")
    ] = None,
    start: StartClock = 10.0,
    seed: Seed = 0,
    memory: PlayerMemory = 4096,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the position with the values of moves and the principal variation."),
    ] = None,
    heat: Annotated[
        str, typer.Option(metavar="WHAT", help="What the drawing shows for each move: values or visits.")
    ] = "values",
    why: Annotated[
        bool, typer.Option("--why", help="Show what the learned values of the game make of the position, and why.")
    ] = False,
    as_json: Json = False,
    *,
    loading: Loading,
) -> int:
    """Ask a player to evaluate a position.

    MOVES are KIF terms; roles without a choice need none: --moves "(drop 4) (drop 4)".
    """
    from woodstock.drawing.overlays import HEATS
    from woodstock.players import entrant as find_player
    from woodstock.referee import analysis, position

    if heat not in HEATS:
        raise WoodstockError(f"there is no heat map of {heat}; the heat maps are {' and '.join(HEATS)}")
    entrant = find_player(player)
    loaded = loading.load(game, quiet=as_json)
    machine = loaded.machine()
    if state is not None and loaded.sees:
        raise WoodstockError("in a game with percepts a player knows only what it saw: give --moves, not --state")
    origin = machine.initial() if state is None else position.state_of(machine, _text(state))
    steps = position.follow(machine, origin, moves)
    reached = steps[-1][0] if steps else origin
    if role is not None and role not in machine.roles:
        raise WoodstockError(f"there is no role {role}; the roles are {', '.join(machine.roles)}")
    seat = position.acting(loaded, machine, reached) if role is None else machine.roles.index(role)
    turn = position.turn(loaded, machine, origin, steps, seat)
    with waiting(f"{entrant.name} is thinking", quiet=as_json):
        thought = analysis.analyse(
            loaded, entrant, turn, seat, start=start, seconds=seconds, seed=seed, memory=memory << 20
        )
    answer = {"game": loaded.name, "player": entrant.name, **thought}
    if why:
        from woodstock.cli.why import why as explained

        answer["why"] = explained(loaded, reached, seat, thought)
    if svg is not None:
        past = position.history(machine, origin, steps, seat) if loaded.sees else None
        _draw(svg, loaded, reached, answer, None if past is None else (seat, past), heat)
    return respond(as_json, answer, lambda: _print(answer))


def _draw(
    path: Path,
    game: Game,
    state: State,
    answer: dict[str, Any],
    hidden: tuple[int, list[tuple[int, tuple[str, ...]]]] | None,
    heat: str,
) -> None:
    """The position with what each move is worth, and the line that the player expects as arrows. Where states are
    hidden it is what the player knows of it."""
    from woodstock.drawing import known_picture, picture
    from woodstock.drawing.overlays import thoughts
    from woodstock.files import write_text

    shown = picture(game, state) if hidden is None else known_picture(game, *hidden)
    moves = [(one["move"], one["value"], one["visits"]) for one in answer["moves"]]
    line = [move for joint_move in answer["line"] for move in joint_move] or [answer["best"]]
    write_text(path, shown.under(thoughts(shown.layout, moves, line, heat=heat)).svg())


def _text(path: Path) -> str:
    with open_text(path, "replace") as file:
        text = file.read(_STATE_LENGTH + 1)
    if len(text) > _STATE_LENGTH:
        raise WoodstockError(f"{path}: a state has at most {_STATE_LENGTH:,} characters")
    return text


def _print(answer: dict[str, Any]) -> None:
    """For people: a table of the moves, and the line that the player expects."""
    rows = [
        [
            one["move"],
            "-" if one["value"] is None else f"{one['value']:.3f}",
            "-" if one["low"] is None else f"{one['low']:.3f} to {one['high']:.3f}",
            number(one["visits"]),
            "proved" if one["proved"] else "",
        ]
        for one in answer["moves"]
    ]
    table(["move", "value", "between", "visits", ""], rows)
    print(f"{answer['player']} as {answer['role']}: {answer['best']}")
    if answer["line"]:
        line = " ".join("/".join(joint_move) for joint_move in answer["line"][:_SHOWN_LINE])
        print(f"expects {line}")
    print(f"{number(answer['nodes'])} nodes, {number(answer['playouts'])} playouts, {answer['seconds']:.2f} s")
    if "why" in answer:
        from woodstock.cli.why import show

        show(answer["why"], answer)
