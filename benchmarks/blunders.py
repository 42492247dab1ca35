"""How often does a player throw away a won or drawn game of connect four? An exact solver looks on.

    python benchmarks/blunders.py [PLAYER ..] [--seconds S ..] [--positions N] [--ply P] [--until P] [--seed K]
    python benchmarks/blunders.py [PLAYER ..] --matches FILE.jsonl --rules FILE.kif [--seconds S ..] [--exact-from P]

Without `--matches`, random positions of the bundled game (7 columns by 6 rows) are played on, by the player for both
sides, to the end or to a ply. They are the same for all players, and none is decided by the next move or two. A blunder
is a move after which less is to be had than before it: a draw or a loss in place of a win, or a loss in place of a
draw. The table is printed as it grows.

With `--matches`, the games of connect four in a file of lost matches (an object a line, with `game`, `roles`,
`our_role` and `moves`) are looked at ply by ply: what the position was worth to us, exactly and by a search, and which
moves changed that. The game must be named like the rulesheet, and its moves be `(drop COLUMN)`, from 1.
With `--seconds 0` there is no search.

Players are searches as in processor_duel.py, `woodstock:c=0.3`, and think for so many seconds of processor time a move,
so that other work on the machine costs them little.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from processor_duel import make, think

import woodstock as ws
from woodstock.engine.machine import Machine, State
from woodstock.referee.seeds import derive
from woodstock.referee.statistics import wilson

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from oracles.connect_four import Solver  # the tests hold it to plain minimax

NAMES = {1: "win", 0: "draw", -1: "loss"}


@dataclass
class Count:
    """What a player did on all positions."""

    moves: int = 0
    at_stake: int = 0
    """Moves before which the game was not lost."""
    blunders: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often a value was lowered, by the values before and after."""

    def note(self, before: int, after: int) -> None:
        """A move, and what the position was worth to its player before and after."""
        self.moves += 1
        self.at_stake += before > -1
        if after < before:
            self.blunders[before, after] += 1

    def row(self, player: str, seconds: float) -> str:
        """A row of the table."""
        total = self.blunders.total()
        low, high = wilson(total, max(self.at_stake, 1))
        kinds = "".join(f"{self.blunders[kind]:11}" for kind in ((1, 0), (1, -1), (0, -1)))
        return (
            f"{player:28} {seconds:7} {self.moves:6} {self.at_stake:9} {total:9} {total / max(self.at_stake, 1):9.1%} "
            f"[{low:.1%}, {high:.1%}]{kinds}"
        )


HEAD = (
    f"{'player':28} {'seconds':>7} {'moves':>6} {'not lost':>9} {'blunders':>9} {'of those':>9} {'95 %':14}"
    f"{'win-draw':>11}{'win-loss':>11}{'draw-loss':>11}"
)


def drop(machine: Machine, state: State, column: int) -> State:
    """The state after a disc in a column, counted from 0."""
    named = f"(drop {column + 1})"
    joint_move = []
    for role, legal in enumerate(machine.legal(state)):
        names = [machine.move_name(role, move) for move in legal]
        joint_move.append(legal[names.index(named)] if named in names else legal[names.index("noop")])
    return machine.next(state, joint_move)


def states(machine: Machine, columns: Sequence[int]) -> Iterator[State]:
    """The state before each disc, and after the last."""
    state = machine.initial()
    yield state
    for column in columns:
        state = drop(machine, state, column)
        yield state


def column_of(machine: Machine, role: int, move: int) -> int:
    """The column of a drop, from 0."""
    return int(machine.move_name(role, move).strip("()").split()[1]) - 1


def wins_at_once(solver: Solver, columns: Sequence[int]) -> bool:
    """Whether the player to move has a disc that makes a line."""
    return any(solver.has_line([*columns, column]) for column in solver.open_columns(columns))


def decided(solver: Solver, columns: Sequence[int]) -> bool:
    """Whether the game is over, can be won at once, or is lost at once by any move."""
    if solver.is_over(columns) or wins_at_once(solver, columns):
        return True
    return all(wins_at_once(solver, [*columns, column]) for column in solver.open_columns(columns))


def random_positions(solver: Solver, plies: int, number: int, seed: int) -> Iterator[list[int]]:
    """Different positions by random play, none of them decided at once."""
    chance, seen = random.Random(seed), set[tuple[int, ...]]()
    while len(seen) < number:
        columns: list[int] = []
        while len(columns) < plies and not solver.is_over(columns):
            columns.append(chance.choice(solver.open_columns(columns)))
        if len(columns) == plies and not decided(solver, columns) and tuple(columns) not in seen:
            seen.add(tuple(columns))
            yield columns


