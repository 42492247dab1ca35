"""The bundled games at a glance."""

from __future__ import annotations

from functools import cache
from typing import Any

from woodstock import games, gdl
from woodstock.web.loaded_game import LoadedGame
from woodstock.web.looking import picture_of

_ABOUT = 420
_TELLING = 90
"""Characters of a paragraph that says more than a title."""
_THEMES = ("light", "dark")


@cache
def listed() -> list[dict[str, Any]]:
    """What the gallery tells of each game."""
    return [_told(name) for name in games.names()]


def _told(name: str) -> dict[str, Any]:
    about = games.metadata(name)
    return {
        "name": name,
        "title": about.title,
        "players": about.players,
        "roles": [role for role in about.roles if role != "random"],
        "chance": about.chance,
        "sees": about.sees,
        "tags": list(about.tags),
        "about": paragraph(gdl.head_comment(games.text(name)), about.title),
    }


def paragraph(comment: str, title: str) -> str:
    """The first paragraph of a head comment that says more than a title does."""
    parts = [" ".join(part.split()) for part in comment.split("\n\n")]
    longer = [part for part in parts if len(part) > _TELLING]
    said = longer or [part for part in parts if part != title] or [title]
    return said[0] if len(said[0]) <= _ABOUT else said[0][:_ABOUT].rsplit(" ", 1)[0] + " …"


def picture(loaded: LoadedGame, theme: str) -> str:
    """How the game looks at its start."""
    theme = theme if theme in _THEMES else "light"
    shown = picture_of(loaded, loaded.game.start(), None)
    return type(shown)(shown.layout, shown.fluents).svg(theme=theme)
