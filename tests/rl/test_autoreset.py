"""Games that ended begin anew when Gymnasium says: against a machine for each, and against its own environments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

import woodstock as ws
from woodstock.engine import State
from woodstock.rl import VectorEnv
from woodstock.rl.gymnasium_env import WoodstockEnv, WoodstockVectorEnv
from woodstock.rl.vector_env import DISABLED, NEXT_STEP, SAME_STEP

MODES = [mode.value for mode in AutoresetMode]
LIMIT = 6


@dataclass
class OneGame:
    """The slow and obvious version: one game, a machine, and the definition of each mode."""

    env: VectorEnv
    mode: str

    def __post_init__(self) -> None:
        self.machine = self.env.game.machine()
        self.begin()

    def begin(self) -> None:
        self.state, self.steps, self.ended = self.machine.initial(), 0, False

    def step(self, actions: list[int]) -> tuple[list[float], bool, bool, State | None]:
        """Rewards, whether it ended, whether it was cut off, and the last state, where another one is shown."""
        nothing = [0.0] * len(self.env.players)
        if self.ended:
            if self.mode == NEXT_STEP:
                self.begin()
            return nothing, False, False, None
        legal = self.machine.legal(self.state)
        moving = self.env.turns.to_move(legal)
        given = dict(zip(moving if not self.env.together else self.env.players, actions, strict=True))
        joint_move = [given[role] if role in moving else moves[0] for role, moves in enumerate(legal)]
        self.state = self.machine.next(self.state, joint_move)
        self.steps += 1
        over = self.machine.terminal(self.state)
        cut = not over and self.steps >= LIMIT
        goals = self.machine.goals(self.state)
        rewards = [(goals[role] or 0) / 100 for role in self.env.players] if over else nothing
        last, self.ended = self.state, over or cut
        if self.ended and self.mode == SAME_STEP:
            self.begin()
            return rewards, over, cut, last
        return rewards, over, cut, None


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["tic_tac_toe", "rock_paper_scissors", "eight_puzzle"])
def test_every_game_against_a_machine_of_its_own(name: str, mode: str) -> None:
    n = 40
    env = VectorEnv(name, n, limit=LIMIT, autoreset=mode)
    games = [OneGame(env, mode) for _ in range(n)]
    rng = np.random.default_rng(1)
    observations, infos = env.reset(seed=1)
    ends = 0
    for _ in range(40):
        actions = env.sample()
        told = [games[lane].step(np.atleast_1d(actions[lane]).tolist()) for lane in range(n)]
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert np.allclose(rewards, [one[0] for one in told])
        assert terminated.tolist() == [one[1] for one in told] and truncated.tolist() == [one[2] for one in told]
        assert env.states() == [game.state for game in games]
        for lane, game in enumerate(games):
            shown = env.encoding.observation(0, game.state)
            assert all(np.array_equal(row, shown) for row in rows(env, observations, lane))
            if (last := told[lane][3]) is not None:
                assert infos["_final_obs"][lane]
                final = env.encoding.observation(0, last)
                assert all(np.array_equal(row, final) for row in rows(env, infos["final_obs"], lane))
            elif "_final_obs" in infos:
                assert mode == SAME_STEP and not infos["_final_obs"][lane]
            if game.ended:
                assert not infos["action_mask"][lane].any()
        ends += int((terminated | truncated).sum())
        if mode == DISABLED:
            wanted = np.array([game.ended for game in games]) & (rng.random(n) < 0.5)
            env.reset(mask=wanted)
            for lane in np.flatnonzero(wanted).tolist():
                games[lane].begin()
    assert ends > 2 * n


def rows(env: VectorEnv, array: NDArray[Any], lane: int) -> list[NDArray[Any]]:
    return list(array[lane]) if env.together else [array[lane]]


def leftmost(observation: NDArray[np.bool_], mask: NDArray[np.bool_]) -> Any:
    """A policy that is the same for one game and for many."""
    return mask.argmax(axis=-1)


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(
    ("name", "role"),
    [("tic_tac_toe", "x"), ("tic_tac_toe", "o"), ("connect_four", "red"), ("eight_puzzle", None), ("nim", "second"),
     ("rock_paper_scissors", "right")],
)  # fmt: skip
def test_as_gymnasiums_own_vector_environment(name: str, role: str | None, mode: AutoresetMode) -> None:
    """One game of ours in each of its lanes. Nothing is left to chance, so both must tell the same."""
    n, game = 8, ws.load(name)
    ours = WoodstockVectorEnv(game, n, role, leftmost, limit=9, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: WoodstockEnv(game, role, leftmost, limit=9)] * n, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"]
    assert ours.single_action_space == theirs.single_action_space
    rng = np.random.default_rng(2)
    both = [env.reset(seed=1) for env in (ours, theirs)]
    ends = 0
    for _ in range(40):
        same(both[0][0], both[1][0])
        masks = both[0][1]["action_mask"]
        assert np.array_equal(masks, np.stack(list(both[1][1]["action_mask"])))
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        steps = [env.step(actions) for env in (ours, theirs)]
        for part in range(4):
            same(steps[0][part], steps[1][part])
        ended = steps[0][2] | steps[0][3]
        ends += int(ended.sum())
        infos = [step[4] for step in steps]
        assert (
            ("final_obs" in infos[0]) == ("final_obs" in infos[1]) == (mode is AutoresetMode.SAME_STEP and ended.any())
        )
        if "final_obs" in infos[0]:
            for key in ("_final_obs", "_final_info"):
                same(infos[0][key], infos[1][key])
            for lane in np.flatnonzero(ended).tolist():
                same(infos[0]["final_obs"][lane], infos[1]["final_obs"][lane])
                same(infos[0]["final_info"]["action_mask"][lane], infos[1]["final_info"]["action_mask"][lane])
        both = [(step[0], step[4]) for step in steps]
        if mode is AutoresetMode.DISABLED and ended.any():
            both = [env.reset(options={"reset_mask": ended.copy()}) for env in (ours, theirs)]
            # Theirs tells of those alone that begin anew.
            theirs_masks = np.where(
                ended[:, None],
                np.stack([mask if mask is not None else masks[0] for mask in both[1][1]["action_mask"]]),
                both[0][1]["action_mask"],
            )
            both[1] = (both[1][0], {"action_mask": theirs_masks})
    assert ends >= n
    assert ours.reset(seed=[1] * n)[0].shape == theirs.reset(seed=[1] * n)[0].shape


def same(one: Any, other: Any) -> None:
    assert np.array_equal(np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64))


@pytest.mark.parametrize("mode", MODES)
def test_an_agent_is_never_shown_what_its_opponent_saw(mode: str) -> None:
    """Whoever ends the game of poker, the last observation is the agent's own: it holds the card that it was dealt, and
    the policy inside sees the other one."""
    shown: list[NDArray[np.bool_]] = []

    def remembering(observations: NDArray[np.bool_], masks: NDArray[np.bool_]) -> NDArray[np.intp]:
        shown.extend(observations)
        return np.asarray(masks.argmax(axis=1))

    game = ws.load("kuhn_poker")
    env = VectorEnv(game, 64, role="first", opponent=remembering, autoreset=mode)
    cards = [[f"has seen (card {card})" for card in ("jack", "queen", "king")]]
    places = [env.encoding.features(0).index(card) for card in cards[0]]
    before, _ = env.reset(seed=3)
    ends = 0
    for _ in range(12):
        after, _, terminated, _, infos = env.step(env.sample())
        last = infos.get("final_obs", after)
        assert np.array_equal(last[terminated][:, places], before[terminated][:, places])
        assert (before[terminated][:, places].sum(axis=1) == 1).all()
        ends += int(terminated.sum())
        before = after
        if mode == DISABLED and terminated.any():
            before, _ = env.reset(mask=terminated)
    assert ends > 64 and shown


def test_policies_answer_in_games_in_which_players_move_at_once() -> None:
    asked = []

    def paper(observations: NDArray[np.bool_], masks: NDArray[np.bool_]) -> NDArray[np.intp]:
        asked.append(len(masks))
        return np.full(len(masks), game.actions["right"].index("paper"))

    game = ws.load("rock_paper_scissors")
    env = VectorEnv(game, 3, role="left", opponent=paper)
    env.reset(seed=1)
    actions = np.array([game.actions["left"].index(move) for move in ("rock", "paper", "scissors")])
    _, rewards, terminated, _, _ = env.step(actions)
    assert terminated.all() and rewards.tolist() == [0.0, 0.5, 1.0] and asked == [3]
    # What is refused changes nothing, nor what the policy is shown next.
    with pytest.raises(ws.IllegalMoveError):
        env.step(np.array([0, 0, 77]))
    assert env.step(actions)[1].tolist() == [0.0, 0.5, 1.0]


def test_arrays_are_written_in_place_where_that_is_wanted() -> None:
    for copy in (True, False):
        env = VectorEnv("tic_tac_toe", 8, copy=copy)
        first, infos = env.reset(seed=1)
        mask = infos["action_mask"]
        second, _, _, _, infos = env.step(env.sample())
        assert np.shares_memory(first, second) != copy and np.shares_memory(mask, infos["action_mask"]) != copy


def test_a_mode_that_there_is_not_is_refused() -> None:
    with pytest.raises(ws.WoodstockError, match="SameStep, NextStep or Disabled"):
        VectorEnv("tic_tac_toe", 2, autoreset="Sometimes")
    assert VectorEnv("tic_tac_toe", 2, autoreset=AutoresetMode.NEXT_STEP).autoreset == "NextStep"


def test_the_next_step_against_random_opponents() -> None:
    """Where the others move at random nothing is known beforehand, but what must hold is."""
    env = VectorEnv("tic_tac_toe", 64, role="o", autoreset=NEXT_STEP)
    machine = env.game.machine()
    env.reset(seed=1)
    before, ends = np.zeros(64, dtype=np.bool_), 0
    for _ in range(40):
        observations, rewards, terminated, _, _ = env.step(env.sample())
        assert not (terminated & before).any() and not rewards[~terminated].any()
        for lane, state in enumerate(env.states()):
            assert machine.terminal(state) == terminated[lane]
            assert np.array_equal(observations[lane], env.encoding.observation(1, state))
            marks = sum(fluent.endswith((" x)", " o)")) and "cell" in fluent for fluent in machine.fluents(state))
            assert not before[lane] or marks == 1  # x has begun the new game
        before = terminated
        ends += int(terminated.sum())
    assert ends > 200
