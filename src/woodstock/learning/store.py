"""What was learned, kept on disk: a file for each game, named by the digest of the canonical form of its rules.

A file is an .npz archive of plain arrays: a header in JSON, a checksum, and the weights. Some files come from other
people, so nothing in one is trusted (`archive`).
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

from woodstock.engine.game import Game
from woodstock.errors import DamagedFileError, WoodstockError
from woodstock.files import open_bytes, writing_to
from woodstock.learning import archive
from woodstock.learning.weights import Learned
from woodstock.symmetry.canonical_game import CanonicalGame, canonical_game

_SUFFIX = ".npz"
_PART = ".part"
_STALE = 3600.0
"""Seconds after which a file that is still being written is one whose writer was killed."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


class LearnedWarning(UserWarning):
    """Something that was learned cannot be used; the player does without it."""


def folder() -> Path:
    """`$WOODSTOCK_LEARNED`, or a folder in the user's data directory."""
    if own := os.environ.get("WOODSTOCK_LEARNED"):
        return Path(own)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "woodstock" / "learned"


def path_of(digest: str) -> Path:
    """Where what was learned of a game is kept."""
    return folder() / f"{digest}{_SUFFIX}"


def form_of(game: Game, seconds: float | None = None) -> CanonicalGame | None:
    """The canonical form of a game; `None` if it takes longer than it may."""
    return canonical_game(game.source) if seconds is None else canonical_game(game.source, seconds=seconds)


def keep(learned: Learned) -> Path:
    """Keep this, in place of what was kept of the same game. Readers see the old file or the new one."""
    path = path_of(learned.digest)
    with writing_to(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path.parent)
    export_to(learned, path)
    return path


def load_for(game: Game, seconds: float = 2.0) -> Learned | None:
    """What was learned of this game, under whatever names, in its own names; `None` if that is nothing, or if the game
    is not recognised within the time. A file that is damaged is reported by a `LearnedWarning`.

    >>> import woodstock as ws
    >>> from woodstock.learning import load_for
    >>> load_for(ws.load("nim")) is None
    True
    """
    if game.circuit is None or not any(_files()):
        return None
    if (form := form_of(game, seconds)) is None or not path_of(form.digest).exists():
        return None
    try:
        learned = read(path_of(form.digest))
        return known(learned, game, form)
    except (WoodstockError, OSError) as error:
        warnings.warn(f"what was learned of {game.name} cannot be used: {error}", LearnedWarning, stacklevel=2)
        return None


def known(learned: Learned, game: Game, form: CanonicalGame) -> Learned:
    """What was learned of a game, in the names of this one, whose form is given."""
    renaming = learned.renaming(form)
    if renaming is None:
        raise DamagedFileError(f"it was not learned of {game.name}, but of another game")
    return learned.for_game(game, renaming)


def kept() -> Iterator[Learned | DamagedFileError]:
    """All that is kept, and what is wrong with files that are damaged."""
    for path in sorted(_files()):
        try:
            yield read(path)
        except DamagedFileError as error:
            yield error
        except OSError as error:
            yield DamagedFileError(f"{path}: cannot be read: {error.strerror or error}")


def digests() -> tuple[str, ...]:
    """Of the games of which something is kept."""
    return tuple(sorted(path.stem for path in _files()))


def delete(digest: str) -> bool:
    """Delete what was learned of a game. Was there anything?"""
    if not _DIGEST.fullmatch(digest):
        return False
    path = path_of(digest)
    with writing_to(path):
        there = path.exists()
        path.unlink(missing_ok=True)
    return there


def read(path: Path) -> Learned:
    """What a file holds. One that is damaged, or not one of ours, raises `DamagedFileError`."""
    with open_bytes(path) as file:
        content = file.read(archive.LARGEST + 1)
    try:
        learned = archive.unpack(content)
    except DamagedFileError as error:
        raise DamagedFileError(f"{path}: {error.message}") from None
    if path.parent == folder() and path.stem != learned.digest:
        raise DamagedFileError(f"{path}: this was learned of another game than its name says")
    return learned


def export_to(learned: Learned, path: Path) -> None:
    """Write a file for somebody else."""
    buffer = io.BytesIO()
    archive.pack(learned, buffer)
    with writing_to(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=_PART)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(buffer.getbuffer())
            Path(temporary).replace(path)
        finally:
            Path(temporary).unlink(missing_ok=True)


def import_from(path: Path) -> Learned:
    """Keep what somebody else's file holds."""
    learned = read(path)
    keep(learned)
    return learned


def _files() -> Iterator[Path]:
    with contextlib.suppress(OSError):
        yield from (path for path in folder().iterdir() if path.suffix == _SUFFIX and _DIGEST.fullmatch(path.stem))


def _sweep(place: Path) -> None:
    """Remove what killed writers left."""
    stale = time.time() - _STALE
    for path in place.glob(f"*{_PART}"):
        with contextlib.suppress(OSError):  # its writer is done with it, or another sweeps
            if path.stat().st_mtime < stale:
                path.unlink()
