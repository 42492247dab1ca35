"""Thousands of games at once for a learner: actions in, observations, masks and rewards out, all as arrays."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from woodstock.engine import Game, State
from woodstock.engine.turns import NOTHING, Turns, player_of, turns_of
from woodstock.errors import IllegalMoveError, WoodstockError
from woodstock.positions.game import load
from woodstock.rl.arrays import Arrays
from woodstock.tensors import encoding_of

Policy = Callable[[NDArray[np.bool_], NDArray[np.bool_]], NDArray[np.integer[Any]]]
"""From observations and masks, a row for each game, to actions."""

Step = tuple[NDArray[np.bool_], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]

SAME_STEP, NEXT_STEP, DISABLED = "SameStep", "NextStep", "Disabled"
"""When a finished game starts again, in Gymnasium's terms."""

_LONGEST_WAIT = 10_000
"""Steps that opponents make until it is the agent's turn."""


class VectorEnv:
    """`n` games of one kind, stepped side by side at the speed of the lanes.

    Without a `role` you act for every player. Where players take turns, `step` takes one action for each game: that of
    the player in `infos["turn"]`. Where they move at once (`env.together`), arrays have one column for each player.
    With a `role` you act for that one, and `opponent` for the others: random moves, or a policy from observations and
    masks to actions. Chance moves by itself.

    `autoreset` says when a finished game starts again, as Gymnasium defines it:

    - `SameStep`: at once. The observation is that of the new game, and `infos["final_obs"]` has the last one of the
      old, in the rows that `infos["_final_obs"]` marks.
    - `NextStep`: in the step after, whose action for this game counts for nothing and whose reward is 0.
    - `Disabled`: when `reset` is told so by its `mask`. Until then the game stands still.

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
        autoreset: str | Enum = SAME_STEP,
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game)
        if self.game.lanes is None:
            raise WoodstockError(f"{self.game.name} is interpreted: only games that are compiled run in lanes")
        if not 1 <= n <= 2**20 or limit < 1 or not 1 <= threads <= 256:
            raise WoodstockError("there are from 1 to 1048576 games, from 1 to 256 threads and at least one step")
        self.num_envs = n
        self.encoding = encoding_of(self.game)
        self.turns: Turns = turns_of(self.game)
        self.autoreset: str = autoreset.value if isinstance(autoreset, Enum) else autoreset
        if self.autoreset not in (SAME_STEP, NEXT_STEP, DISABLED):
            raise WoodstockError(f"autoreset is {SAME_STEP}, {NEXT_STEP} or {DISABLED}, not {self.autoreset}")
        self._agent = None if role is None else player_of(self.game, role)
        if opponent is not None and self._agent is None:
            raise WoodstockError("a policy moves for the others: give your own `role`")
        self._opponent = opponent
        alone = self._agent is not None and opponent is None
        self.players: tuple[int, ...] = (self._agent,) if alone and self._agent is not None else self.turns.players
        """The roles whose actions the lanes are given."""
        self.together = self._agent is None and (self.turns.together if together is None else together)
        """Does every player have a column of its own?"""
        # A policy inside knows its own rows alone, and the agent its own.
        self._columns = self.together or opponent is not None
        self._threads, self._copy = threads, copy
        self._core = self.game.lanes.environments(
            n,
            self.players,
            together=self._columns,
            idle=self.turns.idle,
            sources=self.encoding.sources,
            percepts=self.game.sees,
            width=self.encoding.width,
            limit=limit,
            restart=self.autoreset == SAME_STEP,
        )
        self._arrays = self._made()
        """What was written last."""
        self._ended = np.zeros(n, dtype=np.bool_)
        """The games that ended in the last step."""

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of one observation.

        >>> import woodstock as ws
        >>> ws.VectorEnv("connect_four", 2).observation_shape
        (4, 6, 7)
        """
        return self.encoding.shape

    @property
    def num_actions(self) -> int:
        """The length of an action mask.

        >>> import woodstock as ws
        >>> ws.VectorEnv("connect_four", 2).num_actions
        8
        """
        return self.encoding.width

    def reset(
        self, *, seed: int | None = None, mask: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.bool_], dict[str, Any]]:
        """Restart all games, or those that are marked. The seed is that of chance and of random opponents.

        >>> import woodstock as ws
        >>> observations, infos = ws.VectorEnv("connect_four", 2).reset(seed=1)
        >>> infos["turn"]
        array([0, 0], dtype=int32)
        """
        if seed is not None:
            if not 0 <= seed < 2**64:
                raise WoodstockError("a seed is a number from 0 to 2**64 - 1")
            self._core.seed(seed)
        marked = np.ones(self.num_envs, dtype=np.bool_) if mask is None else np.ascontiguousarray(mask, dtype=np.bool_)
        if marked.shape != (self.num_envs,):
            raise WoodstockError(f"there must be a mark for each of the {self.num_envs} games")
        out = self._made() if self._copy else self._arrays
        out.rewards[:], out.terminated[:], out.truncated[:] = 0, False, False
        self._run(lambda: self._core.reset(marked.view(np.uint8), *out.flat(), self._threads))
        self._arrays = out
        self._ended = self._ended & ~marked
        if self._opponent is not None:
            self._answer(out, marked)
        return self._own(out.observations), self._infos(out)

    def step(self, actions: NDArray[np.integer[Any]]) -> Step:
        """Make an action in every game: observations, rewards, terminations, truncations and infos.

        >>> import woodstock as ws
        >>> env = ws.VectorEnv("tic_tac_toe", 3, role="x")
        >>> observations, infos = env.reset(seed=1)
        >>> observations, rewards, terminated, truncated, infos = env.step([4, 0, 8])
        >>> rewards, infos["action_mask"].sum(axis=1)
        (array([0., 0., 0.], dtype=float32), array([7, 7, 7]))
        """
        given = np.ascontiguousarray(actions, dtype=np.int32)
        shape = (self.num_envs, len(self.players)) if self.together else (self.num_envs,)
        if given.shape != shape:
            raise WoodstockError(f"actions have the shape {given.shape}; there must be {shape}")
        if self._opponent is not None:
            given = self._with_others(given)
        anew = self._ended if self.autoreset == NEXT_STEP else None
        out = self._made() if self._copy else self._arrays
        self._step(given, anew, out)
        self._arrays = out
        if self._opponent is not None:
            begun = out.ended if self.autoreset == SAME_STEP else np.zeros_like(self._ended) if anew is None else anew
            self._answer(out, begun)
        self._ended = out.ended
        rewards = out.rewards if self._agent is None else out.rewards[:, self.players.index(self._agent)]
        return self._own(out.observations), rewards, out.terminated, out.truncated, self._infos(out)

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each game (and, where they move at once, each player): -1 where there is none.

        >>> import woodstock as ws
        >>> env = ws.VectorEnv("rock_paper_scissors", 5)
        >>> _ = env.reset(seed=1)
        >>> env.sample().shape
        (5, 2)
        """
        actions = self._core.sample(self._threads)
        return self._own(actions.reshape(self.num_envs, len(self.players))) if self._columns else actions

    def states(self) -> list[State]:
        """The states of all games, as a machine of the game reads them.

        >>> import woodstock as ws
        >>> env = ws.VectorEnv("tic_tac_toe", 2)
        >>> _ = env.reset()
        >>> env.states() == [env.game.machine().initial()] * 2
        True
        """
        words = self._core.states().reshape(self.num_envs, -1)
        return [State(row.tobytes()) for row in words]

    # --- arrays -----------------------------------------------------------------------------------------------------

    def _made(self) -> Arrays:
        players = len(self.players)
        rows = (self.num_envs, players) if self._columns else (self.num_envs,)
        return Arrays.made(rows, players, self.encoding.shape, self.encoding.width)

    def _own(self, rows: NDArray[Any]) -> NDArray[Any]:
        """What the user is given of rows: those of the agent, where others act inside by rows of their own."""
        if self._opponent is None or self._agent is None:
            return rows
        return rows[:, self.players.index(self._agent)]

    def _infos(self, out: Arrays) -> dict[str, Any]:
        infos: dict[str, Any] = {"action_mask": self._own(out.masks)}
        if self._agent is None:
            infos["turn"] = out.turns
        if self.autoreset == SAME_STEP and (ended := out.ended).any():
            infos["final_obs"], infos["_final_obs"] = self._own(out.last), ended
        return infos

    def _step(self, given: NDArray[np.int32], anew: NDArray[np.bool_] | None, out: Arrays) -> None:
        marks = np.zeros(0, dtype=np.uint8) if anew is None else anew.view(np.uint8)
        refused = self._run(lambda: self._core.step(given.reshape(-1), marks, *out.flat(), self._threads))
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

    # --- a policy inside --------------------------------------------------------------------------------------------

    def _to_move(self, out: Arrays) -> NDArray[np.bool_]:
        """For each game and player whether there is something to do but to wait."""
        idle = [self.turns.idle[role] for role in self.players]
        waits = [out.masks[:, place, move] if move != NOTHING else 0 for place, move in enumerate(idle)]
        return np.stack([out.masks[:, place].sum(axis=1) - wait > 0 for place, wait in enumerate(waits)], axis=1)

    def _chosen(self, out: Arrays, asked: NDArray[np.bool_]) -> NDArray[np.int32]:
        """The policy's actions for the players that are asked, and none for the others."""
        assert self._opponent is not None
        actions = np.full(asked.shape, NOTHING, dtype=np.int32)
        for place in range(len(self.players)):
            if len(games := np.flatnonzero(asked[:, place])):
                actions[games, place] = self._opponent(out.observations[games, place], out.masks[games, place])
        return actions

    def _with_others(self, own: NDArray[np.int32]) -> NDArray[np.int32]:
        """The agent's actions beside those of others that move at the same time."""
        assert self._agent is not None
        place = self.players.index(self._agent)
        asked = self._to_move(self._arrays) & (own != NOTHING)[:, None]
        asked[:, place] = False
        actions = self._chosen(self._arrays, asked)
        actions[:, place] = own
        return actions

    def _answer(self, out: Arrays, begun: NDArray[np.bool_]) -> None:
        """Let the policy act until it is the agent's turn in every game that goes on. What ends before the agent has
        acted in it begins again, and is no part of its step: so do the games that are `begun` already."""
        assert self._agent is not None
        place, begun = self.players.index(self._agent), begun.copy()
        again = np.zeros_like(begun)
        for _ in range(_LONGEST_WAIT):
            moving = self._to_move(out)
            waiting = moving.any(axis=1) & ~moving[:, place]
            if not (waiting | again).any():
                return
            after = self._made()
            self._step(self._chosen(out, moving & waiting[:, None]), again, after)
            ended = after.ended
            out.go_on(after, ended & ~begun)
            if self.autoreset == SAME_STEP:
                begun |= ended
            else:
                again = ended & begun
        raise WoodstockError(f"in {self.game.name} it takes too long until {self.game.roles[self._agent]} is to move")
