"""What can be looked at: on a terminal as text, in a notebook as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from woodstock.drawing import Picture


class Pictured:
    """Whatever has a picture."""

    __slots__ = ()

    def picture(self) -> Picture:
        """The drawing."""
        raise NotImplementedError

    def svg(self, *, theme: str = "auto") -> str:
        """The drawing as SVG. Themes are `light`, `dark` and `auto`.

        >>> import woodstock as ws
        >>> ws.load("chess").start().svg()[:4]
        '<svg'
        """
        return self.picture().svg(theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return str(self.picture())
