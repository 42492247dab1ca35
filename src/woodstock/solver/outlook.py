"""What is known of a network's future before any of its variables is set."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from woodstock.network import Assignment, Chance, Decide, Leaf, Network, Policy, Utility, Value
from woodstock.solver.draws import distribution
from woodstock.solver.front import ZERO


class Outlook:
    """For each depth, that is before the variable with this number is set: what matters, what can still be gained."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._place = {variable.name: place for place, variable in enumerate(network.variables)}
        self.strict = network.satisfaction == 1
        self.nothing = (ZERO,) * len(network.players)
        amounts = [amount for u in network.utilities for amount in (*u.table.values(), u.default)]
        # Losses matter only where violations are tolerated: a violated path gains nothing, which is then more.
        self.losses = not self.strict and min(amounts, default=ZERO) < 0
        self._ending: dict[int, list[Utility]] = {}
        for utility in network.utilities:
            self._ending.setdefault(self._last_of(utility.scope), []).append(utility)
        self._last_use = self._find_last_uses()
        self.ceilings = self._find_ceilings()
        self.certain = self._find_certain()
        self.fillers = self._find_fillers()
        self.frontier = cache(self._find_frontier)

    def gains(self, depth: int, past: Assignment) -> tuple[Fraction, ...]:
        """What the utilities give to each player that are decided by the variable at this depth."""
        if depth not in self._ending:
            return self.nothing
        gained = dict.fromkeys(self._network.players, ZERO)
        for utility in self._ending[depth]:
            gained[utility.player] += utility.value(tuple(past[name] for name in utility.scope))
        return tuple(gained.values())

    def constants(self) -> tuple[Fraction, ...]:
        """What the utilities give that speak of no variable."""
        return self.gains(-1, {})

    def _last_of(self, scope: tuple[str, ...]) -> int:
        return max((self._place[name] for name in scope), default=-1)

    def _find_last_uses(self) -> list[int]:
        """For each variable the last one that anything ties it to."""
        network = self._network
        last_use = list(range(len(network.variables)))
        scopes = [*(constraint.scope for constraint in network.constraints), *(u.scope for u in network.utilities)]
        scopes += [(probability.variable, *probability.scope) for probability in network.probabilities]
        for scope in scopes:
            last = self._last_of(scope)
            for name in scope:
                last_use[self._place[name]] = max(last_use[self._place[name]], last)
        return last_use

    def _find_frontier(self, depth: int) -> tuple[str, ...]:
        """The earlier variables that something still speaks of: all that the future depends on."""
        variables = self._network.variables
        return tuple(variables[place].name for place in range(depth) if self._last_use[place] >= depth)

    def _find_ceilings(self) -> list[tuple[Fraction, ...]]:
        """More than this no player can gain from a depth on."""
        ceilings = [self.nothing]
        for depth in reversed(range(len(self._network.variables))):
            ceiling = dict(zip(self._network.players, ceilings[-1], strict=True))
            for utility in self._ending.get(depth, ()):
                ceiling[utility.player] += max((*utility.table.values(), utility.default))
            ceilings.append(tuple(ceiling.values()))
        return ceilings[::-1]

    def _find_certain(self) -> list[tuple[int, frozenset[Value]]]:
        """Where nothing may be violated: the draws that depend on nothing, and the values they must keep."""
        draws = self._network.stochastic if self.strict else ()
        chances = {variable: self._network.probability(variable.name) for variable in draws}
        return [
            (self._place[variable.name], frozenset(distribution(probability, variable.domain, {})))
            for variable, probability in chances.items()
            if not probability.scope
        ]

    def _find_fillers(self) -> list[Policy]:
        """For each depth a policy, whatever it does: for branches that do not count."""
        fillers: list[Policy] = [Leaf()]
        for variable in reversed(self._network.variables):
            if variable.stochastic:
                fillers.append(Chance(variable.name, dict.fromkeys(variable.domain, fillers[-1])))
            else:
                fillers.append(Decide(variable.name, next(iter(variable.domain), None), fillers[-1]))
        return fillers[::-1]
