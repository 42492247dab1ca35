"""The networks of games beside table 2 of paper 000: variables, largest domain, constraints and seconds.

    python benchmarks/networks.py [GAME ..]

The rulesheets of the paper are not published: these are the bundled games of the same names, whose rules may differ.
Our variables are those of the game (state, next state, moves, goals, end, what chance may do) and helpers, which stand
for formulas. Seconds are those of building the network from ground rules, the proof of mutex groups included.
"""

from __future__ import annotations

import argparse
import sys
import time

import woodstock as ws
from woodstock.engine.reached import reached
from woodstock.ground import GroundProgram, ground
from woodstock.network.encoding import ENCODINGS, compact, propositional

TABLE: dict[str, tuple[int, int, int, int]] = {
    "awale": (19, 37, 73, 94),
    "backgammon": (76, 768, 86, 347),
    "bomberman": (145, 64, 42, 31),
    "cant_stop": (16, 1296, 409, 248),
    "checkers": (86, 262144, 52, 43),
    "chess": (71, 4096, 50, 76),
    "chinese_checkers_3p": (103, 192, 87, 54),
    "hex": (22, 6561, 27, 91),
    "kaseklau": (18, 7776, 106, 35),
    "orchard": (9, 146410, 40, 12),
    "othello": (81, 65, 29, 51),
    "pacman": (93, 64, 22, 36),
    "pickomino": (29, 1679616, 223, 172),
    "tic_tac_toe": (19, 18, 37, 0),
    "yahtzee": (12, 30, 8862, 182),
}
"""Games of the paper with its figures: variables, largest domain, constraints, seconds."""


def figures(program: GroundProgram, encoding: str, states: list[list[str]]) -> str:
    """The cells of one encoding."""
    begun = time.perf_counter()
    stage = compact(program, reached=states) if encoding == "compact" else propositional(program)
    spent = time.perf_counter() - begun
    network = stage.network
    own = len(network.variables) - stage.helpers
    cells = f"{own} + {stage.helpers} | {network.largest_domain} | {len(network.constraints)} | {spent:.1f}"
    if encoding == "compact":
        cells += f" | {sum(len(group.members) for group in stage.mutex_groups)} of {len(stage.fluents)}"
    return cells


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(TABLE), metavar="GAME", help="only these")
    arguments = parser.parse_args()
    sizes = ["domain", "constraints", "seconds"]
    columns = ["game", "paper: variables", *sizes, "compact: variables", *sizes, "fluents in mutex groups"]
    columns += ["propositional: variables", *sizes]
    print(f"| {' | '.join(columns)} |")
    print("|" + " --- |" * len(columns))
    for name in arguments.games:
        game = ws.load(name)
        program, states = ground(game.rules), list(reached(game.machine()))
        published = " | ".join(map(str, TABLE[name])) if name in TABLE else "| | |"
        ours = " | ".join(figures(program, encoding, states) for encoding in ENCODINGS)
        print(f"| {name} | {published} | {ours} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
