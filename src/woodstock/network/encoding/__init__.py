"""Games as networks: the two encodings of a ground program as the network of one stage."""

from collections.abc import Callable
from typing import Final

from woodstock.network.encoding.compact import compact
from woodstock.network.encoding.mutex_groups import MutexGroup, MutexGroups, proved_mutex_groups
from woodstock.network.encoding.propositional import propositional
from woodstock.network.encoding.stage import Cell, Stage

ENCODINGS: Final[dict[str, Callable[..., Stage]]] = {"compact": compact, "propositional": propositional}
"""What each encoding is called."""

__all__ = ["ENCODINGS", "Cell", "MutexGroup", "MutexGroups", "Stage", "compact", "propositional", "proved_mutex_groups"]
