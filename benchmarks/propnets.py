"""Playouts in lanes against the rates of the 2014 champion's propnet, one thread, over its games.

    python benchmarks/propnets.py [--seconds S]

The reference rates (playouts per CPU second for the same rulesheets) were measured once on another machine, so the
ratios are a guide and no more. The rulesheets are found through `WOODSTOCK_RULESHEETS`.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from pathlib import Path

import woodstock as ws

REFERENCE = {
    "ticTacToe": 141_000,
    "connectFour": 77_000,
    "breakthrough": 16_800,
    "knightThrough": 25_600,
    "reversi": 1_480,
    "checkers": 2_650,
    "englishDraughts": 5_000,
    "hex": 453,
    "pentago_v1": 7_000,
    "quarto": 4_900,
    "dotsAndBoxesSuicide": 21_700,
    "connectFourLarger": 29_000,
    "connectFourSimultaneous": 38_000,
    "majorities": 10_000,
    "skirmishZeroSum": 1_240,
    "shmup": 29_000,
    "sheepAndWolf": 5_400,
    "ttcc4_2player": 9_000,
    "2pttc_v1": 29_000,
    "copolymer_4_pie": 22_000,
    "2pffa_v1": 22_000,
    "battlebrushes": 2_900,
    "chineseCheckers3": 11_600,
    "speedChess_v1": 1_600,
    "amazons_10x10": 388,
    "amazonsTorus_10x10": 103,
    "chess_200_v1": 242,
}
"""Playouts per second of the champion, by the name of the rulesheet (2pttc is tic-tac-chess, 2pffa free for all)."""


def main() -> None:
    """Measure every game whose rulesheet is there, and print ratios and their geometric mean."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    arguments = parser.parse_args()
    if "WOODSTOCK_RULESHEETS" not in os.environ:
        sys.exit("say where the rulesheets are: WOODSTOCK_RULESHEETS")
    folder = Path(os.environ["WOODSTOCK_RULESHEETS"]) / "ggp-repository"
    ratios = []
    print(f"{'game':26} {'playouts/s':>12} {'reference':>10} {'ratio':>8}")
    for name, reference in REFERENCE.items():
        path = folder / f"{name}.kif"
        if not path.exists():
            print(f"{name:26} left out: no such rulesheet here")
            continue
        game = ws.load(path)
        game.playouts(512)
        report = game.playouts(2**40, seconds=arguments.seconds, seed=1).summary()
        ratios.append(report.playouts / report.seconds / reference)
        print(f"{name:26} {report.playouts / report.seconds:12,.0f} {reference:10,} {ratios[-1]:8.1f}", flush=True)
    mean = math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios))
    print(f"geometric mean {mean:.1f}, least {min(ratios):.1f}, over {len(ratios)} games")


if __name__ == "__main__":
    main()
