"""The referee: plays one match from the first state to the end and writes down what happened."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from woodstock.engine.machine import Machine, State
from woodstock.errors import BrokenGameError, WoodstockError
from woodstock.match.player import Player, Seat, Turn
from woodstock.match.record import Deviation, Ending, Kind, Record
from woodstock.match.seated import Mishap, Seated
from woodstock.match.seeds import derive

LENGTH_LIMIT = 2000
"""Joint moves after which a match is cut off, unless the caller says otherwise."""

EachState = Callable[[Machine, State, tuple[int, ...] | None], None]
"""Somebody who looks on: called with the machine, each state, and the joint move that led to it."""

CHANCE_NAME = "chance"
"""What a record calls the player of the role `random`: the referee itself."""


class Playable(Protocol):
    """What the referee needs of a game."""

    @property
    def name(self) -> str:
        """What the game is called."""
        ...

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles, `random` included."""
        ...

    @property
    def chance(self) -> int | None:
        """The number of the role `random`."""
        ...

    @property
    def sees(self) -> bool:
        """Do players have percepts in place of the state?"""
        ...

    def machine(self) -> Machine:
        """A machine for this game."""
        ...


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds to get ready before a match and seconds for each move; `None` is as long as it takes."""

    start: float | None = None
    play: float | None = None

    def __post_init__(self) -> None:
        for seconds in (self.start, self.play):
            # Written so that "not a number" is refused as well.
            if seconds is not None and not seconds > 0:
                raise WoodstockError("a clock must allow some time")


def play(
    game: Playable,
    players: Sequence[Player],
    *,
    names: Sequence[str] | None = None,
    clocks: Clocks | None = None,
    seed: int = 0,
    limit: int = LENGTH_LIMIT,
    each_state: EachState | None = None,
) -> Record:
    """Play one match and return its record.

    There is one player for each role but `random`, in the order of the roles; the referee plays `random`,
    uniformly. Where a player gives no legal move in time the referee makes a random legal one for it and notes
    the deviation. All chance comes from `seed`: players that keep to theirs always play the same match.
    `each_state` is called with the machine, every state and the joint move that led to it.
    """
    match = _Match(game, players, names, clocks or Clocks(), seed)
    begun = time.perf_counter()
    try:
        match.start()
        ending = match.run(limit, each_state)
    finally:
        match.stop()
    return match.record(ending, time.perf_counter() - begun)


class _Match:
    """One match while it is played."""

    def __init__(
        self, game: Playable, players: Sequence[Player], names: Sequence[str] | None, clocks: Clocks, seed: int
    ) -> None:
        self._seats = [role for role in range(len(game.roles)) if role != game.chance]
        if len(players) != len(self._seats):
            raise WoodstockError(f"{game.name} takes {_count(len(self._seats), 'player')}, not {len(players)}")
        if names is not None and len(names) != len(players):
            raise WoodstockError("there must be as many names as players")
        self._game = game
        self._machine = game.machine()
        self._clocks = clocks
        self._seed = seed
        self._seated = {role: Seated(player) for role, player in zip(self._seats, players, strict=True)}
        named = names if names is not None else [type(player).__name__ for player in players]
        self._names = dict(zip(self._seats, named, strict=True))
        self._chance = random.Random(derive(seed, "chance"))
        self._substitute = random.Random(derive(seed, "substitute"))
        self._state = self._machine.initial()
        self._moves: list[tuple[int, ...]] = []
        self._percepts: list[list[str]] = [[] for _ in game.roles]
        self._deviations: list[Deviation] = []

    def start(self) -> None:
        """Let every player get ready, one after the other."""
        for role, seated in self._seated.items():
            seat = Seat(
                machine=self._machine.copy(),
                role=role,
                seed=derive(self._seed, "player", role),
                hidden=self._game.sees,
                start_deadline=_deadline(self._clocks.start),
                play_clock=self._clocks.play,
            )
            if mishap := seated.start(seat):
                self._note(-1, role, mishap)

    def run(self, limit: int, each_state: EachState | None) -> Ending:
        """Play until the end."""
        if each_state:
            each_state(self._machine, self._state, None)
        while not self._machine.terminal(self._state):
            step = len(self._moves)
            if step >= limit:
                self._deviations.append(
                    Deviation(step, None, Kind.LENGTH, f"cut off after {_count(step, 'joint move')}")
                )
                return Ending.LENGTH
            try:
                legal = self._machine.legal(self._state)
            except BrokenGameError as error:
                self._deviations.append(Deviation(step, None, Kind.BROKEN, str(error)))
                return Ending.BROKEN
            joint_move = tuple(self._move(step, role, tuple(moves)) for role, moves in enumerate(legal))
            if self._game.sees:
                self._percepts = self._machine.percepts(self._state, joint_move)
            self._state = self._machine.next(self._state, joint_move)
            self._moves.append(joint_move)
            if each_state:
                each_state(self._machine, self._state, joint_move)
        return Ending.TERMINAL

    def stop(self) -> None:
        """Send every player home."""
        for role, seated in self._seated.items():
            if mishap := seated.stop():
                self._note(len(self._moves), role, mishap)

    def record(self, ending: Ending, seconds: float) -> Record:
        """What happened."""
        names = self._machine.move_name
        return Record(
            game=self._game.name,
            roles=self._game.roles,
            players=tuple(self._names.get(role, CHANCE_NAME) for role in range(len(self._game.roles))),
            seed=self._seed,
            start_clock=self._clocks.start,
            play_clock=self._clocks.play,
            moves=tuple(tuple(names(role, move) for role, move in enumerate(joint)) for joint in self._moves),
            goals=self._machine.goals(self._state),
            ending=ending,
            deviations=tuple(self._deviations),
            seconds=seconds,
        )

    def _move(self, step: int, role: int, legal: tuple[int, ...]) -> int:
        """The move of one role: chosen by its player, or made for it."""
        if role == self._game.chance:
            return self._chance.choice(legal)
        last = self._moves[-1] if self._moves else None
        hidden = self._game.sees
        turn = Turn(
            step=step,
            legal=legal,
            state=None if hidden else self._state,
            last=None if hidden else last,
            own_last=last[role] if last else None,
            percepts=tuple(self._percepts[role]),
            deadline=_deadline(self._clocks.play),
        )
        answer = self._seated[role].choose(turn)
        if isinstance(answer, Mishap):
            self._note(step, role, answer)
            return self._substitute.choice(legal)
        return answer

    def _note(self, step: int, role: int, mishap: Mishap) -> None:
        self._deviations.append(Deviation(step, self._game.roles[role], mishap.kind, mishap.detail))


def _deadline(clock: float | None) -> float | None:
    return None if clock is None else time.monotonic() + clock


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
