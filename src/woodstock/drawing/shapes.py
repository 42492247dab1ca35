"""Our own drawings of pieces, each in a box of 100 by 100. A fill and a stroke come from outside.

`INK` is replaced by the class of the lines on top of a piece, which must be seen on its fill.
"""

from __future__ import annotations

from woodstock.drawing.layout import Piece

_BASE = '<path d="M22 90 h56 v-7 q0-6-6-6 h-44 q-6 0-6 6z"/>'

_DRAWN: dict[str, str] = {
    "pawn": '<path d="M32 77 q3-20 12-28 a16 16 0 1 1 12 0 q9 8 12 28z"/>' + _BASE,
    "rook": '<path d="M26 16 h12 v9 h7 v-9 h10 v9 h7 v-9 h12 v22 l-9 8 l3 31 h-36 l3-31 l-9-8z"/>' + _BASE,
    "bishop": '<circle cx="50" cy="14" r="6"/><path d="M34 77 l5-17 q-14-18 11-40 q25 22 11 40 l5 17z"/>'
    + _BASE
    + '<path class="INK" d="M50 32 v17 M42 40 h16" fill="none"/>',
    "knight": '<path d="M30 77 q2-20 16-29 q-9 1-15 8 l-9-5 q4-20 19-29 l1-12 l10 9 q24 6 24 36 q0 14-3 22z"/>'
    + _BASE
    + '<circle class="DOT" cx="43" cy="33" r="3"/>',
    "queen": '<path d="M30 77 l-14-45 l16 18 l4-28 l14 26 l14-26 l4 28 l16-18 l-14 45z"/>'
    '<circle cx="16" cy="29" r="5"/><circle cx="36" cy="18" r="5"/>'
    '<circle cx="64" cy="18" r="5"/><circle cx="84" cy="29" r="5"/>' + _BASE,
    "king": '<path d="M46 8 h8 v8 h8 v8 h-8 v10 h-8 v-10 h-8 v-8 h8z"/>'
    '<path d="M30 77 q-22-24-8-38 q16-10 28 8 q12-18 28-8 q14 14-8 38z"/>' + _BASE,
    "disc": '<circle cx="50" cy="50" r="36"/>',
    "man": '<circle cx="50" cy="50" r="36"/><circle class="INK" cx="50" cy="50" r="25" fill="none"/>',
    "crowned": '<circle cx="50" cy="50" r="36"/><circle class="INK" cx="50" cy="50" r="29" fill="none"/>'
    '<path class="DOT" d="M30 62 l-3-24 l12 10 l11-16 l11 16 l12-10 l-3 24z"/>',
    "ring": '<circle class="LINE" cx="50" cy="50" r="29" fill="none" stroke-width="12"/>',
    "cross": '<path class="LINE" d="M24 24 L76 76 M76 24 L24 76" fill="none" stroke-width="12"/>',
    "wall": '<rect x="4" y="4" width="92" height="92" rx="6"/>',
    "brick": '<rect x="6" y="6" width="88" height="88" rx="4"/>'
    '<path class="INK" d="M6 35 h88 M6 64 h88 M36 6 v29 M66 35 v29 M36 64 v30" fill="none"/>',
    "burnt": '<rect x="16" y="16" width="68" height="68" rx="10"/>'
    '<path class="INK" d="M30 30 L70 70 M70 30 L30 70" fill="none"/>',
    "bomb": '<circle cx="46" cy="58" r="30"/><path class="LINE" d="M64 34 q8-14 20-12" fill="none" stroke-width="6"/>',
    "pellet": '<circle cx="50" cy="50" r="10"/>',
    "pacman": '<path d="M50 50 L84 30 A38 38 0 1 0 84 70z"/>',
    "ghost": '<path d="M18 86 v-36 a32 32 0 0 1 64 0 v36 l-11-10 l-10 10 l-11-10 l-11 10 l-10-10z"/>'
    '<circle class="DOT" cx="38" cy="46" r="6"/><circle class="DOT" cx="62" cy="46" r="6"/>',
    "fire": '<path d="M50 90 q-32-4-28-34 q4-14 12-18 q0 12 6 14 q-2-26 18-44'
    ' q-2 20 10 28 q14 12 10 30 q-6 22-28 24z"/>',
    "gold": '<path d="M30 28 h40 l16 44 h-72z"/><path class="INK" d="M36 38 h28" fill="none"/>',
    "pit": '<ellipse cx="50" cy="56" rx="38" ry="26"/><ellipse class="DOT" cx="50" cy="60" rx="28" ry="17"/>',
    "star": '<path d="M50 10 l12 28 30 3 -23 20 7 30 -26-16 -26 16 7-30 -23-20 30-3z"/>',
    "fruit": '<circle cx="50" cy="58" r="28"/><path class="LINE" d="M50 32 q2-14 12-18" fill="none" stroke-width="6"/>',
    "water": '<path class="LINE" d="M18 38 q8-12 16 0 t16 0 t16 0 t16 0 M18 64 q8-12 16 0 t16 0 t16 0 t16 0"'
    ' fill="none" stroke-width="8"/>',
    "house": '<path d="M14 52 L50 18 L86 52 h-10 v34 h-52 v-34z"/>',
    "dirt": '<circle cx="34" cy="60" r="9"/><circle cx="58" cy="46" r="7"/><circle cx="64" cy="68" r="10"/>'
    '<circle cx="42" cy="36" r="5"/>',
    "lamp": '<path d="M36 70 q0-8-8-18 a26 26 0 1 1 44 0 q-8 10-8 18z"/>'
    '<rect x="38" y="74" width="24" height="14" rx="5"/>',
    "heads": '<circle cx="50" cy="50" r="36"/><circle class="INK" cx="50" cy="40" r="11" fill="none"/>'
    '<path class="INK" d="M30 72 q4-18 20-18 q16 0 20 18" fill="none"/>',
    "tails": '<circle cx="50" cy="50" r="36"/><path class="INK" d="M34 60 q8-26 16-6 q8 20 16-12" fill="none"/>',
}
_ARROW = '<path d="M50 12 L80 52 H60 V88 H40 V52 H20z"/>'


