"""Random small QCSPs of all kinds."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from woodstock.network import (
    AllDifferent,
    AtMostOne,
    Channel,
    Constraint,
    Equal,
    Gate,
    Literal,
    Network,
    Table,
    Variable,
)
from woodstock.qcsp.generator import prefix, quantified


@st.composite
def prefixes(draw: st.DrawFn, most: int = 5) -> list[Variable]:
    """Variables with any quantifiers; Boolean ones are many, so that gates find some."""
    count = draw(st.integers(1, most))
    universal = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    sizes = draw(st.lists(st.sampled_from((2, 2, 3)), min_size=count, max_size=count))
    return prefix(universal, [tuple(range(size)) for size in sizes], [f"v{place}" for place in range(count)])


@st.composite
def tables(draw: st.DrawFn, variables: list[Variable], arity: int) -> Table:
    """A table over any variables in any order, loose or tight, of allowed or forbidden tuples."""
    scope = draw(st.permutations(variables))[:arity]
    rows = list(product(*(variable.domain for variable in scope)))
    kept = draw(st.lists(st.sampled_from(rows), unique=True, max_size=len(rows)))
    return Table([variable.name for variable in scope], kept, allowed=draw(st.booleans()))


@st.composite
def relations(draw: st.DrawFn, variables: list[Variable]) -> Constraint:
    """A constraint of any kind that these variables admit."""
    chosen = draw(st.permutations(variables))
    names = [variable.name for variable in chosen]
    booleans = [variable.name for variable in chosen if variable.boolean]
    arity = draw(st.integers(1, min(3, len(names))))
    kinds = ["table", "equal", "different"] + (["one", "gate", "channel"] if len(booleans) > 1 else [])
    match draw(st.sampled_from(kinds)):
        case "equal":
            return Equal(tuple(names[:arity]))
        case "different":
            return AllDifferent(tuple(names[:arity]))
        case "one":
            return AtMostOne(tuple(booleans[: max(arity, 2)]))
        case "gate":
            inputs = [name for name in names if name != booleans[0]][:3]
            literals = tuple(Literal(name, draw(st.booleans()), draw(st.sampled_from((0, 1)))) for name in inputs)
            return Gate(draw(st.sampled_from(("and", "or"))), booleans[0], literals)
        case "channel":
            variable = next(v for v in chosen if v.name != booleans[0])
            flags = [name for name in booleans if name != variable.name][: len(variable.domain)]
            return Channel(variable.name, tuple(zip(variable.domain, flags, strict=False)))
    return draw(tables(variables, arity))


@st.composite
def networks(draw: st.DrawFn, most: int = 5) -> Network:
    """A small QCSP with constraints of all kinds."""
    variables = draw(prefixes(most))
    return quantified(variables, draw(st.lists(relations(variables), max_size=4)))


@st.composite
def binary_networks(draw: st.DrawFn, most: int = 6) -> Network:
    """A small QCSP with binary tables alone."""
    variables = draw(prefixes(most).filter(lambda variables: len(variables) > 1))
    return quantified(variables, draw(st.lists(tables(variables, 2), max_size=7)))
