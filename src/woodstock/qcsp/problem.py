"""Quantified networks, ready for the core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np

from woodstock.core import QcspProblem
from woodstock.network import AllDifferent, Constraint, Network, NetworkError, Universal, Value
from woodstock.qcsp.diagrams import LargeRelationError, diagram

MOST_VALUES: Final = 64
MOST_VARIABLES: Final = 1024


class Problem:
    """A QCSP: a network whose draws are all universal, with its variables in the order of their quantifiers.

    Values are numbered by their place in the domain; the core knows numbers only. A problem can be pickled.

    >>> from woodstock.network import AllDifferent, Variable
    >>> loves = Network(
    ...     [Variable("x", (0, 1), stochastic=True), Variable("y", (0, 1), stage=2)],
    ...     [AllDifferent(("x", "y"))],
    ...     probabilities=[Universal("x", 2)],
    ... )
    >>> Problem(loves).propagate()
    {'x': (0, 1), 'y': (0, 1)}
    """

    def __init__(self, network: Network) -> None:
        _check(network)
        self.network = network
        self.names = tuple(variable.name for variable in network.variables)
        self.domains = tuple(variable.domain for variable in network.variables)
        self.universal = tuple(variable.stochastic for variable in network.variables)

    def __len__(self) -> int:
        return len(self.names)

    def __reduce__(self) -> tuple[type[Problem], tuple[Network]]:
        return Problem, (self.network,)

    @cached_property
    def place(self) -> dict[str, int]:
        """Where each variable stands in the order of the quantifiers."""
        return {name: place for place, name in enumerate(self.names)}

    @cached_property
    def core(self) -> QcspProblem:
        """The problem in the core."""
        core = QcspProblem([len(domain) for domain in self.domains], list(self.universal))
        for constraint in self.network.constraints:
            self._post(core, constraint)
        return core

    def numbers(self, values: Sequence[Value]) -> list[int]:
        """The numbers of the first variables' values."""
        return [self.number(place, value) for place, value in enumerate(values)]

    def number(self, place: int, value: Value) -> int:
        """The number of a value of the variable at this place."""
        try:
            return self.domains[place].index(value)
        except ValueError:
            raise NetworkError(f"{value!r} is not in the domain of {self.names[place]}") from None

    def satisfied(self, values: Sequence[Value]) -> bool:
        """Do these values, one for each variable, satisfy all constraints?"""
        return self.core.satisfied(self.numbers(values))

    # ---- propagation ------------------------------------------------------------------------------------------------
    def propagate(
        self, domains: Mapping[str, Iterable[Value]] | None = None, *, strong: bool = True
    ) -> dict[str, tuple[Value, ...]] | None:
        """What SQGAC leaves to each variable, or None if it shows that all is lost (paper 004, section 3.2).

        Not `strong`, universal variables are taken as friendly: values stay that win against some play.
        """
        left = self.core.propagate(self._masks(domains or {}), strong)
        if left is None:
            return None
        return {name: self._values(place, int(left[place])) for place, name in enumerate(self.names)}

    def pure(self, name: str, domains: Mapping[str, Iterable[Value]] | None = None) -> tuple[Value, ...]:
        """The values that go with all values of all other variables (paper 004, section 3.1)."""
        return self._values(self.place[name], self.core.pure(self._masks(domains or {}), self.place[name]))

    def dominated(self, name: str, domains: Mapping[str, Iterable[Value]] | None = None) -> tuple[Value, ...]:
        """The values that the owner of the variable need not try, as another one is as good whatever follows."""
        return self._values(self.place[name], self.core.dominated(self._masks(domains or {}), self.place[name]))

    def _masks(self, given: Mapping[str, Iterable[Value]]) -> np.typing.NDArray[np.uint64]:
        masks = []
        for place, name in enumerate(self.names):
            values = given.get(name, self.domains[place])
            masks.append(sum({1 << self.number(place, value) for value in values}))
        return np.array(masks, dtype=np.uint64)

    def _values(self, place: int, mask: int) -> tuple[Value, ...]:
        return tuple(value for number, value in enumerate(self.domains[place]) if mask >> number & 1)

    # ---- constraints ------------------------------------------------------------------------------------------------
    def _post(self, core: QcspProblem, constraint: Constraint) -> None:
        scope = sorted(constraint.scope, key=self.place.__getitem__)
        places = [self.place[name] for name in scope]
        if len(scope) == 2:
            core.add_binary(places[0], places[1], self._supports(constraint, scope))
            return
        try:
            core.add_diagram(places, diagram(constraint, scope, [self.domains[place] for place in places]))
        except LargeRelationError:
            if not isinstance(constraint, AllDifferent):
                raise
            # Less is seen by pairs, but nothing wrong.
            for pair in combinations(scope, 2):
                self._post(core, AllDifferent(pair))

    def _supports(self, constraint: Constraint, scope: Sequence[str]) -> np.typing.NDArray[np.uint64]:
        first, second = (self.domains[self.place[name]] for name in scope)
        swapped = tuple(scope) != tuple(constraint.scope)
        masks = [
            sum(1 << number for number, b in enumerate(second) if constraint.allows((b, a) if swapped else (a, b)))
            for a in first
        ]
        return np.array(masks, dtype=np.uint64)


def _check(network: Network) -> None:
    if network.utilities or network.players or network.satisfaction != 1:
        raise NetworkError("A network with rewards or a threshold is not a QCSP; woodstock solve finds its best policy")
    for probability in network.probabilities:
        if not isinstance(probability, Universal):
            raise NetworkError(f"{probability.variable} is drawn by chance; in a QCSP it must be universal")
    if len(network.variables) > MOST_VARIABLES:
        raise NetworkError(f"The network has {len(network.variables)} variables; at most {MOST_VARIABLES} are possible")
    for variable in network.variables:
        if not 1 <= len(variable.domain) <= MOST_VALUES:
            raise NetworkError(
                f"The domain of {variable.name} has {len(variable.domain)} values; 1 to {MOST_VALUES} are possible"
            )
