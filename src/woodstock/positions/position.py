"""Positions: a game at one moment, and what led to it, for people."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from woodstock.engine.machine import State
from woodstock.engine.stepper import After
from woodstock.errors import IllegalMoveError, WoodstockError
from woodstock.kif.terms import split
from woodstock.positions import stored
from woodstock.positions.joint import Given, joint_move
from woodstock.positions.moment import Moment
from woodstock.positions.move import Move
from woodstock.positions.pictured import Pictured
from woodstock.printable import one_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from woodstock.drawing import Picture
    from woodstock.positions.game import Game
    from woodstock.positions.view import View

_new = object.__new__


class Position(Moment, Pictured):
    """A game at one moment. Positions are immutable: `play` returns a new one.

    Two positions are equal if they belong to the same game and the same fluents hold: the history does not
    matter. They can be keys of dictionaries, pickled and written as JSON. A position knows everything;
    `seen_by` is what one role knows of it.

    >>> import woodstock as ws
    >>> position = ws.load("tic_tac_toe").start()
    >>> position
    <Position of tic_tac_toe: x to move>
    >>> print(position.play("(mark 2 2)"))
      a b c
    1 . . .
    2 . × .
    3 . . .
    × x
    turn: o
    """

    __slots__ = ("_last", "_previous")

    _previous: Position | None
    _last: Move | tuple[Move, ...] | None
    """The joint move that led here; the move of one role where the others had only one."""

    # --- moving ---------------------------------------------------------------------------------------------------

    def play(self, move: Given = None, *, rng: random.Random | None = None) -> Position:
        """The position after a joint move. It may be given as

        - one move, as text or as `legal` gives it, where one role chooses and the others have only one;
        - several moves in one text, or a sequence of moves: one for each role, or one for each that chooses;
        - a dictionary by role; roles that have only one move may be left out;
        - nothing, where no role has a choice.

        With `rng` the role `random`, if it has a choice and is given no move, draws one. What is not legal raises
        `IllegalMoveError`.

        >>> import random
        >>> import woodstock as ws
        >>> start = ws.load("rock_paper_scissors").start()
        >>> after = start.play({"left": "rock", "right": "paper"})
        >>> after == start.play("rock paper") == start.play(["rock", "paper"])
        True
        >>> ws.load("kuhn_poker").start().play(rng=random.Random(1)).turn
        'random'
        """
        if type(move) is Move and (after := self._stepper.play(self._state, move, move._place)) is not None:
            last: Move | tuple[Move, ...] = move
        else:
            last, after = self._stepped(move, rng)
        position: Position = _new(Position)
        position._game = self._game
        position._stepper = self._stepper
        position._state, position._over = after
        position._previous = self
        position._last = last
        return position

    def _stepped(self, move: Given, rng: random.Random | None) -> tuple[tuple[Move, ...], After]:
        """The joint move that is meant, and what comes of it."""
        joint = self._joint_move(move, rng)
        after = self._stepper.next(self._state, [one._number for one in joint])
        assert after is not None, "what was read is legal"
        return joint, after

    def _joint_move(self, move: Given, rng: random.Random | None) -> tuple[Move, ...]:
        if self._over:
            raise IllegalMoveError("the game is over in this position")
        legal = self._moves()
        if not all(legal):
            self._broken()
        return joint_move(self._game.roles, legal, move, rng)

    def follow(self, moves: str) -> Position:
        """The position after moves that follow each other, as text. In each position the roles that have a choice take
        one move each, in the order of the roles; where no role has a choice its move may be left out.

        >>> import woodstock as ws
        >>> ws.load("connect_four").start().follow("(drop 4) (drop 4) (drop 3)").turn
        'yellow'
        """
        terms = split(moves)
        position, at = self, 0
        while at < len(terms):
            needed = len(position.choosing)
            if needed == 0 and not position._over and not any(terms[at] in own for own in position._moves()):
                position = position.play()
                continue
            taken = max(needed, 1)
            position = position.play(terms[at : at + taken])
            at += taken
        return position

    # --- what led here --------------------------------------------------------------------------------------------

    @property
    def previous(self) -> Position | None:
        """The position before the last joint move; `None` at the start.

        >>> import woodstock as ws
        >>> start = ws.load("tic_tac_toe").start()
        >>> start.previous is None, start.play("(mark 2 2)").previous == start
        (True, True)
        """
        return self._previous

    @property
    def history(self) -> tuple[tuple[Move, ...], ...]:
        """The joint moves that led here, each with one move for each role.

        >>> import woodstock as ws
        >>> ws.load("tic_tac_toe").start().play("(mark 2 2)").history
        (('(mark 2 2)', 'noop'),)
        """
        return tuple(position.last for position in self._line()[1:])

    @property
    def last(self) -> tuple[Move, ...]:
        """The joint move that led here; nothing at the start.

        >>> import woodstock as ws
        >>> ws.load("tic_tac_toe").start().play("(mark 2 2)").last
        ('(mark 2 2)', 'noop')
        """
        if self._previous is None or self._last is None:
            return ()
        if isinstance(self._last, Move):
            self._last = self._previous._joint_move(self._last, None)
        return self._last

    def _line(self) -> list[Position]:
        """The positions from the start to this one."""
        line: list[Position] = [self]
        while (before := line[-1]._previous) is not None:
            line.append(before)
        return line[::-1]

    def __len__(self) -> int:
        """How many joint moves led here."""
        return len(self._line()) - 1

    def __bool__(self) -> bool:
        return True

    def seen_by(self, role: str) -> View:
        """What a role knows: where the rules have percepts (GDL-II) its own moves and what it saw, and nothing else.

        >>> import woodstock as ws
        >>> ws.load("kuhn_poker").start().play("(deal first jack)").seen_by("first").percepts
        ('(card jack)',)
        """
        from woodstock.positions.view import view_of

        return view_of(self, self._game.seat(role))

    # --- arrays -----------------------------------------------------------------------------------------------------

    def observation(self, role: str | None = None) -> NDArray[np.bool_]:
        """What a role observes, as an array of `game.observation_shape`; the role whose turn it is if none is named.

        Without percepts it shows what holds: a plane for each piece where the board is a grid, a row of fluents
        elsewhere. With percepts it shows what the role did and saw, and is not computed from the position.

        >>> import woodstock as ws
        >>> ws.load("tic_tac_toe").start().play("(mark 2 2)").observation().shape
        (4, 3, 3)
        """
        from woodstock.tensors import encoding_of

        seat = self._observer(role)
        done = self.seen_by(self._game.roles[seat])._numbers() if self._game.sees else ()
        return encoding_of(self._game).observation(seat, self._state, done)

    def action_mask(self, role: str | None = None) -> NDArray[np.bool_]:
        """For each number of a move whether it is legal for a role, for the one whose turn it is if none is named.

        The moves of `game.actions[role]` are numbered so; all roles have masks of the same length.

        >>> import woodstock as ws
        >>> int(ws.load("connect_four").start().action_mask().sum())
        7
        """
        from woodstock.tensors import encoding_of

        seat = self._observer(role)
        legal = [] if self._over else self._stepper.legal(self._state, seat)
        return encoding_of(self._game).action_mask([move._number for move in legal])

    def _observer(self, role: str | None) -> int:
        turn = self.turn if role is None else role
        if turn is None or turn == "random":
            raise WoodstockError("it is not the turn of one role: name the role, as in observation('x')")
        return self._game.seat(turn)

    # --- copies and text ------------------------------------------------------------------------------------------

    def copy(self) -> Position:
        """The position itself: it never changes.

        >>> import woodstock as ws
        >>> position = ws.load("tic_tac_toe").start()
        >>> position.copy() is position
        True
        """
        return self

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._game, *stored.parts(self))

    def to_dict(self) -> dict[str, Any]:
        """The position as JSON-compatible data: the game's name and digest, the joint moves, and the fluents.

        >>> import woodstock as ws
        >>> position = ws.load("tic_tac_toe").start().play("(mark 2 2)")
        >>> ws.Position.from_dict(position.to_dict()) == position
        True
        """
        return stored.to_dict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], game: Game | None = None) -> Position:
        """The position that `to_dict` wrote. A game that is not a bundled one has to be given; whatever does not fit it
        raises `WoodstockError`.

        >>> import json
        >>> import woodstock as ws
        >>> written = json.dumps(ws.load("tic_tac_toe").start().to_dict())
        >>> ws.Position.from_dict(json.loads(written))
        <Position of tic_tac_toe: x to move>
        """
        return stored.from_dict(data, game)

    def __repr__(self) -> str:
        if self._over:
            said = ", ".join(["over", *(f"{role} {goal}" for role, goal in self.goals.items())])
        else:
            said = " and ".join(self.choosing) or self.turn or "nobody"
            said += " to move"
        return one_line(f"<Position of {self._game.name}: {said}>")

    # --- drawing --------------------------------------------------------------------------------------------------

    def picture(self, *, legal: bool = False) -> Picture:
        """The drawing, with the cells of the last move marked; with `legal` also those that legal moves lead to.

        >>> import woodstock as ws
        >>> len(ws.load("tic_tac_toe").start().picture(legal=True).overlay.legal)
        9
        """
        from woodstock.positions.pictures import of_position

        return of_position(self, legal=legal)


def position_of(game: Game, state: State) -> Position:
    """The position of a state, without a history."""
    position: Position = _new(Position)
    position._game, position._stepper = game, game._stepper
    position._state, position._over = state, game._stepper.terminal(state)
    position._previous = position._last = None
    return position


def _again(game: Game, start: tuple[str, ...] | None, moves: tuple[tuple[str, ...], ...]) -> Position:
    """What a pickled position is made of again."""
    return stored.replayed(game, start, moves)
