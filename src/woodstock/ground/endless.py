"""Does a rulesheet build ever larger terms?

`next(n(s(X))) <- true(n(X))` makes a new fluent at every step. Such rules can be read and checked, but no grounding
of them ends. This looks for the cause after a limit was passed: a function around a value that can hold the function
again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from woodstock.gdl import Function, NormalRule, Variable
from woodstock.gdl.checks.sheet import positive
from woodstock.graph import components
from woodstock.ground.transforms.domains import Place, occurrences


def endless_function(rules: Sequence[NormalRule]) -> str | None:
    """The name of a function that the rules wrap around values without end, if there is one.

    Values flow from the places in a body to those in the head where the same variable stands; a place that holds a
    function leads to the arguments of that function. A way round that passes through a function never ends.
    """
    edges: defaultdict[Place, set[Place]] = defaultdict(set)
    holds: set[tuple[Place, Place]] = set()
    for rule in rules:
        sources: defaultdict[str, set[Place]] = defaultdict(set)
        for literal in positive(rule):
            for place, term in occurrences(literal.atom):
                if isinstance(term, Variable):
                    sources[term.name].add(place)
        for place, term in occurrences(rule.head):
            if isinstance(term, Variable):
                for source in sources[term.name]:
                    edges[place].add(source)
            elif isinstance(term, Function):
                for argument in range(len(term.arguments)):
                    inner = ("(" + term.name, len(term.arguments), argument)
                    edges[place].add(inner)
                    holds.add((place, inner))
    group: dict[Place, int] = {}
    for number, component in enumerate(components(list(edges), lambda place: edges.get(place, ()))):
        group |= dict.fromkeys(component, number)
    for place, inner in sorted(holds):
        if group[place] == group[inner]:
            return inner[0][1:]
    return None
