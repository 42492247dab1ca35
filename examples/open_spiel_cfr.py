"""OpenSpiel's counterfactual regret minimisation on our rules of Kuhn poker finds the value of the game, -1/18."""

from __future__ import annotations

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score

import woodstock.rl.open_spiel  # noqa: F401 (registers the game "woodstock")


def main(iterations: int = 300) -> float:
    """The first player's value under the average policy."""
    game = pyspiel.load_game("woodstock(game=kuhn_poker,zero_sum=True,scale=25.0)")  # a chip is 25 points
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = float(expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0])
    print(f"the first player's value is {value:.5f}; -1/18 is {-1 / 18:.5f}")
    return value


if __name__ == "__main__":
    main()
