"""A remote player in the manager's match: asked over HTTP, never trusted, never waited for too long."""

from __future__ import annotations

import re
from dataclasses import dataclass

from woodstock.engine import Game
from woodstock.errors import UnknownPlayerError, WoodstockError
from woodstock.gdl import parse as parse_rules
from woodstock.gdl import to_kif
from woodstock.kif.terms import canonical, place_of, spaced
from woodstock.protocol.address import Address, Version
from woodstock.protocol.client import Client, Exchange
from woodstock.protocol.messages import Abort, Message, News, Play, Preview, Start, Stop, write
from woodstock.protocol.scrambling import Scrambler
from woodstock.referee import Clocks, Failure, Kind, Playable, Player, Seated, Turn
from woodstock.referee.seated import Halted, brief

GOODBYE = 3.0
"""Seconds that a player has to answer STOP and ABORT."""

ALL_IS_SEEN = "( <= ( sees ?r ( did ?other ?move ) ) ( role ?r ) ( does ?other ?move ) )"
"""The rule that Dresden's controller adds to a game without percepts for players who speak GDL-II alone."""


@dataclass(frozen=True, slots=True)
class RemoteEntrant:
    """A remote player that enters a series."""

    address: Address
    own_process: bool = False
    threads: int = 1

    @property
    def name(self) -> str:
        """Its address."""
        return self.address.text

    def seat(self) -> Seated:
        """Its place at the table."""
        return Remote(self.address)

    def make(self) -> Player:
        """Nobody can be made here that is elsewhere."""
        raise UnknownPlayerError(f"{self.name} is a remote player; it cannot be created here")


class Remote(Seated):
    """Sends START, PLAY, STOP and ABORT. A game that has percepts is played in GDL-II, any other in GDL, unless the
    address says otherwise. Time-outs, refusals and nonsense become failures; the match goes on."""

    elsewhere = True

    def __init__(self, address: Address, exchange: Exchange | None = None) -> None:
        self._address = address
        self._client = Client(address.host, address.port)
        self._exchange = exchange or self._client.exchange
        self._game: Game | None = None
        self._match: str | None = None
        self._closed = False

    def open(self, game: Playable) -> None:
        """Write the rules down as they are sent, and let the player preview them if it is to."""
        if game is self._game:
            return
        if not isinstance(game, Game):
            raise WoodstockError("a remote player needs the rules of the game, not only a machine")
        self._version = self._address.version
        if self._version is Version.AUTO:
            self._version = Version.GDL_II if game.sees else Version.GDL
        if game.sees and self._version is Version.GDL:
            raise WoodstockError(f"{game.name} has percepts, {self._address.text} is limited to GDL")
        self._game = game
        rules = [spaced(to_kif(rule)) for rule in parse_rules(game.source.text, fold_case=game.source.fold_case)]
        if not game.sees and self._version is not Version.GDL:
            rules.append(ALL_IS_SEEN)
        self._rules = f"({' '.join(rules)} )"
        if self._address.preview is not None:
            message = Preview(self._rules, self._address.preview)
            self._ask(message, self._address.preview)  # whatever it says: a preview is an offer

    def start(self, game: Playable, role: int, seed: int, clocks: Clocks) -> Failure | None:
        """Send START."""
        if clocks.play is None:
            raise WoodstockError("a remote player needs clocks: give the seconds for a move")
        self._play_clock = clocks.play
        self._machine = game.machine()
        self._role = role
        self._step = 0
        self._scrambler = Scrambler(seed) if self._address.scramble else None
        self._match = f"woodstock.{re.sub(r'[^A-Za-z0-9_.-]', '_', game.name)}.{seed:x}"
        start = clocks.play if clocks.start is None else clocks.start
        name = self._worded(game.roles[role])
        reply = self._ask(Start(self._match, name, self._worded(self._rules), start, clocks.play), start)
        if isinstance(reply, Failure):
            return reply
        if reply.lower() != "ready":
            return Failure(Kind.EXCEPTION, f"answered {brief(reply)!r} to START")
        return None

    def choose(self, turn: Turn) -> int | Failure:
        """Send PLAY, and read the answer: a legal move in any case and spacing."""
        if self._match is None or turn.step != self._step:
            return Failure(Kind.EXCEPTION, "it can evaluate a position only together with the moves that led to it")
        self._step += 1
        clock = turn.clock(self._play_clock)
        reply = self._ask(Play(self._match, self._news(turn)), clock)
        return reply if isinstance(reply, Failure) else self._read(reply, turn)

    def end(self, turn: Turn) -> Failure | None:
        """Send STOP."""
        match, self._match = self._match, None
        if match is None:
            return None
        reply = self._ask(Stop(match, self._news(turn)), GOODBYE)
        return reply if isinstance(reply, Failure) else None

    def stop(self) -> Failure | None:
        """Send ABORT, if the match did not come to its end."""
        match, self._match = self._match, None
        if match is not None and not self._closed:
            self._ask(Abort(match), GOODBYE)
        return None

    def close(self) -> None:
        """Hang up."""
        self._closed = True
        self._client.close()

    def _news(self, turn: Turn) -> News:
        """What the player is told of the last step."""
        numbered = self._version is Version.GDL_II
        number = turn.step if numbered else None
        if turn.step == 0:
            return News(None, number)
        own = self._move(self._role, turn.own_last or 0) if numbered else None
        if turn.last is None:
            return News(tuple(map(self._worded, turn.percepts)), number, own)
        moves = tuple(self._move(role, move) for role, move in enumerate(turn.last))
        if self._version is Version.GDL:
            return News(moves)
        names = zip(self._machine.roles, moves, strict=True)
        return News(tuple(f"({self._worded(f'did {role}')} {move})" for role, move in names), number, own)

    def _move(self, role: int, move: int) -> str:
        return self._worded(self._machine.move_name(role, move))

    def _worded(self, text: str) -> str:
        return self._scrambler.scramble(text) if self._scrambler else text

    def _read(self, reply: str, turn: Turn) -> int | Failure:
        meant = self._scrambler.unscramble(reply) if self._scrambler else reply
        try:
            name = canonical(meant)
        except WoodstockError:
            return Failure(Kind.ILLEGAL, f"answered {brief(reply)!r}, which is not a move")
        place = place_of(name, [self._machine.move_name(self._role, move) for move in turn.legal])
        if place is None:
            return Failure(Kind.ILLEGAL, f"answered {brief(meant)}, which is not a legal move")
        return turn.legal[place]

    def _ask(self, message: Message, clock: float | None) -> str | Failure:
        try:
            return self._exchange(write(message), None if clock is None else clock + self._address.grace)
        except TimeoutError:
            failure = Failure(Kind.TIMEOUT, "did not answer in time")
        except OSError as error:
            failure = Failure(Kind.CRASH, f"cannot be reached: {brief(error.strerror or str(error))}")
        except ValueError as error:
            failure = Failure(Kind.ILLEGAL, brief(str(error)))
        except WoodstockError as error:  # no HTTP
            failure = Failure(Kind.ILLEGAL, f"its answer is not HTTP: {brief(str(error))}")
        if self._closed:
            raise Halted
        return failure
