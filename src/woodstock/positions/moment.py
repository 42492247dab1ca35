"""A game at one moment: what holds, and who may do what."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Self

from woodstock.engine.machine import State
from woodstock.engine.stepper import Stepper
from woodstock.engine.turns import turns_of
from woodstock.errors import BrokenGameError, WoodstockError
from woodstock.positions.move import Move

if TYPE_CHECKING:
    from woodstock.positions.game import Game


class Moment:
    """What a position is without the moves that led to it."""

    __slots__ = ("_game", "_over", "_state", "_stepper")

    _game: Game
    _stepper: Stepper[Move]
    """The game's own, at hand."""
    _state: State
    _over: bool

    def __new__(cls) -> Self:
        """Games make positions."""
        raise TypeError("positions come from a game: game.start(), or game.position(fluents)")

    # These are read at every step: code in C does it.
    game = property(
        attrgetter("_game"),
        doc="""The game.

        >>> import woodstock as ws
        >>> ws.load("nim").start().game
        <Game nim: first, second>
        """,
    )
    is_over = property(
        attrgetter("_over"),
        doc="""Is the game over?

        >>> import woodstock as ws
        >>> ws.load("rock_paper_scissors").start().play("rock paper").is_over
        True
        """,
    )
    state = property(
        attrgetter("_state"),
        doc="""The state as machines and playouts know it: the way to the fast level.

        >>> import woodstock as ws
        >>> position = ws.load("nim").start()
        >>> position.state == position.game.machine().initial()
        True
        """,
    )

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
        busy = self._busy()
        return self._game.roles[busy[0]] if len(busy) == 1 else None

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
        if role is None:
            moves = self._stepper.choice(self._state)
            if moves is not None:
                return moves
            seat = self._only_mover()
        else:
            seat = self._game.seat(role)
        found = self._stepper.legal(self._state, seat)
        return found or self._broken()

    def _only_mover(self) -> int:
        """The role of which `legal` tells where no role chooses alone."""
        if len(choosing := self.choosing) > 1:
            raise WoodstockError(
                f"{', '.join(choosing)} choose at the same time: name the role, as in legal({choosing[0]!r})"
            )
        busy = self._busy()
        return busy[0] if busy else 0

    def _busy(self) -> tuple[int, ...]:
        """The roles that do something other than waiting."""
        return turns_of(self._game).busy([[move._number for move in own] for own in self._moves()])

    def _moves(self) -> list[list[Move]]:
        """The legal moves of all roles."""
        return [self._stepper.legal(self._state, role) for role in range(len(self._game.roles))]

    def _broken(self) -> list[Move]:
        """The rules go no further: the machine says for whom."""
        self._game._walker.legal(self._state)
        raise BrokenGameError("the rules give no legal move here")  # pragma: no cover (the machine says so)

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

    def _key(self) -> object:
        """What holds; machines of an interpreted game do not agree on numbers."""
        return self._state if self._game.circuit is not None else self.fluents

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moment):
            return NotImplemented
        return self._game == other._game and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self._game, self._key()))
