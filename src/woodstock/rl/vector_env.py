"""Thousands of games at once for a learner: actions in, observations, masks and rewards out, all as arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from woodstock.engine import Game, State, load
from woodstock.errors import IllegalMoveError, WoodstockError
from woodstock.rl.turns import Turns, turns_of
from woodstock.tensors import encoding_of

Policy = Callable[[NDArray[np.bool_], NDArray[np.bool_]], NDArray[np.integer[Any]]]
"""From observations and masks, a row for each game, to actions."""

_Bytes = NDArray[np.uint8]
Step = tuple[NDArray[np.bool_], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


@dataclass(slots=True)
class _Arrays:
    """What a step writes."""

    observations: NDArray[np.bool_]
    masks: NDArray[np.bool_]
    turns: NDArray[np.int32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    last: NDArray[np.bool_]

    def flat(self) -> tuple[_Bytes, _Bytes, NDArray[np.int32], NDArray[np.float32], _Bytes, _Bytes, _Bytes]:
        """The arrays as the core writes them."""
        return (
            self.observations.reshape(-1).view(np.uint8),
            self.masks.reshape(-1).view(np.uint8),
            self.turns,
            self.rewards.reshape(-1),
            self.terminated.view(np.uint8),
            self.truncated.view(np.uint8),
            self.last.reshape(-1).view(np.uint8),
        )


class VectorEnv:
    """`n` games of one kind, stepped side by side at the speed of the lanes.

    Without a `role` you act for every player. Where players take turns, `step` takes one action for each game: that of
    the player in `infos["turn"]`. Where they move at once (`env.together`), arrays have one column for each player.
    With a `role` you act for that one, and `opponent` for the others: random moves, or a policy from observations and
    masks to actions. Chance moves by itself.

    As with Gymnasium's vector environments, a game that ends begins anew in the same step: the observation is that of
    the new game, and `infos["final_obs"]` has the last one of the old, in the rows that `infos["_final_obs"]` marks.
    Rewards are goals from 0 to 1, paid when a game ends; a game is truncated after `limit` steps.
    `infos["action_mask"]` marks the legal actions. An illegal action raises, and changes nothing; a game whose action
    is -1 stands still.

    The same seed gives the same games, whatever the number of threads. With `copy=False` every step writes to the same
    arrays, which saves time.

    >>> import woodstock as ws
    >>> env = ws.VectorEnv("connect_four", 4096)
    >>> observations, infos = env.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((4096, 4, 6, 7), (4096, 8))
    >>> observations, rewards, terminated, truncated, infos = env.step(env.sample())
    >>> rewards.shape
    (4096, 2)
    """

    def __init__(
        self,
        game: Game | str | Path,
        n: int,
        *,
        role: str | None = None,
        opponent: Policy | None = None,
        together: bool | None = None,
        limit: int = 1000,
        threads: int = 1,
        copy: bool = True,
        restart: bool = True,
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game)
        if self.game.lanes is None:
            raise WoodstockError(f"{self.game.name} is interpreted: only games that are compiled run in lanes")
        if not 1 <= n <= 2**20 or limit < 1 or not 1 <= threads <= 256:
            raise WoodstockError("there are from 1 to 1048576 games, from 1 to 256 threads and at least one step")
        self.num_envs = n
        self.encoding = encoding_of(self.game)
        self.turns: Turns = turns_of(self.game)
        self._agent = None if role is None else self._number(role)
        if opponent is not None and (self._agent is None or self.turns.together):
            raise WoodstockError("a policy answers for one `role` of a game in which players take turns")
        self._opponent = opponent
        alone = self._agent is not None and opponent is None
        self.players: tuple[int, ...] = (self._agent,) if alone and self._agent is not None else self.turns.players
        """The roles whose actions the lanes are given."""
        self.together = not alone and (self.turns.together if together is None else together)
        """Does every player have a column of its own?"""
        self._threads, self._copy, self._restart = threads, copy, restart
        self._core = self.game.lanes.environments(
            n,
            self.players,
            together=self.together,
            idle=self.turns.idle,
            sources=self.encoding.sources,
            percepts=self.game.sees,
            width=self.encoding.width,
            limit=limit,
            restart=restart,
        )
        self._arrays = self._made()

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of one observation."""
        return self.encoding.shape

    @property
    def num_actions(self) -> int:
        """The length of an action mask."""
        return self.encoding.width

    def reset(
        self, *, seed: int | None = None, mask: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.bool_], dict[str, Any]]:
        """Begin all games anew, or those that are marked. The seed is that of chance and of random opponents."""
        if seed is not None:
            if not 0 <= seed < 2**64:
                raise WoodstockError("a seed is a number from 0 to 2**64 - 1")
            self._core.seed(seed)
        marked = np.ones(self.num_envs, dtype=np.bool_) if mask is None else np.ascontiguousarray(mask, dtype=np.bool_)
        if marked.shape != (self.num_envs,):
            raise WoodstockError(f"there must be a mark for each of the {self.num_envs} games")
        out = self._next_arrays()
        out.rewards[:], out.terminated[:], out.truncated[:] = 0, False, False
        self._run(lambda: self._core.reset(marked.view(np.uint8), *out.flat(), self._threads))
        self._answer(out)
        return out.observations, self._infos(out)

    def step(self, actions: NDArray[np.integer[Any]]) -> Step:
        """Make an action in every game: observations, rewards, terminations, truncations and infos."""
        out = self._next_arrays()
        self._step(actions, out)
        self._answer(out)
        rewards = out.rewards
        if self._agent is not None:
            rewards = rewards[:, self.players.index(self._agent)]
        return out.observations, rewards, out.terminated, out.truncated, self._infos(out)

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each game (and, where they move at once, each player): -1 where there is none."""
        actions = self._core.sample(self._threads)
        return actions.reshape(self.num_envs, len(self.players)) if self.together else actions

    def states(self) -> list[State]:
        """The states of all games, as a machine of the game reads them."""
        words = self._core.states().reshape(self.num_envs, -1)
        return [State(row.tobytes()) for row in words]

    def _number(self, role: str) -> int:
        if role not in self.game.roles or role == "random":
            known = ", ".join(self.game.roles[player] for player in self.turns.players)
            raise WoodstockError(f"{self.game.name} has no player {role}; it has {known}")
        return self.game.roles.index(role)

    def _made(self) -> _Arrays:
        n, columns = self.num_envs, (len(self.players),) if self.together else ()
        return _Arrays(
            np.zeros((n, *columns, *self.encoding.shape), dtype=np.bool_),
            np.zeros((n, *columns, self.encoding.width), dtype=np.bool_),
            np.zeros(n, dtype=np.int32),
            np.zeros((n, len(self.players)), dtype=np.float32),
            np.zeros(n, dtype=np.bool_),
            np.zeros(n, dtype=np.bool_),
            np.zeros((n, *columns, *self.encoding.shape), dtype=np.bool_),
        )

    def _next_arrays(self) -> _Arrays:
        if self._copy:
            self._arrays = self._made()
        return self._arrays

    def _step(self, actions: NDArray[np.integer[Any]], out: _Arrays) -> None:
        shape = (self.num_envs, len(self.players)) if self.together else (self.num_envs,)
        given = np.ascontiguousarray(actions, dtype=np.int32)
        if given.shape != shape:
            raise WoodstockError(f"actions have the shape {given.shape}; there must be {shape}")
        refused = self._run(lambda: self._core.step(given.reshape(-1), *out.flat(), self._threads))
        if refused is not None:
            game, role, action = refused
            names = self.encoding.actions[role]
            name = names[action] if 0 <= action < len(names) else f"action {action}"
            raise IllegalMoveError(f"{name} is not legal for {self.game.roles[role]} in game {game}")

    def _run(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except RuntimeError as error:
            remedy = "; pass together=True" if "at once" in str(error) else ""
            raise WoodstockError(f"{self.game.name}: {error}{remedy}") from None

    def _answer(self, out: _Arrays) -> None:
        """Let the opponents' policy act until it is the agent's turn in every game that goes on."""
        if self._opponent is None or self._agent is None:
            return
        own = self.players.index(self._agent)
        while len(waiting := np.flatnonzero((out.turns != own) & (out.turns >= 0))):
            chosen = np.asarray(self._opponent(out.observations[waiting], out.masks[waiting]))
            actions = np.full(self.num_envs, -1, dtype=np.int32)
            actions[waiting] = chosen
            after = self._made()
            self._step(actions, after)
            ended = after.terminated | after.truncated
            # What ends before the agent has acted in it is no part of its step.
            first = ended & ~(out.terminated | out.truncated)
            out.rewards[first], out.last[first] = after.rewards[first], after.last[first]
            out.terminated |= after.terminated & first
            out.truncated |= after.truncated & first
            out.observations, out.masks, out.turns = after.observations, after.masks, after.turns

    def _infos(self, out: _Arrays) -> dict[str, Any]:
        infos: dict[str, Any] = {"action_mask": out.masks}
        if self._agent is None:
            infos["turn"] = out.turns
        ended = out.terminated | out.truncated
        if self._restart and ended.any():
            infos["final_obs"], infos["_final_obs"] = out.last, ended
        return infos
