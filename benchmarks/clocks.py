"""Do clocks hold under load? A player makes its moves while every core is busy with something else.

    python benchmarks/clocks.py [PLAYER] [--game GAME] [--moves N] [--clock S] [--start S] [--load N]

PLAYER is the name of a player, or `thinker`, the default: one that thinks as hard as it can until its deadline. It
plays both sides; only moves where it has a choice are counted. Exits with 1 when a move was late.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib import import_module

from stalls import watched

import woodstock as ws
from woodstock.players import RandomPlayer, parse
from woodstock.referee import GRACE, Clocks, Entrant, Kind, Look, Player, Turn, play, seat


class Thinker(RandomPlayer):
    """Plays at random once all its time is used up."""

    def choose(self, turn: Turn) -> int:
        """Spin until the deadline."""
        if len(turn.legal) > 1 and turn.deadline is not None:
            while time.monotonic() < turn.deadline:
                pass
        return super().choose(turn)


@dataclass(frozen=True)
class Own:
    """The thinker, in a process of its own like any other player."""

    name: str = "thinker"
    own_process: bool = True
    threads: int = 1

    def make(self) -> Player:
        """A new thinker."""
        return Thinker()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Do clocks hold under load?")
    parser.add_argument("player", nargs="?", default="thinker")
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--clock", type=float, default=0.1)
    parser.add_argument("--start", type=float, default=2.0, help="the start clock, which players may use up")
    parser.add_argument("--load", type=int, default=2, help="busy processes beside the player")
    options = parser.parse_args()
    entrant: Entrant = Own() if options.player == "thinker" else parse(options.player)
    burden = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.load)]
    try:
        with watched() as stalls:
            times, late = measure(ws.load(options.game), entrant, options.moves, Clocks(options.start, options.clock))
    finally:
        for process in burden:
            process.kill()
            process.wait()
    overrun = max(times) - options.clock
    print(f"{entrant.name} on {options.game}: {len(times)} moves, {options.load} busy processes")
    print(f"late                {late}")
    print(f"worst overrun       {1000 * overrun:+.1f} ms (an answer counts until {1000 * GRACE:+.1f} ms)")
    print(f"over the clock      {sum(time > options.clock for time in times)} moves, all times as the referee has them")
    print(f"median time used    {1000 * statistics.median(times):.1f} ms of {1000 * options.clock:g} ms")
    print(f"meanwhile           {stalls}")
    return 1 if late else 0


def measure(game: ws.Game, entrant: Entrant, moves: int, clocks: Clocks) -> tuple[list[float], int]:
    """The seconds of each move in which there was a choice, as the referee's clock has them; how many were late."""
    machine = game.machine()
    table = [seat(entrant) for role in game.roles if role != "random"]
    times: list[float] = []
    late = 0
    number = 0
    try:
        while len(times) < moves:
            choices: list[list[bool]] = []

            def look(at: Look, choices: list[list[bool]] = choices) -> None:
                if not machine.terminal(at.state):
                    choices.append([len(legal) > 1 for legal in machine.legal(at.state)])

            record = play(game, table, clocks=clocks, seed=number, each_state=look)
            number += 1
            late += sum(note.kind is Kind.TIMEOUT for note in record.deviations)
            for step, row in enumerate(record.move_times):
                times += [time for role, time in enumerate(row) if choices[step][role] and role != game.chance]
    finally:
        for seated in table:
            seated.close()
    return times[:moves], late


if __name__ == "__main__":
    # Again by its name as a module, under which the player's process finds the thinker.
    sys.exit(import_module("clocks").main())
