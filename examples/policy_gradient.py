"""REINFORCE in numpy on connect four: a small network learns to beat an opponent that moves at random.

The vector environment plays all games at once; a minute on one core is more than enough.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import woodstock as ws

GAMES, STEPS, HIDDEN, RATE = 1024, 40, 64, 0.01
Array = NDArray[np.float32]


class Network:
    """One hidden layer, trained by Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        self.weights = [
            rng.normal(0, 1 / np.sqrt(inputs), (inputs, HIDDEN)).astype(np.float32),
            np.zeros((HIDDEN, actions), np.float32),
        ]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.updates = 0

    def policy(self, inputs: Array, masks: NDArray[np.bool_]) -> tuple[Array, Array]:
        """The hidden layer, and the probabilities of the legal actions."""
        hidden = np.tanh(inputs @ self.weights[0])
        logits = np.where(masks, hidden @ self.weights[1], -np.inf)
        scores = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, scores / scores.sum(axis=1, keepdims=True)

    def update(self, gradients: list[Array]) -> None:
        """A step up the gradient."""
        self.updates += 1
        for at, gradient in enumerate(gradients):
            self.means[at] += 0.1 * (gradient - self.means[at])
            self.squares[at] += 0.001 * (gradient**2 - self.squares[at])
            mean = self.means[at] / (1 - 0.9**self.updates)
            square = self.squares[at] / (1 - 0.999**self.updates)
            self.weights[at] += RATE * mean / (np.sqrt(square) + 1e-8)


def main(rounds: int = 60) -> list[float]:
    """Learn; the mean reward of the games that ended in each round."""
    rng = np.random.default_rng(0)
    env = ws.VectorEnv("connect_four", GAMES, role="red")
    observations, infos = env.reset(seed=0)
    network = Network(int(np.prod(env.observation_shape)), env.num_actions, rng)
    means = []
    for done in range(rounds):
        steps, ended, total = [], 0, 0.0
        for _ in range(STEPS):
            inputs, masks = observations.reshape(GAMES, -1).astype(np.float32), infos["action_mask"]
            hidden, chances = network.policy(inputs, masks)
            # The Gumbel trick: the action with the highest score is drawn by these probabilities.
            actions = (np.log(chances + 1e-20) + rng.gumbel(size=chances.shape)).argmax(axis=1)
            actions = np.where(masks[np.arange(GAMES), actions], actions, masks.argmax(axis=1))
            observations, rewards, terminated, _, infos = env.step(actions)
            steps.append((inputs, hidden, chances, actions, rewards, terminated))
            ended, total = ended + int(terminated.sum()), total + float(rewards.sum())
        means.append(total / ended)

        # Backwards: what each action led to, where its game has ended. The mean reward is the baseline.
        gradients = [np.zeros_like(each) for each in network.weights]
        result, known = np.zeros(GAMES, np.float32), np.zeros(GAMES, np.bool_)
        for inputs, hidden, chances, actions, rewards, terminated in reversed(steps):
            result, known = np.where(terminated, rewards, result), known | terminated
            towards = -chances
            towards[np.arange(GAMES), actions] += 1
            towards *= np.where(known, result - means[-1], 0)[:, None].astype(np.float32)
            gradients[1] += hidden.T @ towards
            gradients[0] += inputs.T @ ((towards @ network.weights[1].T) * (1 - hidden**2))
        network.update([(each / (GAMES * STEPS)).astype(np.float32) for each in gradients])
        if done % 10 == 9:
            print(f"round {done + 1}: a mean reward of {means[-1]:.3f} in {ended} games")
    return means


if __name__ == "__main__":
    main()
