"""PettingZoo's own tests of environments."""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

import woodstock as ws
from rl.compliance import GAMES, loaded
from woodstock.engine.game import compile_game
from woodstock.engine.source import Source
from woodstock.errors import IllegalMoveError
from woodstock.rl.gymnasium_env import WoodstockEnv
from woodstock.rl.pettingzoo_env import aec_env, parallel_env


@pytest.fixture(autouse=True)
def _quiet() -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # hints, such as that an observation has no agent's name in it
        yield


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_turns(name: str) -> None:
    game = loaded(name)
    api_test(aec_env(game, limit=30), num_cycles=40, verbose_progress=False)
    seed_test(partial(aec_env, game, limit=30), num_cycles=15)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_moves_at_once(name: str) -> None:
    game = loaded(name)
    parallel_api_test(parallel_env(game, limit=30), num_cycles=40)
    assert played(game, 7) == played(game, 7)  # PettingZoo's own test of seeds makes illegal moves here


def played(game: ws.Game, seed: int) -> list[bytes]:
    """What is observed in a random game."""
    env, rng = parallel_env(game, limit=30), np.random.default_rng(seed)
    observations, _ = env.reset(seed=seed)
    found = []
    while env.agents:
        found += [part.tobytes() for own in observations.values() for part in own.values()]
        actions = {agent: int(rng.choice(np.flatnonzero(own["action_mask"]))) for agent, own in observations.items()}
        observations = env.step(actions)[0]
    return found


def test_nobody_learns_of_the_others_before_all_have_acted() -> None:
    env = aec_env("rock_paper_scissors")
    for action in range(3):
        env.reset(seed=1)
        env.step(action)
        assert env.agent_selection == "right"
        observed = env.observe("right")["observation"]
        if action == 0:
            first = observed
        assert np.array_equal(observed, first)
    env.step(0)
    assert env.terminations == {"left": True, "right": True}
    assert sum(env.rewards.values()) == 1


def test_illegal_actions_are_refused() -> None:
    env = aec_env("tic_tac_toe")
    env.reset()
    env.step(4)
    with pytest.raises(IllegalMoveError, match=r"\(mark 2 2\) is not legal for o"):
        env.step(4)


SHORT = """
(role a) (role random) (init fresh)
(<= (legal random heads) (true fresh))
(<= (legal random tails) (true fresh))
(<= (legal a noop) (true fresh))
(<= (legal random noop) (not (true fresh)))
(<= (legal a (say ?x)) (word ?x) (not (true fresh)))
(word yes) (word no)
(<= (next open) (does random heads))
(<= (next said) (does a (say ?x)))
(<= terminal (not (true fresh)) (not (true open)))
(goal a 100)
"""
"""A coin says whether there is a game at all."""


def test_a_game_that_ends_before_anybody_could_act_is_not_shown() -> None:
    game = compile_game(Source("short", SHORT.encode()), cache=False)
    for seed in range(20):
        turns, at_once = aec_env(game), parallel_env(game)
        turns.reset(seed=seed)
        assert turns.observe("a")["action_mask"].sum() == 2
        observations, _ = at_once.reset(seed=seed)
        assert observations["a"]["action_mask"].sum() == 2
        env = WoodstockEnv(game)
        assert env.reset(seed=seed)[1]["action_mask"].sum() == 2
