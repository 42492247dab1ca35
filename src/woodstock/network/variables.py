"""Variables with finite domains."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from woodstock.network.errors import NetworkError
from woodstock.network.values import STAR, Value


@dataclass(frozen=True)
class Variable:
    """A decision variable, or a stochastic one whose value is drawn (paper 000, definition 2).

    The stage says in which turn it is set: within a stage all decisions come before all draws (definition 3).
    """

    name: str
    domain: tuple[Value, ...]
    stochastic: bool = False
    stage: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "domain", tuple(self.domain))
        if not self.name:
            raise NetworkError("A variable needs a name")
        if len(set(self.domain)) != len(self.domain):
            raise NetworkError(f"The domain of {self.name} names a value twice")
        if STAR in self.domain:
            raise NetworkError(f"The domain of {self.name} holds STAR, which is kept for short tuples")
        if self.stage < 1:
            raise NetworkError(f"The stage of {self.name} is {self.stage}; stages are counted from 1")

    @cached_property
    def values(self) -> frozenset[Value]:
        """The domain as a set."""
        return frozenset(self.domain)

    @cached_property
    def integer(self) -> bool:
        """Are all values integers?"""
        return all(isinstance(value, int) for value in self.domain)

    @property
    def boolean(self) -> bool:
        """Gates and indicators need 0 and 1 (False and True are the same values); a fixed one has only one of them."""
        return all(value in (0, 1) for value in self.domain)
