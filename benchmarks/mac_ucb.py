"""How fast are stages solved by MAC, by FC and by the circuit, and what becomes of the time? The games of paper 000.

    python benchmarks/mac_ucb.py [GAME ...] [--seconds S] [--rounds N]

For each game and way of solving, the median over the rounds of: stages a second; the share of the time that went to
solving (asked: 0.9); solutions of the root that were pulled, and all; decisions that the threshold prunes, and playouts
that went elsewhere for that. Each round searches for S seconds from the first state in which somebody but chance has a
choice.
"""

from __future__ import annotations

import argparse
import random
from statistics import median

from rich.console import Console
from rich.table import Table

import woodstock as ws
from woodstock.engine.machine import State
from woodstock.search.mac_ucb import By, MacUcb

GAMES = (
    "awale backgammon bomberman cant_stop checkers chess chinese_checkers_3p hex kaseklau orchard othello pacman "
    "pickomino tic_tac_toe yahtzee"
).split()
WAYS: tuple[By, ...] = ("mac", "fc", "circuit")


def first_choice(game: ws.Game) -> State:
    """The initial state, or the first in which a role other than chance has a choice."""
    machine, draw = game.machine(), random.Random(0)
    state = machine.initial()
    while all(len(own) == 1 for role, own in enumerate(machine.legal(state)) if role != game.chance):
        state = machine.next(state, [draw.choice(own) for own in machine.legal(state)])
    return state


def measure(game: ws.Game, by: By, seconds: float, rounds: int) -> tuple[float, float, str, float, float]:
    """A row of figures."""
    state, rates, shares, pruned, spared, pulled = first_choice(game), [], [], [], [], ""
    for seed in range(rounds):
        search = MacUcb(game, by=by, seed=seed)
        search.search(state, seconds=seconds)
        report, found = search.report(0), search.statistics()
        rates.append(report.descents / report.seconds)
        shares.append(found.share)
        pruned.append(found.pruned)
        spared.append(found.spared)
        pulled = f"{found.pulled} of {found.arms}"
    return median(rates), median(shares), pulled, median(pruned), median(spared)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    table = Table("game", "by", "stages/s", "solving", "pulled", "pruned", "spared")
    for name in given.games:
        game = ws.load(name)
        game.network()
        for by in WAYS:
            rate, share, pulled, pruned, spared = measure(game, by, given.seconds, given.rounds)
            row = (name, by, f"{rate:,.1f}", f"{share:.0%}", pulled, f"{pruned:.0f}", f"{spared:,.0f}")
            print(*row, sep="\t", flush=True)
            table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()
