"""A position and how it is drawn: printed it is text, in a notebook it is a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from woodstock import games
from woodstock.drawing.answers import Told, asked, with_answers
from woodstock.drawing.detector import detect
from woodstock.drawing.evidence import gathered
from woodstock.drawing.knowledge import SECONDS, History, known
from woodstock.drawing.layout import Layout
from woodstock.drawing.layout_toml import changes_in, file_beside, overridden, read_beside
from woodstock.drawing.scene import Drawn, Overlay, Scene, move_spots, scene_of
from woodstock.drawing.svg import svg
from woodstock.drawing.text import Look, text
from woodstock.engine.game import Game
from woodstock.engine.machine import State
from woodstock.kif.reader import words


def layout_of(game: Game) -> Layout:
    """How a game is drawn: as its rules suggest, and as the `.toml` beside them says where that says something."""
    return _layout(game, "" if game.source.path is None else read_beside(game.source.path))


@lru_cache(maxsize=32)
def _detected(game: Game) -> Layout:
    """What the rules suggest. The `.toml` may change between two pictures, the rules of a game do not."""
    return detect(gathered(game))


@lru_cache(maxsize=32)
def _layout(game: Game, beside: str) -> Layout:
    """The layout of a game with this text in the `.toml` beside its rulesheet; laid over each other once."""
    path = game.source.path
    if path is not None:
        changes: Mapping[str, Any] = changes_in(beside, file_beside(path))
    else:
        changes = games.metadata(game.name).drawing if game.name in games.names() else {}
    return overridden(_detected(game), changes)


@dataclass(frozen=True, slots=True)
class Picture:
    """A position, ready to be shown."""

    layout: Layout
    fluents: tuple[str, ...]
    title: str = ""
    overlay: Overlay = field(default_factory=Overlay)
    note: str = ""
    """What is said of the position besides."""
    beside: tuple[Drawn, ...] = ()
    """Boards that are no part of the state: what a player asked and was told."""

    @property
    def scene(self) -> Scene:
        """The position, laid out."""
        scene = scene_of(self.layout, self.fluents)
        notes = (self.note,) if self.note else ()
        return replace(scene, boards=(*scene.boards, *self.beside), status=(*scene.status, *notes))

    def svg(self, *, theme: str = "auto") -> str:
        """The picture. Themes are `light`, `dark` and `auto`."""
        return svg(self.scene, self.overlay, title=self.title, theme=theme)

    def text(self, look: Look | None = None) -> str:
        """The position as text; in plain ASCII without a look."""
        return text(self.scene, look, self.overlay)

    def under(self, overlay: Overlay) -> Picture:
        """The same with something shown on top."""
        return replace(self, overlay=overlay)

    def __str__(self) -> str:
        return self.text(Look(unicode=True))

    def _repr_svg_(self) -> str:
        return self.svg()


def picture(
    game: Game,
    state: State | None = None,
    moves: Sequence[str] = (),
    *,
    title: str | None = None,
    layout: Layout | None = None,
) -> Picture:
    """The picture of a state, the initial one if none is given. The cells of `moves`, the last ones, are marked. To
    draw many positions of a game, pass the layout that `layout_of` gave; otherwise the file beside the rules is read
    for each of them.

    >>> import woodstock as ws
    >>> from woodstock.drawing import picture
    >>> print(picture(ws.load("tic_tac_toe")))
      a b c
    1 . . .
    2 . . .
    3 . . .
    turn: x
    """
    machine = game.machine()
    layout = layout_of(game) if layout is None else layout
    fluents = machine.fluents(machine.initial() if state is None else state)
    last = tuple(spot for move in moves for spot in move_spots(layout, move))
    return Picture(layout, tuple(fluents), game.name if title is None else title, Overlay(last=last))


def known_picture(game: Game, role: int, history: History, *, seconds: float = SECONDS) -> Picture:
    """What a role may see of a position in a game with percepts: what follows from its own moves and percepts, and
    nothing more."""
    found = known(game, role, history, seconds=seconds)
    machine, layout = game.machine(), layout_of(game)
    told = tuple(Told(machine.move_name(role, move), tuple(seen)) for move, seen in history)
    title = f"{game.name}: what {game.roles[role]} knows"
    beside = asked(layout, told)
    seen = [" ".join(words(percept)).strip("( )") for percept in told[-1].seen] if told else []
    note = found.note + (f"; seen last: {', '.join(seen)}" if seen else "")
    return Picture(with_answers(layout, beside), found.shown, title, note=note, beside=beside)
