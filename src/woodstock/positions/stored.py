"""Positions as JSON-compatible data, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from woodstock.errors import WoodstockError

if TYPE_CHECKING:
    from woodstock.positions.game import Game
    from woodstock.positions.position import Position

JointMoves = tuple[tuple[str, ...], ...]


def parts(position: Position) -> tuple[tuple[str, ...] | None, JointMoves]:
    """The fluents of the first position, unless it is the start of the game, and the joint moves since."""
    first = position._line()[0]
    start = None if first == position.game.start() else first.fluents
    return start, tuple(tuple(map(str, joint_move)) for joint_move in position.history)


def to_dict(position: Position) -> dict[str, Any]:
    """The position as JSON-compatible data."""
    start, moves = parts(position)
    return {
        "game": position.game.name,
        "digest": position.game.digest,
        "start": None if start is None else list(start),
        "moves": [list(joint_move) for joint_move in moves],
        "fluents": list(position.fluents),
    }


def from_dict(data: Mapping[str, Any], game: Game | None) -> Position:
    """The position that `to_dict` wrote. Moves and fluents are checked: anybody may have written it."""
    try:
        name, digest, fluents = data["game"], data["digest"], data["fluents"]
        start = None if data["start"] is None else _texts(data["start"])
        moves = tuple(_texts(joint_move) for joint_move in data["moves"])
    except (KeyError, TypeError) as error:
        raise WoodstockError(f"this is not a position that woodstock wrote: {error!r}") from None
    if game is None:
        game = _bundled(name)
    if digest != game.digest:
        raise WoodstockError(f"the position belongs to other rules than those of {game.name}: give its game")
    position = replayed(game, start, moves)
    if list(position.fluents) != fluents:
        raise WoodstockError("the moves of the position do not lead to its fluents")
    return position


def replayed(game: Game, start: Sequence[str] | None, moves: JointMoves) -> Position:
    """The position that these joint moves lead to."""
    position = game.start() if start is None else game.position(start)
    for joint_move in moves:
        position = position.play(joint_move)
    return position


def _bundled(name: object) -> Game:
    """Only bundled games are found by name: what a stranger wrote must not name a file."""
    from woodstock.games import names
    from woodstock.positions.game import load

    if not isinstance(name, str) or name not in names():
        raise WoodstockError(
            "the position does not belong to a bundled game: give the game, as in from_dict(data, game)"
        )
    return load(name)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise TypeError("expected a list of text")
    return tuple(value)
