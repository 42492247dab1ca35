"""Files of records: JSON lines, one record a line, or a folder with one file for each match."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from woodstock.engine.machine import Machine
from woodstock.errors import WoodstockError
from woodstock.files import open_text, write_text, writing_to
from woodstock.referee.record import Record
from woodstock.referee.series import Played

LENGTH = 64 << 20
"""Characters that one record may have: a match of 2000 steps with states of a thousand fluents has half of that."""

Write = Callable[[Played], None]


@contextmanager
def writing(path: Path | None, machine: Machine) -> Iterator[Write]:
    """What writes down each match of a series that it is given.

    A folder gets a file for each match, named by its number; any other path is a file of JSON lines, which is replaced.
    Without a path nothing is written.
    """
    if path is None:
        yield lambda _: None
    elif path.is_dir():

        def write_file(one: Played) -> None:
            text = json.dumps(one.record.to_dict(machine)) + "\n"
            write_text(path / f"{one.number:06}.json", text)

        yield write_file
    else:
        with writing_to(path):
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        try:

            def write_line(one: Played) -> None:
                line = (json.dumps(one.record.to_dict(machine)) + "\n").encode()
                with writing_to(path):
                    while line:
                        line = line[os.write(handle, line) :]

            yield write_line
        finally:
            os.close(handle)


def read(path: Path) -> Iterator[Record]:
    """The records of a file (a single JSON object, or JSON lines) or of a folder, in the order of the file names.

    Anything that is not a record raises `WoodstockError`, with the file and the line.
    """
    if path.is_dir():
        files = sorted(path.glob("*.json"))
        if not files:
            raise WoodstockError(f"{path}: there are no .json files in this folder")
        for file in files:
            yield from read(file)
        return
    with open_text(path, "replace") as lines:
        first = lines.readline(LENGTH + 1)
        if _is_object(first):
            yield _record(path, 1, first)
            for number, line in enumerate(iter(lambda: lines.readline(LENGTH + 1), ""), 2):
                if line.strip():
                    yield _record(path, number, line)
        else:
            # Not one record a line, so all of it must be one record.
            yield _record(path, 1, first + lines.read(LENGTH + 1))


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _record(path: Path, line: int, text: str) -> Record:
    try:
        if len(text) > LENGTH:
            raise WoodstockError(f"it is longer than {LENGTH:,} characters")
        return Record.from_dict(json.loads(text))
    except json.JSONDecodeError as error:
        raise WoodstockError(f"{path}:{line}: this is not JSON: {error.msg} in line {error.lineno}") from error
    except WoodstockError as error:
        raise WoodstockError(f"{path}:{line}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise WoodstockError(f"{path}:{line}: this is not JSON that can be read: {error}") from error
