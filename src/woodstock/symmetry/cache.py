"""Symmetries on disk, beside the circuit of the game: they are found only once."""

from __future__ import annotations

import io
import json
from zipfile import BadZipFile

import numpy as np

from woodstock.engine import cache as disk
from woodstock.engine.digests import sources_digest
from woodstock.engine.game import Game
from woodstock.symmetry.found import Symmetries
from woodstock.symmetry.points import Points

FINDER = ("network", "symmetry")
"""The rooms that decide, beside the compiled game, what is found."""


def read(game: Game, graph: str) -> Symmetries | None:
    """What was found in a graph of a game, if it is kept."""
    if game.circuit is None or (payload := disk.kept(_name(game, graph))) is None:
        return None
    points = Points(game.circuit.fluents, game.circuit.moves, game.circuit.roles)
    try:
        with np.load(io.BytesIO(payload), allow_pickle=False) as entry:
            head = json.loads(entry["head"].tobytes())
            rows = entry["generators"].astype(np.int32)
        generators = tuple(rows[number].copy() for number in range(len(rows)))
        if rows.ndim != 2 or rows.shape[1] != len(points):
            return None
        if not all(points.legible(one) and points.fixes_roles(one) for one in generators):
            return None
        return Symmetries(points, generators, graph, **{name: head[name] for name in _FACTS})
    except (ValueError, LookupError, TypeError, EOFError, BadZipFile):
        return None


def write(game: Game, found: Symmetries) -> None:
    """Keep what was found; only of a game that is kept itself."""
    if disk.read(game.source) is None:
        return
    rows = np.stack(found.generators) if found.generators else np.zeros((0, len(found.points)), dtype=np.int32)
    head = json.dumps({name: getattr(found, name) for name in _FACTS}).encode()
    buffer = io.BytesIO()
    np.savez_compressed(buffer, head=np.frombuffer(head, dtype=np.uint8), generators=rows)
    disk.keep(_name(game, found.graph), buffer.getvalue())


_FACTS = ("vertices", "edges", "seconds", "at_start", "refused")


def _name(game: Game, graph: str) -> str:
    return f"{disk.key(game.source)}.{graph}.{sources_digest(*FINDER)[:16]}.symmetries"
