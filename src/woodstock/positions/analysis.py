"""A player's evaluation of a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from woodstock.errors import WoodstockError
from woodstock.players import entrant
from woodstock.positions.game import Game
from woodstock.positions.pictured import Pictured
from woodstock.positions.position import Position
from woodstock.printable import one_line
from woodstock.referee import analysis
from woodstock.referee import position as asked
from woodstock.referee.schedule import Entrant

if TYPE_CHECKING:
    from woodstock.drawing import Picture

_SHOWN = 12
"""Moves that are printed, and joint moves of the line that are drawn."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A player's evaluation of one move: the goal that it expects, from 0 to 1."""

    move: str
    value: float | None
    """`None` where the player does not tell."""
    visits: int
    low: float | None
    high: float | None
    proved: bool


@dataclass(frozen=True, repr=False)
class Analysis(Pictured):
    """A player's evaluation of a position: its best move, and the value of each legal move, best first.

    Printed, it is a table; in a notebook it is the board with the values of moves and the principal variation.

    >>> import woodstock as ws
    >>> position = ws.load("tic_tac_toe").start().follow("(mark 1 1) (mark 3 3) (mark 1 3) (mark 3 1)")
    >>> analysis = ws.analyse(position, "minimax", seconds=60)
    >>> analysis.best, analysis.value, analysis.proved
    ('(mark 1 2)', 1.0, True)
    """

    position: Position
    player: str
    role: str
    best: str
    moves: tuple[Thought, ...]
    line: tuple[tuple[str, ...], ...]
    """The joint moves that the player expects."""
    nodes: int
    playouts: int
    proved: bool
    """Are the values exact?"""
    seconds: float
    note: str = ""
    _told: dict[str, Any] = field(default_factory=dict)

    @property
    def value(self) -> float | None:
        """What the best move is worth to the role, from 0 to 1.

        >>> import woodstock as ws
        >>> ws.analyse(ws.load("tic_tac_toe"), "minimax", seconds=60).value
        0.5
        """
        return next((thought.value for thought in self.moves if thought.move == self.best), None)

    def __iter__(self) -> Iterator[Thought]:
        return iter(self.moves)

    def to_dict(self) -> dict[str, Any]:
        """The analysis as JSON-compatible data.

        >>> import woodstock as ws
        >>> ws.analyse(ws.load("nim"), "legal").to_dict()["player"]
        'legal'
        """
        return {"game": self.position.game.name, "player": self.player, **self._told}

    def picture(self, *, heat: str = "values") -> Picture:
        """The board with the value of each move, or with `heat="visits"` its number of visits, and the expected
        line as arrows; where states are hidden, what the role knows of it.

        >>> import woodstock as ws
        >>> position = ws.load("tic_tac_toe").start().follow("(mark 1 1) (mark 3 3) (mark 1 3) (mark 3 1)")
        >>> len(ws.analyse(position, "minimax", seconds=60).picture().overlay.heat)
        5
        """
        from woodstock.drawing.overlays import thoughts

        game = self.position.game
        shown = self.position.seen_by(self.role).picture() if game.sees else self.position.picture()
        moves = [(thought.move, thought.value, thought.visits) for thought in self.moves]
        line = [move for joint_move in self.line for move in joint_move]
        return shown.under(thoughts(shown.layout, moves, line or [self.best], heat=heat))

    def __repr__(self) -> str:
        value = "" if self.value is None else f", worth {self.value:.3f}"
        return one_line(f"<Analysis by {self.player}: {self.best} for {self.role}{value}>")

    def __str__(self) -> str:
        rows = [
            f"{one_line(one.move):24} {'-' if one.value is None else f'{one.value:.3f}':>6} {one.visits:>10,}"
            f"{'  proved' if one.proved else ''}"
            for one in self.moves[:_SHOWN]
        ]
        more = [f"and {len(self.moves) - _SHOWN} more"] if len(self.moves) > _SHOWN else []
        return "\n".join([f"{'move':24} {'value':>6} {'visits':>10}", *rows, *more])


def analyse(
    position: Position | Game,
    player: str | Entrant = "woodstock",
    *,
    seconds: float = 1.0,
    role: str | None = None,
    start: float = 60.0,
    seed: int = 0,
) -> Analysis:
    """Ask a player to evaluate a position.

    The player, named as for `match`, first has up to `start` seconds to prepare, then `seconds` to think. It thinks
    for `role`, or for the first role that has a choice. In a game with percepts it is told only what that role saw.

    >>> import woodstock as ws
    >>> position = ws.load("tic_tac_toe").start().follow("(mark 1 1) (mark 3 3) (mark 1 3) (mark 3 1)")
    >>> ws.analyse(position, "minimax", seconds=60)
    <Analysis by minimax: (mark 1 2) for x, worth 1.000>
    """
    position = position.start() if isinstance(position, Game) else position
    game, machine = position.game, position.game.machine()
    line = position._line()
    if position.is_over:
        raise WoodstockError("the game is over in this position")
    if game.sees and line[0] != game.start():
        raise WoodstockError(
            "in a game with percepts a player knows only what it saw: play the moves from game.start()"
        )
    thinker = entrant(player) if isinstance(player, str) else player
    seat = asked.acting(game, machine, position._state) if role is None else game.seat(role)
    steps = [(one._state, tuple(move.number for move in one.last)) for one in line[1:]]
    turn = asked.turn(game, machine, line[0]._state, steps, seat)
    told = analysis.analyse(game, thinker, turn, seat, start=start, seconds=seconds, seed=seed)
    return Analysis(
        position=position,
        player=thinker.name,
        moves=tuple(Thought(**one) for one in told["moves"]),
        line=tuple(tuple(joint_move) for joint_move in told["line"]),
        **{name: told[name] for name in ("role", "best", "nodes", "playouts", "proved", "seconds", "note")},
        _told=told,
    )
