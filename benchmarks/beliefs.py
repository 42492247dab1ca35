"""How well is a role's belief followed through random matches of a game with percepts?

    python benchmarks/beliefs.py GAME [--role N] [--matches N] [--seconds S] [--limit S]

For each match: its steps, how many of them could not be taken in and were postponed, how often the sample was renewed,
and the longest step. With `--seconds` each step has so much time, as in a match; without, as much as it takes.
A game is a bundled one or a rulesheet, which is ground for at most `--limit` seconds.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass

import woodstock as ws
from woodstock.beliefs import Options, belief_of


@dataclass(frozen=True)
class Followed:
    """What became of the belief in one match."""

    steps: int
    postponed: int
    renewals: int
    longest: float


def follow(game: ws.Game, role: int, seed: int, seconds: float | None) -> Followed:
    """A random match, step by step with the belief of a role."""
    machine, chance = game.machine(), random.Random(seed)
    belief = belief_of(game, role, Options(seed=seed))
    state, steps, postponed, longest = machine.initial(), 0, 0, 0.0
    while True:
        joint_move = [chance.choice(moves) for moves in machine.legal(state)]
        seen = machine.percepts(state, joint_move)[role]
        state = machine.next(state, joint_move)
        if machine.terminal(state):
            break
        legal = machine.legal(state)[role]
        begun = time.monotonic()
        if not belief.observe(joint_move[role], seen, None if seconds is None else begun + seconds, legal=legal):
            belief.postpone(joint_move[role], seen, legal=legal)
            postponed += 1
        steps, longest = steps + 1, max(longest, time.monotonic() - begun)
    return Followed(steps, postponed, belief.replays, longest)


def main() -> None:
    """Follow and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--role", type=int, default=0)
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--limit", type=float, default=20.0)
    given = parser.parse_args()
    game = ws.load(given.game, lenient=True, limits=ws.Limits(seconds=given.limit))
    steps = postponed = 0
    for seed in range(given.matches):
        one = follow(game, given.role, seed, given.seconds)
        steps, postponed = steps + one.steps, postponed + one.postponed
        print(
            f"match {seed}: {one.steps} steps, {one.postponed} postponed, {one.renewals} renewals, "
            f"longest step {one.longest:.2f} s",
            flush=True,
        )
    print(f"{given.game}: {postponed} of {steps} steps postponed")


if __name__ == "__main__":
    main()
