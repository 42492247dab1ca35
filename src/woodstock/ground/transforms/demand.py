"""Demand-driven rewriting (magic sets): works out of a large relation only what is asked of it.

A relation such as `toward(X, Y, EX, EY, Direction)` may be defined for all coordinates there are, though play asks it
only for the places of a small maze. Every rule of such a relation gets one more condition, that it is asked; what is
asked follows from the positive literals next to each use. One pattern of asking for each relation: the arguments that
every use gives a value to.

What is asked only says which instances are worth listing. It is no part of the game, so the relations of asking are
free in the logic program and are taken out of the ground rules again (`free_of_asking`). The fluents and moves found
are the same: a use is an instance only when its positive literals are possible, and then it has asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from woodstock.gdl import Atom, Literal, NormalRule
from woodstock.gdl.checks.sheet import GIVEN, ROOTS, Predicate, Sheet, literals, positive, predicate, variable_names
from woodstock.gdl.unify import variables
from woodstock.ground.transforms.cost import Costs, costs
from woodstock.ground.transforms.split import split
from woodstock.ground.transforms.tables import static_predicates

ASKED = "?"
"""Starts the names of the relations of asking. No relation of a rulesheet is called so: it would be a variable."""

_HEAVY = 100_000.0
"""Instances from which on a relation is worth asking for."""
_COSTLY = 2_000_000.0
"""Ground rules from which on it is worth while to look for a better way at all."""
_GAIN = 4.0
_ROUNDS = 4

Patterns = dict[Predicate, frozenset[int]]
"""For each relation on demand the arguments that it is asked with."""


def demand(rules: Sequence[NormalRule]) -> tuple[NormalRule, ...]:
    """The rules, with large relations on demand if that is estimated to pay."""
    rules = tuple(rules)
    plain = _instances(rules)
    if not any(count > _HEAVY for name, count in plain.items() if name.name not in ROOTS):
        return rules
    before = sum(_instances(split(rules)).values())  # splitting will have its share
    wanted = _candidates(rules, plain)
    for _ in range(_ROUNDS if before > _COSTLY else 0):
        patterns = asking_patterns(rules, wanted)
        rewritten = lean(on_demand(rules, patterns))
        after = _instances(split(rewritten))
        idle = {name for name in patterns if _too_dear(after.get(_asking(name, patterns), 0.0), plain[name])}
        if not idle or not patterns:
            return rewritten if sum(after.values()) * _GAIN < before else rules
        wanted = patterns.keys() - idle
    return rules


def _too_dear(asking: float, plain: float) -> bool:
    """Does asking for a relation take more than working it out?"""
    return asking > max(plain, _HEAVY)


def _candidates(rules: Sequence[NormalRule], plain: Mapping[Predicate, float]) -> set[Predicate]:
    """Relations that may be on demand: the heavy ones, and all that depends on the state. A light one of these is worth
    asking for where that narrows down what it asks of a heavy one; a static relation is better left as facts."""
    static = static_predicates(Sheet(rules))
    return {
        name
        for name, count in plain.items()
        if name.name not in ROOTS and name.arity and (count > _HEAVY or name not in static)
    }


def _instances(rules: tuple[NormalRule, ...]) -> dict[Predicate, float]:
    """How many ground rules each relation takes that is not given by facts."""
    estimate = costs(rules)
    found: dict[Predicate, float] = {}
    for rule in rules:
        if rule.body:
            head = predicate(rule.head)
            found[head] = found.get(head, 0.0) + estimate.instances(rule)
    return found


def asking_patterns(rules: Sequence[NormalRule], wanted: Iterable[Predicate]) -> Patterns:
    """Which of the wanted relations can be on demand, and with which arguments they are asked.

    A relation that someone asks without any value falls out, and so does one whose facts must stay facts.
    """
    sheet = Sheet(rules)
    fixed = sheet.below(Predicate("init", 1)) | sheet.below(Predicate("role", 1))
    chosen = {name for name in wanted if name not in fixed}
    while True:
        chosen -= _needed_as_facts(sheet, chosen)
        patterns = {name: frozenset(range(name.arity)) for name in chosen}
        while narrower := _narrower(rules, patterns):
            patterns |= narrower
        idle = {name for name, pattern in patterns.items() if not pattern}
        if not idle:
            return patterns
        chosen -= idle


def _needed_as_facts(sheet: Sheet, chosen: Collection[Predicate]) -> set[Predicate]:
    """Relations whose facts rule something out: `not p` of a fact p removes an instance while grounding, but what is on
    demand is no fact there. Instances that can never hold would be listed, even fluents and moves."""
    certain = sheet.derivable(()) - GIVEN  # relations that may have facts
    found = {predicate(part.atom) for rule in sheet.rules for part in literals(rule) if not part.positive} & certain
    waiting = list(found)
    while waiting:  # what these facts rest on
        for rule in sheet.by_head.get(waiting.pop(), ()):
            if all(predicate(part.atom) in certain for part in positive(rule)):
                new = {predicate(part.atom) for part in literals(rule)} - found
                found |= new
                waiting.extend(new)
    return found & set(chosen)


def _narrower(rules: Sequence[NormalRule], patterns: Patterns) -> Patterns:
    """Patterns that some use cannot fill, cut down to what it can."""
    narrower: Patterns = {}
    for rule in rules:
        for use, before in _uses(rule, patterns):
            bound = _bound(before)
            given = {at for at, term in enumerate(use.atom.arguments) if {v.name for v in variables(term)} <= bound}
            name = predicate(use.atom)
            pattern = narrower.get(name, patterns[name])
            if not pattern <= given:
                narrower[name] = pattern & given
    return narrower


def _uses(rule: NormalRule, patterns: Patterns) -> Iterable[tuple[Literal, list[Literal]]]:
    """Every use of a relation on demand in a body, with the literals that can give its arguments values: that the head
    is asked, the relations not on demand, and those on demand that were dealt with before."""
    before = [literal for literal in literals(rule) if literal.positive and predicate(literal.atom) not in patterns]
    if predicate(rule.head) in patterns:
        before.insert(0, _asked(rule.head, patterns))
    waiting = [literal for literal in literals(rule) if literal.positive and predicate(literal.atom) in patterns]
    while waiting:
        bound = _bound(before)
        use = min(waiting, key=lambda literal: len(variable_names(literal) - bound))
        yield use, list(before)
        before.append(use)
        waiting.remove(use)
    for literal in literals(rule):
        if not literal.positive and predicate(literal.atom) in patterns:
            yield literal, before


def _bound(body: Iterable[Literal]) -> frozenset[str]:
    return frozenset[str]().union(*map(variable_names, body))


def on_demand(rules: Iterable[NormalRule], patterns: Patterns) -> tuple[NormalRule, ...]:
    """The rules, with these relations on demand."""
    result: list[NormalRule] = []
    asking: dict[NormalRule, None] = {}
    for rule in rules:
        for use, before in _uses(rule, patterns):
            asked = _asked(use.atom, patterns)
            if asked not in before:
                asking.setdefault(NormalRule(asked.atom, _connected(asked, before), rule.place))
        given = (_asked(rule.head, patterns),) if predicate(rule.head) in patterns else ()
        result.append(replace(rule, body=(*given, *rule.body)))
    return (*result, *asking)


def _asked(atom: Atom, patterns: Patterns) -> Literal:
    name = predicate(atom)
    arguments = tuple(term for at, term in enumerate(atom.arguments) if at in patterns[name])
    return Literal(Atom(_asking(name, patterns).name, arguments))


def _asking(name: Predicate, patterns: Patterns) -> Predicate:
    """The relation that says what is asked of another."""
    return Predicate(f"{ASKED}{name}", len(patterns[name]))


def _connected(asked: Literal, body: Iterable[Literal]) -> tuple[Literal, ...]:
    """The literals that share variables with what is asked, directly or through others; the rest only multiplies."""
    waiting = list(body)
    found: list[Literal] = []
    bound = variable_names(asked)
    while near := [literal for literal in waiting if variable_names(literal) & bound]:
        found.extend(near)
        bound |= _bound(near)
        waiting = [literal for literal in waiting if literal not in near]
    return tuple(found)


def lean(rules: tuple[NormalRule, ...]) -> tuple[NormalRule, ...]:
    """The rules, asking without literals that make more instances than they rule out. Asking too much does no harm."""
    estimate = costs(rules)
    return tuple(dict.fromkeys(_lean(rule, estimate) if rule.head.name.startswith(ASKED) else rule for rule in rules))


def _lean(rule: NormalRule, estimate: Costs) -> NormalRule:
    needed = variable_names(rule.head)

    def weight(rule: NormalRule) -> tuple[float, float]:
        """How much is asked, at what cost."""
        own = estimate.bound(rule)
        cost = estimate.joined(rule.body, own)
        return min(cost, own.size(needed)), cost

    lightest = weight(rule)
    for part in reversed(rule.body):
        rest = tuple(other for other in rule.body if other is not part)
        if needed <= _bound(other for other in rest if isinstance(other, Literal)):
            less = replace(rule, body=rest)
            asked, cost = weight(less)
            if asked <= lightest[0] and cost <= lightest[1]:
                rule, lightest = less, (asked, cost)
    return rule
