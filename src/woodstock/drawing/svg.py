"""A position as an SVG picture. Every name in it is escaped: rules are what strangers wrote."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from woodstock.drawing.layout import Kind, Style
from woodstock.drawing.palette import style_sheet
from woodstock.drawing.scene import Drawn, Overlay, Scene
from woodstock.drawing.svg_boards import board_picture
from woodstock.drawing.svg_tokens import legend_entry, token_box
from woodstock.printable import one_line

WIDEST = 1160
"""Pixels; boards that go beyond are drawn below each other, or smaller."""
_MARGIN = 16
_LINE = 22
_LEGEND = 40
"""Pieces that are explained."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a picture with its size."""

    body: str
    width: float
    height: float


def safe(text: str) -> str:
    """Text for an element or an attribute, whoever wrote it."""
    return escape(one_line(text), quote=True)


def svg(scene: Scene, overlay: Overlay | None = None, *, title: str = "", theme: str = "auto") -> str:
    """The picture of a position. Themes are `light`, `dark` and `auto`, which follows the reader's page; a `bare`
    picture has no style sheet of its own, for a page that has one."""
    overlay = overlay or Overlay()
    parts: list[Part] = []
    if head := _head(scene, title):
        parts.append(head)
    parts += _flow([_sized(scene, drawn, overlay) for drawn in scene.boards])
    parts += _trays(scene)
    parts += _status(scene)
    if legend := _legend(scene):
        parts.append(legend)
    if not (scene.boards or scene.trays or scene.turn or scene.status):
        parts.append(Part('<text class="faint" y="15" font-size="14">nothing holds</text>', 120, _LINE))
    width = max(part.width for part in parts) + 2 * _MARGIN
    body: list[str] = []
    y = float(_MARGIN)
    for part in parts:
        body.append(f'<g transform="translate({_MARGIN} {y:g})">{part.body}</g>')
        y += part.height + 10
    height = y + _MARGIN - 10
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    about = f"<title>{safe(title)}</title>" if title else ""
    style = "" if theme == "bare" else f"<style>{style_sheet(theme)}</style>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{about}{style}'
        f'<rect class="page" width="{width:g}" height="{height:g}" rx="8"/>{"".join(body)}</svg>'
    )


def _head(scene: Scene, title: str) -> Part | None:
    """The title and whose turn it is."""
    body: list[str] = []
    width = 0.0
    if title:
        body.append(f'<text y="17" font-size="17" font-weight="600">{safe(title)}</text>')
        width = 11.6 * len(one_line(title)) + 18
    if scene.turn:
        body.append(f'<text x="{width:g}" y="17" font-size="14" class="faint">turn:</text>')
        x = width + 42
        for turn in scene.turn[:8]:
            role = turn.partition(" ")[0]
            colour = scene.layout.roles.get(role, "plain")
            body.append(f'<circle class="c-{safe(colour)}" cx="{x + 7:g}" cy="12" r="7"/>')
            body.append(f'<text x="{x + 20:g}" y="17" font-size="14">{safe(turn)}</text>')
            x += 34 + 8.2 * min(len(one_line(turn)), 40)
        width = x
    return Part("".join(body), min(width, WIDEST), _LINE) if body else None


def _sized(scene: Scene, drawn: Drawn, overlay: Overlay) -> Part:
    """A board, in the size that suits it and those beside it."""
    board = drawn.board
    many = sum(other.board.kind is board.kind for other in scene.boards)
    across = max(len(board.columns) if board.kind is not Kind.POINTS else 13, len(board.rows), 3)
    target = 500 if many < 3 else 260
    unit = min(max(target / across, 22), 60)
    if board.kind is Kind.TRACK:
        unit = 46.0
    body, width, height = board_picture(scene.layout, drawn, overlay, unit)
    if width > WIDEST:
        body, width, height = board_picture(scene.layout, drawn, overlay, unit * (WIDEST - 90) / (width - 90))
    if width > WIDEST:  # long names of rows do not shrink with the cells
        scale = WIDEST / width
        body, width, height = f'<g transform="scale({scale:.3f})">{body}</g>', WIDEST, height * scale
    if title := one_line(board.title):
        body = (
            f'<text y="14" font-size="13" class="faint">{safe(title)}</text><g transform="translate(0 20)">{body}</g>'
        )
        width, height = max(width, 7.5 * len(title)), height + 20
    return Part(body, min(width, WIDEST), height)


