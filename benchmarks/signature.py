"""One number for how woodstock plays: it changes when behaviour does, and only then.

    python benchmarks/signature.py [--verbose] [--check | --write]

Ten games are compiled anew, counted, played out, and played for a few moves by five players, with fixed seeds, one
thread and budgets of playouts. Moves, visits and nodes go into a number for each part, and all parts into the
signature. It is the same on every machine, with every kernel of the lanes. `signature.txt` has what it is to be:
`--check` compares and names the parts that differ, `--write` writes it anew, in the commit that changes the behaviour.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import woodstock as ws
from woodstock.players.spec import parse
from woodstock.referee import Look, Report, play

FILE = Path(__file__).with_name("signature.txt")

GAMES = {  # and how deep their joint moves are counted
    "tic_tac_toe": 5,
    "connect_four": 5,
    "breakthrough": 3,
    "nim": 3,
    "lights_out": 3,
    "connect_four_simultaneous": 2,
    "random_tic_tac_toe_2x2": 4,
    "chinese_checkers_3p": 3,
    "kuhn_poker": 4,
    "krieg_tic_tac_toe": 3,
}
PLAYERS = (
    "woodstock:playouts=2000",
    "uct:playouts=300",
    "grave:playouts=300",
    "mac-ucb:playouts=300,simulations=100",
    "cfr:playouts=30,positions=20000,depth=20",
)
STEPS = 4
"""Joint moves that players make in each game."""


def number(*facts: object) -> int:
    """A number of at most ten digits that stands for the facts, which must have the same text everywhere."""
    return int.from_bytes(blake2b(repr(facts).encode(), digest_size=4).digest(), "little")


def parts(name: str, game: ws.Game) -> Iterator[tuple[str, int]]:
    """What the signature says of a game: names of parts, with their numbers."""
    yield f"{name} perft", number(game.machine().perft(GAMES[name]))
    sums = game.playouts(1000, seed=1)
    yield f"{name} playouts", number(sums.lengths.tolist(), sums.goals.tolist(), sums.wins.tolist())
    for player in PLAYERS:
        yield f"{name} {player.partition(':')[0]}", number(*played(game, player))


def played(game: ws.Game, player: str) -> list[object]:
    """What a player did and thought in the first moves of a match against its like."""
    facts: list[object] = []

    def look(at: Look) -> None:
        facts.append(at.joint_move)
        facts.extend(thoughts(one.report) for one in at.thoughts if one.report)

    seats = len(game.roles) - (game.chance is not None)
    record = play(game, [parse(player).make() for _ in range(seats)], seed=1, limit=STEPS, each_state=look)
    facts.extend((one.step, one.role, one.kind.name) for one in record.deviations)
    return facts


def thoughts(report: Report) -> object:
    """A report without its times, and with values that do not hang on the last bits of a sum."""
    moves = [(one.move, round(one.value, 4), one.visits, one.proved) for one in report.moves]
    return moves, report.best, report.nodes, report.playouts, report.depth, report.proved


def signature() -> dict[str, int]:
    """All parts, and what stands for them all."""
    found = dict(part for name in GAMES for part in parts(name, ws.load(name, cache=False)))
    return found | {"signature": number(*found.items())}


def main() -> int:
    """Print the number; with --check, 1 if it is not what it is to be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--verbose", action="store_true", help="all parts, as in signature.txt")
    parser.add_argument("--check", action="store_true", help="compare with signature.txt")
    parser.add_argument("--write", action="store_true", help="write signature.txt")
    options = parser.parse_args()
    found = signature()
    lines = [f"{part} {value}" for part, value in found.items()]
    print(*lines if options.verbose else [found["signature"]], sep="\n")
    if options.write:
        FILE.write_text("\n".join(lines) + "\n")
    if not options.check:
        return 0
    changed = sorted({line.rpartition(" ")[0] for line in set(lines) ^ set(FILE.read_text().splitlines())})
    if changed:
        print(f"behaviour differs from signature.txt: {', '.join(changed)}", file=sys.stderr)
    return int(bool(changed))


if __name__ == "__main__":
    sys.exit(main())
