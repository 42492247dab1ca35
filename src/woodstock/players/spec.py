"""Players as text: `random`, `uct:c=0.7,threads=2`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from woodstock.errors import SettingError, UnknownPlayerError
from woodstock.players.registry import Maker, maker, options, options_of
from woodstock.protocol import Address, RemoteEntrant, is_address
from woodstock.referee.player import Player
from woodstock.referee.schedule import Entrant
from woodstock.settings import Option, read_text


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A requested player: its text as given, its maker, and its options, parsed and checked."""

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
        usual = {setting.name: setting.default for setting in options_of(self.maker)}
        threads = self.options.get("threads", usual.get("threads", 1))
        return threads if isinstance(threads, int) and threads > 0 else 1

    def __reduce__(self) -> tuple[Any, ...]:
        return _spec, (self.name, self.maker, dict(self.options))


def _spec(name: str, maker: Maker, options: dict[str, Option]) -> PlayerSpec:
    """Rebuild a pickled spec: the read-only view of its options cannot be pickled."""
    return PlayerSpec(name, maker, MappingProxyType(options))


def entrant(text: str) -> Entrant:
    """The player that a text names: an address such as `http://localhost:9147`, or what `parse` reads."""
    if is_address(text):
        return RemoteEntrant(Address.parse(text))
    return parse(text)


def parse(text: str) -> PlayerSpec:
    """Read `name` or `name:option=value,...`. Anything unknown or unreadable raises `UnknownPlayerError`."""
    kind, colon, tail = text.strip().partition(":")
    make = maker(kind.strip())
    try:
        given = read_text(options_of(make), tail) if colon else {}
    except SettingError as error:
        raise UnknownPlayerError(f"player {kind.strip()!r}: {error}") from None
    return PlayerSpec(name=text.strip(), maker=make, options=MappingProxyType(given))


def with_option(text: str, key: str, value: Option) -> str:
    """The text of the same player with an option set, whatever its value was. An address is returned unchanged.

    >>> with_option("uct:c=0.7", "playouts", 100)
    'uct:c=0.7,playouts=100'
    """
    if is_address(text):
        return text
    kind, _, tail = text.strip().partition(":")
    others = [item for item in tail.split(",") if item.strip() and item.partition("=")[0].strip() != key]
    return f"{kind}:{','.join([*others, f'{key}={value}'])}"


def takes(text: str, key: str) -> bool:
    """Does the player that a text names have this option? A remote player has none; an unknown one raises an error."""
    return not is_address(text) and key in {setting.name for setting in options(text.strip().partition(":")[0].strip())}
