"""Layouts as TOML: written, read, and laid over each other, so that a file can change a part of what is detected."""

from __future__ import annotations

import json
import tomllib
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from woodstock.drawing.layout import Board, Layout
from woodstock.errors import WoodstockError
from woodstock.files import open_text

TABLE = "drawing"
"""The table of a file that has a layout in it, or a part of one."""
_WHOLE = "whole"
"""The key of a table that is a layout by itself, and no change of what is detected."""
_LONGEST_FILE = 1 << 20


def to_table(layout: Layout) -> dict[str, Any]:
    """The layout as what TOML can hold. Boards are a table by name; what is as usual is left out."""
    table: dict[str, Any] = _table(layout)
    table["boards"] = {board.name: {k: v for k, v in _table(board).items() if k != "name"} for board in layout.boards}
    return table


def _table(value: Any) -> Any:
    if is_dataclass(value):
        found: dict[str, Any] = {}
        for one in fields(value):
            item = getattr(value, one.name)
            usual = one.default if one.default is not MISSING else None
            if item != usual and item not in ((), {}) and item is not None:
                found[one.name] = _table(item)
        return found
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _table(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_table(item) for item in value]
    return value


def from_table(table: Mapping[str, Any]) -> Layout:
    """The layout of a table; a key or a value that does not belong there raises `WoodstockError`."""
    boards = table.get("boards", {})
    if not isinstance(boards, Mapping):
        raise WoodstockError("the boards of a layout are tables, each by its name")
    rest = {key: value for key, value in table.items() if key != "boards"}
    made: list[Board] = [
        _made(Board, {"name": name, **_mapping(board, name)}, f"boards.{name}") for name, board in boards.items()
    ]
    layout: Layout = _made(Layout, rest, TABLE)
    hidden = {*layout.hidden, *layout.binary}
    kept = []
    for board in made:
        layers = tuple(layer for layer in board.layers if layer.fluent not in hidden)
        _checked(board)
        if layers:
            kept.append(replace(board, layers=layers))
    trays = tuple(tray for tray in layout.trays if tray.fluent not in hidden)
    return replace(layout, boards=tuple(kept), trays=trays)


def _mapping(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise WoodstockError(f"the layout's {where} must be a table")
    return value


def _checked(board: Board) -> None:
    if board.gaps and (
        len(board.gaps) != len(board.rows) or any(len(line) != len(board.columns) for line in board.gaps)
    ):
        raise WoodstockError(f"the gaps of board {board.name} need a line for each row, a character for each column")
    if not board.columns or not board.rows:
        raise WoodstockError(f"board {board.name} has no cells")


def _made(kind: Any, table: Mapping[str, Any], where: str) -> Any:
    """An instance of a dataclass, from a table that was checked key by key."""
    hints = typing.get_type_hints(kind)
    unknown = sorted(set(table) - set(hints))
    if unknown:
        raise WoodstockError(f"the layout's {where} has no key {unknown[0]!r}; the keys are {', '.join(hints)}")
    try:
        return kind(**{key: _value(hints[key], value, f"{where}.{key}") for key, value in table.items()})
    except TypeError as error:
        raise WoodstockError(f"the layout's {where} is incomplete: {error}") from None


def _value(hint: Any, value: Any, where: str) -> Any:
    """The value as its type wants it."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return _value(next(one for one in arguments if one is not types.NoneType), value, where)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise WoodstockError(f"the layout's {where} must be a list")
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return tuple(_value(arguments[0], item, where) for item in value)
        if len(value) != len(arguments):
            raise WoodstockError(f"the layout's {where} must have {len(arguments)} items")
        return tuple(_value(one, item, where) for one, item in zip(arguments, value, strict=True))
    if origin is not None and issubclass(origin, Mapping):
        return {key: _value(arguments[1], item, f"{where}.{key}") for key, item in _mapping(value, where).items()}
    if is_dataclass(hint):
        return _made(hint, _mapping(value, where), where)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        if value not in list(hint):
            raise WoodstockError(f"the layout's {where} is one of {', '.join(hint)}, not {value!r}")
        return hint(value)
    if hint is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise WoodstockError(f"the layout's {where} must be of type {hint.__name__}")
    return value


def overridden(layout: Layout, changes: Mapping[str, Any]) -> Layout:
    """The layout with the changes of a table laid over it: tables are merged, everything else is replaced. A table that
    says that it is `whole` takes the place of the layout."""
    if not isinstance(changes.get(_WHOLE, False), bool):
        raise WoodstockError(f"the layout's {_WHOLE} is true or false")
    kept = {} if changes.get(_WHOLE) else to_table(layout)
    rest = {key: value for key, value in changes.items() if key != _WHOLE}
    return from_table(_merged(kept, rest)) if changes else layout


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(below)
    for key, value in above.items():
        old = found.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        found[key] = _merged(old, value) if both and isinstance(old, Mapping) else value
    return found


def file_beside(rulesheet: Path) -> Path:
    """The file beside a rulesheet that has its name and ends in `.toml`, whether it is there or not."""
    return rulesheet.with_suffix(".toml")


def read_beside(rulesheet: Path) -> str:
    """What is written in the file beside a rulesheet; nothing if there is none."""
    path = file_beside(rulesheet)
    if not path.is_file():
        return ""
    with open_text(path, "replace") as file:
        text = file.read(_LONGEST_FILE + 1)
    if len(text) > _LONGEST_FILE:
        raise WoodstockError(f"{path}: a layout has at most {_LONGEST_FILE:,} characters")
    return text


def changes_in(text: str, path: Path) -> dict[str, Any]:
    """The changes of a layout in the text of a file."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WoodstockError(f"{path}: {error}") from None
    return dict(_mapping(table.get(TABLE, {}), TABLE))


def dumped(layout: Layout) -> str:
    """The layout as the text of a TOML file."""
    lines: list[str] = []
    _write(lines, TABLE, to_table(layout))
    return "\n".join(lines) + "\n"


def _write(lines: list[str], name: str, table: Mapping[str, Any]) -> None:
    """A table, with the tables inside it after its own keys."""
    lines.append(f"[{name}]")
    inner: list[tuple[str, Any]] = []
    for key, value in table.items():
        nested = isinstance(value, dict) and any(isinstance(item, dict) for item in value.values())
        if nested or (isinstance(value, list) and value and isinstance(value[0], dict)):
            inner.append((key, value))
        else:
            lines.append(f"{_key(key)} = {_inline(value)}")
    for key, value in inner:
        if isinstance(value, dict):
            if all(isinstance(item, dict) and not _deep(item) for item in value.values()):
                lines += ["", f"[{name}.{_key(key)}]"]
                lines += [f"{_key(own)} = {_inline(item)}" for own, item in value.items()]
            else:
                for own, item in value.items():
                    lines.append("")
                    _write(lines, f"{name}.{_key(key)}.{_key(own)}", item)
        else:
            for item in value:
                lines += ["", f"[[{name}.{_key(key)}]]"]
                lines += [f"{_key(own)} = {_inline(part)}" for own, part in item.items()]


def _deep(table: Mapping[str, Any]) -> bool:
    return any(isinstance(value, dict | list) and value and not _flat(value) for value in table.values())


def _flat(value: Any) -> bool:
    items = value.values() if isinstance(value, dict) else value
    return not any(isinstance(item, dict | list) for item in items)


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_inline(item)}" for key, item in value.items()) + " }"
    return repr(value)


def _key(name: str) -> str:
    return name if name and all(char.isascii() and (char.isalnum() or char in "_-") for char in name) else _inline(name)
