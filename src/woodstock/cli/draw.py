"""`woodstock draw`: a picture of a position."""

from __future__ import annotations

import re
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.options import GameName, Json, Loading, loads_games
from woodstock.cli.output import respond
from woodstock.cli.terminal import put
from woodstock.errors import WoodstockError
from woodstock.files import write_text, writing_to

if TYPE_CHECKING:
    from woodstock.drawing import Picture

_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
_THEMES = ("auto", "light", "dark")


@loads_games
def draw(
    game: GameName,
    moves: Annotated[str, typer.Option(metavar="MOVES", help="Moves that lead to the position.")] = "",
    role: Annotated[
        str | None, typer.Option("--as", metavar="ROLE", help="Draw only what this role knows (games with percepts).")
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the picture as SVG.")] = None,
    png: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it as PNG; needs rsvg-convert or Chromium.")
    ] = None,
    theme: Annotated[str, typer.Option(metavar="THEME", help="auto, light or dark.")] = "auto",
    legal: Annotated[bool, typer.Option("--legal", help="Mark the cells that legal moves lead to.")] = False,
    layout: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the layout as TOML, to edit and place beside the rules.")
    ] = None,
    as_json: Json = False,
    *,
    loading: Loading,
) -> int:
    """Draw a position of any game: in the terminal, or as a file.

    MOVES are KIF terms; roles without a choice need none: --moves "(drop 4) (drop 4)".
    """
    from dataclasses import replace

    from woodstock.drawing import Look, known_picture, picture
    from woodstock.drawing.layout_toml import dumped, to_table
    from woodstock.drawing.overlays import target
    from woodstock.referee import position

    if theme not in _THEMES:
        raise WoodstockError(f"there is no theme {theme}; the themes are {', '.join(_THEMES)}")
    loaded = loading.load(game, quiet=as_json)
    machine = loaded.machine()
    if role is not None and role not in machine.roles:
        raise WoodstockError(f"there is no role {role}; the roles are {', '.join(machine.roles)}")
    steps = position.follow(machine, machine.initial(), moves)
    state = steps[-1][0] if steps else machine.initial()
    if role is not None and loaded.sees:
        seat = machine.roles.index(role)
        shown = known_picture(loaded, seat, position.history(machine, machine.initial(), steps, seat))
    else:
        last = [machine.move_name(at, move) for at, move in enumerate(steps[-1][1])] if steps else []
        shown = picture(loaded, state, last)
    if legal and not machine.terminal(state):
        seats = [machine.roles.index(role)] if role is not None else range(len(machine.roles))
        all_legal = machine.legal(state)
        spots = {target(shown.layout, machine.move_name(at, move)) for at in seats for move in all_legal[at]}
        shown = shown.under(replace(shown.overlay, legal=tuple(spot for spot in spots if spot is not None)))
    if svg is not None:
        write_text(svg, shown.svg(theme=theme))
    if png is not None:
        _write_png(png, shown.svg(theme="light" if theme == "auto" else theme))
    if layout is not None:
        write_text(layout, dumped(shown.layout))
    answer = _answer(shown, to_table(shown.layout))
    quiet = svg or png or layout
    return respond(as_json, answer, lambda: None if quiet else put(shown.text(Look.of(_out()))))


def _out() -> Any:
    from woodstock.cli.terminal import plain_output

    return plain_output()


def _write_png(path: Path, picture: str) -> None:
    from woodstock.drawing.png import png

    width, height = (ceil(float(size)) for size in _SIZE.search(picture).groups())  # type: ignore[union-attr]
    data = png(picture, width, height)
    with writing_to(path):
        path.write_bytes(data)


def _answer(shown: Picture, layout: dict[str, Any]) -> dict[str, Any]:
    """What programs are told: how the game is drawn, and where each fluent of the position went."""
    scene = shown.scene
    left = set(scene.left_out)
    return {
        "layout": layout,
        "drawn": [fluent for fluent in shown.fluents if fluent not in left],
        "status": list(scene.status),
        "turn": list(scene.turn),
        "left_out": list(scene.left_out),
    }
