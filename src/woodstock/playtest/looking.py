"""A look at the states of a game: breadth first from the initial one, then along random matches.

Breadth first finds the shortest way to a fault, and in a small game it meets every state, so that what it did not see
is not there. Random matches get to the ends of larger games.
"""

from __future__ import annotations

import functools
import random
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from woodstock.engine import Game
from woodstock.engine.core_machine import CoreMachine
from woodstock.engine.machine import State

JointMove = tuple[int, ...]
Way = Callable[[], list[JointMove]]
"""Tells the joint moves that lead to a state."""
Goals = Sequence[Sequence[int]]
"""By role, all that the rules give it."""

_AT_ONCE = 512
"""Children that are made together: as many as there are lanes."""

_BREADTH = 0.5
"""The part of the time in which states are met breadth first."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that should not be, for one role, and a way to it."""

    role: int
    way: tuple[JointMove, ...]
    goals: tuple[int, ...] = ()
    """The goals that the role holds there; where a goal fell, the one before and the one after."""


@dataclass(slots=True)
class Seen:
    """What was met."""

    roles: int
    states: int = 0
    ends: int = 0
    complete: bool = False
    """Is every state of the game among them?"""
    walks: int = 0
    """Random matches that were followed."""
    choosers: set[int] = field(default_factory=set)
    """Roles that had a choice."""
    moves: list[set[int]] = field(default_factory=list)
    """By role, those that were legal."""
    fluents: int = 0
    """The states, one on top of the other, as the bits of a number."""
    goals: list[set[int]] = field(default_factory=list)
    """By role, those held at an end."""
    passing: list[set[int]] = field(default_factory=list)
    """By role, those held before it."""
    percepts: list[set[tuple[str, ...]]] = field(default_factory=list)
    """By role, what it saw at one time; two of them are as good as all."""
    stuck: dict[int, Fault] = field(default_factory=dict)
    """Roles without a legal move."""
    several: dict[int, Fault] = field(default_factory=dict)
    """Roles with several goals at an end."""
    missing: dict[int, Fault] = field(default_factory=dict)
    """Roles without a goal at an end."""
    falling: dict[int, Fault] = field(default_factory=dict)
    """Roles whose goal became less before the end, while no other became more."""

    def __post_init__(self) -> None:
        self.moves = [set() for _ in range(self.roles)]
        self.goals = [set() for _ in range(self.roles)]
        self.passing = [set() for _ in range(self.roles)]
        self.percepts = [set() for _ in range(self.roles)]


