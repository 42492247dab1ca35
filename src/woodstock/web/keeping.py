"""Tables stored in a file, so that a match can continue after a restart of the server."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

from woodstock.errors import WoodstockError

_AGE = 90 * 86_400.0
"""Seconds after which a match that nobody looked at is forgotten."""
_SCHEMA = "create table if not exists matches (name text primary key, kept text not null, touched real not null)"


class Shelf:
    """Matches by the name of their table, in SQLite."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._file.execute("pragma journal_mode = wal")
            self._file.execute(_SCHEMA)
            self._file.execute("delete from matches where touched < ?", (time.time() - _AGE,))
        except sqlite3.Error as error:
            raise WoodstockError(f"cannot store matches in {path}: {error}") from None

    def keep(self, name: str, match: dict[str, Any]) -> None:
        """Remember how a match stands. A full disk loses what is kept, not the match."""
        with contextlib.suppress(sqlite3.Error):
            self._file.execute(
                "insert or replace into matches values (?, ?, ?)", (name, json.dumps(match), time.time())
            )

    def find(self, name: str) -> dict[str, Any] | None:
        """A match that was kept."""
        try:
            row = self._file.execute("select kept from matches where name = ?", (name,)).fetchone()
            found = None if row is None else json.loads(row[0])
        except (sqlite3.Error, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
