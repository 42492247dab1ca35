"""Circuits on disk, so that a game is ground only once.

The name of an entry is a hash of the rules, of how they are read and of the sources that compile them. An entry holds
arrays and names only, never code; one that does not match its checksum, or is not a circuit, is ignored and rewritten.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from woodstock.circuit import Circuit
from woodstock.core import validate_circuit
from woodstock.engine.digests import compiler_digest
from woodstock.engine.source import Source
from woodstock.ground import Limits

_LARGEST = 2 << 30
"""Bytes that all entries may take together; the oldest go first."""

_SUFFIXES = (".circuit", ".network", ".symmetries", ".trials", ".limits")
_PART = ".part"

_STALE = 3600.0
"""Seconds after which the writer of an unfinished entry is taken to be dead."""

_OUTDATED = 86_400.0
"""Seconds for which a failed attempt to ground counts: later a core may be faster."""

_WIDTHS = ("seconds", "memory", "rules")
"""The limits that do not depend on what else the machine is doing."""

_NAMES = ("roles", "fluents", "moves", "percepts", "goals")


def folder() -> Path:
    """`$WOODSTOCK_CACHE`, or a folder in the user's cache directory."""
    if own := os.environ.get("WOODSTOCK_CACHE"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "woodstock"


def key(source: Source) -> str:
    """The name of a source's entry."""
    how = json.dumps([compiler_digest(), source.lenient, source.fold_case])
    return hashlib.sha256(how.encode() + b"\0" + source.text).hexdigest()


def read(source: Source) -> tuple[Circuit, dict[str, Any]] | None:
    """The circuit kept for a source and the facts kept with it, or nothing."""
    payload = kept(f"{key(source)}.circuit")
    if payload is None:
        return None
    try:
        with np.load(io.BytesIO(payload), allow_pickle=False) as entry:
            head = json.loads(entry["head"].tobytes())
            if head["key"] != key(source):
                return None
            arrays = {name: entry[name] for name in entry.files if name != "head"}
        for name in ("fluents", "terminal"):
            arrays[name] = int(arrays[name])
        validate_circuit(arrays)
        circuit = Circuit(**{name: _frozen(head[name]) for name in _NAMES}, arrays=arrays)
        return (circuit, dict(head["facts"])) if _named(circuit) else None
    except (ValueError, LookupError, TypeError, EOFError, RuntimeError, AttributeError, BadZipFile):
        return None


def write(source: Source, circuit: Circuit, facts: dict[str, Any]) -> None:
    """Keep a circuit. A cache that cannot be written is not an error."""
    head = {"key": key(source), "facts": facts, **{name: getattr(circuit, name) for name in _NAMES}}
    buffer = io.BytesIO()
    np.savez(buffer, head=np.frombuffer(json.dumps(head).encode(), dtype=np.uint8), **circuit.arrays)
    keep(f"{key(source)}.circuit", buffer.getvalue())


def passed(source: Source, limits: Limits) -> str | None:
    """Why grounding a source would exceed these limits, if it recently exceeded limits at least as wide."""
    name = f"{key(source)}.limits"
    try:
        old = time.time() - (folder() / name).stat().st_mtime > _OUTDATED
        before = json.loads(kept(name) or b"null")
        wide = all(before[one] >= getattr(limits, one) for one in _WIDTHS)
        return str(before["message"]) if wide and not old else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def keep_passed(source: Source, limits: Limits, message: str) -> None:
    """Record that grounding a source exceeds these limits, unless it is known to exceed wider ones."""
    if passed(source, limits) is None:
        content = {"message": message, **{one: getattr(limits, one) for one in _WIDTHS}}
        keep(f"{key(source)}.limits", json.dumps(content).encode())


def kept(name: str) -> bytes | None:
    """What is kept under a name, if its checksum is right."""
    try:
        content = (folder() / name).read_bytes()
    except OSError:
        return None
    payload = content[32:]
    return payload if hashlib.sha256(payload).digest() == content[:32] else None


def keep(name: str, payload: bytes) -> None:
    """Keep this under a name. A cache that cannot be written is not an error."""
    with contextlib.suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder(), suffix=_PART)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(payload).digest())
                file.write(payload)
            Path(temporary).replace(folder() / name)  # readers see the old entry or the new one
        finally:
            Path(temporary).unlink(missing_ok=True)
        _sweep()
        _shrink()


def _sweep() -> None:
    """Remove what killed writers left."""
    stale = time.time() - _STALE
    for path in folder().glob(f"*{_PART}"):
        with contextlib.suppress(FileNotFoundError):  # its writer has finished, or another process sweeps
            if path.stat().st_mtime < stale:
                path.unlink()


def _shrink() -> None:
    paths = [path for path in folder().iterdir() if path.suffix in _SUFFIXES]
    entries = sorted((path.stat().st_mtime, path.stat().st_size, path) for path in paths)
    excess = sum(size for _, size, _ in entries) - _LARGEST
    for _, size, path in entries:
        if excess <= 0:
            return
        excess -= size
        path.unlink(missing_ok=True)


def _named(circuit: Circuit) -> bool:
    """Does everything in the arrays have a name?"""
    arrays, moves = circuit.arrays, [len(own) for own in circuit.moves]
    return (
        len(circuit.roles) == len(circuit.goals) == len(circuit.percepts)
        and len(circuit.fluents) == arrays["fluents"]
        and moves == arrays["move_counts"].tolist()
        and sum(len(own) for own in circuit.goals) == len(arrays["goal"])
        and sum(len(own) for own in circuit.percepts) == len(arrays["sees"])
    )


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
