"""`woodstock play`: people and players at one table, in the terminal."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli import codes
from woodstock.cli.keyboard import HUMANS
from woodstock.cli.options import GameName, Loading, PlayerMemory, loads_games
from woodstock.errors import WoodstockError
from woodstock.printable import one_line

if TYPE_CHECKING:
    from woodstock.engine import Game
    from woodstock.players.levels import Level
    from woodstock.referee import EachState, Look, Record
    from woodstock.referee.schedule import Entrant

_SEEDS = 1_000_000
"""Fresh seeds are below this: short enough to be typed again."""


@loads_games
def play(
    game: GameName,
    role: Annotated[
        str | None, typer.Option("--as", metavar="ROLE", help="Your role; by default the first one.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER",
            help="The opponent: a level (beginner, easy, medium, hard, best), a player, or human. "
            "Give several for games with more roles.",
        ),
    ] = None,
    start: Annotated[
        float, typer.Option("--start", metavar="S", min=0.001, help="Seconds that opponents have before the match.")
    ] = 1.0,
    clock: Annotated[
        float | None,
        typer.Option("--play", metavar="S", min=0.001, help="Seconds that opponents have for each move."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="K", help="The seed for everything random; by default a fresh one each time."),
    ] = None,
    memory: PlayerMemory = 4096,
    records: Annotated[str | None, typer.Option(metavar="FILE", help="Write the match as one line of JSON.")] = None,
    *,
    loading: Loading,
) -> int:
    """Play a game in the terminal. Type help to see what can be typed."""
    from woodstock.cli.playing import Session
    from woodstock.cli.series import records_path, show_traces
    from woodstock.players.levels import USUAL
    from woodstock.referee import Clocks, Played
    from woodstock.referee.playable import seats
    from woodstock.referee.records import writing

    opponents = [_opponent(text) for text in against or [USUAL]]
    loaded = loading.load(game, quiet=False)
    roles = seats(loaded)
    own = _own_role(loaded, roles, role)
    others = [at for at in roles if at != own]
    if len(opponents) == 1:
        opponents *= len(others)
    if len(opponents) != len(others):
        raise WoodstockError(f"{loaded.name} has {len(others)} other roles: give --against once, or once for each")
    chosen = seed if seed is not None else secrets.randbelow(_SEEDS)
    seconds = clock if clock is not None else max((one[2] for one in opponents), default=_SECONDS)
    table = dict(zip(others, opponents, strict=True))
    with ExitStack() as stack:
        write = stack.enter_context(writing(records_path(records), loaded.machine()))
        people = {at for at, (_, entrant, _) in table.items() if entrant is None} | {own}
        players = {at: (name, entrant) for at, (name, entrant, _) in table.items() if entrant is not None}
        session = Session(loaded, people, players, memory << 20, _commentary(loaded, people))
        stack.callback(session.close)
        if seed is None:
            print(f"seed {chosen}: --seed {chosen} repeats the same random events")
        record, interrupted = session.run(Clocks(start, seconds), chosen)
        if record is not None:
            write(Played(0, record, tuple(roles)))
    notes = record.deviations if record is not None else ()
    if record is not None:
        _goodbye(record)
    show_traces(notes)
    return codes.INTERRUPTED if interrupted else codes.NO if any(note.at_start for note in notes) else codes.OK


_SECONDS = 2.0
"""Seconds for each move of a player that is given by name."""


def _opponent(text: str) -> tuple[str, Entrant | None, float]:
    """Who sits opposite: the name, the entrant, which a person has none of, and the seconds for each move."""
    from woodstock.players import entrant
    from woodstock.players.levels import LEVELS

    if text in HUMANS:
        return HUMANS[0], None, _SECONDS
    found: Level | None = LEVELS.get(text.strip().lower())
    if found is not None:
        return found.name, entrant(found.player), found.seconds
    return text, entrant(text), _SECONDS


def _own_role(game: Game, roles: list[int], name: str | None) -> int:
    """The person's role by its name, the first one if none is given."""
    if name is None:
        return roles[0]
    named = {game.roles[role]: role for role in roles}
    if name not in named:
        raise WoodstockError(f"{game.name} has no role {name} to play; the roles are {', '.join(named)}")
    return named[name]


def _commentary(game: Game, people: set[int]) -> EachState:
    """Tells each joint move and what the opponents thought, once it is made; nothing of it where moves are hidden."""
    from woodstock.cli.board import drawing, made, moves_of, told

    draw = drawing(game)

    def look_on(look: Look) -> None:
        if look.joint_move is not None and not game.sees:
            print(f"* {made(look)}")
            for thought in look.thoughts:
                if thought.role not in people and thought.report is not None:
                    print(f"  {told(look.machine, thought)}")
        if look.machine.terminal(look.state):
            draw(look.machine.fluents(look.state), moves_of(look))

    return look_on


def _goodbye(record: Record) -> None:
    """How it ended, for everybody."""
    from woodstock.referee import Ending

    if record.ending is Ending.RESIGNED:
        print("You gave up.")
    elif record.ending is Ending.ABORTED:
        print("You left the match.")
    else:
        for role, player, goal in zip(record.roles, record.players, record.goals, strict=True):
            print(f"{role} ({player}): {'-' if goal is None else goal}")
    for note in record.deviations:
        print(one_line(f"step {note.step}: {note.role or 'the game'}: {note.kind}: {note.detail}"))
