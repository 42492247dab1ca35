"""How well do we play against programs that know one game? Matches through a small adapter for each program.

    python benchmarks/specialists.py gtp-rhino|stockfish [PLAYER] [--seconds S] [--pairs N] [--level L] [--nodes N]
                                     [--opening PLIES] [--seed K]

`gtp-rhino` plays othello (GTP; Debian has it in `grhino`; levels 1 to 5, 3 is its default). `stockfish` plays chess
(UCI; Debian: `stockfish`; its level is the skill from 0 to 20, and it looks at so many nodes a move). Nothing is
installed here. Our player is given as on the command line and has so many seconds of the clock a move; the program
takes the time that its level needs. Each pair is two matches, one with each colour, after the same random opening if
one is asked for. The score counts a draw as half, its interval is Wilson's; it is printed as it grows.

Both sides are held to the same game: a move of the program must be among our legal ones, and before each of its moves
its board must be ours. Where they differ the match ends with an error.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from adapters import DisagreementError, Program, Rhino, Stockfish
from duel import Opened, score

import woodstock as ws
from woodstock.players import parse
from woodstock.referee import Clocks, play
from woodstock.referee.in_process import InProcess
from woodstock.referee.playable import Playable
from woodstock.referee.player import Player, Seat, Turn
from woodstock.referee.seated import Failure, Seated
from woodstock.referee.seeds import derive

PACKAGES = {"gtp-rhino": "grhino", "stockfish": "stockfish"}
"""What Debian calls the package of each program."""

GAMES = {"gtp-rhino": Rhino.game, "stockfish": Stockfish.game}


class Across:
    """A program as a player of ours. It is told every move, and its board is compared before it moves."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def start(self, seat: Seat) -> None:
        """Take the seat."""
        self._role, self._machine = seat.role, seat.machine

    def observe(self, turn: Turn) -> None:
        """Tell the program of the last move."""
        for role, move in enumerate(turn.last or ()):
            if (name := self._machine.move_name(role, move)) != "noop":
                self._program.note(role, self._program.text(role, name))

    def choose(self, turn: Turn) -> int:
        """The program's move, or to wait."""
        self.observe(turn)
        names = {move: self._machine.move_name(self._role, move) for move in turn.legal}
        if [*names.values()] == ["noop"]:
            return turn.legal[0]
        assert turn.state is not None
        ours, theirs = self._program.board_of(self._machine.fluents(turn.state)), self._program.board()
        if ours != theirs:
            raise DisagreementError(f"our board is {ours}, theirs {theirs}")
        moves = {self._program.text(self._role, name): move for move, name in names.items()}
        text = self._program.choose(self._role)
        if text not in moves:
            raise DisagreementError(f"{text} is not among our legal moves {' '.join(moves)}, on {ours}")
        return moves[text]

    def stop(self) -> None:
        """End the program."""
        self._program.stop()


class Unhurried(InProcess):
    """A seat without a clock: how strong a program plays is set by its level."""

    def start(self, game: Playable, role: int, seed: int, clocks: Clocks) -> Failure | None:  # noqa: ARG002
        """Start the player, however long that takes."""
        return super().start(game, role, seed, Clocks())

    def choose(self, turn: Turn) -> int | Failure:
        """Wait for the move."""
        return super().choose(replace(turn, deadline=None))


def found(name: str) -> str:
    """Where a program is; Debian keeps games in a folder of their own."""
    for place in (None, "/usr/games"):
        if path := shutil.which(name, path=place):
            return path
    raise SystemExit(f"{name} is not installed: on Debian or Ubuntu, apt install {PACKAGES[name]}")


def maker(given: argparse.Namespace) -> Callable[[], Program]:
    """Starts the program that was asked for, at its level."""
    path = found(given.program)
    if given.program == "gtp-rhino":
        return partial(Rhino, [path, f"--level={3 if given.level is None else given.level}"])
    return partial(Stockfish, [path], 20 if given.level is None else given.level, given.nodes)


def scores_of(given: argparse.Namespace, start: Callable[[], Program], seed: int) -> tuple[list[float], int]:
    """What we scored in a pair of matches, and how often we were late."""
    game, scores, deviations = ws.load(GAMES[given.program]), [], 0
    for role in range(2):
        ours = Opened(parse(given.player).make(), given.opening, seed)
        theirs = Unhurried(lambda: Opened(Across(start()), given.opening, seed))
        players: list[Player | Seated] = [ours, theirs] if role == 0 else [theirs, ours]
        record = play(game, players, clocks=Clocks(play=given.seconds), seed=derive(seed, role))
        for deviation in record.deviations:
            if deviation.role != game.roles[role]:
                raise SystemExit(f"after {deviation.step} moves: {deviation.detail}")
        own, other = record.goals[role] or 0, record.goals[1 - role] or 0
        scores.append(0.5 if own == other else float(own > other))
        deviations += len(record.deviations)
    return scores, deviations


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", choices=PACKAGES)
    parser.add_argument("player", nargs="?", default="woodstock")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument(
        "--level", type=int, help="gtp-rhino: 1 to 5, 3 if not given; stockfish: 0 to 20, 20 if not given"
    )
    parser.add_argument("--nodes", type=int, default=1, help="positions that stockfish looks at for a move")
    parser.add_argument("--opening", type=int, default=0, help="random plies before each pair of matches")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    start, results = maker(given), []
    for number in range(given.pairs):
        results.append(scores_of(given, start, derive(given.seed, number)))
        print(f"{given.player} against {given.program}, {given.seconds} s a move: {score(results)}", flush=True)


if __name__ == "__main__":
    main()
