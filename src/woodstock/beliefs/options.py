"""How much a belief keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woodstock.core import Belief
from woodstock.settings import Adjustable, Option, declared, read_settings


class Options(Adjustable):
    """What a belief is told to keep; each setting is an attribute."""

    settings = declared(Belief)

    def __init__(self, **settings: Option) -> None:
        vars(self).update(read_settings(self.settings, settings))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...
