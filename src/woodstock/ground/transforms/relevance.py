"""Keeps only the rules that legal, next, terminal, goal, sees, init or role need."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from woodstock.gdl.normal import Literal, NormalRule

ROOTS = (("role", 1), ("init", 1), ("next", 1), ("legal", 2), ("terminal", 0), ("goal", 2), ("sees", 2))


def relevant(rules: Sequence[NormalRule]) -> tuple[NormalRule, ...]:
    """The rules whose head some root depends on. `base` and `input` fall away here unless a rule uses them."""
    by_head: defaultdict[tuple[str, int], list[NormalRule]] = defaultdict(list)
    for rule in rules:
        by_head[rule.head.name, len(rule.head.arguments)].append(rule)
    needed = set(ROOTS)
    waiting = list(ROOTS)
    while waiting:
        for rule in by_head[waiting.pop()]:
            for formula in rule.body:
                if isinstance(formula, Literal):
                    key = (formula.atom.name, len(formula.atom.arguments))
                    if key not in needed:
                        needed.add(key)
                        waiting.append(key)
    return tuple(rule for rule in rules if (rule.head.name, len(rule.head.arguments)) in needed)
