"""The semantics of a network, straight from the definitions and slow: the reference for every solver."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import inf

from woodstock.network.errors import NetworkError
from woodstock.network.network import Network
from woodstock.network.policy import Chance, Decide, Leaf, Policy, paths
from woodstock.network.values import Assignment, projection


def satisfied(network: Network, assignment: Assignment) -> bool:
    """Does a complete assignment satisfy every hard constraint (locally consistent, paper 000, section 3.1)?"""
    return all(constraint.allows(projection(assignment, constraint.scope)) for constraint in network.constraints)


def likelihood(network: Network, assignment: Assignment) -> Fraction:
    """P(I): the product of the probabilities of all draws (paper 000, section 3.1)."""
    product = Fraction(1)
    for variable in network.stochastic:
        product *= network.probability(variable.name).probability(assignment[variable.name], assignment)
    return product


def utility(network: Network, assignment: Assignment) -> tuple[Fraction, ...]:
    """What the soft constraints give to each player for a complete assignment."""
    total = dict.fromkeys(network.players, Fraction(0))
    for soft in network.utilities:
        total[soft.player] += soft.value(projection(assignment, soft.scope))
    return tuple(total.values())


def check_policy(network: Network, policy: Policy) -> None:
    """Raise a NetworkError unless the tree has one level for each variable, in the order of the network."""
    level = [policy]
    for variable in network.variables:
        below: list[Policy] = []
        for node in level:
            if isinstance(node, Leaf) or node.variable != variable.name:
                found = "a leaf" if isinstance(node, Leaf) else node.variable
                raise NetworkError(f"The policy has {found} where {variable.name} should be set")
            if isinstance(node, Decide) == variable.stochastic:
                kind = "drawn" if variable.stochastic else "decided"
                raise NetworkError(f"In the policy {variable.name} must be {kind}")
            values = (node.value,) if isinstance(node, Decide) else tuple(node.children)
            if not set(values) <= set(variable.domain) or (
                isinstance(node, Chance) and set(values) != set(variable.domain)
            ):
                raise NetworkError(f"The policy's values of {variable.name} do not fit its domain")
            below += [node.child] if isinstance(node, Decide) else list(node.children.values())
        level = below
    if not all(isinstance(node, Leaf) for node in level):
        raise NetworkError("The policy sets variables that the network does not have")


def expected_utility(network: Network, policy: Policy) -> tuple[Fraction | float, ...]:
    """val(pi) of paper 000, section 3.1: leaf utilities weighted by their probabilities; -inf where one is violated.

    The paper says that a feasible policy has no inconsistent path at all. By its own formula a path of probability
    zero adds nothing, and its games need that (a chance move that is not legal has probability zero). We follow the
    formula. A network that tolerates violations (`satisfaction` below 1) is beyond the formula: there a violated path
    earns nothing, and only a policy that violates more than is tolerated is worth -inf.
    """
    violated = sum((weight for weight, ok, _ in _weighed(network, policy) if not ok), start=Fraction(0))
    if violated > 1 - network.satisfaction:
        return (-inf,) * len(network.players)
    return _earned(network, policy)


def _weighed(network: Network, policy: Policy) -> Iterator[tuple[Fraction, bool, Assignment]]:
    """The complete assignments that may come about: how likely each is, and whether it violates no hard constraint."""
    check_policy(network, policy)
    for assignment in paths(policy):
        if weight := likelihood(network, assignment):
            yield weight, satisfied(network, assignment), assignment


def _earned(network: Network, policy: Policy) -> tuple[Fraction, ...]:
    """What each player gets in expectation, where a violated path earns nothing."""
    total = [Fraction(0)] * len(network.players)
    for weight, ok, assignment in _weighed(network, policy):
        if ok:
            total = [sofar + weight * gain for sofar, gain in zip(total, utility(network, assignment), strict=True)]
    return tuple(total)


def satisfaction(network: Network, policy: Policy) -> Fraction:
    """C(pi) of paper 001, section 4: the probability that all hard constraints hold."""
    return sum((weight for weight, ok, _ in _weighed(network, policy) if ok), start=Fraction(0))


def is_feasible(network: Network, policy: Policy) -> bool:
    """Do the hard constraints hold as likely as the network asks?

    With `satisfaction=1` this is feasibility as in paper 000, section 3.1; with less, it is the test by which FC keeps
    the policies of the stochastic part in its example 3 and in example 2 of paper 003.
    """
    return satisfaction(network, policy) >= network.satisfaction


def is_solution(network: Network, policy: Policy) -> bool:
    """Is the policy feasible, and does every player get the threshold in expectation (paper 000, section 3.1)?

    Thresholds may be negative, but -inf reaches none.
    """
    reached = zip(expected_utility(network, policy), network.thresholds, strict=True)
    return is_feasible(network, policy) and all(gain >= threshold for gain, threshold in reached)
