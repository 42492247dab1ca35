"""The steps of paper 000, section 4.1. Each maps a network to one with the same solutions and says what it removed.

Values are only taken from decision variables: chance draws what it draws, and a policy must live with it. Where a
network tolerates violations (`satisfaction` below 1) a decision after a draw may be wrong in some branches, so there
only decisions before the first draw are reduced.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import product

from woodstock.network.consistency import Domains, Propagator, arc_consistent, domains_of
from woodstock.network.constraints import Constraint, Table
from woodstock.network.network import Network
from woodstock.network.universal import without_universal
from woodstock.network.values import STAR, Row, Value

# A constraint is written out as a table of allowed tuples only when it has no more rows than this.
LARGEST_TABLE = 100_000


@dataclass(frozen=True, slots=True)
class Report:
    """What a step removed."""

    step: str
    constraints: int = 0
    columns: int = 0  # variables taken from the scope of a constraint
    values: tuple[tuple[str, Value], ...] = field(default=())
    consistent: bool = True  # False: some domain became empty, so the network has no solution
    finished: bool = True  # False: the step would have taken too long, and was left out

    def __str__(self) -> str:
        if not self.finished:
            return f"{self.step}: skipped, it would take too long"
        parts = [f"{self.constraints} constraints", f"{self.columns} columns", f"{len(self.values)} values"]
        return f"{self.step}: removed {', '.join(parts)}" + ("" if self.consistent else "; inconsistent")


def written_out(network: Network, constraint: Constraint, largest: int = LARGEST_TABLE) -> Table | None:
    """The constraint as a table of allowed tuples without stars, or None when that would be too large."""
    domains = [network.variable(name).domain for name in constraint.scope]
    if isinstance(constraint, Table) and constraint.allowed:
        if not constraint.short:
            return constraint
        rows: set[Row] = set()
        for short in constraint.tuples:
            columns = [domain if entry is STAR else (entry,) for entry, domain in zip(short, domains, strict=True)]
            if len(rows) + math.prod(map(len, columns)) > largest:
                return None
            rows.update(product(*columns))
        return Table(constraint.scope, rows)
    if math.prod(map(len, domains)) > largest:
        return None
    return Table(constraint.scope, (row for row in product(*domains) if constraint.allows(row)))


def merge_equal_scopes(network: Network) -> tuple[Network, Report]:
    """Constraints on the same variables become one whose relation is the intersection."""
    groups: dict[frozenset[str], list[Constraint]] = {}
    for constraint in network.constraints:
        groups.setdefault(frozenset(constraint.scope), []).append(constraint)
    merged: list[Constraint] = []
    for group in groups.values():
        distinct = _joined(dict.fromkeys(group))
        tables = [written_out(network, constraint) for constraint in distinct] if len(distinct) > 1 else []
        small = [table for table in tables if table is not None]
        if len(small) > 1:
            merged.append(_intersection(small))
            merged += [constraint for constraint, table in zip(distinct, tables, strict=True) if table is None]
        else:
            merged += distinct
    removed = len(network.constraints) - len(merged)
    return network.with_constraints(merged), Report("merge equal scopes", constraints=removed)


def _joined(group: Iterable[Constraint]) -> list[Constraint]:
    """The group with one table instead of all that forbid tuples: what any of them forbids."""
    forbidding = [one for one in group if isinstance(one, Table) and not one.allowed]
    if len(forbidding) < 2:
        return list(group)
    scope = forbidding[0].scope
    rows: set[Row] = set()
    for table in forbidding:
        order = [table.scope.index(name) for name in scope]
        rows |= {tuple(row[place] for place in order) for row in table.tuples}
    others = [one for one in group if not (isinstance(one, Table) and not one.allowed)]
    return [*others, Table(scope, rows, allowed=False)]


def _intersection(tables: list[Table]) -> Table:
    scope = tables[0].scope
    rows = set(tables[0].tuples)
    for table in tables[1:]:
        order = [table.scope.index(name) for name in scope]
        rows &= {tuple(row[place] for place in order) for row in table.tuples}
    return Table(scope, rows)


def _certain(network: Network) -> set[str]:
    """The decision variables whose constraints must hold in every branch."""
    if network.satisfaction == 1:
        return {variable.name for variable in network.decisions}
    if network.satisfaction == 0:
        return set()
    first = next((place for place, v in enumerate(network.variables) if v.stochastic), len(network.variables))
    return {variable.name for variable in network.variables[:first]}


def project_unary(network: Network) -> tuple[Network, Report]:
    """Constraints on one decision variable are carried out on its domain, and go."""
    certain = _certain(network)
    domains: Domains = {}
    rest: list[Constraint] = []
    for constraint in network.constraints:
        name = constraint.scope[0] if len(constraint.scope) == 1 else None
        if name in certain:
            values = domains.get(name, frozenset(network.variable(name).domain))
            domains[name] = frozenset(value for value in values if constraint.allows((value,)))
        else:
            rest.append(constraint)
    removed = len(network.constraints) - len(rest)
    return _reduced(network.with_constraints(rest), domains, "project unary constraints", removed)


def _reduced(network: Network, domains: Domains, step: str, constraints: int = 0) -> tuple[Network, Report]:
    gone = tuple(
        (variable.name, value)
        for variable in network.variables
        if variable.name in domains
        for value in variable.domain
        if value not in domains[variable.name]
    )
    changed = {name: domains[name] for name in dict.fromkeys(name for name, _ in gone)}
    restricted = network.restrict(changed) if changed else network
    constraints += len(network.constraints) - len(restricted.constraints)
    return restricted, Report(step, constraints, values=gone, consistent=all(domains.values()))


def remove_universal(network: Network) -> tuple[Network, Report]:
    """A variable that has no say in a constraint leaves its scope; a constraint that is always satisfied goes.

    A variable x is universal in c when the relation has as many rows as D(x) times the rows of its projection on the
    other variables. Tables keep their stars.
    """
    kept: list[Constraint] = []
    columns = 0
    for constraint in network.constraints:
        reduced = without_universal(network, constraint) if isinstance(constraint, Table) else constraint
        if reduced is not constraint:
            columns += len(constraint.scope) - (len(reduced.scope) if reduced else 0)
        if reduced:
            kept.append(reduced)
    removed = len(network.constraints) - len(kept)
    return network.with_constraints(kept), Report("remove universal variables", removed, columns)


Step = Callable[[Network], tuple[Network, Report]]


def singleton_arc_consistency(network: Network, propagate: Propagator = arc_consistent) -> tuple[Network, Report]:
    """Take each value away that, given to its variable, leaves the decision part arc inconsistent (SAC)."""
    return narrow_decisions(network, lambda csp: _singleton_consistent(csp, propagate), "singleton arc consistency")


def narrow_decisions(
    network: Network, narrowed: Callable[[Network], Domains | None], step: str
) -> tuple[Network, Report]:
    """The network with the domains that are found for the plain CSP of its certain decisions; None if it has none."""
    certain = _certain(network)
    csp = Network(
        (variable for variable in network.variables if variable.name in certain),
        (constraint for constraint in network.constraints if certain.issuperset(constraint.scope)),
    )
    domains = narrowed(csp)
    if domains is None:
        return _reduced(network, dict.fromkeys(domains_of(csp), frozenset()), step)
    return _reduced(network, domains, step)


def _singleton_consistent(csp: Network, propagate: Propagator) -> Domains | None:
    """Try every value until a whole round takes none away."""
    domains = propagate(csp, domains_of(csp))
    before: Domains | None = None
    while domains is not None and domains != before:
        before = domains
        for name, values in before.items():
            for value in sorted(values, key=repr):
                if domains is None or value not in domains[name] or len(domains[name]) == 1:
                    continue
                if propagate(csp, {**domains, name: frozenset({value})}) is None:
                    domains = propagate(csp, {**domains, name: domains[name] - {value}})
    return domains


STEPS: tuple[Step, ...] = (merge_equal_scopes, project_unary, remove_universal, singleton_arc_consistency)


def preprocess(network: Network, steps: Iterable[Step] = STEPS) -> tuple[Network, tuple[Report, ...]]:
    """The steps in the paper's order, with a report for each."""
    reports: list[Report] = []
    for step in steps:
        network, report = step(network)
        reports.append(report)
    return network, tuple(reports)
