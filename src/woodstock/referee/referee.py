"""The referee: plays one match from the first state to the end and writes down what happened."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence

from woodstock.errors import BrokenGameError, WoodstockError
from woodstock.referee.asking import ask_all
from woodstock.referee.clocks import Clocks
from woodstock.referee.in_process import InProcess
from woodstock.referee.looking import EachState, Look, Thought
from woodstock.referee.playable import Playable, own_rules, seats
from woodstock.referee.player import Player, Turn
from woodstock.referee.record import Deviation, Ending, Kind, Record
from woodstock.referee.replay import legal_numbers
from woodstock.referee.seated import Ended, Failure, Halted, Seated
from woodstock.referee.seeds import derive

LENGTH_LIMIT = 2000
"""Joint moves after which a match is cut off, unless the caller says otherwise."""

CHANCE_NAME = "chance"
"""What a record calls the player of the role `random`: the referee itself."""


def play(
    game: Playable,
    players: Sequence[Player | Seated],
    *,
    names: Sequence[str] | None = None,
    clocks: Clocks | None = None,
    seed: int = 0,
    limit: int = LENGTH_LIMIT,
    opening: int = 0,
    begun: Sequence[Sequence[str]] = (),
    each_state: EachState | None = None,
    halt: threading.Event | None = None,
) -> Record:
    """Play one match and return its record.

    There is one player for each role but `random`, in the order of the roles; the referee plays `random`,
    uniformly. A plain `Player` is called in this process. Where a player gives no legal move in time the referee makes
    a random legal one for it and notes the deviation. All chance comes from `seed`: players that keep to theirs always
    play the same match. The first `opening` joint moves are drawn by the referee, and nobody is asked; nor for those
    that the match has `begun` with, which are given by name. `each_state` looks on at every state after these and what
    led to it. Once `halt` is set, the match ends at its next step with `Halted`; who ends it from the table raises
    `Ended`, which carries the record so far.
    """
    match = _Match(game, players, names, clocks or Clocks(), seed, opening, begun, halt or threading.Event())
    match.open()
    since = time.perf_counter()
    try:
        match.start()
        ending = match.run(limit, each_state)
        if ending is Ending.TERMINAL:
            match.end()
    except Ended as reason:
        reason.record = match.record(reason.ending, time.perf_counter() - since)
        raise
    finally:
        match.stop()
    return match.record(ending, time.perf_counter() - since)


class _Match:
    """One match while it is played."""

    def __init__(
        self,
        game: Playable,
        players: Sequence[Player | Seated],
        names: Sequence[str] | None,
        clocks: Clocks,
        seed: int,
        opening: int,
        begun: Sequence[Sequence[str]],
        halt: threading.Event,
    ) -> None:
        roles = seats(game)
        if len(players) != len(roles):
            raise WoodstockError(f"{game.name} takes {_count(len(roles), 'player')}, not {len(players)}")
        if names is not None and len(names) != len(players):
            raise WoodstockError("there must be as many names as players")
        self._game = game
        self._machine = game.machine()
        self._clocks = clocks
        self._seed = seed
        self._opening = opening
        self._begun = begun
        self._halt = halt
        self._seated = {role: _seated(player) for role, player in zip(roles, players, strict=True)}
        if opening and any(seated.elsewhere for seated in self._seated.values()):
            raise WoodstockError("a remote player follows a match move by move: remove the opening")
        named = names if names is not None else [type(player).__name__ for player in players]
        self._names = dict(zip(roles, named, strict=True))
        self._chance = random.Random(derive(seed, "chance"))
        self._substitute = random.Random(derive(seed, "substitute"))
        self._draw = random.Random(derive(seed, "opening"))
        self._state = self._machine.initial()
        self._moves: list[tuple[int, ...]] = []
        self._history: list[list[tuple[int, tuple[str, ...]]]] = [[] for _ in game.roles]
        self._deviations: list[Deviation] = []
        self._began = 0.0
        self._state_times: list[float] = []
        self._move_times: list[tuple[float, ...]] = []

    def open(self) -> None:
        """Get the game to every player, before any clock runs."""
        for seated in self._seated.values():
            seated.open(self._game)

    def start(self) -> None:
        """Let every player get ready."""
        self._began = time.time()
        self._tell(-1, self._start)

    def run(self, limit: int, each_state: EachState | None) -> Ending:
        """Play until the end."""
        joint_move: tuple[int, ...] | None = None
        thoughts: tuple[Thought, ...] = ()
        while True:
            self._state_times.append(time.time())
            if each_state and (len(self._moves) > len(self._begun) or not self._begun):
                each_state(Look(self._machine, self._state, joint_move, thoughts, len(self._moves)))
            if self._machine.terminal(self._state):
                return Ending.TERMINAL
            step = len(self._moves)
            if step >= limit:
                detail = f"cut off after {_count(step, 'joint move')}"
                self._deviations.append(Deviation(step, None, Kind.LENGTH, detail))
                return Ending.LENGTH
            try:
                legal = self._machine.legal(self._state)
            except BrokenGameError as error:
                self._deviations.append(Deviation(step, None, Kind.BROKEN, str(error)))
                return Ending.BROKEN
            joint_move = self._joint_move(step, legal)
            if each_state:
                thoughts = self._thoughts(legal)
            if self._game.sees:
                for role, seen in enumerate(self._machine.percepts(self._state, joint_move)):
                    self._history[role].append((joint_move[role], tuple(seen)))
            self._state = self._machine.next(self._state, joint_move)
            self._moves.append(joint_move)

    def _thoughts(self, legal: list[list[int]]) -> tuple[Thought, ...]:
        """What those who had a choice tell of it."""
        times = self._move_times[-1]
        return tuple(
            Thought(role, self._names[role], times[role], seated.report())
            for role, seated in self._seated.items()
            if len(legal[role]) > 1
        )

    def end(self) -> None:
        """Tell every player that the match is over, and how."""
        step = len(self._moves)
        self._tell(step, lambda role: self._seated[role].end(self._turn(step, role, ())))

    def stop(self) -> None:
        """Send every player home."""
        for role, seated in self._seated.items():
            if failure := seated.stop():
                self._note(len(self._moves), role, failure)

    def record(self, ending: Ending, seconds: float) -> Record:
        """What happened."""
        names = self._machine.move_name
        roles = range(len(self._game.roles))
        human = tuple(role in self._seated and self._seated[role].human for role in roles)
        return Record(
            game=self._game.name,
            roles=self._game.roles,
            players=tuple(self._names.get(role, CHANCE_NAME) for role in roles),
            seed=self._seed,
            start_clock=self._clocks.start,
            play_clock=self._clocks.play,
            moves=tuple(tuple(names(role, move) for role, move in enumerate(joint)) for joint in self._moves),
            goals=self._machine.goals(self._state) if ending is Ending.TERMINAL else (None,) * len(roles),
            ending=ending,
            deviations=tuple(self._deviations),
            human=human if any(human) else (),
            seconds=seconds,
            began=self._began,
            rules=own_rules(self._game),
            state_times=tuple(self._state_times),
            move_times=tuple(self._move_times),
        )

    def _start(self, role: int) -> Failure | None:
        seed = derive(self._seed, "player", role)
        return self._seated[role].start(self._game, role, seed, self._clocks)

    def _tell(self, step: int, news: Callable[[int], Failure | None]) -> None:
        """Tell every player something, and note what goes wrong."""
        for role, (failure, _) in ask_all(self._seated, news, self._halt).items():
            if failure:
                self._note(step, role, failure)

    def _joint_move(self, step: int, legal: list[list[int]]) -> tuple[int, ...]:
        """One move for each role: chosen by its player, or made for it."""
        if step < len(self._begun):
            self._move_times.append((0.0,) * len(legal))
            if self._game.chance is not None:  # what chance will draw later is what it would have drawn
                self._chance.choice(legal[self._game.chance])
            return tuple(legal_numbers(self._machine, self._state, step, tuple(self._begun[step])))
        if step < self._opening:
            self._move_times.append((0.0,) * len(legal))
            return tuple(self._draw.choice(moves) for moves in legal)
        turns = {role: self._turn(step, role, tuple(legal[role])) for role in self._seated}
        if self._halt.is_set():
            raise Halted
        answers = ask_all(self._seated, lambda role: self._seated[role].choose(turns[role]), self._halt)
        joint_move: list[int] = []
        for role, moves in enumerate(legal):
            if role == self._game.chance:
                joint_move.append(self._chance.choice(moves))
                continue
            answer = answers[role][0]
            if isinstance(answer, Failure):
                self._note(step, role, answer)
                answer = self._substitute.choice(moves)
            joint_move.append(answer)
        self._move_times.append(tuple(answers[role][1] if role in answers else 0.0 for role in range(len(joint_move))))
        return tuple(joint_move)

    def _turn(self, step: int, role: int, legal: tuple[int, ...]) -> Turn:
        """What the player of a role is told now."""
        last = self._moves[-1] if self._moves else None
        hidden = self._game.sees
        history = self._history[role]
        return Turn(
            step=step,
            legal=legal,
            state=None if hidden else self._state,
            last=None if hidden else last,
            own_last=last[role] if last else None,
            percepts=history[-1][1] if history else (),
            history=tuple(history),
        )

    def _note(self, step: int, role: int, failure: Failure) -> None:
        told = any(note.trace == failure.trace for note in self._deviations)
        trace = "" if told else failure.trace
        self._deviations.append(Deviation(step, self._game.roles[role], failure.kind, failure.detail, trace))


def _seated(player: Player | Seated) -> Seated:
    return player if isinstance(player, Seated) else InProcess(lambda: player)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
