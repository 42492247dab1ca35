"""The networks of games beside table 2 of paper 000: variables, largest domain, constraints and seconds.

    python benchmarks/networks.py [--only NAME ..] [--seconds S]

The rulesheets of the paper are not published, so for each game one with the same name stands in, or a near relative.
They are found through `WOODSTOCK_RULESHEETS`; the bundled games need nothing. Seconds are those of building the network
from ground rules, the proof of families included, which ends after S seconds at the latest.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import woodstock as ws
from woodstock.errors import WoodstockError
from woodstock.ground import ground
from woodstock.ground.proof import ProofLimits
from woodstock.network.encoding import compact, propositional, proved_families

# Game of the paper, its figures (variables, largest domain, constraints, seconds), and our rulesheet.
TABLE: list[tuple[str, tuple[int, int, int, int], str | None]] = [
    ("Awale", (19, 37, 73, 94), "ggp-repository/kalaha6x2x4.kif"),
    ("Backgammon", (76, 768, 86, 347), "ggp-cpp/backgammon.kif"),
    ("Bombberman", (145, 64, 42, 31), "ggp-repository/bomberman2p.kif"),
    ("Can't Stop", (16, 1296, 409, 248), None),
    ("Checkers", (86, 262144, 52, 43), "ggp-repository/checkers.kif"),
    ("Chess", (71, 4096, 50, 76), "ggp-repository/chess_200_v1.kif"),
    ("Chinese Checkers", (103, 192, 87, 54), "ggp-repository/chineseCheckers3.kif"),
    ("Hex", (22, 6561, 27, 91), "ggp-repository/hex.kif"),
    ("Kaseklau", (18, 7776, 106, 35), None),
    ("Orchard", (9, 146410, 40, 12), None),
    ("Othello", (81, 65, 29, 51), "othello"),
    ("Pacman", (93, 64, 22, 36), "ggp-repository/pacman3p.kif"),
    ("Pickomino", (29, 1679616, 223, 172), None),
    ("TicTacToe", (19, 18, 37, 0), "tic_tac_toe"),
    ("Yathzee", (12, 30, 8862, 182), None),
]


def row(sheet: str, seconds: float) -> str:
    """The figures of both encodings of a rulesheet."""
    program = ground(ws.load(sheet).rules)
    begun = time.perf_counter()
    families = proved_families(program, ProofLimits(seconds=seconds))
    stages = [compact(program, proved=families)]
    figures: list[str] = []
    for build in (None, propositional):
        if build is not None:
            begun = time.perf_counter()
            stages.append(build(program))
        network = stages[-1].network
        spent = time.perf_counter() - begun
        sizes = f"{len(network.variables)} | {network.largest_domain} | {len(network.constraints)}"
        figures.append(f"{sizes} | {spent:.1f}")
    inside = sum(len(family.members) for family in families)
    return f"{' | '.join(figures)} | {inside} of {len(program.fluents)}"


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these games of the paper")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long to look for a proof")
    arguments = parser.parse_args()
    folder = os.environ.get("WOODSTOCK_RULESHEETS")
    print(
        "| game | paper: variables | domain | constraints | seconds | compact: variables | domain | constraints",
        end=" ",
    )
    print("| seconds | propositional: variables | domain | constraints | seconds | fluents in families |")
    print("|" + " --- |" * 14)
    for name, paper, sheet in TABLE:
        if arguments.only and name not in arguments.only:
            continue
        published = " | ".join(map(str, paper))
        if sheet is None:
            ours = "no rulesheet" + " |" * 8
        elif sheet.endswith(".kif") and folder is None:
            ours = "WOODSTOCK_RULESHEETS is not set" + " |" * 8
        else:
            try:
                ours = row(str(Path(folder or "") / sheet) if sheet.endswith(".kif") else sheet, arguments.seconds)
            except WoodstockError as error:
                ours = f"{error}" + " |" * 8
        print(f"| {name} | {published} | {ours} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
