"""Connect four with best play: who wins? By a solver in C++ (`connect_four.cpp`), compiled when it is first asked.

It takes seconds at most from ply 8 on a board of 7 by 6 and, mostly, from ply 12 on one of 8 by 6. Small boards it
solves from the start.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from woodstock.engine.cache import folder

SOURCE = Path(__file__).with_suffix(".cpp")


def compiler() -> str | None:
    """The C++ compiler of the system, if there is one: `$CXX` or `c++`."""
    return shutil.which(os.environ.get("CXX") or "c++")


@cache
def library() -> ctypes.CDLL:
    """The compiled solver, from the cache where it is there already."""
    program = compiler()
    if program is None:
        raise FileNotFoundError("no C++ compiler: set CXX, or on Debian or Ubuntu, apt install g++")
    digest = hashlib.sha256(program.encode() + b"\0" + SOURCE.read_bytes()).hexdigest()[:16]
    kept = folder() / f"connect-four-{digest}.so"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as place:  # another process may be doing the same
            made = Path(place) / kept.name
            subprocess.run([program, "-std=c++20", "-O3", "-shared", "-fPIC", "-o", made, SOURCE], check=True)
            made.replace(kept)
    core = ctypes.CDLL(str(kept))
    core.connect_four_new.restype = ctypes.c_void_p
    core.connect_four_delete.argtypes = [ctypes.c_void_p]
    core.connect_four_value.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]
    core.connect_four_has_line.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
    core.connect_four_positions.argtypes = [ctypes.c_void_p]
    core.connect_four_positions.restype = ctypes.c_uint64
    return core


class Solver:
    """Exact values on a board of some width and height. Positions are the columns played, counted from 0."""

    def __init__(self, width: int, height: int, *, table_bits: int = 22) -> None:
        """A table of `16 * 2**table_bits` bytes, which is kept from question to question."""
        self._core = library()
        solver = self._core.connect_four_new(width, height, table_bits)
        if solver is None:
            raise ValueError(f"a board of {width} by {height} has no place in 56 bits, or {table_bits} is no size")
        self._solver = ctypes.c_void_p(solver)
        weakref.finalize(self, self._core.connect_four_delete, self._solver)
        self.width = width
        self.height = height

    @property
    def positions(self) -> int:
        """How many positions were looked at so far."""
        return int(self._core.connect_four_positions(self._solver))

    def value(self, columns: Sequence[int]) -> int:
        """What the position is worth to the player to move: 1 a win, 0 a draw, -1 a loss."""
        own, other = self._discs(columns)
        if self._core.connect_four_has_line(self._solver, other):
            return -1
        return int(self._core.connect_four_value(self._solver, own, own | other))

    def values_of_moves(self, columns: Sequence[int]) -> dict[int, int]:
        """What each legal move is worth to the player to move; empty where the game is over."""
        if self.is_over(columns):
            return {}
        return {column: -self.value([*columns, column]) for column in self.open_columns(columns)}

    def is_over(self, columns: Sequence[int]) -> bool:
        """Whether somebody has a line, or the board is full."""
        return self.has_line(columns) or len(columns) == self.width * self.height

    def open_columns(self, columns: Sequence[int]) -> list[int]:
        """The columns that are not full."""
        return [column for column in range(self.width) if columns.count(column) < self.height]

    def has_line(self, columns: Sequence[int]) -> bool:
        """Whether the last disc made a line."""
        return bool(self._core.connect_four_has_line(self._solver, self._discs(columns)[1]))

    def _discs(self, columns: Sequence[int]) -> tuple[int, int]:
        """The discs of the player to move and of the other, a bit each; a game ends with its first line."""
        heights, sides = [0] * self.width, (0, 0)
        for column in columns:
            if not 0 <= column < self.width or heights[column] == self.height:
                raise ValueError(f"no disc can be dropped in column {column}: {list(columns)}")
            if self._core.connect_four_has_line(self._solver, sides[1]):
                raise ValueError(f"the game was over before: {list(columns)}")
            sides = (sides[1], sides[0] | 1 << (column * (self.height + 1) + heights[column]))
            heights[column] += 1
        return sides
