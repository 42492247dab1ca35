"""Positions drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from woodstock.drawing import Picture, known_picture, picture
from woodstock.drawing.overlays import target

if TYPE_CHECKING:
    from woodstock.positions.position import Position
    from woodstock.positions.view import View


def of_position(position: Position, *, legal: bool) -> Picture:
    """A position with everything that holds."""
    shown = picture(position.game, position._state, position.last)
    if not legal or position.is_over:
        return shown
    moves = (move for own in position._moves() for move in own)
    spots = {spot for move in moves if (spot := target(shown.layout, move)) is not None}
    return shown.under(replace(shown.overlay, legal=tuple(spots)))


def of_view(view: View) -> Picture:
    """What a role knows: made of nothing but the view."""
    game = view.game
    if not game.sees:
        return picture(game, game.machine().state(view.fluents), view.last)
    return known_picture(game, game.seat(view.role), view._numbers())
