"""The belief of paper 002, section 2: each fluent by itself, known if it was seen and even odds if not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

EVEN = Fraction(1, 2)


def fluent_belief(fluents: Sequence[str], percepts: Collection[str]) -> dict[str, Fraction]:
    """For each fluent how likely it holds in the next state, to a role with these percepts: 1 if it sees it, else 1/2.

    What is seen counts where it has the name of a fluent. Neither rules nor history do: `Belief` has these, and is what
    players use.

    >>> fluent_belief(["(cell 1 1 o)", "(cell 1 2 o)"], ["(cell 1 1 o)"])
    {'(cell 1 1 o)': Fraction(1, 1), '(cell 1 2 o)': Fraction(1, 2)}
    """
    seen = frozenset(percepts)
    return {fluent: Fraction(1) if fluent in seen else EVEN for fluent in fluents}