def _flow(parts: list[Part]) -> list[Part]:
    """Parts side by side, in as many rows as it takes. Nine of a size make three rows of three."""
    rows: list[list[Part]] = []
    alike = [part for part in parts if part.width == parts[0].width] if parts else []
    side = round(len(alike) ** 0.5)
    square = side * side == len(alike) > 1 and alike == parts[: len(alike)]
    for number, part in enumerate(parts):
        row = rows[-1] if rows else None
        full = row is not None and square and (len(row) == side or number == len(alike))
        if row is None or full or sum(one.width + 24 for one in row) + part.width > WIDEST:
            rows.append([part])
        else:
            row.append(part)
    found: list[Part] = []
    for row in rows:
        body: list[str] = []
        x = 0.0
        for part in row:
            body.append(f'<g transform="translate({x:g} 0)">{part.body}</g>')
            x += part.width + 24
        found.append(Part("".join(body), x - 24, max(part.height for part in row)))
    return found


def _trays(scene: Scene) -> list[Part]:
    found: list[Part] = []
    for tray in scene.trays:
        label = one_line(tray.title)
        x = 8.0 * len(label) + 12
        body = [f'<text y="26" font-size="14" class="faint">{safe(label)}</text>']
        y, widest = 0.0, x
        for name in tray.names:
            inner, width = token_box(scene.layout, name, tray.style)
            if x + width > WIDEST:
                x, y = 8.0 * len(label) + 12, y + 46
            body.append(f'<g transform="translate({x:g} {y:g})">{inner}</g>')
            x += width + 6
            widest = max(widest, x)
        found.append(Part("".join(body), widest, y + 42))
    return found


def _status(scene: Scene) -> list[Part]:
    """The status line, in as many lines as it takes."""
    entries = [one_line(entry) for entry in scene.status]
    if scene.left_out:
        entries.append(f"and {len(scene.left_out)} more")
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(entry) < 90:
            lines[-1] += "  ·  " + entry
        else:
            lines.append(entry)
    return [
        Part(
            f'<text y="14" font-size="13">{safe(line[:150])}</text>', min(7.4 * min(len(line), 150), WIDEST), _LINE - 6
        )
        for line in lines
    ]


def _legend(scene: Scene) -> Part | None:
    """What the pieces are called that are on the boards."""
    styles: dict[str, Style] = {}
    for drawn in scene.boards:
        for token in (token for tokens in drawn.tokens.values() for token in tokens):
            if token.style is Style.PIECE or (token.style is Style.MARK and token.name not in styles):
                styles[token.name] = token.style
    for tray in scene.trays:
        if tray.style is Style.PIECE:
            styles |= dict.fromkeys(tray.names, Style.PIECE)
    body: list[str] = []
    x, y, widest = 0.0, 0.0, 0.0
    names = [name for name in scene.layout.pieces if name in styles and not name.isdigit()]
    for name in names[:_LEGEND]:
        inner, width = legend_entry(scene.layout, name, styles[name])
        if x + width > 560 and x:
            x, y = 0.0, y + 24
        body.append(f'<g transform="translate({x:g} {y:g})">{inner}</g>')
        x += width + 14
        widest = max(widest, x)
    if len(names) > _LEGEND:
        body.append(f'<text y="{y + 38:g}" font-size="12" class="faint">and {len(names) - _LEGEND} more</text>')
        y += 24
    return Part("".join(body), min(widest, WIDEST), y + 22) if body else None
