"""Positions: a game at one moment, for people."""

from __future__ import annotations

import random
from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Self

from woodstock.engine.machine import State
from woodstock.engine.stepper import After, Stepper
from woodstock.errors import BrokenGameError, IllegalMoveError, WoodstockError
from woodstock.kif.terms import split
from woodstock.positions import stored
from woodstock.positions.joint import Given, joint_move
from woodstock.positions.move import Move
from woodstock.printable import one_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from woodstock.drawing import Picture
    from woodstock.positions.game import Game
    from woodstock.positions.view import View

_new = object.__new__


class Position:
    """A game at one moment. Positions are immutable: `play` gives another one.

    Two positions are equal if they are of the same game and the same fluents hold, however they came about: the history
    does not count. They can be keys of dictionaries, pickled and written as JSON. A position knows everything;
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

    __slots__ = ("_game", "_last", "_over", "_previous", "_state", "_stepper")

    _game: Game
    _stepper: Stepper[Move]
    """The game's own, at hand."""
    _state: State
    _over: bool
    _previous: Position | None
    _last: Move | tuple[Move, ...] | None
    """The joint move that led here; the move of one role where the others had only one."""

    def __new__(cls) -> Self:
        """Games make positions."""
        raise TypeError("positions come from a game: game.start(), or game.position(fluents)")

    # These two are read at every step: code in C does it.
    game = property(attrgetter("_game"), doc="The game.")
    is_over = property(attrgetter("_over"), doc="Is the game over?")
    state = property(attrgetter("_state"), doc="The state as machines and playouts know it: the way to the fast level.")

    # --- whose move it is -----------------------------------------------------------------------------------------

    @property
    def choosing(self) -> tuple[str, ...]:
        """The roles that have more than one legal move, `random` included; none when the game is over.

        >>> import woodstock as ws
        >>> ws.load("rock_paper_scissors").start().choosing
        ('left', 'right')
        """
        if self._over:
            return ()
        roles = self._game.roles
        return tuple(roles[role] for role in self._stepper.choosing(self._state))

    @property
    def turn(self) -> str | None:
        """The role whose turn it is: the one that has a choice, `random` where chance decides.

        Where no role has a choice, it is the one whose only move is not what it does while others choose. `None` when
        the game is over, and where several roles choose at the same time (`choosing` names them).

        >>> import woodstock as ws
        >>> ws.load("connect_four").start().turn
        'red'
        """
        choosing = self.choosing
        if choosing or self._over:
            return choosing[0] if len(choosing) == 1 else None
        active = self._game._active(self._state)
        return self._game.roles[active[0]] if len(active) == 1 else None

    def legal(self, role: str | None = None) -> list[Move]:
        """The legal moves of a role; of the one whose turn it is if none is named. None when the game is over.

        >>> import woodstock as ws
        >>> ws.load("connect_four").start().legal()
        ['(drop 1)', '(drop 2)', '(drop 3)', '(drop 4)', '(drop 5)', '(drop 6)', '(drop 7)']
        >>> ws.load("connect_four").start().legal("yellow")
        ['noop']
        """
        if self._over:
            return []
        game = self._game
        if role is None:
            moves = self._stepper.choice(self._state)
            if moves is not None:
                return moves
            seat = self._only_mover()
        else:
            seat = game.seat(role)
        found = self._stepper.legal(self._state, seat)
        return found or self._broken()

    def _only_mover(self) -> int:
        """The role of which `legal` tells where no role chooses alone."""
        if len(choosing := self.choosing) > 1:
            raise WoodstockError(
                f"{', '.join(choosing)} choose at the same time: name the role, as in legal({choosing[0]!r})"
            )
        active = self._game._active(self._state)
        return active[0] if active else 0

    def _broken(self) -> list[Move]:
        """The rules go no further: the machine says for whom."""
        self._game._walker.legal(self._state)
        raise BrokenGameError("the rules give no legal move here")  # pragma: no cover (the machine says so)

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
        game = self._game
        legal = [self._stepper.legal(self._state, role) for role in range(len(game.roles))]
        if not all(legal):
            self._broken()
        return joint_move(game.roles, legal, move, rng)

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
            if needed == 0 and not position._over and not any(terms[at] in own for own in position._only()):
                position = position.play()
                continue
            taken = max(needed, 1)
            position = position.play(terms[at : at + taken])
            at += taken
        return position

    def _only(self) -> list[list[Move]]:
        return [self._stepper.legal(self._state, role) for role in range(len(self._game.roles))]

    # --- what holds -----------------------------------------------------------------------------------------------

    @property
    def fluents(self) -> tuple[str, ...]:
        """What holds, as KIF text, sorted.

        >>> import woodstock as ws
        >>> ws.load("nim").start().fluents
        ('(control first)', '(heap a 1)', '(heap b 3)', '(heap c 5)', '(heap d 7)')
        """
        return tuple(self._game._walker.fluents(self._state))

    @property
    def goals(self) -> dict[str, int | None]:
        """The goal value of each role but `random`, from 0 to 100; `None` where the rules give none. Before the end
        most rules give none, or one that means nothing.

        >>> import woodstock as ws
        >>> ws.load("rock_paper_scissors").start().play("rock paper").goals
        {'left': 0, 'right': 100}
        """
        values = zip(self._game.roles, self._game._walker.goals(self._state), strict=True)
        return {role: value for role, value in values if role != "random"}

    @property
    def previous(self) -> Position | None:
        """The position before the last joint move; `None` at the start."""
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
        """The joint move that led here; nothing at the start."""
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
        """What a role knows: where the rules have percepts (GDL-II) its own moves and what it saw, and nothing else."""
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

    # --- equality, copies, text -------------------------------------------------------------------------------------

    def _key(self) -> object:
        """What holds; machines of an interpreted game do not agree on numbers."""
        return self._state if self._game.circuit is not None else self.fluents

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._game == other._game and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self._game, self._key()))

    def copy(self) -> Position:
        """The position itself: it never changes."""
        return self

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._game, *stored.parts(self))

    def to_dict(self) -> dict[str, Any]:
        """The position as JSON can hold it: the game's name and digest, the joint moves, and the fluents.

        >>> import woodstock as ws
        >>> position = ws.load("tic_tac_toe").start().play("(mark 2 2)")
        >>> ws.Position.from_dict(position.to_dict()) == position
        True
        """
        return stored.to_dict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], game: Game | None = None) -> Position:
        """The position that `to_dict` wrote. A game that is not a bundled one has to be given; whatever does not fit it
        raises `WoodstockError`."""
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
        """The drawing, with the cells of the last move marked; with `legal` also those that legal moves lead to."""
        from woodstock.positions.pictures import of_position

        return of_position(self, legal=legal)

    def svg(self, *, theme: str = "auto") -> str:
        """The drawing as SVG. Themes are `light`, `dark` and `auto`.

        >>> import woodstock as ws
        >>> ws.load("chess").start().svg()[:4]
        '<svg'
        """
        return self.picture().svg(theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return str(self.picture())


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


def walk(position: Position, rng: random.Random, limit: int) -> Position:
    """The end of a random match, in which each role chooses uniformly; or where it is after a limit of joint moves."""
    for _ in range(limit):
        if position._over:
            break
        position = position.play([rng.choice(own or position._broken()) for own in position._only()])
    return position
