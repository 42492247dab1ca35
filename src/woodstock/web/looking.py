"""What one pair of eyes may see of a position: the picture, the cells, and the moves that can be made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from woodstock.drawing import Picture, known_picture
from woodstock.drawing import picture as full_picture
from woodstock.drawing.notation import short_forms
from woodstock.positions.position import Position
from woodstock.web.clicks import labels, steps, targets
from woodstock.web.loaded_game import LoadedGame, Moves, situation


def look(
    loaded: LoadedGame, moves: Moves, viewer: str | None, choosers: list[str], most: int, at: int | None = None
) -> dict[str, Any]:
    """The position after these moves, or the first `at` of them, as `viewer` knows it; without a viewer everything is
    shown. `choosers` are the roles whose legal moves are told, at most so many."""
    position = loaded.positions(moves)[-1 if at is None else at]
    shown = picture_of(loaded, position, viewer)
    return {
        "svg": shown.svg(theme="bare"),
        "text": shown.text(),
        "cells": labels(shown.scene),
        "status": list(shown.scene.status),
        "moves": {role: _legal(loaded, position, role, most) for role in choosers},
        **situation(position),
        "seen": _seen(position, viewer),
        "names": loaded.names(moves),
    }


def picture_of(loaded: LoadedGame, position: Position, viewer: str | None, title: str = "") -> Picture:
    """The picture, with cells that can be clicked."""
    game = loaded.game
    if viewer is None or not game.sees:
        shown = full_picture(game, position.state, position.last, title=title, layout=loaded.layout)
    else:
        shown = replace(known_picture(game, game.seat(viewer), position.seen_by(viewer)._numbers()), title=title)
    return shown.under(replace(shown.overlay, targets=targets(loaded.layout)))


def _legal(loaded: LoadedGame, position: Position, role: str, most: int) -> list[dict[str, Any]]:
    legal = list(map(str, position.legal(role)))[:most]
    shorts = short_forms(loaded.layout, legal)
    return [{"move": move, "short": shorts[move], "steps": steps(loaded.layout, move, role)} for move in legal]


def _seen(position: Position, viewer: str | None) -> list[dict[str, Any]]:
    """What a role did and saw, where that is all it knows."""
    if viewer is None or not position.game.sees:
        return []
    history = position.seen_by(viewer).history
    return [{"move": str(move), "sees": list(percepts)} for move, percepts in history]
