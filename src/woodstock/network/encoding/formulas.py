"""Propositional formulas over `variable = value`, each kept once.

All formulas are conjunctions with signs, as in an and-inverter graph: an `or` is the negation of an `and` of negations.
So equal rule bodies, and what De Morgan makes equal, are one node. Nodes are numbered upwards from their inputs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from woodstock.network.constraints import Literal
from woodstock.network.values import Value

Ref: TypeAlias = int
"""A formula: twice the number of its node, plus one if it is negated."""

TRUE: Ref = 0
FALSE: Ref = 1


class Formulas:
    """A growing set of formulas over variables with given domains."""

    def __init__(self, domains: Mapping[str, Sequence[Value]]) -> None:
        self.domains = {name: tuple(domain) for name, domain in domains.items()}
        self.inputs: dict[int, tuple[str, Value]] = {}
        """The nodes that say `variable = value`."""
        self.parts: list[tuple[Ref, ...]] = [()]
        """The conjuncts of each node; node 0 is the empty conjunction, and inputs have none either."""
        self._inputs: dict[tuple[str, Value], int] = {}
        self._nodes: dict[tuple[Ref, ...], int] = {(): 0}

    def __len__(self) -> int:
        return len(self.parts)

    def equals(self, variable: str, value: Value) -> Ref:
        """The variable has the value. Where it has only two, one is the negation of the other."""
        domain = self.domains[variable]
        if value not in domain:
            return FALSE
        if len(domain) == 1:
            return TRUE
        if len(domain) == 2 and value == domain[0]:
            return self._input(variable, domain[1]) ^ 1
        return self._input(variable, value)

    def _input(self, variable: str, value: Value) -> Ref:
        node = self._inputs.get((variable, value))
        if node is None:
            node = self._inputs[variable, value] = len(self.parts)
            self.inputs[node] = (variable, value)
            self.parts.append(())
        return 2 * node

    def literal(self, ref: Ref) -> Literal | None:
        """The literal that the formula is, if it is one."""
        if (said := self.inputs.get(ref >> 1)) is None:
            return None
        variable, value = said
        return Literal(variable, not ref & 1, value)

    def disjunction(self, refs: Iterable[Ref]) -> Ref:
        """One of them holds."""
        return self.conjunction(ref ^ 1 for ref in refs) ^ 1

    def conjunction(self, refs: Iterable[Ref]) -> Ref:
        """All of them hold."""
        kept = set(refs)
        kept.discard(TRUE)
        if FALSE in kept or any(ref ^ 1 in kept for ref in kept):
            return FALSE
        if len(kept) > 1:
            kept = self._of_one_value(kept)
            if FALSE in kept:
                return FALSE
        if len(kept) == 1:
            return kept.pop()
        parts = tuple(sorted(kept))
        node = self._nodes.get(parts)
        if node is None:
            node = self._nodes[parts] = len(self.parts)
            self.parts.append(parts)
        return 2 * node

    def resolved(self, refs: Iterable[Ref]) -> Ref:
        """All of them hold, with what some of them say of others carried out (unit resolution)."""
        given = set(refs)
        inside: set[Ref] = set()  # what follows from conjunctions among them
        stack = list(given)
        while stack:
            ref = stack.pop()
            if not ref & 1:
                fresh = [part for part in self.parts[ref >> 1] if part not in inside]
                inside.update(fresh)
                stack += fresh
        known = given | inside
        if any(ref ^ 1 in known for ref in known):
            return FALSE
        kept: list[Ref] = []
        for ref in given - inside:
            parts = self.parts[ref >> 1]
            if not (ref & 1 and parts):
                kept.append(ref)
            elif not any(part ^ 1 in known for part in parts):  # else one of its parts fails already
                kept.append(self.conjunction(part for part in parts if part not in known) ^ 1)
        return self.conjunction(kept)

    def _of_one_value(self, refs: set[Ref]) -> set[Ref]:
        """The conjuncts without what follows from this: a variable has one of its values, and only one."""
        having: dict[str, list[Ref]] = defaultdict(list)
        lacking: dict[str, list[Ref]] = defaultdict(list)
        for ref in refs:
            if said := self.inputs.get(ref >> 1):
                (lacking if ref & 1 else having)[said[0]].append(ref)
        for variable, own in having.items():
            if len(own) > 1:
                return {FALSE}
            refs = refs.difference(lacking.pop(variable, ()))
        for variable, own in lacking.items():
            values = self.domains[variable]
            if len(own) == len(values):
                return {FALSE}
            if len(own) == len(values) - 1 > 1:
                without = {self.inputs[ref >> 1][1] for ref in own}
                rest = next(value for value in values if value not in without)
                refs = refs.difference(own) | {self._input(variable, rest)}
        return refs

    def needed(self, refs: Iterable[Ref]) -> list[int]:
        """The conjunctions that these formulas are made of, upwards."""
        seen: set[int] = set()
        stack = [ref >> 1 for ref in refs]
        while stack:
            node = stack.pop()
            if node not in seen and self.parts[node]:
                seen.add(node)
                stack.extend(part >> 1 for part in self.parts[node])
        return sorted(seen)

    def depending(self, variable: str | None) -> list[bool]:
        """For each node: does it speak of the variable? (Of no variable if None is given.)"""
        found = [False] * len(self.parts)
        for node, parts in enumerate(self.parts):
            said = self.inputs.get(node)
            found[node] = said[0] == variable if said else any(found[part >> 1] for part in parts)
        return found
