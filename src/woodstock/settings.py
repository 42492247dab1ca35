"""Settings of the core's algorithms, as Python and people give them. The core declares and checks them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final, TypeAlias

from woodstock.core import Setting, read_settings
from woodstock.errors import SettingError

__all__ = ["Adjustable", "Option", "Setting", "changed", "described", "read_settings", "read_text"]

Option: TypeAlias = bool | int | float | str | None
"""The value of a setting."""

_FLAGS: Final = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
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
    kinds = {one.name: one.kind for one in settings}
    given: dict[str, Option] = {}
    for item in text.split(","):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not name or not value:
            raise SettingError(f"an option is written option=value, not {item.strip()!r}")
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


def changed(setting: Setting, *, default: Option = None, low: int | None = None) -> Setting:
    """The same setting with another default, or from another number on."""
    return Setting(
        setting.name,
        setting.kind,
        setting.help,
        setting.default if default is None else default,
        setting.low if low is None else low,
        setting.high,
        setting.choices,
    )
