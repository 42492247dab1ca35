"""A position as text for a terminal: with colours and the pieces of Unicode, or in plain ASCII."""

from __future__ import annotations

from woodstock.drawing.layout import Style
from woodstock.drawing.painter import KNOWN, Look, Painter
from woodstock.drawing.scene import Overlay, Scene, Token
from woodstock.drawing.text_boards import board_lines
from woodstock.printable import one_line

__all__ = ["Look", "text"]

_LEGEND = 12
"""Pieces that are explained."""


def text(scene: Scene, look: Look | None = None, overlay: Overlay | None = None) -> str:
    """The position as text, without a newline at the end."""
    last = {(spot.board, spot.cell) for spot in overlay.last} if overlay else set()
    painter = Painter(scene.layout, look or Look(), last)
    lines: list[str] = []
    for drawn in scene.boards:
        if title := one_line(drawn.board.title):
            lines.append(f"{title}:")
        lines += board_lines(painter, drawn)
    for tray in scene.trays:
        signs = [painter.sign(Token(name, tray.style)) for name in tray.names]
        names = [one_line(name) for name in tray.names]
        things = names if tray.style is Style.PIECE else [painter.painted(sign, colour) for sign, colour in signs]
        lines.append(f"{one_line(tray.title)}: {' '.join(things)}")
    if legend := _legend(painter, scene):
        lines.append(legend)
    if scene.turn:
        lines.append("turn: " + ", ".join(map(one_line, scene.turn)))
    lines += _wrapped([one_line(entry) for entry in scene.status])
    if scene.left_out:
        lines.append(f"and {len(scene.left_out)} more fluents")
    return "\n".join(line.rstrip() for line in lines) or "nothing holds"


def _wrapped(entries: list[str]) -> list[str]:
    """The entries of the status line, in lines of a readable length."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(entry) < 78:
            lines[-1] += ", " + entry
        else:
            lines.append(entry)
    return lines


def _legend(painter: Painter, scene: Scene) -> str:
    """The pieces on the boards whose text does not tell what they are."""
    found: dict[str, str] = {}
    for drawn in scene.boards:
        for tokens in drawn.tokens.values():
            for token in tokens:
                if token.style is Style.PIECE and token.name in scene.layout.pieces:
                    sign, colour = painter.sign(token)
                    if sign != token.name and sign not in KNOWN:
                        found[token.name] = f"{painter.painted(sign, colour)} {one_line(token.name)}"
    names = [name for name in scene.layout.pieces if name in found]
    more = f", and {len(names) - _LEGEND} more" if len(names) > _LEGEND else ""
    return ", ".join(found[name] for name in names[:_LEGEND]) + more
