"""Any game as a PettingZoo environment: every player is an agent, chance moves inside.

`aec_env` is for games in which players take turns, `parallel_env` for those in which they move at once; each takes any
game. Needs PettingZoo: `pip install woodstock-ggp[rl]`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise ImportError("woodstock.rl.pettingzoo_env needs PettingZoo: pip install 'woodstock-ggp[rl]'") from error

from woodstock.engine import Game
from woodstock.rl.table import Table

Observed = dict[str, NDArray[np.int8]]


def _space(table: Table, role: int) -> spaces.Dict:
    actions = len(table.encoding.actions[role])
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, table.encoding.shape, np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def _observed(table: Table, role: int, *, acts: bool) -> Observed:
    """What a role observes, and its legal actions, if it is to act."""
    actions = len(table.encoding.actions[role])
    mask = table.action_mask(role)[:actions] if acts else np.zeros(actions, dtype=np.bool_)
    return {"observation": table.observation(role).astype(np.int8), "action_mask": mask.astype(np.int8)}


class _Agents:
    """What both kinds of environments have: a table, and an agent with its spaces for each player at it."""

    def __init__(self, game: Game | str | Path, *, limit: int = 1000, render_mode: str | None = None) -> None:
        super().__init__()
        self._table = table = Table(game, limit=limit)
        self.metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "name": table.game.name}
        self.render_mode = render_mode
        self._roles = {table.game.roles[role]: role for role in table.turns.players}
        self.possible_agents = list(self._roles)
        self.agents: list[str] = []
        self.observation_spaces = {agent: _space(table, role) for agent, role in self._roles.items()}
        self.action_spaces = {
            agent: spaces.Discrete(len(table.encoding.actions[role])) for agent, role in self._roles.items()
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of an agent."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The position as text."""
        return self._table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


class WoodstockAECEnv(_Agents, AECEnv[str, Observed, int]):  # type: ignore[misc]
    """Agents act one after the other; where several move at once, nobody learns of the others' actions before all have
    acted. Observations are dictionaries of `observation` and `action_mask`, as in PettingZoo's classic environments.
    Rewards are goals from 0 to 1, paid when the game ends.

    >>> env = aec_env("tic_tac_toe")
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.possible_agents
    ('x', ['x', 'o'])
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game."""
        self._table.begin_for(self._table.turns.players, seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._chosen: dict[int, int] = {}
        self._select()

    def observe(self, agent: str) -> Observed:
        """What an agent observes, and its legal actions if it is its turn."""
        return _observed(self._table, self._roles[agent], acts=agent == self.agent_selection)

    def step(self, action: int | None) -> None:
        """Make the action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        role = self._roles[agent]
        if action is None or int(action) not in self._table.legal[role]:
            self._table.play({role: -1 if action is None else int(action)})  # raises
        self._chosen[role] = int(action or 0)
        if set(self._chosen) >= set(self._table.to_move):
            self._table.play(self._chosen)
            self._chosen = {}
            self._table.advance(self._table.turns.players)
            if self._table.ended:
                for own, number in self._roles.items():
                    self.rewards[own] = self._table.reward(number)
                    self.terminations[own] = self._table.over
                    self.truncations[own] = self._table.truncated
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        left = [role for role in self._table.to_move if role not in self._chosen]
        names = [agent for agent, role in self._roles.items() if role in left]
        self.agent_selection = names[0] if names and not self._table.ended else self.agents[0]


class WoodstockParallelEnv(_Agents, ParallelEnv[str, Observed, int]):  # type: ignore[misc]
    """All agents act in every step; who is not to move has its idle action alone, and whatever it says that is made.

    >>> env = parallel_env("rock_paper_scissors")
    >>> observations, infos = env.reset(seed=1)
    >>> observations["left"]["action_mask"].tolist()
    [1, 1, 1]
    """

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Begin a game."""
        self._table.begin_for(self._table.turns.players, seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make the actions of all agents."""
        table = self._table
        chosen = {self._roles[agent]: int(action) for agent, action in actions.items()}
        table.play({role: action for role, action in chosen.items() if role in table.to_move})
        table.advance(table.turns.players)
        acted = self.agents
        rewards = {agent: table.reward(self._roles[agent]) for agent in acted}
        observations = self._observations()
        if table.ended:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(acted, table.over),
            dict.fromkeys(acted, table.truncated),
            {agent: {} for agent in acted},
        )

    def _observations(self) -> dict[str, Observed]:
        return {agent: _observed(self._table, self._roles[agent], acts=True) for agent in self.agents}


def aec_env(game: Game | str | Path, **options: Any) -> WoodstockAECEnv:
    """An environment in which agents act one after the other.

    >>> aec_env("kuhn_poker").possible_agents
    ['first', 'second']
    """
    return WoodstockAECEnv(game, **options)


def parallel_env(game: Game | str | Path, **options: Any) -> WoodstockParallelEnv:
    """An environment in which all agents act in every step.

    >>> parallel_env("matching_pennies").possible_agents
    ['alice', 'bob']
    """
    return WoodstockParallelEnv(game, **options)
