"""Pieces, cards, dice and numbers as SVG."""

from __future__ import annotations

from html import escape

from woodstock.drawing.layout import Layout, Piece, Style
from woodstock.drawing.palette import FILLS
from woodstock.drawing.pieces import RANKS, SUITS
from woodstock.drawing.shapes import FACES, die_face, drawn_shape, has_shape
from woodstock.printable import one_line

_NUMBERED = ("bomb", "tile-")
"""Shapes that show the number in the piece's name."""


def colour_of(layout: Layout, piece: Piece) -> str:
    """The colour of a piece, or of a role, as the style sheet knows it."""
    colour = layout.roles.get(piece.colour, piece.colour)
    return colour if colour in FILLS else "plain"


def piece_of(layout: Layout, name: str) -> Piece:
    """How a piece is drawn; one that the layout does not list by its own name."""
    return layout.pieces.get(name) or Piece("number" if name.isdigit() else "initials", "plain", name)


def token(layout: Layout, name: str, style: Style) -> str:
    """A token in a box of 100 by 100."""
    about = f"<title>{escape(one_line(name))}</title>" if name else ""
    if style is Style.DIE:
        face = die_face(name)
        return f"<g>{about}{face}</g>" if name in FACES else f"<g>{about}{face}{_text(name[:4], 'ink')}</g>"
    if style is Style.CARD:
        return f"<g>{about}{card(name)}</g>"
    piece = piece_of(layout, name)
    colour = colour_of(layout, piece)
    if style is Style.MARK:
        return f'<g class="c-{colour}">{about}<circle cx="50" cy="50" r="30"/></g>'
    if style is Style.COUNT or piece.shape == "number":
        if style is Style.COUNT and name == "0":
            return f'<g opacity=".45">{about}{_text("0", "faint")}</g>'
        body = f'<rect class="c-{colour}" x="12" y="12" width="76" height="76" rx="14"/>'
        return f"<g>{about}{body}{_text(name, 'on-' + colour)}</g>"
    if has_shape(piece):
        number = "".join(char for char in name if char.isdigit()) if piece.shape.startswith(_NUMBERED) else ""
        text = _text(number, f"on-{colour}", 38 if piece.shape != "bomb" else 50) if number else ""
        return f'<g class="c-{colour}">{about}{drawn_shape(piece.shape)}</g>{text}'
    body = f'<circle class="c-{colour}" cx="50" cy="50" r="38"/>'
    return f"<g>{about}{body}{_text(piece.text or name, 'on-' + colour)}</g>"


def _text(text: str, kind: str, middle: float = 50) -> str:
    """Text around a height of the box, as large as fits."""
    shown = one_line(text)
    shown = shown if len(shown) <= 6 else shown[:5] + "…"
    size = {1: 48, 2: 42, 3: 32, 4: 26}.get(len(shown), 20)
    return (
        f'<text class="{kind}" x="50" y="{middle + size * 0.36:g}" font-size="{size}" font-weight="600"'
        f' text-anchor="middle">{escape(shown)}</text>'
    )


def card(name: str) -> str:
    """A playing card, by words for its rank and suit."""
    words = name.lower().split()
    rank = next((RANKS[word] for word in words if word in RANKS), "")
    suit = next((SUITS[word] for word in words if word in SUITS), "")
    ink = "redink" if suit in ("♥", "♦") else "ink"
    shown = escape(rank + suit or one_line(name)[:4])
    return (
        '<rect class="paper" x="16" y="4" width="68" height="92" rx="9" stroke-width="2.5"/>'
        f'<text class="{ink}" x="50" y="64" font-size="38" font-weight="600" text-anchor="middle">{shown}</text>'
    )


def token_box(layout: Layout, name: str, style: Style) -> tuple[str, float]:
    """A token that lies in a tray, and its width in pixels."""
    body = f'<g transform="scale(.38)">{token(layout, name, style)}</g>'
    if style is not Style.PIECE or has_shape(piece_of(layout, name)) or name.isdigit():
        return body, 38
    text = one_line(name)
    return f'{body}<text x="40" y="24" font-size="12" class="faint">{escape(text)}</text>', 46 + 6.8 * len(text)


def legend_entry(layout: Layout, name: str, style: Style) -> tuple[str, float]:
    """A small token with its name, and the width of both."""
    text = one_line(name)[:40]
    body = f'<g transform="scale(.18)">{token(layout, name, style)}</g>'
    return f'{body}<text x="22" y="14" font-size="12" class="faint">{escape(text)}</text>', 24 + 6.8 * len(text)
