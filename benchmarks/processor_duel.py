"""Which of two searches is stronger, given the same processor time a move? For machines that do other things as well.

    python benchmarks/processor_duel.py GAME SEARCH SEARCH [--seconds S] [--pairs N] [--opening PLIES] [--processes N]
                                        [--seed K]

A search is `woodstock`, `uct` or `grave`, with options as on the command line (`woodstock:c=0.3`); it has 512 MiB, one
thread and its tree from move to move, as in a match. Each opening of random moves is played twice, once with each in
front. The score of the first counts a draw as half, its interval is Wilson's; it is printed as it grows.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from duel import score

import woodstock as ws
from woodstock.engine.machine import State
from woodstock.players import parse
from woodstock.referee.seeds import derive
from woodstock.search import Grave, LaneSearch, Searcher, Uct

MEMORY = 2**29
SEARCHES: dict[str, Callable[..., Searcher]] = {"woodstock": LaneSearch, "uct": Uct, "grave": Grave}
ENOUGH = 0.03
"""The part of the time that may be left over: what a search makes of a shorter piece is its overhead."""


@dataclass(frozen=True)
class Pairing:
    """One opening, to be played from both sides."""

    game: str
    searches: tuple[str, str]
    seconds: float
    plies: int
    seed: int


def make(text: str, game: ws.Game, seed: int) -> Searcher:
    """A search by its text."""
    return SEARCHES[text.partition(":")[0]](game, seed=seed, memory=MEMORY, **parse(text).options)


def think(search: Searcher, state: State, seconds: float) -> None:
    """Search for so much processor time, in pieces: on a busy machine a second of the clock is less than that."""
    begun, slowness = time.process_time(), 1.0
    while (left := seconds - (time.process_time() - begun)) > ENOUGH * seconds:
        before, clock = time.process_time(), time.perf_counter()
        search.search(state, seconds=max(0.002, 0.95 * left * slowness))
        used = time.process_time() - before
        if used < 0.0005:  # it is proved
            return
        slowness = (time.perf_counter() - clock) / used


def scores_of(pairing: Pairing) -> tuple[list[float], int]:
    """What the first search scored in the two matches."""
    game = ws.load(pairing.game)
    machine, scores = game.machine(), []
    for swapped in (False, True):
        chance = random.Random(pairing.seed)
        searches = [make(text, game, derive(pairing.seed, swapped, text)) for text in pairing.searches]
        if swapped:
            searches.reverse()
        state, step = machine.initial(), 0
        while not machine.terminal(state):
            joint_move = []
            for role, legal in enumerate(machine.legal(state)):
                if len(legal) == 1 or step < pairing.plies:
                    joint_move.append(chance.choice(legal))
                    continue
                think(searches[role], state, pairing.seconds)
                joint_move.append(searches[role].report(role).best)
            state, step = machine.next(state, joint_move), step + 1
        goals = [goal or 0 for goal in machine.goals(state)]
        own, other = reversed(goals) if swapped else goals
        scores.append(0.5 if own == other else float(own > other))
    return scores, 0


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("searches", nargs=2)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--opening", type=int, default=2)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    pairings = [
        Pairing(given.game, tuple(given.searches), given.seconds, given.opening, derive(given.seed, number))
        for number in range(given.pairs)
    ]
    results = []
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        for result in pool.imap_unordered(scores_of, pairings):
            results.append(result)
            if len(results) % 10 == 0 or len(results) == len(pairings):
                print(
                    f"{given.game}: {' against '.join(given.searches)}, {given.seconds} s: {score(results)}", flush=True
                )


if __name__ == "__main__":
    main()