def has_shape(piece: Piece) -> bool:
    """Is there a drawing for this piece?"""
    return piece.shape in _DRAWN or piece.shape.startswith(("arrow", "quarto-", "tile-"))


def drawn_shape(shape: str) -> str:
    """The drawing of a shape; of a plain disc if there is none of this name."""
    if shape.startswith("arrow") and shape[5:].isdigit():
        return f'<g transform="rotate({int(shape[5:])} 50 50)">{_ARROW}</g>'
    if shape.startswith("quarto-"):
        return _quarto(shape.split("-"))
    if shape.startswith("tile-") and shape[5:].isdigit():
        return _tile(int(shape[5:6]))
    return _DRAWN.get(shape, _DRAWN["disc"])


def _tile(worms: int) -> str:
    """A tile with room for its number above, and so many worms below."""
    marks = [f'<path class="INK" d="M{at} 76 q5-9 9-3 t9-4" fill="none"/>' for at in _spread(worms)]
    return '<rect x="14" y="4" width="72" height="92" rx="10"/>' + "".join(marks)


def _spread(count: int) -> list[float]:
    """Where so many marks of 18 begin, side by side around the middle."""
    return [50 - 9 + (at - (count - 1) / 2) * 17 for at in range(min(count, 4))]


def _quarto(words: list[str]) -> str:
    """A piece of Quarto: tall ones are large, hollow ones have a hole. Its colour is light or dark."""
    size = 40 if "tall" in words else 26
    outline = f'<circle cx="50" cy="50" r="{size}"/>'
    if "square" in words:
        outline = f'<rect x="{50 - size}" y="{50 - size}" width="{2 * size}" height="{2 * size}" rx="5"/>'
    return outline + (f'<circle class="DOT" cx="50" cy="50" r="{size * 0.45:g}"/>' if "hollow" in words else "")


FACES = frozenset({*"123456", "worm"})
"""What is drawn on a die; anything else is written on it."""
_PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}


def die_face(name: str) -> str:
    """A die with so many pips, with a worm, or with a text on it."""
    box = '<rect class="die" x="8" y="8" width="84" height="84" rx="16"/>'
    if name not in FACES:
        return box
    if name == "worm":
        return (
            f'{box}<path class="worm" d="M20 66 q8-26 18-10 t18-8 t16-16"/><circle class="pip" cx="74" cy="28" r="4"/>'
        )
    spots = [divmod(int(digit) - 1, 3) for digit in _PIPS[int(name)]]
    return box + "".join(f'<circle class="pip" cx="{26 + 24 * x}" cy="{26 + 24 * y}" r="8"/>' for y, x in spots)
