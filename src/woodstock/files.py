"""Files that somebody names: read where they are plain files, written so that an error has their name."""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

from woodstock.errors import WoodstockError

_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def open_bytes(path: Path) -> BinaryIO:
    """A file to read. It must be a regular one: reading a pipe or a device may never end, even opening one may not.

    What is there but is no regular file raises `WoodstockError`; what is not there, or may not be read, `OSError`.
    """
    require_regular(path)  # before it is opened: that alone can have effects
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        _require(path, os.fstat(handle).st_mode)  # it may be another one by now
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def open_text(path: Path, errors: str = "strict") -> TextIO:
    """The same, as text in UTF-8."""
    return io.TextIOWrapper(open_bytes(path), encoding="utf-8", errors=errors)


def require_regular(path: Path) -> None:
    """Raise what `open_bytes` would, and open nothing: for files that others open."""
    _require(path, path.stat().st_mode)


def _require(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), "something else")
        raise WoodstockError(f"{path}: this is {kind}, not a regular file; save what it gives to a file first")


@contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """What goes wrong with the files inside this block raises `WoodstockError` with the name of this one: the system
    does not tell the name when a disk is full."""
    try:
        yield
    except OSError as error:
        raise WoodstockError(f"{error.filename or path}: cannot be written: {error.strerror or error}") from error


def write_text(path: Path, text: str) -> None:
    """Write a file, or raise `WoodstockError` with its name."""
    with writing_to(path):
        path.write_text(text, encoding="utf-8")
