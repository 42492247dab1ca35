"""What does learning bring, and how fast is it? Learned for some seconds, then matches against the player without it.

    python benchmarks/learning.py [GAME ...] [--learn S] [--seconds S] [--pairs N] [--trials S] [--hidden H] [--mix M]
                                  [--seed K]

For each game: positions learned from in a second; then, in a search of one second, positions that the network values
and playouts that the player without learning makes; then the score of matches with so many seconds of processor time a
move, each opening of two random moves played from both sides. The opponent plays with the knowledge that trials of so
many seconds have shown to pay, as in its start clock. Learning and thinking count by processor time, so that a busy
machine tells the same; a draw counts half, intervals are Wilson's.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from duel import score
from processor_duel import MEMORY, TRIAL_MOVE, think

import woodstock as ws
from woodstock.engine.machine import State
from woodstock.learning import Learner
from woodstock.learning.learner import FIRST_RATE, LAST_RATE
from woodstock.referee.seeds import derive
from woodstock.search import LaneSearch
from woodstock.search.trials import kept_trials

GAMES = (
    "breakthrough knightthrough checkers english_draughts othello chess skirmish_zero_sum amazons pentago connect_four"
).split()
SLICE = 0.25
OPENING = 2


def learned(game: ws.Game, seconds: float, hidden: int, seed: int) -> Learner:
    """A learner after so many seconds of processor time."""
    learner = Learner(game, hidden=hidden, seed=seed)
    begun = time.process_time()
    while (passed := time.process_time() - begun) < seconds:
        rate = FIRST_RATE + (LAST_RATE - FIRST_RATE) * passed / seconds
        learner.run(seconds=min(SLICE, seconds - passed), rate=rate)
    return learner


def second_choice(game: ws.Game) -> State:
    """A position after two moves."""
    machine, draw = game.machine(), random.Random(0)
    state = machine.initial()
    for _ in range(OPENING):
        state = machine.next(state, [draw.choice(own) for own in machine.legal(state)])
    return state


def values_per_second(game: ws.Game, search: LaneSearch) -> tuple[float, float]:
    """Nodes that a search makes in a second of processor time, and playouts."""
    begun = time.process_time()
    think(search, second_choice(game), 1.0)
    passed = time.process_time() - begun
    report = search.report(0)
    return report.nodes / passed, report.playouts / passed


def match(game: ws.Game, searches: dict[int, LaneSearch], seconds: float, seed: int) -> list[int]:
    """The goals of a match."""
    machine, draw = game.machine(), random.Random(seed)
    state, step = machine.initial(), 0
    while not machine.terminal(state):
        joint_move = []
        for role, legal in enumerate(machine.legal(state)):
            if len(legal) == 1 or role not in searches or step < OPENING:
                joint_move.append(draw.choice(legal))
            else:
                think(searches[role], state, seconds)
                joint_move.append(searches[role].report(role).best)
        state, step = machine.next(state, joint_move), step + 1
    return [goal or 0 for goal in machine.goals(state)]


def main() -> None:
    """Learn, play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--learn", type=float, default=15.0)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--trials", type=float, default=10.0)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--mix", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for name in given.games:
        game = ws.load(name)
        trials = kept_trials(game)
        trials.run(given.trials, TRIAL_MOVE)
        plain: dict[str, Any] = {"memory": MEMORY, **trials.best}
        learner = learned(game, given.learn, given.hidden, given.seed)
        with_values: dict[str, Any] = {"memory": MEMORY, "network": learner.network, "learned": given.mix}
        nodes, _ = values_per_second(game, LaneSearch(game, **with_values))
        _, playouts = values_per_second(game, LaneSearch(game, **plain))
        print(
            f"{name}: learned from {learner.progress.positions / given.learn:,.0f} positions a second; "
            f"{nodes:,.0f} nodes a second, without learning {playouts:,.0f} playouts a second",
            flush=True,
        )
        players = [role for role in range(len(game.roles)) if role != game.chance]
        results: list[tuple[list[float], int]] = []
        for pair in range(given.pairs):
            points = []
            for first in players[:2]:
                seed = derive(given.seed, pair)
                searches = {
                    role: LaneSearch(game, seed=derive(seed, role), **(with_values if role == first else plain))
                    for role in players
                }
                goals = match(game, searches, given.seconds, seed)
                other = max(goals[role] for role in players if role != first)
                points.append(0.5 if goals[first] == other else float(goals[first] > other))
            results.append((points, 0))
        print(f"{name}: with learned values, {given.seconds} s: {score(results)} ({trials.note})", flush=True)


if __name__ == "__main__":
    main()
