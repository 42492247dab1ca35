"""What a player raised, as text: for the record one line, for its author the traceback."""

from __future__ import annotations

import traceback
from pathlib import Path

from woodstock.referee.seated import brief

TRACE_LENGTH = 4000
"""Characters of a traceback that are kept, the last ones."""

_HEAD = "Traceback (most recent call last):\n"
_OURS = str(Path(__file__).parent)


def failure(error: BaseException) -> str:
    """An exception as one line, whatever it is."""
    try:
        return brief(f"{type(error).__name__}: {error}")
    except Exception:  # noqa: BLE001
        return type(error).__name__


def trace_of(error: BaseException) -> str:
    """Its traceback from where the player was called on, with the files and lines; empty if it has none."""
    try:
        frames = traceback.extract_tb(error.__traceback__)
        while frames and frames[0].filename.startswith(_OURS):
            del frames[0]
        lines = [*traceback.format_list(frames), *traceback.format_exception_only(error)]
        return f"{_HEAD}{''.join(lines)[-TRACE_LENGTH:]}" if frames else ""
    except Exception:  # noqa: BLE001 (even its own text may fail)
        return ""


def last_place(error: BaseException) -> str:
    """The file and line that raised it; empty if nobody knows."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
