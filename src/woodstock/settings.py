"""Settings of the core's algorithms, as Python and people give them. The core declares and checks them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol, TypeAlias

from woodstock import core
from woodstock.errors import SettingError

Option: TypeAlias = bool | int | float | str | None
"""The value of a setting."""

Row: TypeAlias = tuple[str, str, str, Option, Option, Option, Sequence[str]]
"""A declaration as the core gives it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a caller can set. Its kind is `flag`, `whole`, `real`, `choice` or `text`; without a default it may be left
    open."""

    name: str
    kind: str
    help: str
    default: Option
    low: Option = None
    high: Option = None
    choices: Sequence[str] = ()

    @property
    def row(self) -> Row:
        """As the core takes it."""
        return (self.name, self.kind, self.help, self.default, self.low, self.high, self.choices)

    @property
    def range(self) -> str:
        """What it can be, in words."""
        return core.setting_range(self.row)


class Declaring(Protocol):
    """A class of the core that has settings."""

    @staticmethod
    def settings() -> Sequence[Row]:
        """Their declarations."""
        ...


def declared(algorithm: type[Declaring]) -> tuple[Setting, ...]:
    """The settings of a class of the core."""
    return tuple(Setting(*row) for row in algorithm.settings())


def read_settings(settings: Iterable[Setting], given: Mapping[str, Option]) -> dict[str, Any]:
    """A value for every setting: the one that is given, or the default. What is wrong raises `SettingError`."""
    return core.read_settings([one.row for one in settings], given)


_FLAGS: Final = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(("false", "no", "off", "0"), False)
_READERS: Final[dict[str, Callable[[str], Option]]] = {
    "flag": lambda text: _FLAGS.get(text.lower(), text),
    "whole": int,
    "real": float,
}


class Adjustable:
    """A class whose keyword arguments are settings; `help` of it lists them."""

    settings: ClassVar[tuple[Setting, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.__dict__.get("settings") and cls.__doc__:
            listed = "\n".join(f"    {line}" for line in described(cls.settings))
            cls.__doc__ = f"{cls.__doc__.rstrip()}\n\n    Settings:\n\n{listed}\n    "


def described(settings: Iterable[Setting]) -> list[str]:
    """A line for each setting: its name, what it is for, what it can be and what it is by default."""
    return [f"{one.name}: {one.help}; {one.range} (default {one.default})" for one in settings]


def read_text(settings: Sequence[Setting], text: str) -> dict[str, Option]:
    """The settings that a text such as `c=0.7,threads=2` gives. What is wrong raises `SettingError`."""
    text = text.encode(errors="backslashreplace").decode()  # bytes that are no text: the core takes text alone
    kinds = {one.name: one.kind for one in settings}
    given: dict[str, Option] = {}
    for item in text.split(","):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not name or not value:
            raise SettingError(f"write an option as option=value, not {item.strip()!r}")
        if name in given:
            raise SettingError(f"option {name!r} is given twice")
        given[name] = _value(kinds.get(name, "text"), value)
    read_settings(settings, given)
    return given


def _value(kind: str, text: str) -> Option:
    """What a text means; itself where it means nothing of that kind, for the core to complain about."""
    try:
        return _READERS[kind](text) if kind in _READERS else text
    except ValueError:
        return text
