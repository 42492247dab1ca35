"""Pictures of the gallery, made once and kept on disk, and the style sheet that boards on the page share."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from woodstock import games
from woodstock.drawing.palette import style_sheet
from woodstock.engine import cache as compiled
from woodstock.engine.source import find
from woodstock.files import write_text
from woodstock.web.workers import Lost, Pool, Worker

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


class Pictures:
    """One process draws all pictures, one after another, and is let go when nobody wants one any more."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._worker: Worker | None = None
        self._lock = asyncio.Lock()
        self._wanted = 0

    async def of(self, name: str, theme: str) -> str:
        """The picture of a bundled game."""
        games.metadata(name)  # an unknown one raises
        theme = theme if theme in ("light", "dark") else "light"
        path = _path(name, theme)
        with contextlib.suppress(OSError):
            return path.read_text(encoding="utf-8")
        self._wanted += 1
        try:
            async with self._lock:
                return await self._drawn(name, theme, path)
        finally:
            self._wanted -= 1
            if not self._wanted:
                worker, self._worker = self._worker, None
                await self._pool.end(worker)

    async def _drawn(self, name: str, theme: str, path: Path) -> str:
        if self._worker is None or not self._worker.alive:
            self._worker = await self._pool.take()
        svg: str = await self._worker.ask("picture", self._pool.limits.studying, source={"name": name}, theme=theme)
        with contextlib.suppress(OSError, Lost):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, svg)
        return svg


@cache
def _path(name: str, theme: str) -> Path:
    return compiled.folder() / "pictures" / f"{name}-{compiled.key(find(name))[:16]}-{theme}.svg"


@cache
def board_style() -> str:
    """The style of boards, light or dark as the page is; the page's own choice comes before the system's."""
    light = "".join(_scoped(style_sheet("light"), ".board"))
    dark = "".join(_scoped(style_sheet("dark"), ":root:not([data-theme=light]) .board"))
    chosen = "".join(_scoped(style_sheet("dark"), ":root[data-theme=dark] .board"))
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}{chosen}"


def _scoped(style: str, scope: str) -> Iterator[str]:
    for selectors, rules in _RULE.findall(style):
        yield ",".join(f"{scope} {one.strip()}" for one in selectors.split(",")) + f"{{{rules}}}"
