"""Any game as a Gymnasium environment: one role is the agent, others answer inside.

Needs Gymnasium: `pip install woodstock-ggp[rl]`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("woodstock.rl.gymnasium_env needs Gymnasium: pip install 'woodstock-ggp[rl]'") from error

from woodstock.engine import Game
from woodstock.engine.turns import player_of
from woodstock.errors import IllegalMoveError
from woodstock.rl.opponents import Opponent, Opponents
from woodstock.rl.table import Table
from woodstock.rl.vector_env import Policy, VectorEnv

Observation = NDArray[np.int8]

ILLEGAL = -1.0
"""The reward of an illegal action, which ends the game: less than that of a loss."""


class WoodstockEnv(gymnasium.Env[Observation, np.int64]):
    """One role of a game; `opponent` is `random`, the name of a player such as `uct`, or a function from an observation
    and an action mask to an action.

    The agent acts where it is to move. `info["action_mask"]` marks the legal actions; an illegal one ends the game with
    a reward of -1. Otherwise the reward is the goal, from 0 to 1, when the game ends. A game is truncated after `limit`
    steps. `seconds` is what a player has for a move.

    >>> from woodstock.rl.gymnasium_env import WoodstockEnv
    >>> env = WoodstockEnv("tic_tac_toe")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(info["action_mask"].sum())
    ((4, 3, 3), 9)
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self,
        game: Game | str | Path,
        role: str | None = None,
        opponent: Opponent = "random",
        *,
        limit: int = 1000,
        seconds: float = 0.1,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, limit=limit)
        self.role = self.table.turns.players[0] if role is None else player_of(self.table.game, role)
        self.render_mode = render_mode
        self._opponents = Opponents(self.table, opponent, seconds)
        self.observation_space = spaces.Box(0, 1, self.table.encoding.shape, np.int8)
        self.action_space = spaces.Discrete(len(self.table.encoding.actions[self.role]))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, up to the first decision of the agent."""
        super().reset(seed=seed, options=options)
        opponents, chance = self._opponents, int(self.np_random.integers(2**62))
        self.table.begin_for([self.role], chance, opponents.answer, lambda: opponents.begin(chance))
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the agent's action, and the answers to it up to its next decision."""
        table = self.table
        if int(action) not in table.legal[self.role]:
            return self._observation(), ILLEGAL, True, False, self._info() | {"illegal": True}
        answer = self._opponents.answer
        others = [role for role in table.to_move if role != self.role]
        table.play({self.role: int(action)} | ({role: answer(role) for role in others} if answer else {}))
        table.advance([self.role], answer)
        return self._observation(), table.reward(self.role), table.over, table.truncated, self._info()

    def render(self) -> str | None:
        """The position as text; in a game with percepts, what the agent knows of it."""
        return self.table.text(self.role) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Let go of the opponents."""
        self._opponents.close()

    def _observation(self) -> Observation:
        return self.table.observation(self.role).astype(np.int8)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.action_mask(self.role)[: self.action_space.n].astype(np.int8)}  # type: ignore[attr-defined]


class WoodstockVectorEnv(GymnasiumVectorEnv[NDArray[np.bool_], NDArray[np.int64], NDArray[Any]]):
    """The same for `num_envs` games in lanes: a `VectorEnv` under Gymnasium's own class, for its wrappers.

    `autoreset_mode` is what Gymnasium's own vector environments take. An illegal action raises, because no game can be
    ended alone. All games share one stream of chance: a list of seeds is one seed.

    >>> from woodstock.rl.gymnasium_env import WoodstockVectorEnv
    >>> env = WoodstockVectorEnv("connect_four", 64, autoreset_mode="NextStep")
    >>> observations, infos = env.reset(seed=1)
    >>> env.metadata["autoreset_mode"]
    <AutoresetMode.NEXT_STEP: 'NextStep'>
    """

    def __init__(
        self,
        game: Game | str | Path,
        num_envs: int,
        role: str | None = None,
        opponent: Policy | None = None,
        *,
        limit: int = 1000,
        threads: int = 1,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
    ) -> None:
        table = Table(game)
        name = table.game.roles[table.turns.players[0]] if role is None else role
        mode = AutoresetMode(autoreset_mode)
        self._env = VectorEnv(
            table.game, num_envs, role=name, opponent=opponent, limit=limit, threads=threads, autoreset=mode
        )
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(0, 1, self._env.observation_shape, np.bool_)
        self.single_action_space = spaces.Discrete(len(table.encoding.actions[player_of(table.game, name)]))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.bool_], dict[str, Any]]:
        """Restart all games, or those that `options["reset_mask"]` marks."""
        one = _one_seed(seed) if isinstance(seed, list) else seed
        super().reset(seed=one)
        observations, infos = self._env.reset(seed=one, mask=(options or {}).get("reset_mask"))
        return observations, self._told(infos)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Make an action in every game."""
        observations, rewards, terminated, truncated, infos = self._env.step(actions)
        return observations, rewards.astype(np.float64), terminated, truncated, self._told(infos)

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each game."""
        return self._env.sample()

    def _told(self, infos: dict[str, Any]) -> dict[str, Any]:
        """Infos as Gymnasium has them: masks as wide as the action space, and what was told of games that ended."""
        infos["action_mask"] = masks = infos["action_mask"][:, : self.single_action_space.n]  # type: ignore[attr-defined]
        if "final_obs" in infos:  # whoever has nothing to do any more has no legal action
            infos["final_info"] = {"action_mask": np.zeros_like(masks), "_action_mask": infos["_final_obs"]}
            infos["_final_info"] = infos["_final_obs"]
        return infos


def _one_seed(seeds: list[int | None]) -> int | None:
    given = [seed for seed in seeds if seed is not None]
    return int(np.random.SeedSequence(given).generate_state(1)[0]) if given else None


__all__ = ["ILLEGAL", "IllegalMoveError", "WoodstockEnv", "WoodstockVectorEnv"]
