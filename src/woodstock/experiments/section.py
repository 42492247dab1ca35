"""Reading a TOML table of a stranger: every key is asked for by name and type; what nobody asked for is an error."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeVar, overload

from woodstock.errors import WoodstockError, hint

T = TypeVar("T")

REMEDY = "install it with: pip install 'woodstock[experiments]'"
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
    """The file of an experiment, or what is asked of one, makes no sense."""


class Section:
    """One table of a file, with the name of its place for messages."""

    def __init__(self, table: Mapping[str, Any], place: str) -> None:
        self._table = table
        self._place = place
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
                raise ExperimentError(f"{self._place}: {key} is missing; it is {_NAMES[wanted]}")
            return default
        return _typed(self._table[key], wanted, f"{self._place}.{key}")

    def positive(self, key: str, default: int) -> int:
        """A whole number of at least 1."""
        value = self.take(key, int, default)
        if value < 1:
            raise ExperimentError(f"{self._place}.{key} must be at least 1, not {value}")
        return value

    def seconds(self, key: str, default: float | None) -> float | None:
        """A time that is more than none, or nothing."""
        value = self.take(key, float, default)
        if value is not None and not 0 < value < math.inf:
            raise ExperimentError(f"{self._place}.{key} must be a positive number of seconds, not {value}")
        return value

    def choice(self, key: str, choices: tuple[str, ...], default: str) -> str:
        """One of several words."""
        value = self.take(key, str, default)
        if value not in choices:
            raise ExperimentError(f"{self._place}.{key} is one of {', '.join(choices)}, not {value!r}")
        return value

    def numbers(self, key: str, default: list[float]) -> list[float]:
        """A number, or a list of them."""
        self._known.add(key)
        value = self._table.get(key, default)
        listed = value if isinstance(value, list) else [value]
        return [_typed(one, float, f"{self._place}.{key}") for one in listed]

    def texts(self, key: str, default: list[str]) -> list[str]:
        """A list of texts."""
        return [_typed(one, str, f"{self._place}.{key}") for one in self.take(key, list, list(default))]

    def either(self, key: str, *wanted: type) -> Any:
        """A value of one of several types."""
        self._known.add(key)
        value = self._table.get(key)
        if not isinstance(value, wanted):
            kinds = " or ".join(_NAMES[one] for one in wanted)
            raise ExperimentError(f"{self._place}.{key} is missing, or not {kinds}")
        return value

    def section(self, key: str) -> Section:
        """A table inside this one; none is an empty one."""
        return Section(self.take(key, dict, {}), f"{self._place}.{key}")

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
                raise ExperimentError(f"{self._place} takes no {key!r}: {meant}")


def _typed(value: Any, wanted: type[T], place: str) -> T:
    """The value if it has the type; a whole number is a number, a truth value is none."""
    fits = isinstance(value, (int, float) if wanted is float else wanted)
    if not fits or (isinstance(value, bool) and wanted is not bool):
        raise ExperimentError(f"{place} must be {_NAMES[wanted]}, not {str(value)[:50]!r}")
    return wanted(value) if wanted is float else value  # type: ignore[call-arg]
