"""Matches on a worker. Players' processes and compiled games are kept from batch to batch, so that only the first match
of a player in a game has to wait for them."""

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from woodstock.engine import Game
from woodstock.engine.game import compile_game
from woodstock.engine.source import Source
from woodstock.errors import WoodstockError
from woodstock.experiments.kinds import Outcome
from woodstock.experiments.stage_counts import StageCounts
from woodstock.players import entrant
from woodstock.referee import Clocks, Played, Record, Seated, play, seat
from woodstock.referee.playable import seats as seats_of
from woodstock.referee.seated import Halted
from woodstock.referee.seeds import derive
from woodstock.referee.series import FULL_GOAL

_KEPT = 8
"""The largest number of idle players' processes to keep."""

_LONGEST_MATCH = 6 * 3600.0
"""Seconds after which a match is abandoned, whatever its clocks: without a clock a player may hang."""


@dataclass(frozen=True)
class Setup:
    """What a match needs. There is a player for each seat, in the order in which they rotate; the first is measured,
    and plays against all the others. `labels` are their names in the pairing."""

    source: Source
    players: tuple[str, ...]
    labels: tuple[str, ...]
    clocks: Clocks
    seats: str
    seed: int
    opening: int = 0
    limit: int = 2000
    memory: int = 4096

    @property
    def count(self) -> int:
        """The number of seats."""
        return len(self.players)

    @property
    def duel(self) -> bool:
        """Do two players play against each other, each for itself?"""
        return self.count == 2 and len(self.labels) == 2 and self.seats != "together"

    def match_seed(self, number: int) -> int:
        """The matches of a rotation share their seed, so that chance is the same for all players in every seat. Matches
        of other pairings and clocks with the same number share it too."""
        rotation = self.count if self.seats == "rotate" else 1
        return derive(self.seed, self.source.name, number // rotation)


@contextmanager
def playing(setup: Setup) -> Iterator[Callable[[int], Outcome]]:
    """The function that plays the match with a given number."""
    table = _Table(setup, _game(setup.source))
    try:
        table.sit()  # now, so that the preparation does not count towards the time of the first match
        yield table.play
    except BaseException:
        table.close()
        raise
    table.leave()


@lru_cache(maxsize=4)
def _game(source: Source) -> Game:
    """The compiled game; a worker compiles it once, and the disk cache keeps it for the next worker."""
    return compile_game(source)


class _Table:
    """The players of a cell. They are replaced after a failed match, as their state is unknown."""

    def __init__(self, setup: Setup, game: Game) -> None:
        self._setup = setup
        self._game = game
        self._seated: list[Seated] = []

    def sit(self) -> None:
        """Start the players that are missing."""
        while len(self._seated) < self._setup.count:
            self._seated.append(_IDLE_PLAYERS.take(self._setup, self._game, self._setup.players[len(self._seated)]))

    def play(self, number: int) -> Outcome:
        """Play one match."""
        setup, roles = self._setup, seats_of(self._game)
        self.sit()
        shift = number % len(roles) if setup.seats == "rotate" else 0
        taken = (*roles[shift:], *roles[:shift])
        by_role = sorted(range(len(roles)), key=taken.__getitem__)
        stages = StageCounts(taken[0])
        try:
            with _given_up(self._seated):
                record = play(
                    self._game,
                    [self._seated[place] for place in by_role],
                    names=[setup.players[place] for place in by_role],
                    clocks=setup.clocks,
                    seed=setup.match_seed(number),
                    limit=setup.limit,
                    opening=setup.opening,
                    each_state=stages,
                )
        except BaseException:
            self.close()
            raise
        return Outcome(_row(setup, Played(number, record, taken)) | stages.counts, packed(record))

    def close(self) -> None:
        """Close all players."""
        for seated in self._seated:
            seated.close()
        self._seated = []

    def leave(self) -> None:
        """Keep all players for the next batch."""
        for text, seated in zip(self._setup.players, self._seated, strict=False):
            _IDLE_PLAYERS.keep(self._setup, text, seated)


def _row(setup: Setup, played: Played) -> dict[str, int | float | str | None]:
    record = played.record
    goals, own = played.goals(), record.roles[played.seats[0]]
    finished = played.finished
    points = (float(goals[0] == FULL_GOAL) if setup.seats == "together" else played.points()[0]) if finished else None
    errors = sum(note.role == own for note in record.deviations)
    return {
        "seed": record.seed,
        "seat": played.seats[0],
        "points": points,
        "goal": goals[0] if finished else None,
        "others": sum(goals[1:]) / len(goals[1:]) if finished and goals[1:] else None,
        "steps": len(record.moves),
        "errors": errors,
        "other_errors": sum(note.role is not None for note in record.deviations) - errors,
        "ending": str(record.ending),
    }


def packed(record: Record) -> bytes:
    """A compressed record in the format of ggp-base, without the states, which follow from the moves."""
    return zlib.compress(json.dumps(record.to_dict(None), separators=(",", ":")).encode())


def unpacked(data: bytes) -> Record:
    """The record that `packed` compressed."""
    return Record.from_dict(json.loads(zlib.decompress(data)))


@contextmanager
def _given_up(table: list[Seated]) -> Iterator[None]:
    """Ends a match that takes too long by closing its players, and reports it as failed."""
    over = threading.Event()

    def give_up() -> None:
        over.set()
        for seated in table:
            seated.close()

    watch = threading.Timer(_LONGEST_MATCH, give_up)
    watch.daemon = True
    watch.start()
    try:
        yield
    except Halted:
        if over.is_set():
            raise WoodstockError(f"the match took longer than {_LONGEST_MATCH / 3600:g} hours") from None
        raise
    finally:
        watch.cancel()


class _IdlePlayers:
    """Players' processes that wait for the next batch. Batches in several threads of a worker share them."""

    def __init__(self) -> None:
        self._waiting: list[tuple[tuple[Source, str, int], Seated]] = []
        self._lock = threading.Lock()

    def take(self, setup: Setup, game: Game, text: str) -> Seated:
        """A player of this text for this game, ready to play."""
        wanted = (setup.source, text, setup.memory)
        with self._lock:
            for at, (key, found) in enumerate(self._waiting):
                if key == wanted:
                    del self._waiting[at]
                    return found
        one = entrant(text)
        seated = seat(one, setup.memory << 20)
        if one.own_process:
            # It prepares for the game now, while no clock runs, and keeps the result in its process.
            seated.open(game)
            seated.start(game, seats_of(game)[0], 0, Clocks())
            seated.stop()
        return seated

    def keep(self, setup: Setup, text: str, seated: Seated) -> None:
        """Keep a player; if there are too many, close the one that has waited longest."""
        with self._lock:
            self._waiting.append(((setup.source, text, setup.memory), seated))
            gone = self._waiting.pop(0)[1] if len(self._waiting) > _KEPT else None
        if gone is not None:
            gone.close()


_IDLE_PLAYERS = _IdlePlayers()
