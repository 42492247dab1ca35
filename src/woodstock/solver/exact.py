"""The best policy of a T-stage network, exactly: a recursion over its variables, with the core to prune it.

What a policy is and when it is a solution says `woodstock.network.semantics` (paper 000, section 3.1). Among the
solutions the best is one that gives most to the player who gets least: it is where raising the threshold to
(r_min, .., r_min) ends (section 4.4). With one player that is the largest expected utility; without players it is any
feasible policy. The universal variables of a QCSP are draws, so that a feasible policy is a winning strategy.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction

from woodstock.network import Assignment, Chance, Decide, Network, Policy, Value
from woodstock.solver.draws import distribution
from woodstock.solver.front import ZERO, Point, best, front
from woodstock.solver.network_solver import NetworkSolver
from woodstock.solver.outlook import Outlook
from woodstock.solver.results import Status
from woodstock.solver.solver import Consistency

ONE = Fraction(1)


@dataclass(frozen=True)
class BestPolicy:
    """The best solution policy, the proof that there is none, or neither within the limits."""

    status: Status
    policy: Policy | None
    utilities: tuple[Fraction, ...] | None  # expected, for each player
    satisfaction: Fraction | None
    nodes: int
    seconds: float
    failures: int = 0
    propagations: int = 0


def best_policy(
    network: Network,
    given: Assignment | None = None,
    *,
    by: Consistency = "mac",
    nodes: int | None = None,
    seconds: float | None = None,
) -> BestPolicy:
    """Find the best solution policy of the network in which these variables have these values.

    What cannot be is found out by arc consistency or, with `by="fc"`, by forward checking.

    >>> from woodstock.network import Table, Variable, uniform
    >>> coin = Network(
    ...     [Variable("bet", "HT"), Variable("coin", "HT", stochastic=True)],
    ...     [Table(("bet", "coin"), [("H", "H"), ("T", "T")])],
    ...     probabilities=[uniform("coin", "HT")],
    ...     satisfaction=1/2,
    ... )
    >>> best_policy(coin).satisfaction
    Fraction(1, 2)
    """
    begun = time.perf_counter()
    recursion = _Recursion(network.instantiate(given) if given else network, by, nodes, seconds)
    point: Point | None = None
    try:
        point = recursion.best()
        status = Status.UNSATISFIABLE if point is None else Status.SATISFIABLE
    except (_OutOfLimits, RecursionError):  # so many decisions one after another are out of reach anyway
        status = Status.UNKNOWN
    spent = time.perf_counter() - begun
    work = (recursion.nodes, spent, recursion.failures, recursion.propagations)
    if point is None:
        return BestPolicy(status, None, None, None, *work)
    return BestPolicy(status, point.policy, point.gains, point.satisfaction, *work)


class _OutOfLimits(Exception):  # noqa: N818 (it is not an error)
    """Nodes or seconds are used up."""


class _Recursion:
    """The points that policies can reach from a depth on, given what was set before.

    A violated path satisfies nothing and gains nothing. In a *strict* network, where the constraints must hold for
    certain, no policy leads there; otherwise it is a point at zero.
    """

    def __init__(self, network: Network, by: Consistency, nodes: int | None, seconds: float | None) -> None:
        self.nodes = 0
        self.failures = 0
        self._by = by
        self._network = network
        self._variables = network.variables
        self._network_solver = NetworkSolver(network)
        self._outlook = Outlook(network)
        self._most = nodes
        self._deadline = None if seconds is None else time.perf_counter() + seconds
        self._past: dict[str, Value] = {}
        self._known: dict[tuple[int, tuple[Value, ...]], tuple[Point, ...]] = {}

    @property
    def propagations(self) -> int:
        """How often propagators have run."""
        return self._network_solver.solver.propagations

    def best(self) -> Point | None:
        """The best point that is a solution, if there is one."""
        network = self._network
        if not all(variable.domain for variable in self._variables):
            return None
        self._network_solver.solver.set_consistency(self._by)
        points = (
            self._points(0) if self._network_solver.solver.propagate() and self._answerable(0) else self._violated(0)
        )
        reached = [point.plus(self._outlook.constants(), point.policy) for point in points]
        solutions = [
            point
            for point in reached
            if point.satisfaction >= network.satisfaction
            and all(gain >= least for gain, least in zip(point.gains, network.thresholds, strict=True))
        ]
        return best(solutions) if solutions else None

    def _points(self, depth: int) -> tuple[Point, ...]:
        """The front of what can be reached from here on; the solver holds what was set before, propagated."""
        forced: list[tuple[str, Value, tuple[Fraction, ...]]] = []
        while depth < len(self._variables) and self._forced(depth):
            name, (value,) = self._variables[depth].name, self._values(depth)
            self._past[name] = value
            forced.append((name, value, self._outlook.gains(depth, self._past)))
            depth += 1
        key = (depth, tuple(self._past[name] for name in self._outlook.frontier(depth)))
        if key not in self._known:
            self._known[key] = self._branches(depth)
        points = self._known[key]
        for name, value, gains in reversed(forced):
            points = tuple(point.plus(gains, Decide(name, value, point.policy)) for point in points)
        return points

    def _branches(self, depth: int) -> tuple[Point, ...]:
        if depth == len(self._variables):
            return (Point(ONE, self._outlook.nothing, self._outlook.fillers[depth]),)
        self.nodes += 1
        self._check_limits()
        return self._drawn(depth) if self._variables[depth].stochastic else self._decided(depth)

    def _decided(self, depth: int) -> tuple[Point, ...]:
        """Any value may be chosen; one that violates a constraint for certain is as good as another that does."""
        name, domain = self._variables[depth].name, self._variables[depth].domain
        possible = self._values(depth)
        violating = [] if self._outlook.strict else [value for value in domain if value not in possible]
        points: list[Point] = []
        for value in (*possible, *violating[:1]):
            below = self._below(depth, value)
            points += [point.plus((), Decide(name, value, point.policy)) for point in below]
            if any(self._unsurpassed(point, depth) for point in below):
                break
        return front(points, self._outlook.losses)

    def _drawn(self, depth: int) -> tuple[Point, ...]:
        """Every value may come: a point for each way to answer them all."""
        variable = self._variables[depth]
        chances = distribution(self._network.probability(variable.name), variable.domain, self._past)
        if self._outlook.strict and not chances:
            return ()
        sums: tuple[Point, ...] = (Point(ZERO, self._outlook.nothing, Chance(variable.name, {})),)
        for value in variable.domain:
            if value in chances:
                below, chance = self._below(depth, value), chances[value]
            else:  # the branch does not count
                below, chance = (self._violation(depth + 1),), ZERO
            self._check_limits()
            sums = front((_sum(one, value, chance, other) for one in sums for other in below), self._outlook.losses)
        return sums

    def _below(self, depth: int, value: Value) -> tuple[Point, ...]:
        """What can be reached when the variable at this depth has this value."""
        solver = self._network_solver.solver
        self._past[self._variables[depth].name] = value
        solver.push()
        try:
            number = self._network_solver.numbering.numbers[depth].of[value]
            if solver.assign(depth, number) and solver.propagate() and self._answerable(depth + 1):
                gains = self._outlook.gains(depth, self._past)
                return tuple(point.plus(gains, point.policy) for point in self._points(depth + 1))
            return self._violated(depth + 1)
        finally:
            solver.pop()

    def _violated(self, depth: int) -> tuple[Point, ...]:
        self.failures += 1
        return () if self._outlook.strict else (self._violation(depth),)

    def _violation(self, depth: int) -> Point:
        return Point(ZERO, self._outlook.nothing, self._outlook.fillers[depth])

    def _unsurpassed(self, point: Point, depth: int) -> bool:
        """Can no other value do better than this point?"""
        ceiling = self._outlook.ceilings[depth]
        return (
            point.satisfaction == 1
            and not self._outlook.losses
            and all(gain >= most for gain, most in zip(point.gains, ceiling, strict=True))
        )

    # --- questions to the solver ----------------------------------------------------------------------------------

    def _values(self, depth: int) -> list[Value]:
        """The values that propagation has left to a variable."""
        values = self._network_solver.numbering.numbers[depth].values
        return [values[number] for number in self._network_solver.solver.domain(depth)]

    def _forced(self, depth: int) -> bool:
        """Is there nothing to decide any more, and nothing to be gained by a violation?"""
        variable = self._variables[depth]
        if variable.stochastic or (self._outlook.losses and len(variable.domain) > 1):
            return False
        return len(self._network_solver.solver.domain(depth)) == 1

    def _answerable(self, depth: int) -> bool:
        """Has propagation left every draw to come the values it must keep?"""
        return all(place < depth or needed.issubset(self._values(place)) for place, needed in self._outlook.certain)

    def _check_limits(self) -> None:
        if self._most is not None and self.nodes > self._most:
            raise _OutOfLimits
        if self._deadline is not None and time.perf_counter() > self._deadline:
            raise _OutOfLimits


def _sum(one: Point, value: Value, chance: Fraction, other: Point) -> Point:
    """A draw with one more value answered."""
    gains = tuple(own + chance * more for own, more in zip(one.gains, other.gains, strict=True))
    assert isinstance(one.policy, Chance)
    policy = Chance(one.policy.variable, {**one.policy.children, value: other.policy})
    return Point(one.satisfaction + chance * other.satisfaction, gains, policy)
