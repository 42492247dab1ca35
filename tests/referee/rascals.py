"""Players for processes of their own: some good, most bad. They live in a module, so that a process can import them."""

from __future__ import annotations

import itertools
import os
import signal
import time
import zlib
from dataclasses import dataclass
from typing import cast

from woodstock.players import LegalPlayer
from woodstock.referee import MoveReport, Player, Report, Seat, Turn


@dataclass(frozen=True)
class Own:
    """An entrant whose players run in a process of their own."""

    kind: type[Player]
    own_process: bool = True
    threads: int = 1

    @property
    def name(self) -> str:
        return self.kind.__name__.lower()

    def make(self) -> Player:
        return self.kind()


class Fingerprint(LegalPlayer):
    """Its moves depend on all that it is told, the deadline apart."""

    own_process = True

    def start(self, seat: Seat) -> None:
        self._told = repr((seat.game.name, seat.machine.roles, seat.role, seat.seed, seat.hidden, seat.play_clock))

    def choose(self, turn: Turn) -> int:
        told = (turn.step, turn.legal, turn.state, turn.last, turn.own_last, turn.percepts, turn.history)
        return turn.legal[zlib.crc32((self._told + repr(told)).encode()) % len(turn.legal)]


class Punctual(LegalPlayer):
    """Thinks as hard as it can until its deadline."""

    own_process = True

    def choose(self, turn: Turn) -> int:
        assert turn.deadline is not None
        if len(turn.legal) > 1:
            while time.monotonic() < turn.deadline:
                pass
        return turn.legal[0]


class Talking(LegalPlayer):
    """Raises an exception that tells about its process: which one it is, and how many players were made in it."""

    made = itertools.count(1)

    def __init__(self) -> None:
        self._number = next(self.made)

    def choose(self, turn: Turn) -> int:
        print("a player may print")
        raise RuntimeError(f"{os.getpid()} {self._number}")


class Hanging(LegalPlayer):
    def choose(self, turn: Turn) -> int:
        if turn.step == 0:
            time.sleep(1000)
        return turn.legal[-1]


class Late(LegalPlayer):
    def choose(self, turn: Turn) -> int:
        if turn.step == 0:
            time.sleep(0.8)
        return turn.legal[-1]


class Exiting(LegalPlayer):
    def choose(self, turn: Turn) -> int:
        os._exit(7)


class Killed(LegalPlayer):
    def choose(self, turn: Turn) -> int:
        if turn.step == 0:
            os.kill(os.getpid(), signal.SIGSEGV)
        return turn.legal[-1]


class Scribbling(LegalPlayer):
    """Writes to every file it can find, the line to the referee among them."""

    def choose(self, turn: Turn) -> int:
        if turn.step == 0:
            for handle in range(3, 100):
                try:
                    os.write(handle, b"\xff" * 100)
                except OSError:
                    continue
            time.sleep(10)
        return turn.legal[-1]


class Stuttering(LegalPlayer):
    """Begins a message and never ends it."""

    def choose(self, turn: Turn) -> int:
        if turn.step == 0:
            for handle in range(3, 100):
                try:
                    os.write(handle, b"\x00\x00\x01\x00{")
                except OSError:
                    continue
            time.sleep(1000)
        return turn.legal[-1]


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


class Babbling(LegalPlayer):
    """Answers with things that are no moves."""

    ANSWERS = (None, "(take 1)", True, 1.0, [1], 10**30, -1, Unprintable(), "x" * 10**6)

    def choose(self, turn: Turn) -> int:
        return cast("int", self.ANSWERS[turn.step % len(self.ANSWERS)])


class Hungry(LegalPlayer):
    """Takes memory without end."""

    def choose(self, turn: Turn) -> int:
        eaten = [bytes(1 << 20)]
        while len(eaten) < 100_000:
            eaten.append(bytes([len(eaten) % 256]) * (1 << 20))
        return turn.legal[0]


class Faulty(LegalPlayer):
    def start(self, seat: Seat) -> None:
        raise ValueError("no start")

    def stop(self) -> None:
        raise ValueError("no stop")


class Unborn(LegalPlayer):
    def __init__(self) -> None:
        raise ValueError("not made")


class Sage(LegalPlayer):
    """Reports on its choices."""

    def start(self, seat: Seat) -> None:
        self._role = seat.role
        self._report: Report | None = None

    def choose(self, turn: Turn) -> int:
        best = turn.legal[-1]
        moves = tuple(MoveReport(move, 0.25 + 0.5 * (move == best), 9, 0.2, 0.8, False) for move in turn.legal)
        line = () if turn.last is None else (turn.last,)
        self._report = Report(self._role, moves, best, (0.5,) * 8, line, 12, 13, 34, 5, False, 0.01)
        return best

    def report(self) -> Report | None:
        return self._report
