"""Any game as one of OpenSpiel's: `pyspiel.load_game("woodstock(game=kuhn_poker)")`, once this module is imported.

A state in which one player is to move is a decision node of that player, one in which several are is a simultaneous
node. Where `random` has a choice a chance node follows, with equal probabilities. Steps in which nobody has anything to
choose are made at once. Needs OpenSpiel: `pip install woodstock-ggp[openspiel]`.

>>> import pyspiel
>>> import woodstock.rl.open_spiel
>>> state = pyspiel.load_game("woodstock(game=tic_tac_toe)").new_initial_state()
>>> state.action_to_string(state.legal_actions()[4])
'(mark 2 2)'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

try:
    import pyspiel
except ImportError as error:
    raise ImportError("woodstock.rl.open_spiel needs OpenSpiel: pip install 'woodstock-ggp[openspiel]'") from error

from woodstock.drawing import picture
from woodstock.engine import Game, State, held_elsewhere
from woodstock.engine.turns import turns_of
from woodstock.errors import WoodstockError
from woodstock.positions.game import load
from woodstock.referee.player import Player, Turn
from woodstock.rl.open_spiel_observers import Observer, observer, remembers
from woodstock.rl.opponents import seated
from woodstock.rl.table import Past, turn_of
from woodstock.tensors import encoding_of

_LONGEST_WAIT = 10_000
_PARAMETERS = {"game": "tic_tac_toe", "limit": 1000, "zero_sum": False, "scale": 1.0}

_ANY = pyspiel.GameType(
    short_name="woodstock",
    long_name="Any game from its rules",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=100,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
    default_loadable=False,
)


@dataclass(frozen=True, slots=True)
class Node:
    """A state of the rules, and what led to it. OpenSpiel copies states deeply; nodes never change and are shared."""

    state: State
    over: bool
    legal: tuple[tuple[int, ...], ...] = ()
    to_move: tuple[int, ...] = ()
    steps: tuple[tuple[int, ...], ...] = ()
    """The joint moves so far."""
    pasts: tuple[Past, ...] = ()
    """What each role did and saw."""

    def __deepcopy__(self, _: object) -> Node:
        return self


class WoodstockGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its rules. Its players are the roles but `random`, in the order of the rules.

    Returns are goals, from 0 to 100. With `zero_sum=True` each player's is the difference to the mean, divided by
    `scale`. After `limit` steps a game ends as it stands.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        wanted = {**_PARAMETERS, **(params or {})}
        self.game: Game = load(wanted["game"])
        self.turns = turns_of(self.game)
        self.encoding = encoding_of(self.game)
        self.machine = self.game.machine()
        self.limit = int(wanted["limit"])
        self.scale = float(wanted["scale"])
        self.zero_sum = bool(wanted["zero_sum"])
        if self.limit < 1 or not self.scale > 0:
            raise WoodstockError("the limit must be at least one step, and the scale positive")
        players, chance = self.turns.players, self.game.chance
        most = 100 / self.scale
        information = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.width,
            max_chance_outcomes=0 if chance is None else len(self.encoding.actions[chance]),
            num_players=len(players),
            min_utility=-most if self.zero_sum else 0.0,
            max_utility=most,
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=self.limit,
        )
        super().__init__(self._type(), information, dict(params or {}))

    def _type(self) -> pyspiel.GameType:
        kinds = pyspiel.GameType
        return kinds(
            short_name=_ANY.short_name,
            long_name=self.game.name,
            dynamics=kinds.Dynamics.SIMULTANEOUS if self.turns.together else kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.DETERMINISTIC
            if self.game.chance is None
            else kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kinds.Information.IMPERFECT_INFORMATION
            if self.game.sees
            else kinds.Information.PERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM if self.zero_sum else kinds.Utility.GENERAL_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=len(self.turns.players),
            min_num_players=len(self.turns.players),
            provides_information_state_string=True,
            provides_information_state_tensor=remembers(self),
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=_PARAMETERS,
            default_loadable=False,
        )

    def new_initial_state(self) -> WoodstockState:
        """The state in which the game starts, up to the first decision or chance node."""
        return WoodstockState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """Observations as text and tensors; with perfect recall, information states."""
        if params:
            raise WoodstockError(f"observations take no parameters, but these are given: {', '.join(params)}")
        return observer(self, iig_obs_type)

    def node(self, state: State, before: Node | None = None, joint_move: Sequence[int] = ()) -> Node:
        """A state of the rules, after the steps before."""
        machine = self.machine
        steps = (*before.steps, tuple(joint_move)) if before else ()
        pasts = before.pasts if before else ((),) * len(self.game.roles)
        if before and self.game.sees:
            seen = machine.percepts(before.state, joint_move)
            pasts = tuple((*past, (move, tuple(own))) for past, move, own in zip(pasts, joint_move, seen, strict=True))
        if machine.terminal(state) or len(steps) >= self.limit:
            return Node(state, True, steps=steps, pasts=pasts)
        legal = machine.legal(state)
        return Node(state, False, tuple(map(tuple, legal)), self.turns.to_move(legal), steps, pasts)

    def choosing(self, node: Node) -> bool:
        """Has anybody something to choose?"""
        chance = self.game.chance
        return node.over or bool(node.to_move) or (chance is not None and len(node.legal[chance]) > 1)

    def after(self, node: Node, chosen: Mapping[int, int]) -> Node:
        """The next node in which there is something to choose."""
        for _ in range(_LONGEST_WAIT):
            joint_move = [chosen.get(role, moves[0]) for role, moves in enumerate(node.legal)]
            node = self.node(self.machine.next(node.state, joint_move), node, joint_move)
            if self.choosing(node):
                return node
            chosen = {}
        raise WoodstockError(f"in {self.game.name} no player has a choice any more")

    def start(self) -> Node:
        """The first node in which there is something to choose."""
        node = self.node(self.machine.initial())
        return node if self.choosing(node) else self.after(node, {})

    def returns(self, node: Node) -> list[float]:
        """What each player gets."""
        if not node.over:
            return [0.0] * len(self.turns.players)
        goals = self.machine.goals(node.state)
        own = [float(goals[role] or 0) for role in self.turns.players]
        if self.zero_sum:
            mean = sum(own) / len(own)
            own = [goal - mean for goal in own]
        return [goal / self.scale for goal in own]


class WoodstockState(pyspiel.State):  # type: ignore[misc]
    """A position: a state of the rules, and the moves that are chosen for the next step but not yet made."""

    def __init__(self, game: WoodstockGame) -> None:
        super().__init__(game)
        self.node = game.start()
        self.chosen: dict[int, int] = {}

    @property
    def _own(self) -> WoodstockGame:
        game: WoodstockGame = self.get_game()
        return game

    def current_player(self) -> int:
        """Who is to move: a player, chance, or several at once."""
        if self.node.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.node.to_move and not self.chosen:
            players = self._own.turns.players
            return (
                players.index(self.node.to_move[0])
                if len(self.node.to_move) == 1
                else int(pyspiel.PlayerId.SIMULTANEOUS)
            )
        return int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.legal[self._own.turns.players[player]])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What `random` may do; every move is as likely as every other."""
        chance = self._own.game.chance
        assert chance is not None
        moves = self.node.legal[chance]
        return [(move, 1 / len(moves)) for move in moves]

    def _apply_action(self, action: int) -> None:
        own = self._own
        role = own.game.chance if self.is_chance_node() else self.node.to_move[0]
        assert role is not None
        self._choose({role: action})

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self._choose(dict(zip(self._own.turns.players, actions, strict=True)))

    def _choose(self, moves: Mapping[int, int]) -> None:
        own = self._own
        self.chosen = {**self.chosen, **moves}
        chance = own.game.chance
        if chance is None or chance in self.chosen or len(self.node.legal[chance]) == 1:
            self.node = own.after(self.node, self.chosen)
            self.chosen = {}

    def _action_to_string(self, player: int, action: int) -> str:
        own = self._own
        role = own.game.chance if player == pyspiel.PlayerId.CHANCE else own.turns.players[player]
        assert role is not None
        return own.encoding.actions[role][action]

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.node.over

    def returns(self) -> list[float]:
        """What each player gets: 0 while the game goes on."""
        return self._own.returns(self.node)

    def __str__(self) -> str:
        return picture(self._own.game, self.node.state).text()

    def turn(self, player: int, seconds: float | None) -> Turn:
        """What a woodstock player knows before it chooses."""
        role, node = self._own.turns.players[player], self.node
        state = None if self._own.game.sees else node.state
        return turn_of(role, node.legal[role], node.steps, node.pasts[role], state, seconds)


class WoodstockBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our players as a bot of OpenSpiel: `WoodstockBot("uct", 0, seconds=0.1)`.

    >>> state = pyspiel.load_game("woodstock(game=tic_tac_toe)").new_initial_state()
    >>> state.action_to_string(WoodstockBot("legal", 0).step(state))
    '(mark 1 1)'
    """

    def __init__(self, player: str, player_id: int, *, seconds: float = 0.1, seed: int = 0) -> None:
        super().__init__()
        self._spec, self._id, self._seconds, self._seed = player, player_id, seconds, seed
        self._player: Player | None = None

    def restart(self) -> None:
        """A new game."""
        if self._player is not None:
            self._player.stop()
        self._player = None

    def restart_at(self, state: WoodstockState) -> None:  # noqa: ARG002 (players are told of the past with every turn)
        """A new game, from some position on."""
        self.restart()

    def inform_action(self, state: WoodstockState, player_id: int, action: int) -> None:
        """Every turn carries the history of the match."""

    def step(self, state: WoodstockState) -> int:
        """The player's choice."""
        game: WoodstockGame = state.get_game()
        if self._player is None:
            role = game.turns.players[self._id]
            self._player = seated(game.game, self._spec, role, self._seed, self._seconds)
        return self._player.choose(state.turn(self._id, self._seconds))


held_elsewhere()  # OpenSpiel keeps what is registered until the very end
pyspiel.register_game(_ANY, WoodstockGame)

__all__ = ["Node", "WoodstockBot", "WoodstockGame", "WoodstockState"]
