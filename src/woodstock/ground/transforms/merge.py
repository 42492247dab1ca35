"""Rules that differ in one literal become one rule.

An `or` makes a rule for each alternative, and each is ground for all the rest of the body. When that rest is large, it
is cheaper to give the alternatives a relation of their own: `next(check(P)) :- rook(P, X), far(X, Y)` and the same with
`queen(P, X)` become one rule over `either(P, X)`. Variables that only the alternatives mention end there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from woodstock.gdl import Atom, Literal, NormalFormula, NormalRule, Variable
from woodstock.gdl.checks.sheet import predicate, variable_names
from woodstock.gdl.demand import Fresh
from woodstock.ground.transforms.cost import Costs, costs

_WORTH_A_LOOK = 2000.0
_GAIN = 1.5
_ROUNDS = 3

_Frame = tuple[Atom, tuple[NormalFormula, ...], tuple[str, ...]]
"""A head, the literals that alternatives share, and the variables that each alternative shares with these."""


def merge(rules: Sequence[NormalRule]) -> tuple[NormalRule, ...]:
    """The rules, with alternatives that share a costly rest drawn together."""
    merged = tuple(rules)
    fresh = Fresh(merged)
    for _ in range(_ROUNDS):  # an `or` next to an `or` takes a round for each
        before, merged = merged, _merged(merged, fresh)
        if merged == before:
            break
    return merged


def _merged(rules: tuple[NormalRule, ...], fresh: Fresh) -> tuple[NormalRule, ...]:
    frames: defaultdict[_Frame, dict[int, Literal]] = defaultdict(dict)
    for number, rule in enumerate(rules):
        if len(rule.body) > 1:
            for frame, literal in _frames(rule):
                frames[frame].setdefault(number, literal)
    candidates = [(frame, found) for frame, found in frames.items() if len(found) > 1]
    if not candidates:
        return rules
    estimate = costs(rules)
    replaced: dict[int, list[NormalRule]] = {}
    for frame, numbered in sorted(candidates, key=lambda candidate: -len(candidate[1])):
        found = {number: literal for number, literal in numbered.items() if number not in replaced}
        if len(found) > 1 and _pays(rules, frame, found, estimate):
            replaced |= _drawn_together(rules, frame, found, fresh)
    return tuple(part for number, rule in enumerate(rules) for part in replaced.get(number, [rule]))


def _frames(rule: NormalRule) -> list[tuple[_Frame, Literal]]:
    """Every way to see the rule as a frame around one of its literals."""
    found = []
    for at, part in enumerate(rule.body):
        if isinstance(part, Literal) and part.positive:
            rest = (*rule.body[:at], *rule.body[at + 1 :])
            outside = variable_names(rule.head).union(*map(variable_names, rest))
            shared = tuple(sorted(variable_names(part) & outside))
            found.append(((rule.head, rest, shared), part))
    return found


def _pays(rules: Sequence[NormalRule], frame: _Frame, found: dict[int, Literal], estimate: Costs) -> bool:
    """Is one rule over all alternatives, with the rules for these, much cheaper than a rule for each?"""
    _, rest, shared = frame
    apart = sum(estimate.instances(rules[number]) for number in found)
    if apart < _WORTH_A_LOOK:
        return False
    stand_in = Atom("", tuple(Variable(name) for name in shared))
    own = [estimate.bound(rules[number]) for number in found]
    inner = sum(estimate.joined([literal], bound) for literal, bound in zip(found.values(), own, strict=True))
    size = min(inner, max(bound.size(shared) for bound in own))
    body = (Literal(stand_in), *rest)
    together = max(estimate.joined(body, bound, {predicate(stand_in): size}) for bound in own)
    return (inner + together) * _GAIN < apart


def _drawn_together(
    rules: Sequence[NormalRule], frame: _Frame, found: dict[int, Literal], fresh: Fresh
) -> dict[int, list[NormalRule]]:
    head, rest, shared = frame
    either = Atom(fresh.name("either"), tuple(Variable(name) for name in shared))
    first, *others = found
    place = rules[first].place
    made = [NormalRule(head, (Literal(either), *rest), place)]
    made += [NormalRule(either, (literal,), rules[number].place) for number, literal in found.items()]
    return {first: made, **{number: [] for number in others}}
