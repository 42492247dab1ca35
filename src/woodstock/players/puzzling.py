"""Puzzles in matches: a search for a line to the best result, and beside it a tree that estimates what is likely."""

from __future__ import annotations

import time
from dataclasses import replace

from woodstock.engine.machine import State
from woodstock.report import Report
from woodstock.search import PuzzleParts
from woodstock.search.determinised import Search

_SHARE = 0.5
"""The share of the time, or of the playouts, for the puzzle search as long as nothing is proved."""


class PuzzleFirst:
    """Searches for a line, and with a tree in the remaining time. A line once found is certain; it is followed to its
    end unless the tree expects more."""

    def __init__(self, puzzle: PuzzleParts, tree: Search) -> None:
        self._puzzle = puzzle
        self._tree = tree
        self._searched = False

    def search(self, state: State, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Look for a line within a share of the limits; if it is proved to be the best, the rest is not needed."""
        begun = time.monotonic()
        self._puzzle.search(
            state,
            seconds=None if seconds is None else _SHARE * seconds,
            playouts=None if playouts is None else max(1, int(_SHARE * playouts)),
        )
        self._searched = not self._puzzle.report(0).proved
        if self._searched:
            left = None if seconds is None else max(0.0, seconds - (time.monotonic() - begun))
            self._tree.search(state, seconds=left, playouts=None if playouts is None else playouts - playouts // 2)

    def report(self, role: int) -> Report:
        """The line, or the report of the tree if there is no line or the tree expects more."""
        found = self._puzzle.report(role)
        line = bool(found.line) or found.proved
        tree = self._tree.report(role) if self._searched else None
        if tree and (not line or tree.proved or tree.value > found.value):
            return replace(tree, note=self._told(found))
        return replace(found, note=f"{self._told(found)}, followed")

    def _told(self, found: Report) -> str:
        """The line in a few words."""
        parts = f" in {self._puzzle.parts} parts" if self._puzzle.parts else ""
        line = f"a line of {len(found.line)} moves to {100 * found.value:g}" if found.line else "no line yet"
        return f"puzzle search{parts}: {line}{', proved' if found.proved else ''}"
