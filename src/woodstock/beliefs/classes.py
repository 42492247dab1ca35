"""What players can know in a game: everything, the same, or each its own (paper 002, section 2)."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from woodstock.engine.game import Game
from woodstock.engine.machine import State
from woodstock.errors import BrokenGameError

Kind: TypeAlias = Literal["complete", "shared", "private"]

STATES = 1_000
"""States whose successors are looked at before the answer is left open, unless the caller says otherwise."""

JOINT_MOVES = 30_000
"""Joint moves that are looked at."""

_MOST_BRANCHES = 2_000
"""Joint moves of one state that are looked at; of more some are drawn."""

_LONGEST = 200
"""Steps of a random match."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The class of a game.

    `complete`: every player always knows the state. `shared`: all players see the same after every joint move.
    `private`: they do not. What is not proved was found true of all that was looked at. The witness tells why
    the game is in no better class: after which joint moves, and what is seen then.
    """

    kind: Kind
    proved: bool
    witness: str | None
    states: int
    """How many states were looked at."""


@dataclass(frozen=True, slots=True)
class _Step:
    joint_move: tuple[int, ...]
    seen: tuple[frozenset[str], ...]
    after: State
    over: bool


def knowledge_class(game: Game, *, states: int = STATES, joint_moves: int = JOINT_MOVES) -> Knowledge:
    """Which class a game is in.

    >>> import woodstock as ws
    >>> from woodstock.beliefs.classes import knowledge_class
    >>> knowledge_class(ws.load("tic_tac_toe")).kind
    'complete'
    """
    if not game.sees or len(game.roles) == 1:  # every joint move is told, or made by oneself
        return Knowledge("complete", proved=True, witness=None, states=0)
    return _Look(game, states, joint_moves).answer()


class _Look:
    """Goes through the states of a game, nearest first and then at random, until all is settled."""

    def __init__(self, game: Game, states: int, joint_moves: int) -> None:
        self._machine = game.machine()
        self._lanes = game.lanes
        self._roles = game.roles
        self._players = [role for role in range(len(game.roles)) if role != game.chance]
        self._states, self._joint_moves = states, joint_moves
        self._random = random.Random(1)
        self._all = True
        """Were all joint moves of all states looked at?"""
        self._looked = 0
        self._from: dict[State, tuple[State, tuple[int, ...]] | None] = {self._machine.initial(): None}
        self._unknown: str | None = None
        self._unshared: str | None = None
        self._alike = len(self._players) < 2 or self._same_wires(game)

    def answer(self) -> Knowledge:
        """The class, as far as it can be told."""
        exhausted = self._nearest_first() and self._all
        if not self._settled() and not exhausted:
            self._at_random()
        if self._unknown is None:
            return Knowledge("complete", exhausted, None, self._looked)
        if self._unshared is None:
            return Knowledge("shared", self._alike or exhausted, self._unknown, self._looked)
        return Knowledge("private", proved=True, witness=self._unshared, states=self._looked)

    def _settled(self) -> bool:
        return self._unknown is not None and (self._alike or self._unshared is not None)

    def _same_wires(self, game: Game) -> bool:
        """Are the percepts of all players the same by construction? Equal gates are one in a circuit."""
        if game.circuit is None:
            return False
        wires = iter(game.circuit.arrays["sees"].tolist())
        seen = [{name: next(wires) for name in names} for names in game.circuit.percepts]
        return all(seen[role] == seen[self._players[0]] for role in self._players)

    def _nearest_first(self) -> bool:
        """Were all states that can be reached looked at?"""
        waiting = [self._machine.initial()]
        for state in waiting:
            if self._settled() or self._looked >= self._states or self._joint_moves <= 0:
                return False
            for step in self._look_at(state):
                if not step.over and step.after not in self._from:
                    self._from[step.after] = state, step.joint_move
                    waiting.append(step.after)
        return True

    def _at_random(self) -> None:
        """Matches at random: what is far from the start is found sooner so."""
        looked, self._looked, left = self._looked, 0, self._joint_moves
        self._joint_moves = max(left, JOINT_MOVES // 2)
        while not self._settled() and self._looked < self._states and self._joint_moves > 0:
            state = self._machine.initial()
            for _ in range(_LONGEST):
                steps = [step for step in self._look_at(state) if not step.over]
                if not steps or self._settled():
                    break
                step = self._random.choice(steps)
                self._from.setdefault(step.after, (state, step.joint_move))
                state = step.after
        self._looked += looked

    def _look_at(self, state: State) -> list[_Step]:
        """The steps from a state, and what they show of the class of the game."""
        self._looked += 1
        steps = list(self._steps(state))
        self._joint_moves -= max(1, len(steps))
        for role in self._players if self._unknown is None else ():
            self._compare_successors(state, role, steps)
        for step in steps if self._unshared is None and not self._alike else ():
            self._compare_percepts(state, step)
        return steps

    def _compare_successors(self, state: State, role: int, steps: Sequence[_Step]) -> None:
        """Can a role that knows the state be in doubt of the next one?"""
        found: dict[tuple[int, frozenset[str]], _Step] = {}
        for step in steps:
            if step.over:
                continue
            first = found.setdefault((step.joint_move[role], step.seen[role]), step)
            if first.after != step.after and self._unknown is None:
                seen = " ".join(sorted(step.seen[role])) or "nothing"
                self._unknown = (
                    f"{self._way(state)} {self._named(first.joint_move)} and {self._named(step.joint_move)} "
                    f"look the same to {self._roles[role]}, who sees {seen}"
                )

    def _compare_percepts(self, state: State, step: _Step) -> None:
        """Does somebody see what another player does not?"""
        for one, other in itertools.permutations(self._players, 2):
            if self._unshared is None and (more := sorted(step.seen[one] - step.seen[other])):
                self._unshared = (
                    f"{self._way(state)} {self._named(step.joint_move)} {self._roles[one]} sees {more[0]} "
                    f"and {self._roles[other]} does not"
                )

    def _steps(self, state: State) -> Iterator[_Step]:
        machine = self._machine
        if machine.terminal(state):
            return
        try:
            legal = machine.legal(state)
        except BrokenGameError:
            return
        joint_moves = list(self._some_joint_moves(legal))
        if self._lanes is not None:
            children = self._lanes.expand([state] * len(joint_moves), joint_moves)
            for at, joint_move in enumerate(joint_moves):
                seen = tuple(
                    frozenset(machine.percept_name(role, number) for number in own)
                    for role, own in enumerate(children.percepts[at])
                )
                yield _Step(joint_move, seen, children.states[at], bool(children.terminal[at]))
            return
        for joint_move in joint_moves:
            seen = tuple(map(frozenset, machine.percepts(state, joint_move)))
            after = machine.next(state, joint_move)
            yield _Step(joint_move, seen, after, machine.terminal(after))

    def _some_joint_moves(self, legal: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
        if math.prod(map(len, legal)) <= _MOST_BRANCHES:
            yield from itertools.product(*legal)
            return
        self._all = False
        for _ in range(_MOST_BRANCHES):
            yield tuple(self._random.choice(moves) for moves in legal)

    def _named(self, joint_move: tuple[int, ...]) -> str:
        return f"({' '.join(itertools.starmap(self._machine.move_name, enumerate(joint_move)))})"

    def _way(self, state: State) -> str:
        """How the state is reached, as the beginning of a sentence."""
        made: list[str] = []
        while (before := self._from[state]) is not None:
            state, joint_move = before
            made.append(self._named(joint_move))
        return f"after {' '.join(reversed(made))}," if made else "at the start,"
