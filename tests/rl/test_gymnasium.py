"""Gymnasium's own tests of environments, and games through its interface against the machine."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from rl.compliance import GAMES, loaded
from woodstock.rl.gymnasium_env import ILLEGAL, WoodstockEnv, WoodstockVectorEnv


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_accepts_the_environment(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a hint that environments are better made by their name
        check_env(WoodstockEnv(loaded(name), limit=50), skip_render_check=True)


@pytest.mark.parametrize("opponent", ["random", "legal", lambda observation, mask: int(np.flatnonzero(mask)[-1])])
def test_games_go_as_the_machine_says(opponent: object) -> None:
    env = WoodstockEnv("tic_tac_toe", "o", opponent)  # type: ignore[arg-type]
    rng = np.random.default_rng(1)
    for game in range(10):
        observation, info = env.reset(seed=game)
        over = False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            assert legal.tolist() == env.table.machine.legal(env.table.state)[1]
            assert np.array_equal(observation, env.table.encoding.observation(1, env.table.state))
            observation, reward, over, truncated, info = env.step(rng.choice(legal))
            assert not truncated and (over or reward == 0)
        assert reward == (env.table.machine.goals(env.table.state)[1] or 0) / 100
    env.close()


def test_the_same_seed_gives_the_same_game() -> None:
    played = []
    for _ in range(2):
        env = WoodstockEnv("pig", opponent="random")
        observations = [env.reset(seed=4)[0]]
        for _ in range(15):
            observation, _, over, _, _ = env.step(int(np.flatnonzero(env.table.action_mask(env.role))[0]))
            observations.append(observation)
            if over:
                break
        played.append(np.stack(observations))
    assert np.array_equal(played[0], played[1])


def test_an_illegal_action_ends_the_game() -> None:
    env = WoodstockEnv("tic_tac_toe", render_mode="ansi")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(int(env.action_space.n) - 1)  # type: ignore[attr-defined]
    assert (reward, terminated, info["illegal"]) == (ILLEGAL, True, True)
    assert "turn: x" in str(env.render())


def test_a_vector_environment_works_with_wrappers() -> None:
    inner = WoodstockVectorEnv("connect_four", 64)
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(inner)
    env.reset(seed=1)
    ended = 0
    for _ in range(40):
        observations, rewards, terminated, _, infos = env.step(inner.sample().astype(np.int64))
        assert env.observation_space.contains(observations)
        assert rewards.shape == (64,) and rewards.dtype == np.float64
        if terminated.any():
            done: NDArray[np.bool_] = infos["_episode"]
            assert np.array_equal(done, terminated) and np.array_equal(infos["_final_obs"], terminated)
            assert np.allclose(infos["episode"]["r"][done], rewards[done])
            ended += int(terminated.sum())
    assert ended > 64