def play_on(
    solver: Solver, player: str, seconds: float, opening: Sequence[int], until: int, seed: int
) -> Iterator[tuple[int, int]]:
    """Let a player play a position on for both sides, with a tree for each: the values before and after each move."""
    game, columns = ws.load("connect_four"), list(opening)
    machine = game.machine()
    searches = [make(player, game, derive(seed, side)) for side in range(2)]
    *_, state = states(machine, columns)
    before = solver.value(columns)
    while not machine.terminal(state) and len(columns) < until:
        side = len(columns) % 2
        think(searches[side], state, seconds)
        columns.append(column_of(machine, side, searches[side].report(side).best))
        state, after = drop(machine, state, columns[-1]), -solver.value(columns)
        yield before, after
        before = -after


def count_blunders(given: argparse.Namespace) -> None:
    """Play random positions on and print the table."""
    solver = Solver(7, 6)
    positions = list(random_positions(solver, given.ply, given.positions, given.seed))
    worth = Counter(map(solver.value, positions))
    print(
        f"{len(positions)} positions at ply {given.ply}: "
        + ", ".join(f"{worth[value]} worth a {name} to the player to move" for value, name in NAMES.items())
    )
    counts = {(seconds, player): Count() for seconds in given.seconds for player in given.players}
    for done, columns in enumerate(positions, start=1):
        for (seconds, player), count in counts.items():
            for before, after in play_on(solver, player, seconds, columns, given.until, derive(given.seed, done)):
                count.note(before, after)
        if done % 10 == 0 or done == len(positions):
            print(f"after {done} positions\n{HEAD}")
            for (seconds, player), count in counts.items():
                print(count.row(player, seconds), flush=True)


def look_at_match(solver: Solver, game: ws.Game, match: dict[str, Any], given: argparse.Namespace) -> None:
    """Print what each position of a match was worth to us, and which moves changed that."""
    machine, our_role = game.machine(), match["roles"].index(match["our_role"])
    players = given.players if given.seconds[0] else []
    moves = [next(move for move in joint_move if move != "noop") for joint_move in match["moves"]]
    columns = [int(move.strip("() ").split()[1]) - 1 for move in moves]
    exact: dict[int, int] = {}
    for ply in range(len(columns), given.exact_from - 1, -1):  # from the end: what is in the table then helps
        value = solver.value(columns[:ply])
        exact[ply] = value if ply % 2 == our_role else -value
    print(f"{match['game']}, we are {match['our_role']}, {len(columns)} plies")
    print(f"{'ply':>4} {'mover':6} {'drop':>5} {'exact':>6}" + "".join(f"{player:>28}" for player in players))
    for ply, (state, column) in enumerate(zip(states(machine, columns), columns, strict=False)):
        searched = ""
        for player in players:
            search = make(player, game, given.seed)
            think(search, state, given.seconds[0])
            searched += f"{search.report(our_role).value:28.2f}"
        turned = ""
        if ply in exact and exact[ply] != exact[ply + 1]:
            turned = f"   {NAMES[exact[ply]]} -> {NAMES[exact[ply + 1]]}"
        mover = "we" if ply % 2 == our_role else "they"
        print(
            f"{ply:4} {mover:6} {column + 1:5} {NAMES[exact[ply]] if ply in exact else '':>6}{searched}{turned}",
            flush=True,
        )
    lost = [ply for ply in exact if ply + 1 in exact and exact[ply] > -1 and exact[ply + 1] == -1]
    if lost:
        print(f"lost for good at ply {max(lost)}")
    else:
        print(f"lost already at ply {min(exact)}, where exact values begin")


def look_at_matches(given: argparse.Namespace) -> None:
    """Look at all matches of the file that are of the rules' game."""
    if given.rules is None:
        raise SystemExit("--matches needs --rules, the rulesheet by which they were played")
    solver, game = Solver(given.width, given.height), ws.load(given.rules)
    for line in given.matches.read_text().splitlines():
        match = json.loads(line)
        if match["game"] == given.rules.stem:
            look_at_match(solver, game, match, given)


def main() -> None:
    """Play or look, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("players", nargs="*", metavar="PLAYER", default=["woodstock"])
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.2, 1.0])
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--ply", type=int, default=8)
    parser.add_argument("--until", type=int, default=42)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--matches", type=Path)
    parser.add_argument("--rules", type=Path)
    parser.add_argument("--width", type=int, default=8, help="of the board in --matches")
    parser.add_argument("--height", type=int, default=6, help="of the board in --matches")
    parser.add_argument("--exact-from", type=int, default=12, help="the first ply of --matches that is solved")
    given = parser.parse_args()
    if given.matches is None:
        count_blunders(given)
    else:
        look_at_matches(given)


if __name__ == "__main__":
    main()
