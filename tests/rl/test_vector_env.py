"""Games in lanes are those of the one-state machine: the same states, masks, rewards and ends, lane by lane."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import woodstock as ws
from sheets import marked, path_of
from woodstock import games
from woodstock.core import kernels
from woodstock.engine import LaneSimulator, State
from woodstock.errors import IllegalMoveError, WoodstockError
from woodstock.rl import VectorEnv
from woodstock.tensors import encoding_of

DAILY = "tic_tac_toe connect_four breakthrough othello hex chess rock_paper_scissors eight_puzzle".split()
"""Games without chance and percepts: what the lanes do follows from the actions."""
LATER = [
    name
    for name in games.names()
    if name not in DAILY and not games.metadata(name).sees and not games.metadata(name).chance
]
FIXED = [*DAILY, *(pytest.param(name, marks=pytest.mark.slow) for name in LATER)]
CHANCE = ["backgammon", "pig", "kuhn_poker", "leduc_poker", "krieg_tic_tac_toe", "monty_hall", "war"]


class Shadow:
    """The slow and obvious version: a machine for each lane."""

    def __init__(self, env: VectorEnv) -> None:
        self.env = env
        self.machine = env.game.machine()
        self.restart(range(env.num_envs), [self.machine.initial()] * env.num_envs)

    def restart(self, lanes: Sequence[int], states: Sequence[State]) -> None:
        if not hasattr(self, "states"):
            self.states = list(states)
            self.steps = [0] * len(states)
        for lane, state in zip(lanes, states, strict=True):
            self.states[lane], self.steps[lane] = state, 0

    def actions(self, actions: NDArray[np.int32], lane: int, place: int) -> int:
        return int(actions[lane, place] if self.env.together else actions[lane])

    def step(self, actions: NDArray[np.int32]) -> None:
        """One step in every lane: the actions of those to move, idle moves of the others."""
        turns = self.env.turns
        for lane, state in enumerate(self.states):
            legal = self.machine.legal(state)
            moving = turns.to_move(legal)
            joint_move = [moves[0] for moves in legal]
            for place, role in enumerate(self.env.players):
                if role in moving:
                    joint_move[role] = self.actions(actions, lane, place)
            self.states[lane] = self.machine.next(state, joint_move)
            self.steps[lane] += 1


def rows(array: NDArray[Any], env: VectorEnv, lane: int, place: int) -> NDArray[Any]:
    return np.asarray(array[lane, place] if env.together else array[lane])


@pytest.mark.parametrize("name", FIXED)
def test_lane_by_lane(name: str) -> None:
    n = 24
    env = VectorEnv(name, n, limit=23)
    encoding = encoding_of(env.game)
    observations, infos = env.reset(seed=3)
    shadow = Shadow(env)
    machine = shadow.machine
    for _ in range(30):
        states = env.states()
        assert states == shadow.states
        for lane in range(0, n, 6):
            legal = machine.legal(states[lane])
            moving = env.turns.to_move(legal)
            for place, role in enumerate(env.players):
                if role in moving or env.together:
                    assert np.array_equal(
                        rows(infos["action_mask"], env, lane, place), encoding.action_mask(legal[role])
                    )
                seen = encoding.observation(role, states[lane])
                assert np.array_equal(rows(observations, env, lane, place), seen)
            if not env.together:
                assert env.players[infos["turn"][lane]] == moving[0]
        actions = env.sample()
        shadow.step(actions)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        for lane, state in enumerate(shadow.states):
            over = machine.terminal(state)
            assert terminated[lane] == over
            assert truncated[lane] == (not over and shadow.steps[lane] >= 23)
            goals = machine.goals(state) if over else [0] * len(env.game.roles)
            assert rewards[lane].tolist() == [np.float32((goals[role] or 0) / 100) for role in env.players]
            if terminated[lane] or truncated[lane]:
                assert infos["_final_obs"][lane]
                for place, role in enumerate(env.players):
                    last = rows(infos["final_obs"], env, lane, place)
                    assert np.array_equal(last, encoding.observation(role, state))
                shadow.restart([lane], [machine.initial()])


@pytest.mark.parametrize("name", [*CHANCE, "tic_tac_toe"])
def test_what_others_do_inside_is_legal(name: str) -> None:
    """From each state to the next there is a path of legal moves of chance, and of the opponent in tic-tac-toe."""
    game = ws.load(name)
    machine = game.machine()
    env = VectorEnv(game, 20, role="o" if name == "tic_tac_toe" else None, limit=200)
    env.reset(seed=1)
    before = env.states()
    for _ in range(8):
        actions = env.sample()
        _, rewards, terminated, truncated, infos = env.step(actions)
        after = env.states()
        for lane in range(0, 20, 4):
            if terminated[lane] or truncated[lane]:
                continue
            assert reachable(env, before[lane], actions[lane], after[lane]), lane
            role = env.players[infos["turn"][lane] if "turn" in infos else 0]
            if not env.together:
                legal = machine.legal(after[lane])[role]
                assert np.array_equal(infos["action_mask"][lane], env.encoding.action_mask(legal))
        assert not rewards[~terminated].any()
        before = after


def reachable(env: VectorEnv, state: State, actions: Any, goal: State) -> bool:
    """Can the others bring about this state after the actions? By trying all that they can do, step by step."""
    machine = env.game.machine()
    legal = machine.legal(state)
    moving = env.turns.to_move(legal)
    for place, role in enumerate(env.players):
        if role in moving:
            legal[role] = [int(actions[place] if env.together else actions)]
    layer = {machine.next(state, joint_move) for joint_move in product(*legal)}
    for _ in range(4):
        if goal in layer:
            return True
        following: set[State] = set()
        for one in layer:
            moves = [] if machine.terminal(one) else machine.legal(one)
            if moves and not set(env.turns.to_move(moves)) & set(env.players):
                following |= {machine.next(one, joint_move) for joint_move in product(*moves)}
        layer = following
        assert len(layer) < 20_000
    return False


@pytest.mark.parametrize("name", ["connect_four", "backgammon", "kuhn_poker", "rock_paper_scissors"])
def test_kernels_and_threads_make_no_difference(name: str) -> None:
    found = []
    for kernel, threads in [(kernel, 1) for kernel in kernels()] + [(kernels()[-1], 3)]:
        game = ws.load(name)
        assert game.circuit is not None
        game.__dict__["lanes"] = LaneSimulator(game.circuit, kernel)
        env = VectorEnv(game, 1300, threads=threads)
        parts: list[NDArray[Any]] = list(env.reset(seed=5)[1].values())
        for _ in range(15):
            observations, rewards, terminated, _, infos = env.step(env.sample())
            parts += [observations, rewards, terminated, *(infos[key] for key in sorted(infos))]
        found.append(b"".join(part.tobytes() for part in parts))
    assert len(set(found)) == 1


def test_policies_answer_inside() -> None:
    def first(observations: NDArray[np.bool_], masks: NDArray[np.bool_]) -> NDArray[np.intp]:
        assert observations.shape[1:] == (4, 3, 3) and masks.any(axis=1).all()
        return np.asarray(masks.argmax(axis=1))

    game = ws.load("tic_tac_toe")
    machine = game.machine()
    for role in game.roles:
        env = VectorEnv(game, 30, role=role, opponent=first)
        number = game.roles.index(role)
        _, infos = env.reset(seed=1)
        ends = 0
        for _ in range(20):
            states = env.states()
            assert all(env.turns.to_move(machine.legal(state)) == (number,) for state in states)
            actions = env.sample()
            _, rewards, terminated, _, infos = env.step(actions)
            for lane, state in enumerate(states):
                line = [state]
                line.append(machine.next(state, joint(machine, env, state, int(actions[lane]))))
                while not machine.terminal(line[-1]) and env.turns.to_move(machine.legal(line[-1])) != (number,):
                    legal = machine.legal(line[-1])[1 - number]
                    line.append(machine.next(line[-1], joint(machine, env, line[-1], legal[0])))
                assert terminated[lane] == machine.terminal(line[-1])
                if terminated[lane]:
                    ends += 1
                    assert rewards[lane] == np.float32((machine.goals(line[-1])[number] or 0) / 100)
                    assert np.array_equal(infos["final_obs"][lane], env.encoding.observation(number, line[-1]))
        assert ends > 30


def joint(machine: Any, env: VectorEnv, state: State, action: int) -> list[int]:
    legal = machine.legal(state)
    out = [moves[0] for moves in legal]
    out[env.turns.to_move(legal)[0]] = action
    return out


def test_games_stand_still_without_an_action() -> None:
    env = VectorEnv("tic_tac_toe", 4)
    env.reset()
    before = env.states()
    env.step(np.array([-1, 0, -1, 4]))
    assert [one == other for one, other in zip(before, env.states(), strict=True)] == [True, False, True, False]


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = VectorEnv("tic_tac_toe", 600)
    env.reset()
    actions = np.zeros(600, dtype=np.int64)
    env.step(actions)
    before = env.states()
    for bad, name in ((0, r"\(mark 1 1\)"), (77, "action 77"), (-2, "action -2")):
        actions = np.ones(600, dtype=np.int64)
        actions[555] = bad
        with pytest.raises(IllegalMoveError, match=f"{name} is not legal for o in game 555"):
            env.step(actions)
        assert env.states() == before


def test_games_end_for_good_where_they_are_not_to_begin_anew() -> None:
    env = VectorEnv("tic_tac_toe", 20, autoreset="Disabled")
    env.reset(seed=2)
    ended = np.zeros(20, dtype=np.bool_)
    for _ in range(9):
        _, _, terminated, _, infos = env.step(env.sample())
        assert not (ended & terminated).any() and "final_obs" not in infos
        ended |= terminated
        assert not infos["action_mask"][ended].any() and (infos["turn"][ended] == -1).all()
    assert ended.all()
    _, infos = env.reset(mask=np.arange(20) < 5)
    assert (infos["turn"] == np.where(np.arange(20) < 5, 0, -1)).all()


def test_bad_input_is_refused() -> None:
    with pytest.raises(WoodstockError, match="no player nobody; it has x, o"):
        VectorEnv("tic_tac_toe", 1, role="nobody")
    with pytest.raises(WoodstockError, match="from 1 to 1048576"):
        VectorEnv("tic_tac_toe", 0)
    env = VectorEnv("tic_tac_toe", 3)
    with pytest.raises(WoodstockError, match="seed"):
        env.reset(seed=-1)
    with pytest.raises(WoodstockError, match="shape"):
        env.step(np.zeros(2, dtype=np.int32))
    with pytest.raises(WoodstockError, match="at once; pass together=True"):
        VectorEnv("rock_paper_scissors", 3, together=False).reset()


@pytest.mark.parametrize("name", marked(["ggp-repository/3pConnectFour.kif", "ggp-repository/bomberman2p.kif"]))
def test_public_rulesheets(name: str) -> None:
    env = VectorEnv(path_of(name), 64, limit=30)
    env.reset(seed=1)
    shadow = Shadow(env)
    for _ in range(25):
        actions = env.sample()
        shadow.step(actions)
        _, _, terminated, truncated, _ = env.step(actions)
        shadow.restart(over := np.flatnonzero(terminated | truncated).tolist(), [shadow.machine.initial()] * len(over))
        assert env.states() == shadow.states
