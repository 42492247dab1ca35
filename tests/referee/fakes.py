"""A small game written by hand, so that the referee is tested without the rest of the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from woodstock.engine.machine import JointMove, State
from woodstock.errors import BrokenGameError, IllegalMoveError
from woodstock.referee import Player, Seat, Turn

NOOP = 0


@dataclass(frozen=True)
class Sticks:
    """Players in turn take one or two of `sticks`; who takes the last has 100, the others 0 (or all 50 if `tie`).

    Move 0 is to wait, moves 1 and 2 take sticks. With `with_chance` there is also the role `random`, which
    always chooses between moves 1, 2 and 3, none of which matters. At `broken_at` sticks nobody can move.
    """

    sticks: int = 7
    players: int = 2
    with_chance: bool = False
    broken_at: int | None = None
    endless: bool = False
    tie: bool = False
    sees: bool = False
    name: str = "sticks"

    @property
    def roles(self) -> tuple[str, ...]:
        chance = ("random",) if self.with_chance else ()
        return chance + tuple(f"p{number}" for number in range(self.players))

    @property
    def chance(self) -> int | None:
        return 0 if self.with_chance else None

    def machine(self) -> SticksMachine:
        return SticksMachine(self)


class SticksMachine:
    def __init__(self, game: Sticks) -> None:
        self.game = game
        self._first = 1 if game.with_chance else 0

    @property
    def roles(self) -> tuple[str, ...]:
        return self.game.roles

    @property
    def chance(self) -> int | None:
        return self.game.chance

    def initial(self) -> State:
        return State(bytes([self.game.sticks, 0]))

    def terminal(self, state: State) -> bool:
        return state[0] == 0 and not self.game.endless

    def legal(self, state: State) -> list[list[int]]:
        left, turn = state
        if left == self.game.broken_at:
            raise BrokenGameError("p0 has no legal move")
        takes = [1, 2] if left != 1 else [1]
        moves = [takes if player == turn else [NOOP] for player in range(self.game.players)]
        return [[1, 2, 3], *moves] if self.game.with_chance else moves

    def next(self, state: State, joint_move: JointMove) -> State:
        if any(move not in legal for move, legal in zip(joint_move, self.legal(state), strict=True)):
            raise IllegalMoveError(f"{joint_move} is not legal")
        left, turn = state
        taken = joint_move[self._first + turn]
        return State(bytes([max(0, left - taken), (turn + 1) % self.game.players]))

    def goals(self, state: State) -> tuple[int | None, ...]:
        winner = (state[1] - 1) % self.game.players
        goals: list[int | None] = [None] if self.game.with_chance else []
        for player in range(self.game.players):
            goals.append(50 if self.game.tie else 100 if player == winner else 0)
        return tuple(goals)

    def percepts(self, state: State, joint_move: JointMove) -> list[list[str]]:
        return [[f"(left {state[0]})"] if role == self._first else [] for role in range(len(self.roles))]

    def fluents(self, state: State) -> list[str]:
        return [f"(left {state[0]})", f"(turn {state[1]})"]

    def state(self, fluents: Sequence[str]) -> State:
        numbers = {name: int(number) for name, number in (fluent.strip("()").split() for fluent in fluents)}
        return State(bytes([numbers["left"], numbers["turn"]]))

    def move_name(self, role: int, move: int) -> str:
        return "noop" if move == NOOP else f"(take {move})"

    def move_number(self, role: int, name: str) -> int:
        for move in range(4):
            if self.move_name(role, move) == name:
                return move
        raise IllegalMoveError(f"{name} is no move")

    def copy(self) -> SticksMachine:
        return SticksMachine(self.game)


class Scripted:
    """A player made of a function; remembers what it was told."""

    def __init__(self, choose: Callable[[Turn], int]) -> None:
        self._choose = choose
        self.seat: Seat | None = None
        self.turns: list[Turn] = []
        self.stopped = 0

    def start(self, seat: Seat) -> None:
        self.seat = seat

    def choose(self, turn: Turn) -> int:
        self.turns.append(turn)
        return self._choose(turn)

    def stop(self) -> None:
        self.stopped += 1


@dataclass(frozen=True)
class Named:
    """An entrant of a series."""

    name: str
    make: Callable[[], Player]
    own_process: bool = False
    threads: int = 1


def greedy() -> Scripted:
    """Takes as many sticks as it may."""
    return Scripted(lambda turn: turn.legal[-1])


def modest() -> Scripted:
    """Takes one stick."""
    return Scripted(lambda turn: turn.legal[0])
