"""Reading a TOML table written by a user: every key is read by name and type, and unknown keys are errors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, overload

from woodstock.errors import WoodstockError, hint

T = TypeVar("T")

REMEDY = "install it with: pip install 'woodstock-ggp[experiments]'"
"""What to do when a package is missing that only experiments need."""
_NAMES = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


class ExperimentError(WoodstockError):
    """The file of an experiment, or what is asked of one, makes no sense. `keys` lead to the place in the file."""

    def __init__(self, message: str, keys: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.keys = tuple(keys)


class Section:
    """One table of a file, with the name of its place for messages."""

    def __init__(self, table: Mapping[str, Any], place: str, keys: tuple[str, ...] = ()) -> None:
        self._table = table
        self._place = place
        self._keys = keys
        self._known: set[str] = set()

    @overload
    def take(self, key: str, wanted: type[T]) -> T: ...
    @overload
    def take(self, key: str, wanted: type[T], default: None) -> T | None: ...
    @overload
    def take(self, key: str, wanted: type[T], default: T) -> T: ...
    def take(self, key: str, wanted: type[T], default: Any = ...) -> Any:
        """The value of a key; without a default it has to be there."""
        self._known.add(key)
        if key not in self._table:
            if default is ...:
                raise self._wrong(f"{self._place}: {key} is missing; it is {_NAMES[wanted]}")
            return default
        return self._typed(key, self._table[key], wanted)

    def positive(self, key: str, default: int) -> int:
        """A whole number of at least 1."""
        value = self.take(key, int, default)
        if value < 1:
            raise self._wrong(f"{self._place}.{key} must be at least 1, not {value}", key)
        return value

    def seconds(self, key: str, default: float | None) -> float | None:
        """A time that is more than none, or nothing."""
        value = self.take(key, float, default)
        if value is not None and not 0 < value < math.inf:
            raise self._wrong(f"{self._place}.{key} must be a positive number of seconds, not {value}", key)
        return value

    def choice(self, key: str, choices: tuple[str, ...], default: str) -> str:
        """One of several words."""
        value = self.take(key, str, default)
        if value not in choices:
            raise self._wrong(f"{self._place}.{key} is one of {', '.join(choices)}, not {value!r}", key)
        return value

    def numbers(self, key: str, default: list[float]) -> list[float]:
        """A number, or a list of them."""
        self._known.add(key)
        value = self._table.get(key, default)
        listed = value if isinstance(value, list) else [value]
        return [self._typed(key, one, float) for one in listed]

    def texts(self, key: str, default: list[str]) -> list[str]:
        """A list of texts."""
        return [self._typed(key, one, str) for one in self.take(key, list, list(default))]

    def either(self, key: str, *wanted: type) -> Any:
        """A value of one of several types."""
        self._known.add(key)
        value = self._table.get(key)
        if not isinstance(value, wanted):
            kinds = " or ".join(_NAMES[one] for one in wanted)
            raise self._wrong(f"{self._place}.{key} is missing, or not {kinds}", key)
        return value

    def section(self, key: str) -> Section:
        """A table inside this one; none is an empty one."""
        return Section(self.take(key, dict, {}), f"{self._place}.{key}", (*self._keys, key))

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def keys(self) -> list[str]:
        """The keys, in the order of the file, for a table whose keys are names."""
        return list(self._table)

    def end(self) -> None:
        """All that is known was taken: complain about the rest."""
        for key in self._table:
            if key not in self._known:
                meant = hint(key, self._known, f"it takes {', '.join(sorted(self._known))}")
                raise self._wrong(f"{self._place} takes no {key!r}: {meant}", key)

    def _typed(self, key: str, value: Any, wanted: type[T]) -> T:
        """The value if it has the type; a whole number is a number, a truth value is none."""
        fits = isinstance(value, (int, float) if wanted is float else wanted)
        if not fits or (isinstance(value, bool) and wanted is not bool):
            raise self._wrong(f"{self._place}.{key} must be {_NAMES[wanted]}, not {str(value)[:50]!r}", key)
        return wanted(value) if wanted is float else value  # type: ignore[call-arg]

    def _wrong(self, message: str, *key: str) -> ExperimentError:
        return ExperimentError(message, (*self._keys, *key))
