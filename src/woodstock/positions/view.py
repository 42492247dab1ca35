"""What one role knows of a position. A view holds nothing else, so that nothing else can be read from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from woodstock.errors import WoodstockError
from woodstock.positions.move import Move
from woodstock.positions.pictured import Pictured
from woodstock.printable import one_line
from woodstock.referee.position import history

if TYPE_CHECKING:
    from woodstock.drawing import Picture
    from woodstock.drawing.knowledge import Known
    from woodstock.positions.game import Game
    from woodstock.positions.position import Position


@dataclass(frozen=True, repr=False)
class View(Pictured):
    """What a role knows. In a game with percepts (GDL-II) that is what it did and saw, its legal moves and, in the end,
    its goal; in a game without, everything.

    Two positions that a role cannot tell apart give equal views.

    >>> import woodstock as ws
    >>> dealt = ws.load("kuhn_poker").start().play("(deal first jack)")
    >>> dealt.seen_by("first").percepts
    ('(card jack)',)
    >>> king, queen = dealt.play("(deal second king)"), dealt.play("(deal second queen)")
    >>> king == queen, king.seen_by("first") == queen.seen_by("first")
    (False, True)
    """

    game: Game
    role: str
    is_over: bool
    goal: int | None
    """The goal of the role, once the game is over."""
    moves: tuple[Move, ...]
    """The legal moves of the role."""
    history: tuple[tuple[Move, tuple[str, ...]], ...]
    """For every step the own move, and what was seen after it."""
    last: tuple[Move, ...] = ()
    """The last joint move; where there are percepts nothing, as the moves of others are hidden."""
    _shown: tuple[str, ...] | None = field(default=None, repr=False)
    """The fluents, where they are not hidden."""

    def legal(self) -> list[Move]:
        """The legal moves of the role.

        >>> import woodstock as ws
        >>> ws.load("tic_tac_toe").start().seen_by("o").legal()
        ['noop']
        """
        return list(self.moves)

    @property
    def percepts(self) -> tuple[str, ...]:
        """What the role saw after the last joint move, as KIF text.

        >>> import woodstock as ws
        >>> ws.load("kuhn_poker").start().play("(deal first jack)").seen_by("first").percepts
        ('(card jack)',)
        """
        return self.history[-1][1] if self.history else ()

    @property
    def fluents(self) -> tuple[str, ...]:
        """What holds for certain: in every position that is possible to the role. Nothing, where these are too many.

        >>> import woodstock as ws
        >>> dealt = ws.load("kuhn_poker").start().play("(deal first jack)")
        >>> [fluent for fluent in dealt.seen_by("first").fluents if "jack" in fluent]
        ['(holds first jack)']
        """
        return self._known.certain if self._shown is None else self._shown

    @property
    def possible(self) -> int | None:
        """How many positions are possible to the role; `None` where they are too many to count.

        >>> import woodstock as ws
        >>> dealt = ws.load("kuhn_poker").start().follow("(deal first jack) (deal second king)")
        >>> dealt.seen_by("first").possible, dealt.seen_by("second").possible
        (2, 2)
        """
        return self._known.possible if self._shown is None else 1

    @cached_property
    def _known(self) -> Known:
        from woodstock.drawing.knowledge import known

        return known(self.game, self.game.seat(self.role), self._numbers())

    def _numbers(self) -> list[tuple[int, tuple[str, ...]]]:
        return [(move.number, seen) for move, seen in self.history]

    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def picture(self) -> Picture:
        """The drawing of what the role knows.

        >>> import woodstock as ws
        >>> ws.load("tic_tac_toe").start().seen_by("x").picture().text().splitlines()[-1]
        'turn: x'
        """
        from woodstock.positions.pictures import of_view

        return of_view(self)

    def __repr__(self) -> str:
        return one_line(f"<View of {self.game.name} by {self.role} after {len(self.history)} moves>")


def view_of(position: Position, seat: int) -> View:
    """What a role knows of a position."""
    game = position.game
    if game.sees and position._line()[0] != game.start():
        raise WoodstockError(
            "what a role knows follows from the moves since the start of the game: this one was set up"
        )
    over = position.is_over
    steps = [(one._state, tuple(move.number for move in one.last)) for one in position._line()[1:]]
    seen = history(game._walker, position._line()[0]._state, steps, seat)
    own = tuple(joint_move[seat] for joint_move in position.history)
    return View(
        game,
        game.roles[seat],
        over,
        game._walker.goals(position._state)[seat] if over else None,
        tuple(position.legal(game.roles[seat])),
        tuple((move, percepts) for move, (_, percepts) in zip(own, seen, strict=True)),
        () if game.sees else position.last,
        None if game.sees else position.fluents,
    )