class Looker:
    """Looks at states of one game and remembers what was met."""

    def __init__(self, game: Game, seconds: float, limit: int) -> None:
        self._game = game
        self._machine: CoreMachine = game.machine()
        self._begun = time.process_time()  # a busy machine is no reason to look at less
        self._seconds = seconds
        self._limit = limit
        self.seen = Seen(len(game.roles))

    def breadth_first(self, states: int) -> None:
        """Meet so many states, those nearest to the initial one first."""
        start = self._machine.initial()
        before: dict[State, tuple[State, JointMove] | None] = {start: None}
        met = {start: self._meet(start, list)}
        waiting = deque([start])
        cut = False
        while waiting and not self._late(_BREADTH):
            state = waiting.popleft()
            goals, legal = met[state]
            for made, child in self._children(state, product(*legal) if legal else iter(())):
                if child not in before:
                    if len(before) >= states or self._late(_BREADTH):
                        cut = True
                        break
                    before[child] = (state, made)
                    met[child] = self._meet(child, functools.partial(_way, before, child))
                    waiting.append(child)
                self._compare(goals, met[child][0], functools.partial(_way, before, state, made))
        self.seen.complete = not waiting and not cut

    def walk(self, walks: int, seed: int, enough: Callable[[], bool]) -> None:
        """Follow random matches until there are so many, or it is enough."""
        chance = random.Random(seed)
        while self.seen.walks < walks and not self._late(1.0) and not enough():
            self.seen.walks += 1
            state = self._machine.initial()
            goals: Goals = ()
            way: list[JointMove] = []
            for _ in range(self._limit):
                earlier, (goals, legal) = goals, self._meet(state, way.copy)
                self._compare(earlier, goals, way.copy)
                if not legal or not all(legal) or self._late(1.0):
                    break
                way.append(tuple(chance.choice(own) for own in legal))
                state = self._next(state, way[-1])

    def _late(self, share: float) -> bool:
        return time.process_time() - self._begun > share * self._seconds

    def _meet(self, state: State, way: Way) -> tuple[Goals, list[list[int]]]:
        """Take a state in. Its goals and its legal moves, unless the game is over."""
        seen, machine = self.seen, self._machine
        seen.states += 1
        seen.fluents |= int.from_bytes(state, "little")
        goals = machine.every_goal(state)
        if machine.terminal(state):
            seen.ends += 1
            self._judge_end(goals, way)
            return (), []
        with machine.errors():
            legal = machine.core.legal(state)
        for held, own in zip(seen.passing, goals, strict=True):
            held.update(own)
        for role, own in enumerate(legal):
            seen.moves[role].update(own)
            if len(own) > 1:
                seen.choosers.add(role)
            if not own and role not in seen.stuck:
                seen.stuck[role] = Fault(role, tuple(way()))
        return goals, legal

    def _judge_end(self, goals: Goals, way: Way) -> None:
        for role, held in enumerate(goals):
            self.seen.goals[role].update(held)
            if role == self._game.chance:
                continue
            if len(set(held)) > 1 and role not in self.seen.several:
                self.seen.several[role] = Fault(role, tuple(way()), tuple(sorted(set(held))))
            if not held and role not in self.seen.missing:
                self.seen.missing[role] = Fault(role, tuple(way()))

    def _compare(self, earlier: Goals, goals: Goals, way: Way) -> None:
        """Has a goal fallen, and none risen?

        Of two who compete one loses what the other gains. And a goal that only falls at the end did not mean anything
        before: nearly every game for two gives both the draw until somebody has won.
        """
        pairs = [
            (role, before[0], held[0])
            for role, (before, held) in enumerate(zip(earlier, goals, strict=False))
            if len(before) == len(held) == 1 and role != self._game.chance
        ]
        if any(held > before for _, before, held in pairs):
            return
        for role, before, held in pairs:
            if before > held and role not in self.seen.falling:
                self.seen.falling[role] = Fault(role, tuple(way()), (before, held))

    def _next(self, state: State, joint_move: JointMove) -> State:
        """What follows; the move is known to be legal."""
        machine = self._machine
        with machine.errors():
            if self._game.sees:
                self._see(machine.core.percepts(state, joint_move))
            return State(machine.core.next(state, joint_move))

    def _children(self, state: State, joint_moves: Iterator[JointMove]) -> Iterator[tuple[JointMove, State]]:
        """What follows each joint move: in lanes, where there are some."""
        while batch := list(islice(joint_moves, _AT_ONCE)):
            if self._game.lanes is None or len(batch) == 1:
                yield from ((one, self._next(state, one)) for one in batch)
                continue
            children = self._game.lanes.expand([state] * len(batch), batch)
            for percepts in children.percepts if self._game.sees else ():
                self._see(percepts)
            yield from zip(batch, children.states, strict=True)

    def _see(self, percepts: Sequence[Sequence[int]]) -> None:
        for role, numbers in enumerate(percepts):
            if len(self.seen.percepts[role]) < 2:
                self.seen.percepts[role].add(tuple(self._machine.percept_name(role, one) for one in numbers))


def _way(before: dict[State, tuple[State, JointMove] | None], state: State, *following: JointMove) -> list[JointMove]:
    """The joint moves that led to a state, and what followed."""
    way: list[JointMove] = [*following]
    while (step := before[state]) is not None:
        state, joint_move = step
        way.append(joint_move)
    return way[::-1]
