"""The network of one stage of a game, and how states and moves are read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from woodstock.network.encoding.mutex_groups import MutexGroup
from woodstock.network.errors import NetworkError
from woodstock.network.network import Network
from woodstock.network.preprocessing import Report
from woodstock.network.stages import at, repeat
from woodstock.network.values import Assignment, Value

HELPER = "helper "
"""How the names of variables begin that only stand for formulas."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a fluent is written: it holds if and only if the variable has the value."""

    variable: str
    value: Value


@dataclass(frozen=True)
class Stage:
    """One turn of a game as a network (paper 000, section 3.3): state, moves and the next state.

    Fluents, roles and moves are numbered as in the ground program. A terminal state has no next state that means
    anything; ask the variable `terminal` first, or unroll the stage.
    """

    network: Network
    acting: Network
    """The part of it that leaves percepts out: the same joint moves and next states, in less time."""
    encoding: str
    fluents: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...]
    current: tuple[Cell, ...]
    """For each fluent, where it is read in the current state."""
    following: tuple[Cell, ...]
    """For each fluent, where it is read in the next state."""
    actions: tuple[str, ...]
    """For each role the variable of its move, `random` included."""
    sees: tuple[dict[str, str], ...]
    """For each role the variable of each of its percepts: does it have that after the joint move (paper 002)?"""
    terminal: str
    initial: tuple[str, ...]
    """The fluents that hold when the game starts."""
    mutex_groups: tuple[MutexGroup, ...]
    """The groups of fluents that were proved to be the values of one variable."""
    rebuild: Callable[..., Stage] = field(repr=False, compare=False)
    """Makes the stage again; with `absorbing=True` one whose terminal states stay as they are."""
    proof_finished: bool = True
    """False if the proof of the mutex groups ran out of time or memory: then more fluents than need be are Boolean."""
    reports: tuple[Report, ...] = ()
    """What preprocessing did to the network; nothing where there was none."""
    seconds: float = field(default=0.0, compare=False)
    """How long it took to build, preprocessing included."""

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.fluents)}

    @cached_property
    def move_numbers(self) -> tuple[dict[Value, int], ...]:
        """For each role, the numbers of its moves by their names."""
        return tuple({name: number for number, name in enumerate(own)} for own in self.moves)

    @cached_property
    def idle(self) -> dict[str, Value | None]:
        """The value of each state variable when none of its fluents holds; None where one must."""
        of_groups = {group.name: group.idle for group in self.mutex_groups}
        return {cell.variable: of_groups.get(cell.variable, 0) for cell in self.current}

    @property
    def helpers(self) -> int:
        """How many of the variables stand for formulas: the others, which the game has, determine them."""
        return sum(variable.name.startswith(HELPER) for variable in self.network.variables)

    @property
    def links(self) -> dict[str, str]:
        """The variables of the next state, each with the one that it is in the next stage."""
        pairs = zip(self.following, self.current, strict=True)
        return {following.variable: current.variable for following, current in pairs}

    def assignment(self, fluents: Iterable[str]) -> dict[str, Value]:
        """The values of the state variables where exactly these fluents (KIF text) hold."""
        values = dict(self.idle)
        taken: dict[str, str] = {}
        for name in fluents:
            if name not in self._numbers:
                raise NetworkError(f"No state of this game has the fluent {name}")
            cell = self.current[self._numbers[name]]
            if taken.setdefault(cell.variable, name) != name:
                raise NetworkError(f"{taken[cell.variable]} and {name} do not hold together in any state of this game")
            values[cell.variable] = cell.value
        for variable, value in values.items():
            if value is None:
                raise NetworkError(f"No value is given for {variable}, which has one in every state of this game")
        return values

    def instantiate(self, fluents: Iterable[str]) -> Network:
        """The network with a state put in (paper 000, section 4.3): its solutions are the legal joint moves."""
        return self.network.instantiate(self.assignment(fluents))

    def joint_move(self, assignment: Assignment) -> tuple[int, ...]:
        """The joint move in a solution: one move number for each role."""
        return tuple(
            numbers[assignment[action]] for action, numbers in zip(self.actions, self.move_numbers, strict=True)
        )

    def successor(self, assignment: Assignment) -> list[str]:
        """The fluents that hold in the next state of a solution."""
        pairs = zip(self.fluents, self.following, strict=True)
        return [name for name, cell in pairs if assignment[cell.variable] == cell.value]

    def percepts(self, assignment: Assignment) -> list[list[str]]:
        """What each role sees in a solution, sorted by name."""
        return [sorted(percept for percept, name in own.items() if assignment[name] == 1) for own in self.sees]

    def unroll(self, stages: int, *, start: Iterable[str] | None = None) -> Network:
        """The network of this many stages (paper 000, section 3.2), from a state: the initial one if none is given.

        A terminal state stays as it is. Only the rewards of the last stage count, so a game that ended before keeps its
        result; a game of at most n moves needs n + 1 stages.
        """
        stage = self.rebuild(absorbing=True)
        network = repeat(stage.network, stages, stage.links, rewards="last")
        state = stage.assignment(self.initial if start is None else start)
        return network.instantiate({at(name, 1): value for name, value in state.items()})
