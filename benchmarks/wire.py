"""Our manager and our player over sockets: do all answers leave in time, and do whole matches go without a flaw?

    python benchmarks/wire.py [--player PLAYER] [--plays N] [--clock S] [--start S] [--load N]
    python benchmarks/wire.py --matches 200 [--player PLAYER] [--clock S] [--start S]

The first form sends so many PLAY messages at a short clock while other processes keep the cores busy, and prints how
much of the clock was left when the answers were there. It plays connect four where both move at once, so every message
asks for a thought. The second form plays matches on ten games (chance, simultaneous moves, 3 and 4 players, a puzzle,
percepts; the sheets for the last from the folder WOODSTOCK_RULESHEETS).
Times run from before the manager connects until the answer has arrived at its machine (as far as the system tells, to a
few milliseconds); on a busy machine the manager may read it later, which is printed as well. So is whether a core
stood still meanwhile. Exits with 1 when anything was late, illegal or lost.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from children import command
from stalls import Stalls, watched

import woodstock as ws
from woodstock.protocol import Address, Remote
from woodstock.protocol.client import Client
from woodstock.referee import Clocks, Ending, Record, play

GAMES = (
    "tic_tac_toe",
    "connect_four",
    "rock_paper_scissors",
    "connect_four_simultaneous",
    "pig",
    "matching_pennies",
    "chinese_checkers_3p",
    "battlebrushes",
    "lights_out",
)
HIDDEN = ("scully/montyhall.kif", "ggp_python/ii_kriegtictactoe.kif")


@dataclass
class Recorder:
    """Talks to a player, and writes down how long it took to answer PLAY."""

    client: Client
    seconds: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    """The same until the manager itself got to see the answer."""
    begun: list[float] = field(default_factory=list)
    """When each was sent, by the monotonic clock."""

    def __call__(self, message: str, seconds: float | None) -> str:
        """Send a message and wait for the answer."""
        self.client.unread = 0.0
        begun = time.monotonic()
        try:
            return self.client.exchange(message, seconds)
        finally:
            if "PLAY" in message[:6]:
                self.begun.append(begun)
                self.read.append(time.monotonic() - begun)
                self.seconds.append(self.read[-1] - self.client.unread)


@contextlib.contextmanager
def serving(player: str) -> Iterator[str]:
    """A player's server; gives its address."""
    code = "from woodstock.cli import main; main()"
    arguments = ["serve", "--port", "0", "--player", player, "--json"]
    process = subprocess.Popen(command(code, *arguments), stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["url"]
    finally:
        process.terminate()  # a process in the background may ignore Ctrl-C
        process.wait()


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes that do nothing but keep a core busy."""
    burden = [subprocess.Popen(command("while True: pass"), start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for process in burden:
            process.kill()
            process.wait()


def hosted(game: ws.Game, recorders: list[Recorder], clocks: Clocks, seed: int) -> Record:
    """One match in which answers are late as soon as the clock is over, by a second they are not waited for."""
    players = [Remote(Address("http://player", "player", grace=1.0), recorder) for recorder in recorders]
    shift = seed % len(players)
    return play(game, players[shift:] + players[:shift], clocks=clocks, seed=seed)


def complaints(record: Record) -> list[str]:
    """What was not as it should be, but for the clock."""
    found = [f"{record.game}, step {note.step}: {note.kind}: {note.detail}" for note in record.deviations]
    found += [f"{record.game}: it ended by {record.ending}"] if record.ending is not Ending.TERMINAL else []
    return found


def margins(recorders: list[Recorder], plays: int, clocks: Clocks) -> list[str]:
    """Send so many PLAY messages."""
    game = ws.load("connect_four_simultaneous")
    wrong: list[str] = []
    seed = 0
    while sum(len(recorder.seconds) for recorder in recorders) < plays:
        wrong += complaints(hosted(game, recorders, clocks, seed))
        seed += 1
    clock = clocks.play or 0.0
    print(f"{seed} matches, clock {1000 * clock:g} ms")
    report("when the manager read it", [time for recorder in recorders for time in recorder.read], clock)
    return wrong


def report(what: str, times: list[float], clock: float) -> int:
    """How much of the clock was left; gives how many were late."""
    left = sorted(1000 * (clock - seconds) for seconds in times)
    late = sum(margin < 0 for margin in left)
    parts = ", ".join(f"{100 - 100 / share:g} % {left[len(left) // share]:.1f} ms" for share in (1000, 100, 2))
    print(f"margin {what}: {len(left)} PLAY messages, {late} late, least {left[0]:.1f} ms, at least for {parts}")
    return late


def stalled(recorder: Recorder, stalls: Stalls, clock: float) -> int:
    """How many answers were late only because a core stood still."""
    sent = zip(recorder.begun, recorder.seconds, strict=True)
    return sum(seconds > clock >= seconds - stalls.during(begun, begun + seconds) for begun, seconds in sent)


def matches(recorders: list[Recorder], count: int, clocks: Clocks) -> list[str]:
    """Play so many matches, on all games in turn."""
    sheets = os.environ.get("WOODSTOCK_RULESHEETS")
    names = [*GAMES, *HIDDEN] if sheets else list(GAMES)
    games = [ws.load(Path(str(sheets)) / name if name.endswith(".kif") else name, lenient=True) for name in names]
    wrong: list[str] = []
    for number in range(count):
        game = games[number % len(games)]
        seats = len(game.roles) - (game.chance is not None)
        record = hosted(game, recorders[:seats], clocks, number)
        wrong += complaints(record)
        print(f"{number + 1:4} {record.game:28} {len(record.moves):4} steps, {len(wrong)} complaints", flush=True)
    return wrong


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Our manager and our player over sockets.")
    parser.add_argument("--player", default="woodstock")
    parser.add_argument("--plays", type=int, default=400)
    parser.add_argument("--clock", type=float, default=0.1)
    parser.add_argument("--start", type=float, default=6.0, help="the start clock, which players may use up")
    parser.add_argument("--load", type=int, default=2, help="busy processes beside the players")
    parser.add_argument("--matches", type=int, default=0, help="play matches, and measure no margins")
    options = parser.parse_args()
    clocks = Clocks(options.start, options.clock)
    if not sys.stdin.isatty():
        # Away from whatever else runs in this session: the manager is to measure the players, not itself.
        with contextlib.suppress(OSError):
            os.setsid()
    with contextlib.ExitStack() as stack:
        stalls = stack.enter_context(watched())
        count = 4 if options.matches else 2
        addresses = [Address.parse(stack.enter_context(serving(options.player))) for _ in range(count)]
        recorders = [Recorder(Client(address.host, address.port)) for address in addresses]
        if options.matches:
            wrong = matches(recorders, options.matches, clocks)
        else:
            stack.enter_context(busy(options.load))
            wrong = margins(recorders, options.plays, clocks)
    late = report("when it was there", [time for one in recorders for time in one.seconds], options.clock)
    print(stalls)
    if late:
        blameless = sum(stalled(recorder, stalls, options.clock) for recorder in recorders)
        print(f"{blameless} of the late answers would have been in time, had it not")
    for complaint in wrong[:20]:
        print(complaint)
    print(f"{late} late, {len(wrong)} illegal or lost messages")
    return 1 if wrong or late else 0


if __name__ == "__main__":
    sys.exit(main())
