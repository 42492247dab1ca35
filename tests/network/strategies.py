"""Random small networks for the tests."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from woodstock.network import (
    STAR,
    AllDifferent,
    AtMostOne,
    Channel,
    ConditionalTable,
    Constraint,
    Equal,
    Gate,
    Literal,
    Network,
    Probability,
    Share,
    Table,
    Universal,
    Utility,
    Value,
    Variable,
)

BOOLEANS = ("b0", "b1", "b2")


@st.composite
def tables(draw: st.DrawFn, variables: list[Variable], largest: int = 3) -> Table:
    """A table over some of the variables, allowed or forbidden, sometimes with stars."""
    scope = draw(st.lists(st.sampled_from(variables), min_size=1, max_size=largest, unique=True))
    columns = [st.sampled_from((*variable.domain, STAR)) for variable in scope]
    rows = draw(st.lists(st.tuples(*columns), max_size=8))
    return Table([variable.name for variable in scope], rows, draw(st.booleans()))


@st.composite
def constraints(draw: st.DrawFn, variables: list[Variable]) -> Constraint:
    """Any constraint over these variables; those named b0, b1, .. are Boolean."""
    boolean = [variable.name for variable in variables if variable.name.startswith("b")]
    names = [variable.name for variable in variables]
    several = st.lists(st.sampled_from(names), min_size=2, max_size=3, unique=True).map(tuple)
    kind = draw(st.sampled_from(["table", "equal", "different", "gate", "one", "channel"]))
    if kind == "equal":
        return Equal(draw(several))
    if kind == "different":
        return AllDifferent(draw(several))
    if kind == "table" or len(boolean) < 3:
        return draw(tables(variables))
    order = draw(st.permutations(boolean))
    if kind == "one":
        return AtMostOne(tuple(order))
    if kind == "gate":
        literals = st.sampled_from(variables).flatmap(
            lambda v: st.builds(Literal, st.just(v.name), st.booleans(), st.sampled_from(v.domain))
        )
        inputs = tuple(draw(st.lists(literals, min_size=2, max_size=4, unique=True)))
        return Gate(draw(st.sampled_from(["and", "or"])), order[0], inputs)
    variable = draw(st.sampled_from([v for v in variables if v.name not in boolean] or [variables[0]]))
    free = [name for name in order if name != variable.name]
    values = draw(st.lists(st.sampled_from(variable.domain), min_size=1, max_size=len(free), unique=True))
    return Channel(variable.name, tuple(zip(values, free, strict=False)))


@st.composite
def csps(draw: st.DrawFn, symbols: bool = False) -> Network:
    """Three Boolean variables, two with up to three values, and up to four constraints."""
    values: tuple[Value, ...] = ("red", "green", "blue") if symbols else (0, 1, 2)
    domains = st.lists(st.sampled_from(values), min_size=1, max_size=3, unique=True)
    variables = [Variable(name, (0, 1)) for name in BOOLEANS]
    variables += [Variable(name, tuple(draw(domains))) for name in ("x[0]", "x[1]")]
    return Network(variables, draw(st.lists(constraints(variables), max_size=4)))


@st.composite
def distributions(draw: st.DrawFn, values: tuple[Value, ...]) -> dict[Value, Fraction]:
    """A distribution over some values, now and then with zeros."""
    weights = draw(st.lists(st.integers(0, 3), min_size=len(values), max_size=len(values)).filter(any))
    return {value: Fraction(weight, sum(weights)) for value, weight in zip(values, weights, strict=True) if weight}


@st.composite
def scsps(draw: st.DrawFn) -> Network:
    """Two stages with a draw each, of any kind, with utilities for two players."""
    variables = [
        Variable("b0", (0, 1)),
        Variable("b1", (0, 1)),
        Variable("x", (0, 1, 2)),
        Variable("y", (0, 1), stochastic=True),
        Variable("b2", (0, 1), stage=2),
        Variable("z", (0, 1), stochastic=True, stage=2),
    ]
    domains = {variable.name: variable.domain for variable in variables}
    probabilities: list[Probability] = []
    for name, given in (("y", ("x",)), ("z", ("y", "b2"))):
        kind = draw(st.sampled_from(["plain", "table", "share", "universal"]))
        if kind == "universal":
            probabilities.append(Universal(name, 2))
        elif kind == "share":
            probabilities.append(Share(name, ((0, "b0"), (1, "b1"))))
        else:
            scope = given if kind == "table" else ()
            rows = product(*(domains[other] for other in scope))
            probabilities.append(ConditionalTable(name, scope, {row: draw(distributions((0, 1))) for row in rows}))
    amounts = st.fractions(0, 1, max_denominator=4)
    utilities = [
        Utility(("x", "y"), player, draw(st.dictionaries(st.tuples(*[st.integers(0, 1)] * 2), amounts)), draw(amounts))
        for player in ("first", "the second")
    ]
    return Network(
        variables,
        draw(st.lists(tables(variables), max_size=3)),
        utilities,
        probabilities,
        ("first", "the second"),
        (draw(amounts), draw(amounts)),
        draw(amounts),
    )
