"""Is our best player stronger than the one that knows nothing? `woodstock` against `woodstock:knowledge=none`.

    python benchmarks/ladder.py [GAME ..] [--play S] [--start S] [--matches N] [--seed K] [--against PLAYER]

Each game (bundled ones by name, others by the path of their rulesheets) is played N times, with roles exchanged after
each match, one thread and a process for each player, by the clock: the machine should do nothing else. Prints the score
of the first player in each game with Wilson's 95 % interval, what it chose to know, and the mean over all games.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

import woodstock as ws
from woodstock.referee.statistics import wilson
from woodstock.search.trials import kept_trials

GAMES = (
    "amazons awale battlebrushes breakthrough breakthrough_suicide checkers chess connect_four connect_four_20x20 "
    "connect_four_simultaneous dots_and_boxes_suicide english_draughts gomoku hex knightthrough majorities othello "
    "pentago quarto skirmish_zero_sum"
).split()


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Is our best player stronger than the one that knows nothing?")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--play", type=float, default=0.2)
    parser.add_argument("--start", type=float, default=20.0)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--against", default="woodstock:knowledge=none")
    given = parser.parse_args()
    scores = []
    print(f"woodstock against {given.against}, {given.play} s a move, start clock {given.start} s", flush=True)
    for name in given.games:
        game = ws.load(name)
        result = ws.match(
            game,
            "woodstock",
            given.against,
            matches=given.matches,
            swap=True,
            start=given.start,
            play=given.play,
            seed=given.seed,
        )
        points = result.wins[0] + result.draws / 2
        low, high = wilson(points, given.matches)
        scores.append(points / given.matches)
        shown = f"{100 * scores[-1]:5.1f} % [{100 * low:.0f}, {100 * high:.0f}]"
        print(f"{Path(name).stem:28} {shown:20} {kept_trials(game).note}", flush=True)
    print(f"{'mean':28} {100 * statistics.mean(scores):5.1f} %")


if __name__ == "__main__":
    main()
