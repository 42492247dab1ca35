"""Joint moves in all the forms in which people give them."""

from __future__ import annotations

import difflib
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from woodstock.errors import IllegalMoveError, WoodstockError
from woodstock.kif.terms import canonical, split
from woodstock.positions.move import Move
from woodstock.printable import one_line

Given: TypeAlias = str | Mapping[str, str] | Sequence[str] | None
"""A move as text, moves of several roles as text, by role or in the order of the roles; `None` where none is needed."""

_SHOWN = 8
"""Legal moves that an error names."""


def joint_move(
    roles: Sequence[str], legal: Sequence[list[Move]], given: Given, rng: random.Random | None
) -> tuple[Move, ...]:
    """One legal move for each role. Roles that are not given one make their only move; where that is not clear, or not
    legal, an `IllegalMoveError` says what to give. With `rng` the role `random` draws its own."""
    choosing = [
        role for role, moves in enumerate(legal) if len(moves) > 1 and not (rng is not None and roles[role] == "random")
    ]
    chosen = _by_role(roles, legal, choosing, given)
    return tuple(
        _legal(roles[role], moves, chosen[role]) if role in chosen else _only(roles[role], moves, given, rng)
        for role, moves in enumerate(legal)
    )


def _by_role(
    roles: Sequence[str], legal: Sequence[list[Move]], choosing: Sequence[int], given: object
) -> dict[int, str]:
    """What is given, by the number of the role."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return {_seat(roles, role): move for role, move in given.items()}
    if isinstance(given, str):
        terms = [given] if isinstance(given, Move) else _terms(given)
    elif isinstance(given, Sequence) and all(isinstance(move, str) for move in given):
        terms = list(given)
    else:
        raise IllegalMoveError(
            "a joint move is text, a move, a dictionary by role or a sequence of moves in the order of the roles, "
            f"not {one_line(repr(given))}"
        )
    if len(terms) == 1:
        return {_single(roles, legal, choosing, terms[0]): terms[0]}
    if len(terms) == len(roles):
        return dict(enumerate(terms))
    if len(terms) == len(choosing):
        return dict(zip(choosing, terms, strict=True))
    raise IllegalMoveError(
        f"{len(terms)} moves are given; give one for each role ({_named(roles)}) or for each that chooses here "
        f"({_named([roles[role] for role in choosing]) or 'none'})"
    )


def _single(roles: Sequence[str], legal: Sequence[list[Move]], choosing: Sequence[int], text: str) -> int:
    """Whose a single move is."""
    if isinstance(text, Move) and text.role in roles:
        return roles.index(text.role)
    if len(choosing) == 1:
        return choosing[0]
    if choosing:
        first = {roles[role]: str(text) for role in choosing}
        raise IllegalMoveError(f"{_named(list(first))} choose at the same time: give a move for each, such as {first}")
    # Nobody has a choice: whoever can do it.
    return next((role for role, moves in enumerate(legal) if text in moves), 0)


def _only(role: str, moves: list[Move], given: Given, rng: random.Random | None) -> Move:
    if len(moves) == 1:
        return moves[0]
    if not moves:
        raise IllegalMoveError(f"{role} has no legal move here")
    if role == "random":
        if rng is not None:
            return rng.choice(moves)
        raise IllegalMoveError(
            "random has a choice here: give its move as well, or let it be drawn, as in play(.., rng=random.Random(1))"
        )
    beside = "" if given is None else " as well"
    raise IllegalMoveError(f"{role} has a choice here{beside}: give its move, one of {_some(moves)}")


def _legal(role: str, moves: list[Move], text: str) -> Move:
    """The legal move that a text stands for, however it is spaced."""
    if text not in moves:
        try:
            text = canonical(text)
        except WoodstockError as error:
            raise IllegalMoveError(f"{one_line(text)} is not a move: {error}") from None
    if text not in moves:
        near = difflib.get_close_matches(text, moves, n=_SHOWN) or moves
        raise IllegalMoveError(f"{one_line(text)} is not legal for {role} here; legal are {_some(near)}")
    return next(move for move in moves if move == text)


def _terms(text: str) -> list[str]:
    try:
        terms = split(text)
    except WoodstockError as error:
        raise IllegalMoveError(f"{one_line(text)} is not a move: {error}") from None
    if not terms:
        raise IllegalMoveError("no move is given")
    return terms


def _seat(roles: Sequence[str], role: str) -> int:
    if role not in roles:
        raise IllegalMoveError(f"there is no role {one_line(str(role))}; the roles are {_named(roles)}")
    return roles.index(role)


def _named(roles: Iterable[str]) -> str:
    return ", ".join(roles)


def _some(moves: Sequence[str]) -> str:
    more = f" and {len(moves) - _SHOWN} more" if len(moves) > _SHOWN else ""
    return one_line(", ".join(moves[:_SHOWN])) + more
