"""`woodstock host`: a game manager for players that are reached over HTTP, built-in ones and people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from woodstock.cli.keyboard import HUMANS
from woodstock.cli.match import answer, report
from woodstock.cli.options import GameName, Json, Loading, PlayClock, with_options
from woodstock.cli.output import emit
from woodstock.cli.series import Matches
from woodstock.errors import WoodstockError
from woodstock.printable import one_line

if TYPE_CHECKING:
    from woodstock.referee import Look, Played, Player, Seated
    from woodstock.referee.schedule import Entrant


@with_options(series=Matches, loading=Loading)
def host(
    game: GameName,
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER", help="One for each role but random: http://host:port, a name, or human."),
    ],
    play: PlayClock = 5.0,
    preview: Annotated[
        float | None, typer.Option(metavar="S", min=0, help="Seconds for a PREVIEW before the first match.")
    ] = None,
    scramble: Annotated[
        bool, typer.Option("--scramble", help="Replace names in the rules by meaningless words.")
    ] = False,
    protocol: Annotated[
        str, typer.Option(metavar="P", help="What players understand: auto, gdl, gdl-ii, gdl-ii-old.")
    ] = "auto",
    grace: Annotated[
        float, typer.Option(metavar="S", min=0, help="Seconds after the clock in which answers still count.")
    ] = 1.0,
    as_json: Json = False,
    *,
    series: Matches,
    loading: Loading,
) -> int:
    """Run matches as a game manager.

    For a player that is late, wrong or gone, random legal moves are made and noted in the record. With --json the
    answer is the record of the match in the format of ggp-base; for several matches it is the answer of `match`, with
    the records.
    """
    from woodstock.cli.board import onlooker

    if as_json and (series.show or any(player in HUMANS for player in players)):
        raise typer.BadParameter("--show and human players need the terminal, so they cannot be combined with --json")
    entrants = [_entrant(player, game, protocol, scramble, preview, grace) for player in players]
    if sum(player in HUMANS for player in players) > 1:
        raise WoodstockError("there can be only one person at this terminal")
    loaded = loading.load(game, quiet=as_json)
    look = None if as_json else onlooker(loaded) if series.show else _progress
    if look is not None and loaded.sees and any(player in HUMANS for player in players):
        look = None  # what is hidden stays so

    def kept(one: Played) -> Played:
        return replace(one, record=replace(one.record, scrambled=scramble, preview_clock=preview))

    outcome = series.run(loaded, entrants, play, kept, each_state=look)
    result = outcome.result
    if as_json:
        written = [one.record.to_dict(loaded.machine()) for one in result.played]
        single = series.matches == 1 and bool(written)
        emit(written[0] if single else {**answer(loaded.name, result), "records": written})
    else:
        report(result)
    return outcome.code()


def _entrant(player: str, game: str, protocol: str, scramble: bool, preview: float | None, grace: float) -> Entrant:
    """The player of a text. What an address says for itself counts before the options."""
    from woodstock.players import parse
    from woodstock.protocol import Address, RemoteEntrant, is_address
    from woodstock.protocol.address import Version

    if player in HUMANS:
        return Human(game)
    if not is_address(player):
        return parse(player)
    try:
        version = Version(protocol)
    except ValueError:
        known = ", ".join(Version)
        raise WoodstockError(f"there is no protocol {protocol!r}; the protocols are: {known}") from None
    return RemoteEntrant(Address.parse(player, version=version, scramble=scramble, preview=preview, grace=grace))


@dataclass(frozen=True, slots=True)
class Human:
    """A person at this terminal who enters matches."""

    game: str
    name: str = HUMANS[0]
    own_process: bool = False
    threads: int = 1

    def seat(self) -> Seated:
        """The place at the table."""
        from woodstock.cli.person import Person

        return Person()

    def make(self) -> Player:
        """Nobody makes people."""
        raise WoodstockError("a person cannot be made")


def _progress(look: Look) -> None:
    """One line for each joint move: who played what, and how long it took."""
    if look.joint_move is None:
        print("a match begins", flush=True)
        return
    seconds = {thought.role: thought.seconds for thought in look.thoughts}
    moves = [
        f"{look.machine.roles[role]} {look.machine.move_name(role, move)}"
        + (f" ({seconds[role]:.2f} s)" if role in seconds else "")
        for role, move in enumerate(look.joint_move)
    ]
    print(one_line(f"{look.step}. {', '.join(moves)}"), flush=True)
