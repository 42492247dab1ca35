"""How strong are the players? A table of pairings, with roles swapped after the same random openings.

    python benchmarks/strength.py [--play S] [--pairs N] [--only TEXT] [--processes N] [--seed K]

Every player has one thread and the same clock, and two players never think at the same time. The score of the first
player counts a draw as half; its interval is Wilson's. OpenSpiel's `MCTSBot` (C++, random rollouts, its own default
constant) takes numbers of simulations, so it is given as many as it was seen to make in the time. `--only -sym` and
`--only share=0` show what symmetries are worth.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from itertools import pairwise
from pathlib import Path

import pyspiel

import woodstock as ws
from woodstock.referee import Seat, Turn
from woodstock.symmetry import find_by

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from duel import Pairing, score, scores_of  # beside this file

from oracles.lockstep import TRANSLATIONS, spiel_moves  # the tests hold these to the rules

GAMES = ("connect_four", "breakthrough", "othello")
SYMMETRIC = (
    "tic_tac_toe",
    "connect_four",
    "connect_four_20x20",
    "breakthrough",
    "knightthrough",
    "quarto",
    "pentago",
    "gomoku",
    "dots_and_boxes_suicide",
    "othello",
)
PAIRINGS = [
    *((game, "woodstock", "uct") for game in GAMES),
    *((game, "woodstock", "spiel") for game in GAMES),
    *((game, "uct", "spiel") for game in GAMES),
    *(
        (game, first, second)
        for game in GAMES
        for first, second in pairwise(("uct", "grave", "mac-ucb", "fc-ucb", "ucb"))
    ),
    *((game, "mac-ucb", "uct") for game in GAMES),
    *((game, "mac-ucb", "fc-ucb") for game in ("tic_tac_toe", "knightthrough", "cant_stop")),
    *((game, f"{player}-sym", player) for player in ("mac-ucb", "uct", "grave") for game in SYMMETRIC),
    *((game, "woodstock", "woodstock:share=0") for game in SYMMETRIC),
]


class SpielMcts:
    """OpenSpiel's search as a player of ours."""

    def __init__(self) -> None:
        self._pace = 2000.0  # simulations a second; measured from the first move on

    def start(self, seat: Seat) -> None:
        """Set up the same game there."""
        self._name, self._machine, self._seed = seat.game.name, seat.machine, seat.seed % 2**31
        self._clock = seat.play_clock or 1.0
        self._game = pyspiel.load_game(self._name)
        self._position = self._game.new_initial_state()

    def observe(self, turn: Turn) -> None:
        """Make the last move there, too."""
        if turn.last is not None:
            mover = self._position.current_player()
            move = TRANSLATIONS[self._name](self._machine.move_name(mover, turn.last[mover]))
            self._position.apply_action(spiel_moves(self._name, self._position)[move])

    def choose(self, turn: Turn) -> int:
        """Search for as long as the clock allows."""
        self.observe(turn)
        if len(turn.legal) == 1:
            return turn.legal[0]
        simulations = max(10, int(self._pace * self._clock * 0.95))
        evaluator = pyspiel.RandomRolloutEvaluator(1, self._seed + turn.step)
        bot = pyspiel.MCTSBot(self._game, evaluator, 2.0, simulations, 1000, True, self._seed + turn.step, False)
        begun = time.perf_counter()
        action = bot.step(self._position)
        if (taken := time.perf_counter() - begun) > self._clock / 4:  # a proved position ends the search early
            self._pace = simulations / taken
        elif taken > 0.01:
            self._pace *= 1.5
        names = {number: move for move, number in spiel_moves(self._name, self._position).items()}
        mover = self._position.current_player()
        return next(
            m for m in turn.legal if TRANSLATIONS[self._name](self._machine.move_name(mover, m)) == names[action]
        )

    def stop(self) -> None:
        """Nothing to let go of."""


OTHERS = {"spiel": SpielMcts}


def main() -> None:
    """Play and print, pairing by pairing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--play", type=float, default=0.2)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--opening", type=int, default=2)
    parser.add_argument("--only", default="", help="pairings whose line has this text")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    print(f"{given.play} s a move, {2 * given.pairs} matches each, {given.opening} random moves first")
    for game, *players in PAIRINGS:
        if given.only not in f"{game} {' '.join(players)}":
            continue
        find_by(ws.load(game), time.monotonic() + 60.0, ("rules", "constraints"))  # into the cache, both
        pairings = [
            Pairing(
                game, (players[0], players[1]), given.play, given.opening, given.seed + number, {"spiel": SpielMcts}
            )
            for number in range(given.pairs)
        ]
        with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
            results = pool.map(scores_of, pairings, chunksize=1)
        print(f"{game:20} {players[0]:12} {players[1]:12} {score(results)}", flush=True)


if __name__ == "__main__":
    main()
