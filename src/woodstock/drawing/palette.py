"""Colours, for light and dark surroundings. Those of roles follow Okabe and Ito, whom colour-blind readers can read."""

from __future__ import annotations

FILLS = {
    "white": "#ffffff",
    "black": "#2b2b2b",
    "red": "#d55e00",
    "blue": "#0072b2",
    "green": "#009e73",
    "yellow": "#f0e442",
    "orange": "#e69f00",
    "purple": "#6f2dbd",
    "pink": "#cc79a7",
    "magenta": "#cc79a7",
    "cyan": "#56b4e9",
    "teal": "#56b4e9",
    "brown": "#8c5a2b",
    "grey": "#9a9a9a",
    "gray": "#9a9a9a",
    "plain": "#c9ced6",
}
"""The fill of a piece of each colour."""

DARK_INK = frozenset({"white", "yellow", "orange", "cyan", "teal", "plain", "grey", "gray", "pink", "magenta"})
"""Colours on which text is dark."""

GROUPS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#6f2dbd")
"""Colours of groups of moves."""

ANSI = {
    "white": "97",
    "black": "90",
    "red": "91",
    "blue": "94",
    "green": "92",
    "yellow": "93",
    "orange": "33",
    "purple": "35",
    "pink": "95",
    "magenta": "95",
    "cyan": "96",
    "teal": "96",
    "brown": "33",
    "grey": "37",
    "gray": "37",
    "plain": "39",
}
"""The colour of each piece in a terminal, as a code of the ANSI standard."""

_LIGHT = {
    "page": "#ffffff", "text": "#1d2330", "faint": "#6b7280", "cell": "#f3e9d7", "other": "#d9c3a0",
    "grid": "#b9a888", "void": "#e7e2d8", "edge": "#444444", "card": "#ffffff",
}  # fmt: skip
_DARK = {
    "page": "#14171d", "text": "#e8eaf0", "faint": "#b6bfcc", "cell": "#6a604c", "other": "#4e4636",
    "grid": "#383327", "void": "#23262d", "edge": "#d0d0d0", "card": "#f4f4f4",
}  # fmt: skip


_DARK_BLACK = ".c-black{fill:#0b0d10;stroke:#c3cad6}.c-black .LINE{stroke:#0b0d10}"
"""Black pieces on a dark board: darker than it, with a light rim."""


def _rules(theme: dict[str, str]) -> str:
    return (
        f".page{{fill:{theme['page']}}}"
        f"text{{fill:{theme['text']};font-family:system-ui,'DejaVu Sans',sans-serif}}"
        f".faint{{fill:{theme['faint']}}}"
        f".cell{{fill:{theme['cell']};stroke:{theme['grid']}}}"
        f".other{{fill:{theme['other']};stroke:{theme['grid']}}}"
        f".void{{fill:{theme['void']};stroke:{theme['grid']}}}"
        f".wall{{fill:{theme['edge']};fill-opacity:.55}}"
        f".dot{{fill:{theme['edge']}}}.drawn{{stroke:{theme['edge']};stroke-width:4;stroke-linecap:round}}"
        f".open{{stroke:{theme['grid']};stroke-width:1;stroke-dasharray:2 4}}"
        f".join{{stroke:{theme['grid']};stroke-width:2}}"
        f".edge{{stroke:{theme['edge']};stroke-width:1.5}}"
    )


def style_sheet(theme: str) -> str:
    """The rules of a picture: `light`, `dark`, or `auto` for what the reader's page is."""
    text = _rules(_DARK if theme == "dark" else _LIGHT)
    for name, fill in FILLS.items():
        ink = "#1d2330" if name in DARK_INK else "#ffffff"
        rim = "#8f97a6" if name == "black" else "#333333"
        text += f".c-{name}{{fill:{fill};stroke:{rim};stroke-width:2.5}}.c-{name} .LINE{{stroke:{fill}}}"
        text += f".c-{name} .INK{{stroke:{ink};stroke-width:4}}.c-{name} .DOT{{fill:{ink};stroke:none}}"
        text += f"text.on-{name}{{fill:{ink}}}"
    text += (
        ".LINE{stroke-linecap:round}.c-white .LINE{stroke:#8f97a6}.c-black .LINE{stroke:#555c69}"
        ".die{fill:#ffffff;stroke:#333333;stroke-width:3}.pip{fill:#1d2330}.worm{fill:none;stroke:#d55e00;stroke-width:10;stroke-linecap:round}"
        ".paper{fill:#ffffff;stroke:#333333}.ink{fill:#1d2330}.redink{fill:#c4351c}"
        ".last{fill:none;stroke:#e69f00;stroke-width:3}.legal{fill:#009e73;fill-opacity:.75}"
        ".wraps,.wrap{fill:none;stroke:#8a5fbf;stroke-width:3}.wraps{stroke-dasharray:7 5}"
        ".arrow{stroke:#0072b2;stroke-width:5;stroke-opacity:.8;fill:none}.head{fill:#0072b2;fill-opacity:.8}"
    )
    if theme == "dark":
        text += _DARK_BLACK
    if theme == "auto":
        text += f"@media (prefers-color-scheme:dark){{{_rules(_DARK)}{_DARK_BLACK}}}"
    return text
