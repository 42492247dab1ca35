"""Decision diagrams hold exactly the tuples of their relation, in as few nodes as there are different rests."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings

from qcsp.networks import networks
from woodstock.network import STAR, AllDifferent, Gate, Literal, Network, NetworkError, Table
from woodstock.qcsp import diagrams


def members(children: list[list[int]], domains: list[tuple[int, ...]]) -> set[tuple[int, ...]]:
    found = set()
    for row in product(*(range(len(domain)) for domain in domains)):
        node = 0
        for level, number in enumerate(row):
            node = children[level][node * len(domains[level]) + number]
            if node < 0:
                break
        if node >= 0:
            found.add(tuple(domain[number] for domain, number in zip(domains, row, strict=True)))
    return found


@given(networks())
@settings(max_examples=200, deadline=None)
def test_tuples(network: Network) -> None:
    for constraint in network.constraints:
        variables = [variable for variable in network.variables if variable.name in constraint.scope]
        scope = [variable.name for variable in variables]
        domains = [variable.domain for variable in variables]
        order = [scope.index(name) for name in constraint.scope]
        allowed = {row for row in product(*domains) if constraint.allows(tuple(row[place] for place in order))}
        assert members(diagrams.diagram(constraint, scope, domains), domains) == allowed  # type: ignore[arg-type]


def test_short_tuples() -> None:
    domains: list[tuple[int, ...]] = [(0, 1), (0, 1), (0, 1)]
    for allowed in (True, False):
        table = Table("abc", [(1, STAR, STAR), (0, 0, 1)], allowed=allowed)
        expected = {row for row in product(*domains) if table.allows(row)}
        assert members(diagrams.diagram(table, "abc", domains), domains) == expected


def test_a_gate_over_many_variables_is_small() -> None:
    names = [f"v{i}" for i in range(100)]
    gate = Gate("and", "v50", tuple(Literal(name) for name in names if name != "v50"))
    children = diagrams.diagram(gate, names, [(0, 1)] * 100)
    assert sum(map(len, children)) < 1000


def test_what_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagrams, "LARGEST", 100)
    names = [f"v{i}" for i in range(8)]
    with pytest.raises(NetworkError, match="split it"):
        diagrams.diagram(AllDifferent(tuple(names)), names, [tuple(range(8))] * 8)
