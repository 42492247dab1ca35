"""`woodstock play`: a person against players, in the terminal."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli import codes
from woodstock.cli.options import GameName, Loading, PlayerMemory, Seed, StartClock, loads_games
from woodstock.errors import WoodstockError
from woodstock.printable import one_line

if TYPE_CHECKING:
    import woodstock
    from woodstock.referee import EachState, Look, Record


@loads_games
def play(
    game: GameName,
    role: Annotated[str | None, typer.Option("--as", metavar="ROLE", help="Your role; the first one.")] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER", help="The opponent; give several for games with more roles."),
    ] = None,
    start: StartClock = 10.0,
    clock: Annotated[
        float, typer.Option("--play", metavar="S", min=0.001, help="Seconds that opponents have for each move.")
    ] = 2.0,
    seed: Seed = 0,
    memory: PlayerMemory = 4096,
    records: Annotated[str | None, typer.Option(metavar="FILE", help="Write the match as one line of JSON.")] = None,
    *,
    loading: Loading,
) -> int:
    """Play a game in the terminal. Type help to see what can be typed."""
    from woodstock.cli.person import Left, Person
    from woodstock.cli.series import records_path
    from woodstock.players import entrant
    from woodstock.referee import Clocks, Played, seat
    from woodstock.referee import play as play_match
    from woodstock.referee.playable import seats
    from woodstock.referee.records import writing

    opponents = [entrant(player) for player in against or ["random"]]
    loaded = loading.load(game, quiet=False)
    roles = seats(loaded)
    own = _own_role(loaded, roles, role)
    others = [at for at in roles if at != own]
    if len(opponents) == 1:
        opponents *= len(others)
    if len(opponents) != len(others):
        raise WoodstockError(f"{loaded.name} has {len(others)} other roles: give --against once, or once for each")
    with ExitStack() as stack:
        write = stack.enter_context(writing(records_path(records), loaded.machine()))
        table = {at: seat(opponent, memory << 20) for at, opponent in zip(others, opponents, strict=True)}
        for seated in table.values():
            stack.callback(seated.close)
        names = {at: opponent.name for at, opponent in zip(others, opponents, strict=True)}
        try:
            record = play_match(
                loaded,
                [Person() if at == own else table[at] for at in roles],
                names=[names.get(at, "you") for at in roles],
                clocks=Clocks(start, clock),
                seed=seed,
                each_state=_commentary(loaded, own),
            )
        except (Left, KeyboardInterrupt) as reason:
            print("You left the match.")
            return codes.OK if isinstance(reason, Left) else codes.INTERRUPTED
        write(Played(0, record, tuple(roles)))
    _goodbye(record)
    return codes.OK


def _own_role(game: woodstock.Game, roles: list[int], name: str | None) -> int:
    """The person's role by its name, the first one if none is given."""
    if name is None:
        return roles[0]
    named = {game.roles[role]: role for role in roles}
    if name not in named:
        raise WoodstockError(f"{game.name} has no role {name} to play; there are {', '.join(named)}")
    return named[name]


def _commentary(game: woodstock.Game, own: int) -> EachState:
    """Tells each joint move and what the opponents thought, once it is made; nothing of it where moves are hidden."""
    from woodstock.cli.board import drawing, made, moves_of, told

    draw = drawing(game)

    def look_on(look: Look) -> None:
        if look.joint_move is not None and not game.sees:
            print(f"* {made(look)}")
            for thought in look.thoughts:
                if thought.role != own and thought.report is not None:
                    print(f"  {told(look.machine, thought)}")
        if look.machine.terminal(look.state):
            draw(look.machine.fluents(look.state), moves_of(look))

    return look_on


def _goodbye(record: Record) -> None:
    """How it ended, for everybody."""
    for role, player, goal in zip(record.roles, record.players, record.goals, strict=True):
        print(f"{role} ({player}): {'-' if goal is None else goal}")
    for note in record.deviations:
        print(one_line(f"step {note.step}: {note.role or 'the game'}: {note.kind}: {note.detail}"))
