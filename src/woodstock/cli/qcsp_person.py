"""A person who sets variables of a QCSP."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from woodstock.network import Value
    from woodstock.qcsp import Clock, Problem, Thought

_TRIES = 100
"""Lines that are no value before the person is taken to be a pipe that talks nonsense."""


class Person:
    """Has all the time in the world. What is typed is a value of the domain, or is asked for again."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def choose(self, played: Sequence[Value], clock: Clock) -> Thought:  # noqa: ARG002
        """Show what propagation leaves, and ask. Where there is no choice nobody is asked."""
        from woodstock.qcsp import Thought

        place = len(played)
        domain = self._problem.domains[place]
        if len(domain) == 1:
            return Thought(domain[0])
        given = {name: (value,) for name, value in zip(self._problem.names, played, strict=False)}
        strong = self._problem.propagate(given)
        weak = strong or self._problem.propagate(given, strong=False)
        name = self._problem.names[place]
        left = domain if weak is None else weak[name]
        if strong is None:
            print("Against the best play this is lost" + ("." if weak is None else "; the adversary may err."))
        names = {str(value): value for value in domain}
        print(f"{name}: {' '.join(names)}" + (f"   consistent: {' '.join(map(str, left))}" if left != domain else ""))
        for _ in range(_TRIES):
            print(f"{name} = ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                raise KeyboardInterrupt
            if line.strip() in names:
                return Thought(names[line.strip()])
            if line.strip():
                print(f"{line.strip()[:50]!r} is no value of {name}.")
        raise KeyboardInterrupt
