"""Small random games: stratified rules over a handful of constants, with recursion, negation and functions."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ground.eager import make_eager
from ground.lockstep import agree, same_names
from woodstock.circuit import build
from woodstock.engine import CircuitMachine
from woodstock.gdl import normalise, parse
from woodstock.ground import ground
from woodstock.ground.chain import TRANSFORMS

CONSTANTS = ("a", "b", "c")
VARIABLES = ("?x", "?y", "?z", "?w")
GIVEN = {"(link {} {})": 2, "(node {})": 1, "(true (on {}))": 1, "(true (at {} {}))": 2, "(does r (go {} {}))": 2}
LAYERS = ({"(p {} {})": 2, "(q {})": 1}, {"(s {} {})": 2, "(t {})": 1})


@st.composite
def bodies(draw: st.DrawFn, positive: dict[str, int], negative: dict[str, int]) -> tuple[list[str], list[str]]:
    """A safe body and the variables it binds."""
    terms = st.sampled_from((*VARIABLES, *VARIABLES, *CONSTANTS))
    body: list[str] = []
    bound: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        shape = draw(st.sampled_from(sorted(positive)))
        arguments = [draw(terms) for _ in range(positive[shape])]
        body.append(shape.format(*arguments))
        bound += [term for term in arguments if term in VARIABLES]
    safe = st.sampled_from((*bound, *CONSTANTS))
    shape = draw(st.sampled_from(sorted(positive)))
    either = [shape.format(*(draw(terms) for _ in range(positive[shape]))) for _ in range(2)]
    if draw(st.integers(0, 2)) == 0:
        body.append(f"(or {' '.join(either)})")
    negated: bool = draw(st.booleans())
    if negated:
        shape = draw(st.sampled_from(sorted(negative)))
        body.append(f"(not {shape.format(*(draw(safe) for _ in range(negative[shape])))})")
    distinct: bool = draw(st.booleans())
    if bound and distinct:
        body.append(f"(distinct {draw(st.sampled_from(bound))} {draw(safe)})")
    return body, bound


@st.composite
def sheets(draw: st.DrawFn) -> str:
    lines = ["(role r)", *(f"(node {constant})" for constant in CONSTANTS)]
    pairs = st.tuples(st.sampled_from(CONSTANTS), st.sampled_from(CONSTANTS))
    lines += [f"(link {one} {other})" for one, other in draw(st.lists(pairs, min_size=1, max_size=5, unique=True))]
    lines += [f"(init (at {one} {other}))" for one, other in draw(st.lists(pairs, min_size=1, max_size=3, unique=True))]

    def rule(shape: str, arity: int, positive: dict[str, int], negative: dict[str, int]) -> str:
        body, bound = draw(bodies(positive, negative))
        head = shape.format(*(draw(st.sampled_from((*bound, *CONSTANTS))) for _ in range(arity)))
        return f"(<= {head} {' '.join(body)})"

    below = dict(GIVEN)
    for layer in LAYERS:
        for shape, arity in layer.items():
            lines += [rule(shape, arity, {**below, **layer}, below) for _ in range(draw(st.integers(1, 3)))]
        below |= layer
    # Moves do not depend on moves.
    still = {shape: arity for shape, arity in GIVEN.items() if "does" not in shape}
    lines += [rule("(legal r (go {} {}))", 2, still, still) for _ in range(2)]
    lines.append("(legal r (go a b))")
    for shape, arity in (("(next (at {} {}))", 2), ("(next (on {}))", 1), ("(sees r (it {}))", 1)):
        lines += [rule(shape, arity, below, below) for _ in range(draw(st.integers(1, 3)))]
    lines += [
        "(<= (next (wall ?x)) (true (wall ?x)))",
        "(init (wall b))",
        "(<= (goal r 100) (true (wall ?x)) (true (on ?x)))",
    ]
    lines += [rule("terminal", 0, {"(true (on {}))": 1}, still), "(<= (goal r 0) (not (true (on a))))"]
    return "\n".join(lines)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(sheets())
def test_all_transforms_keep_random_games(text: str) -> None:
    rules = normalise(parse(text))
    plain = ground(rules, transforms=())
    with pytest.MonkeyPatch.context() as monkeypatch:
        make_eager(monkeypatch)
        transformed = ground(rules, transforms=TRANSFORMS)
    same_names(plain, transformed)
    left, right = CircuitMachine(build(plain)), CircuitMachine(build(transformed))
    assert agree(left, right, games=4, steps=8) > 0
