"""Values, rows of values and exact numbers."""

from __future__ import annotations

import enum
import math
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Final, TypeAlias

from woodstock.network.errors import NetworkError


class Star(enum.Enum):
    """The joker of short tuples: every value of the domain."""

    STAR = "*"

    __hash__ = object.__hash__  # tables have it millions of times, and that of an enum is slow

    def __repr__(self) -> str:
        return "STAR"


STAR: Final = Star.STAR

Value: TypeAlias = Hashable
Row: TypeAlias = tuple[Value, ...]
Assignment: TypeAlias = Mapping[str, Value]
Number: TypeAlias = int | float | Fraction

# Floats stand for the simplest fraction near them, so that 0.1 is one tenth and thirds sum to one.
DENOMINATOR: Final = 10**12


def exact(number: Number) -> Fraction:
    """The number as a fraction. Sums of probabilities are compared with one, so rounding must not decide."""
    if isinstance(number, float):
        if not math.isfinite(number):
            raise NetworkError(f"{number} is not a finite number")
        return Fraction(number).limit_denominator(DENOMINATOR)
    return Fraction(number)


def projection(assignment: Assignment, scope: tuple[str, ...]) -> Row:
    """I restricted to a scope (paper 000, section 3.1), as a row in the order of the scope."""
    return tuple(assignment[name] for name in scope)
