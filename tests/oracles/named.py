"""A machine seen by names, so that a test can put it beside the naive oracle or another program."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from woodstock.engine.machine import Machine, State

S = TypeVar("S", bound=Hashable)


class Rules(Protocol[S]):
    """What the naive oracle offers, for any kind of state: fluents, moves and percepts are KIF text."""

    @property
    def roles(self) -> tuple[str, ...]: ...
    def initial(self) -> S: ...
    def legal(self, state: S) -> dict[str, set[str]]: ...
    def next(self, state: S, joint: Mapping[str, str]) -> S: ...
    def terminal(self, state: S) -> bool: ...
    def goals(self, state: S) -> dict[str, set[int]]: ...
    def percepts(self, state: S, joint: Mapping[str, str]) -> dict[str, set[str]]: ...


@dataclass(frozen=True)
class Named:
    """A machine behind the interface of the naive oracle."""

    machine: Machine

    @property
    def roles(self) -> tuple[str, ...]:
        return self.machine.roles

    def initial(self) -> State:
        return self.machine.initial()

    def fluents(self, state: State) -> frozenset[str]:
        """The state as the naive oracle has it."""
        return frozenset(self.machine.fluents(state))

    def legal(self, state: State) -> dict[str, set[str]]:
        moves = self.machine.legal(state)
        named = {
            name: {self.machine.move_name(role, move) for move in moves[role]} for role, name in enumerate(self.roles)
        }
        for role, name in enumerate(self.roles):
            assert moves[role] == sorted(moves[role]), "moves are listed ascending"
            assert len(named[name]) == len(moves[role]), "no two moves of a role share a name"
        return named

    def next(self, state: State, joint: Mapping[str, str]) -> State:
        return self.machine.next(state, self._numbers(joint))

    def terminal(self, state: State) -> bool:
        return self.machine.terminal(state)

    def goals(self, state: State) -> dict[str, set[int]]:
        """A machine gives one goal at most: the lowest where the rules give several."""
        values = self.machine.goals(state)
        return {name: set() if value is None else {value} for name, value in zip(self.roles, values, strict=True)}

    def percepts(self, state: State, joint: Mapping[str, str]) -> dict[str, set[str]]:
        seen = self.machine.percepts(state, self._numbers(joint))
        for percepts in seen:
            assert percepts == sorted(percepts), "percepts are sorted by name"
        return {name: set(percepts) for name, percepts in zip(self.roles, seen, strict=True)}

    def _numbers(self, joint: Mapping[str, str]) -> list[int]:
        return [self.machine.move_number(role, joint[name]) for role, name in enumerate(self.roles)]
