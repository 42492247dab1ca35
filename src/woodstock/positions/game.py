"""Games as people handle them: the engine's, with positions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from woodstock import engine
from woodstock.engine.game import compile_game
from woodstock.engine.source import Source, find
from woodstock.engine.stepper import Stepper, stepper_of
from woodstock.errors import WoodstockError
from woodstock.ground import Limits
from woodstock.positions.move import Move
from woodstock.positions.position import Position, position_of
from woodstock.printable import one_line

if TYPE_CHECKING:
    from woodstock.circuit import Circuit
    from woodstock.positions.symmetries import GameSymmetries


class Game(engine.Game):
    """A game, ready to be played: its rules, compiled. Games are immutable and can be pickled.

    `start` gives a position, for people. `machine` is the fast level below: states are bytes and moves numbers.

    >>> import woodstock as ws
    >>> game = ws.load("tic_tac_toe")
    >>> game
    <Game tic_tac_toe: x, o>
    >>> game.start().turn
    'x'
    """

    def start(self) -> Position:
        """The position in which the game starts.

        >>> import woodstock as ws
        >>> ws.load("chess").start().play("(move e 2 e 4)").turn
        'black'
        """
        return self._start

    def position(self, fluents: Iterable[str]) -> Position:
        """The position in which exactly these fluents hold, given as KIF text.

        >>> import woodstock as ws
        >>> ws.load("nim").position(["(control first)", "(heap a 1)"]).legal()
        ['(take a 1)']
        """
        return position_of(self, self._walker.state([fluents] if isinstance(fluents, str) else list(fluents)))

    def seat(self, role: str) -> int:
        """The number of a role.

        >>> import woodstock as ws
        >>> ws.load("tic_tac_toe").seat("o")
        1
        """
        if role not in self.roles:
            raise WoodstockError(f"there is no role {one_line(str(role))}; the roles are {', '.join(self.roles)}")
        return self.roles.index(role)

    @property
    def actions(self) -> dict[str, tuple[str, ...]]:
        """All the moves of each role, by their numbers: those of action masks and of `machine`.

        >>> import woodstock as ws
        >>> ws.load("tic_tac_toe").actions["x"][0]
        '(mark 1 1)'
        """
        from woodstock.tensors import encoding_of

        return dict(zip(self.roles, encoding_of(self).actions, strict=True))

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of `position.observation()`, the same for all roles.

        >>> import woodstock as ws
        >>> ws.load("connect_four").observation_shape
        (4, 6, 7)
        """
        from woodstock.tensors import encoding_of

        return encoding_of(self).shape

    def symmetries(self) -> GameSymmetries:
        """The permutations of fluents and moves that preserve the game; `augment` applies them.

        >>> import woodstock as ws
        >>> len(ws.load("connect_four").symmetries())
        2
        """
        return self._symmetries

    @cached_property
    def _symmetries(self) -> GameSymmetries:
        from woodstock.positions.symmetries import symmetries_of

        return symmetries_of(self)

    @cached_property
    def digest(self) -> str:
        """A digest of the rules and the way they are read: the same for the same game everywhere.

        >>> import woodstock as ws
        >>> len(ws.load("nim").digest)
        32
        """
        how = f"{self.source.lenient} {self.source.fold_case} ".encode()
        return hashlib.sha256(how + self.source.text).hexdigest()[:32]

    # --- what positions share ---------------------------------------------------------------------------------------

    @cached_property
    def _walker(self) -> engine.CircuitMachine | engine.InterpreterMachine:
        """The machine that positions ask. Its calls keep threads apart."""
        return self.machine()

    @cached_property
    def _stepper(self) -> Stepper[Move]:
        """What positions move with: the objects of moves are made once."""
        roles = self.roles
        return stepper_of(self._walker, lambda name, role, number, place: Move(name, roles[role], number, place))

    @cached_property
    def _start(self) -> Position:
        return position_of(self, self._walker.initial())

    # --- the same game, wherever it was loaded ------------------------------------------------------------------------

    def _same(self, other: Game) -> bool:
        """Do the two number fluents and moves in the same way? Then it is the rules alone that matter."""
        if (self.circuit is None) != (other.circuit is None) or self.sees != other.sees:
            return False
        return self.circuit is None or other.circuit is None or self.circuit.fluents == other.circuit.fluents

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (self.source == other.source and self._same(other))

    def __hash__(self) -> int:
        return hash(self.source)

    def __reduce__(self) -> tuple[Any, ...]:
        _LOADED.setdefault(self.source, self)
        return _again, (self.source, self.circuit, self._facts)


_LOADED: WeakValueDictionary[Source, Game] = WeakValueDictionary()
"""Games that were pickled: positions that come one by one from another process share theirs, and its machines."""


def _again(source: Source, circuit: Circuit | None, facts: dict[str, Any]) -> Game:
    game = Game(source, circuit, facts)
    known = _LOADED.get(source)
    if known == game:
        return known
    _LOADED[source] = game
    return game


def load(
    game: str | Path,
    *,
    lenient: bool = False,
    fold_case: bool = False,
    limits: Limits | None = None,
    cache: bool = True,
) -> Game:
    """Load a bundled game by its name, or a rulesheet by its path.

    `lenient` plays rules that are unsafe but clear, `fold_case` reads them without regard to case. Rules that exceed
    the grounding limits are interpreted, with a `FallbackWarning`. With `cache` the compiled game is kept on disk.

    >>> import woodstock as ws
    >>> ws.load("connect_four").roles
    ('red', 'yellow')
    """
    source = find(game, lenient=lenient, fold_case=fold_case)
    return for_people(compile_game(source, limits=limits, cache=cache))


def for_people(game: engine.Game) -> Game:
    """The same game with positions."""
    return game if isinstance(game, Game) else Game(game.source, game.circuit, game._facts)
