"""Games as networks: the two encodings of a ground program as the network of one stage."""

from collections.abc import Callable
from typing import Final

from woodstock.network.encoding.compact import compact
from woodstock.network.encoding.families import Families, Family, proved_families
from woodstock.network.encoding.propositional import propositional
from woodstock.network.encoding.stage import Cell, Stage

ENCODINGS: Final[dict[str, Callable[..., Stage]]] = {"compact": compact, "propositional": propositional}
"""What each encoding is called."""

__all__ = ["ENCODINGS", "Cell", "Families", "Family", "Stage", "compact", "propositional", "proved_families"]
