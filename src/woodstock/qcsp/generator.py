"""Instances: the random binary QCSPs of paper 004, section 4, and games of packing bins."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations, product

from woodstock.network import Constraint, Network, NetworkError, Table, Universal, Variable
from woodstock.qcsp.problem import MOST_VALUES, MOST_VARIABLES


@dataclass(frozen=True)
class Parameters:
    """The five parameters <n, d, p, p_EE, p_AE> of a random binary QCSP.

    A share p is constrained of the pairs that may be: exists-exists, and forall-exists with the universal variable
    first. p_EE is the share of tuples that an exists-exists constraint forbids, p_AE the share of a bijection's tuples
    that a forall-exists constraint forbids.
    """

    n: int
    d: int
    p: float
    p_ee: float
    p_ae: float

    def __post_init__(self) -> None:
        bounds = {"n": (1, MOST_VARIABLES), "d": (1, MOST_VALUES), "p": (0, 1), "p_ee": (0, 1), "p_ae": (0, 1)}
        for name, (low, high) in bounds.items():
            if not low <= getattr(self, name) <= high:
                raise NetworkError(f"{name} is {getattr(self, name)}; it must be from {low} to {high}")


def prefix(universal: list[bool], domains: list[tuple[int, ...]], names: list[str]) -> list[Variable]:
    """Variables in the order of their quantifiers, with stages such that a draw ends its stage."""
    variables: list[Variable] = []
    stage = 1
    for place, name in enumerate(names):
        if place and universal[place - 1] and not universal[place]:
            stage += 1
        variables.append(Variable(name, domains[place], stochastic=universal[place], stage=stage))
    return variables


def quantified(variables: list[Variable], constraints: list[Constraint]) -> Network:
    """A network in which every stochastic variable is universal."""
    universal = [Universal(variable.name, len(variable.domain)) for variable in variables if variable.stochastic]
    return Network(variables, constraints, probabilities=universal)


def random_network(parameters: Parameters, seed: int, *, first: str = "exists") -> Network:
    """A random binary QCSP of strictly alternating quantifiers (paper 004, section 4).

    Pairs are exists-exists, or forall-exists with the universal variable first: the other two kinds can be removed
    beforehand and are not generated. A forall-exists constraint forbids only tuples of a random bijection between the
    two domains (Gent et al. 2005), so that a value of the adversary takes at most one value from each variable.
    """
    chance = random.Random(f"qcsp {parameters} {first} {seed}")
    n, d = parameters.n, parameters.d
    universal = [(place % 2 == 0) == (first == "forall") for place in range(n)]
    names = [f"x{place + 1}" for place in range(n)]
    pairs = [pair for pair in combinations(range(n), 2) if not universal[pair[1]]]
    wanted = round(parameters.p * len(pairs))
    constraints: list[Constraint] = []
    for x, y in sorted(chance.sample(pairs, wanted)):
        if universal[x]:
            bijection = list(zip(range(d), chance.sample(range(d), d), strict=True))
            forbidden = chance.sample(bijection, round(parameters.p_ae * d))
        else:
            forbidden = chance.sample(list(product(range(d), range(d))), round(parameters.p_ee * d * d))
        constraints.append(Table((names[x], names[y]), forbidden, allowed=False))
    return quantified(prefix(universal, [tuple(range(d))] * n, names), constraints)


@dataclass(frozen=True)
class Packing:
    """A game of packing bins: the adversary names the sizes of items one by one, and each is put into a bin at once.

    The existential player wins if no bin ever holds more than its capacity.
    """

    items: int
    bins: int
    capacity: int
    largest: int

    def __post_init__(self) -> None:
        for name, limit in (("items", 64), ("bins", 16), ("capacity", MOST_VALUES - 1), ("largest", MOST_VALUES)):
            if not 1 <= getattr(self, name) <= limit:
                raise NetworkError(f"{name} is {getattr(self, name)}; it must be from 1 to {limit}")
        if self.items * (self.bins + 2) > MOST_VARIABLES:
            raise NetworkError(f"{self.items} items and {self.bins} bins need more than {MOST_VARIABLES} variables")


def bin_packing(game: Packing) -> Network:
    """The game as a QCSP: for each item its size, its bin and then the loads of the bins, which have no choice."""
    bins, loads = range(game.bins), tuple(range(game.capacity + 1))
    names: list[str] = []
    universal: list[bool] = []
    domains: list[tuple[int, ...]] = []
    constraints: list[Constraint] = []
    for item in range(1, game.items + 1):
        names += [f"size{item}", f"bin{item}", *(f"load{item}_{j + 1}" for j in bins)]
        universal += [True, False, *(False for _ in bins)]
        domains += [tuple(range(1, game.largest + 1)), tuple(bins), *(loads for _ in bins)]
        for j in bins:
            new = [(s, b, s if b == j else 0) for s in range(1, game.largest + 1) for b in bins]
            scope = (f"size{item}", f"bin{item}", f"load{item}_{j + 1}")
            if item == 1:
                constraints.append(Table(scope, [row for row in new if row[2] <= game.capacity]))
                continue
            rows = [(old, s, b, old + more) for old in loads for s, b, more in new if old + more <= game.capacity]
            constraints.append(Table((f"load{item - 1}_{j + 1}", *scope), rows))
    return quantified(prefix(universal, domains, names), constraints)
