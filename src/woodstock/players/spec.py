"""Players as text: `random`, `uct:c=0.7,threads=2`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, get_type_hints

from woodstock.errors import UnknownPlayerError
from woodstock.players.registry import Maker, maker, suggestion
from woodstock.protocol import Address, RemoteEntrant, is_address
from woodstock.referee.player import Player
from woodstock.referee.schedule import Entrant

Option = int | float | bool | str

_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player that was asked for: its text as it was given, who makes it, and its options, read and checked."""

    name: str
    maker: Maker
    options: Mapping[str, Option] = field(default_factory=lambda: MappingProxyType({}))

    def make(self) -> Player:
        """A new player of this kind, for one match."""
        return self.maker(**self.options)

    @property
    def own_process(self) -> bool:
        """Do its players run in a process of their own? All do, unless their maker says otherwise."""
        return bool(getattr(self.maker, "own_process", True))

    @property
    def threads(self) -> int:
        """How many cores one of its players keeps busy: its option `threads`, if it has one."""
        parameter = inspect.signature(self.maker).parameters.get("threads")
        threads = self.options.get("threads", parameter.default if parameter else 1)
        return threads if isinstance(threads, int) and threads > 0 else 1

    def __reduce__(self) -> tuple[Any, ...]:
        return _spec, (self.name, self.maker, dict(self.options))


def _spec(name: str, maker: Maker, options: dict[str, Option]) -> PlayerSpec:
    """What a pickled one is made of again: the view that keeps its options from changing cannot be pickled."""
    return PlayerSpec(name, maker, MappingProxyType(options))


def entrant(text: str) -> Entrant:
    """The player that a text names: an address such as `http://localhost:9147`, or what `parse` reads."""
    if is_address(text):
        return RemoteEntrant(Address.parse(text))
    return parse(text)


def parse(text: str) -> PlayerSpec:
    """Read `name` or `name:option=value,...`. Whatever is unknown or cannot be read raises `UnknownPlayerError`."""
    kind, colon, tail = text.strip().partition(":")
    make = maker(kind.strip())
    options: dict[str, Option] = {}
    for item in tail.split(",") if colon else ():
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not key or not value:
            raise UnknownPlayerError(f"{text!r}: an option is written option=value, not {item.strip()!r}")
        if key in options:
            raise UnknownPlayerError(f"{text!r}: option {key!r} is given twice")
        options[key] = _read(kind, make, key, value)
    return PlayerSpec(name=text.strip(), maker=make, options=MappingProxyType(options))


def with_option(text: str, key: str, value: Option) -> str:
    """The text of the same player with an option set, whatever it was. An address has options of its own and stays.

    >>> with_option("uct:c=0.7", "playouts", 100)
    'uct:c=0.7,playouts=100'
    """
    if is_address(text):
        return text
    kind, _, tail = text.strip().partition(":")
    others = [item for item in tail.split(",") if item.strip() and item.partition("=")[0].strip() != key]
    return f"{kind}:{','.join([*others, f'{key}={value}'])}"


def takes(text: str, key: str) -> bool:
    """Has the player that a text names this option? One elsewhere has none; an unknown one raises."""
    return not is_address(text) and key in _options(maker(text.strip().partition(":")[0].strip()))


def _read(kind: str, make: Maker, key: str, text: str) -> Option:
    known = _options(make)
    if key not in known:
        raise UnknownPlayerError(f"player {kind!r} has no option {key!r}{suggestion(key, tuple(sorted(known)))}")
    wanted = known[key]
    try:
        if wanted is bool:
            return _boolean(text)
        return wanted(text)
    except ValueError:
        article = {"int": "a whole number", "float": "a number", "bool": "true or false"}[wanted.__name__]
        raise UnknownPlayerError(f"option {key!r} of player {kind!r} must be {article}, not {text!r}") from None


def _boolean(text: str) -> bool:
    if text.lower() in _TRUE:
        return True
    if text.lower() in _FALSE:
        return False
    raise ValueError(text)


@functools.cache
def _options(make: Maker) -> dict[str, type[Option]]:
    """The options of a player and their types, read off the signature of its maker."""
    hints = get_type_hints(make.__init__ if inspect.isclass(make) else make)
    types: dict[str, type[Option]] = {}
    for name in inspect.signature(make).parameters:
        hint = hints.get(name, str)
        types[name] = next((kind for kind in (bool, int, float) if hint == kind or hint == kind | None), str)
    return types
