"""Games that OpenSpiel has as well, and how fast its hand-written C++ plays them. For other scripts.

OpenSpiel is measured by an MCTS bot with one simulation and a random-rollout evaluator of many rollouts, so that its
loop runs in C++ as ours does. Time is processor time, since machines do other things as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyspiel


@dataclass(frozen=True)
class Pairing:
    """A game on both sides. Where the rules differ in when a game is drawn, states are compared, not playouts."""

    ours: str
    theirs: str
    states: bool = False


PAIRINGS = (
    Pairing("tic_tac_toe", "tic_tac_toe"),
    Pairing("connect_four", "connect_four"),
    Pairing("connect_four_20x20", "connect_four(rows=20,columns=20)"),
    Pairing("breakthrough", "breakthrough"),
    Pairing("othello", "othello"),
    Pairing("pentago", "pentago"),
    Pairing("checkers", "checkers", states=True),
    Pairing("awale", "oware", states=True),
    Pairing("amazons", "amazons"),
    Pairing("gomoku", "gomoku(size=15)"),
    Pairing("nim", "nim(is_misere=false)"),
    Pairing("backgammon", "backgammon", states=True),
    Pairing("hex", "hex(board_size=9)"),
    Pairing("chess", "chess", states=True),
)


def rate_of(play: Callable[[int], int], seconds: float, least: int = 16) -> tuple[float, float]:
    """Playouts and states per second of processor time, measured for about so many seconds. `play` makes so many
    playouts, and says how many states they had."""
    playouts = least
    while True:
        begun = time.process_time()
        states = play(playouts)
        taken = time.process_time() - begun
        if taken >= 0.7 * seconds:
            return playouts / taken, states / taken
        playouts = max(2 * playouts, int(playouts * seconds / max(taken, 1e-6)))


def rollouts_per_second(game: pyspiel.Game, seconds: float) -> float:
    """OpenSpiel's rollouts per second, measured for about so long."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    def play(rollouts: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 1, False, 1, False, pyspiel.ChildSelectionPolicy.UCT)
        bot.mcts_search(state)
        return rollouts

    return rate_of(play, seconds)[0]


def mean_length(game: pyspiel.Game, playouts: int = 60) -> float:
    """The mean length of OpenSpiel's random games; a throw of the dice is no step of its own."""
    random, total = np.random.default_rng(1), 0
    for _ in range(playouts):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choice(outcomes, p=chances))
                continue
            state.apply_action(random.choice(state.legal_actions()))
            total += 1
    return total / playouts
