"""Tabular Q-learning on tic-tac-toe through Gymnasium, against an opponent that moves at random."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from woodstock.rl.gymnasium_env import WoodstockEnv

GAMES, RATE, EXPLORE = 6000, 0.3, 0.1


def play(env: WoodstockEnv, table: dict[bytes, np.ndarray], rng: np.random.Generator, *, learn: bool) -> float:
    """One game; the reward at its end."""
    observation, info = env.reset(seed=int(rng.integers(2**31)))
    while True:
        values = table[observation.tobytes()]
        legal = np.flatnonzero(info["action_mask"])
        explore = learn and rng.random() < EXPLORE
        action = int(rng.choice(legal)) if explore else int(legal[np.argmax(values[legal])])
        observation, reward, over, _, info = env.step(action)
        if learn:
            after = table[observation.tobytes()][np.flatnonzero(info["action_mask"])]
            target = reward if over else after.max()
            values[action] += RATE * (target - values[action])
        if over:
            return reward


def main() -> float:
    """Learn, then play a hundred games without exploring: the mean reward."""
    env = WoodstockEnv("tic_tac_toe", role="x", opponent="random")
    rng = np.random.default_rng(0)
    table: dict[bytes, np.ndarray] = defaultdict(lambda: np.full(10, 0.6))
    for _ in range(GAMES):
        play(env, table, rng, learn=True)
    mean = float(np.mean([play(env, table, rng, learn=False) for _ in range(100)]))
    print(f"after {GAMES} games, a mean reward of {mean:.2f} from {len(table)} positions")
    return mean


if __name__ == "__main__":
    main()
