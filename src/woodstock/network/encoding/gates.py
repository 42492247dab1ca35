"""Formulas written as gates: a Boolean variable for each conjunction that is needed, and a gate that defines it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from woodstock.network.constraints import Constraint, Gate, Literal, Table
from woodstock.network.encoding.formulas import FALSE, TRUE, Formulas, Ref
from woodstock.network.encoding.stage import HELPER
from woodstock.network.values import STAR, Row, Value

LARGEST_MERGED = 50_000
"""Cells that a merged table of legal moves may have; a row for each move and a column for each condition."""


class Gates:
    """Helper variables for conjunctions, made when they are first asked for, and the constraints that define them.

    `outputs` are all formulas that will be asked for: a conjunction that only one other uses becomes part of it.
    """

    def __init__(self, formulas: Formulas, outputs: Iterable[Ref]) -> None:
        self.formulas = formulas
        self.helpers: dict[int, Literal] = {}
        """For each conjunction that has a variable, the literal that says it."""
        self.made: dict[str, int] = {}
        """The helper variables, each with its conjunction."""
        self.constraints: list[Constraint] = []
        outputs = list(outputs)
        self._uses = Counter(ref >> 1 for ref in outputs)
        self._negative = Counter(ref >> 1 for ref in outputs if ref & 1)
        for node in formulas.needed(outputs):
            parts = formulas.parts[node]
            self._uses.update(part >> 1 for part in parts)
            self._negative.update(part >> 1 for part in parts if part & 1)

    def define(self, name: str, ref: Ref, *, shared: bool = False) -> None:
        """The Boolean variable of this name is the formula; shared, it also stands for it wherever it is used."""
        node = ref >> 1
        own = self.formulas.parts[node] and node not in self.helpers and (shared or self._uses[node] <= 1)
        if own:
            if shared:
                self.helpers[node] = Literal(name, not ref & 1)
            self._gate(name, ref)
        elif ref in (TRUE, FALSE):
            self.constraints.append(Gate("and" if ref == TRUE else "or", name, ()))
        else:
            self.constraints.append(Gate("and", name, (self.literal(ref),)))

    def literal(self, ref: Ref) -> Literal:
        """The literal that says the formula, which must not be constant. Variables are made for what it is made of."""
        stack = [ref]
        while stack:
            node = stack[-1] >> 1
            if node in self.formulas.inputs or node in self.helpers:
                stack.pop()
                continue
            missing = [part for part in self._parts(node) if not self._has_literal(part)]
            if missing:
                stack += missing
                continue
            stack.pop()
            # A conjunction that is mostly denied is named by its denial, which is a disjunction.
            negative = 2 * self._negative[node] > self._uses[node]
            name = f"{HELPER}{len(self.made) + 1}"
            self.made[name] = node
            self.helpers[node] = Literal(name, not negative)
            self._gate(name, 2 * node + negative)
        return self._literal(ref)

    def _has_literal(self, ref: Ref) -> bool:
        return ref >> 1 in self.formulas.inputs or ref >> 1 in self.helpers

    def _literal(self, ref: Ref) -> Literal:
        if literal := self.formulas.literal(ref):
            return literal
        helper = self.helpers[ref >> 1]
        return Literal(helper.variable, helper.positive != bool(ref & 1), helper.value)

    def _parts(self, node: int) -> list[Ref]:
        """The conjuncts, with those of conjunctions that nothing else uses in their place."""
        found: list[Ref] = []
        stack = list(reversed(self.formulas.parts[node]))
        while stack:
            part = stack.pop()
            inner = self.formulas.parts[part >> 1]
            if inner and not part & 1 and self._uses[part >> 1] == 1 and part >> 1 not in self.helpers:
                stack += reversed(inner)
            else:
                found.append(part)
        return found

    def _gate(self, name: str, ref: Ref) -> None:
        parts = self._parts(ref >> 1)
        if ref & 1:
            self.constraints.append(Gate("or", name, tuple(self.literal(part ^ 1) for part in parts)))
        else:
            self.constraints.append(Gate("and", name, tuple(self.literal(part) for part in parts)))

    def permit(self, variable: str, conditions: Mapping[Value, Ref]) -> None:
        """The variable has a value only if its condition holds.

        One table says it for all values (paper 001, section 4.1, merges legal per player) unless it would be large:
        then each value has its own constraint, so that memory grows with their number and not with its square.
        """
        possible = {value: ref for value, ref in conditions.items() if ref != FALSE}
        literals = {value: self.literal(ref) for value, ref in possible.items() if ref != TRUE}
        columns = list(dict.fromkeys(literal.variable for literal in literals.values()))
        if len(possible) * (len(columns) + 1) <= LARGEST_MERGED:
            places = {name: place for place, name in enumerate(columns, start=1)}
            rows: list[Row] = []
            for value in possible:
                row: list[Value] = [value, *([STAR] * len(columns))]
                if value not in literals:
                    rows.append(tuple(row))
                    continue
                for held in self._values(literals[value]):
                    row[places[literals[value].variable]] = held
                    rows.append(tuple(row))
            self.constraints.append(Table((variable, *columns), rows))
            return
        self.constraints.append(Table((variable,), [(value,) for value in possible]))
        for value, literal in literals.items():
            failing = set(self._domain(literal.variable)).difference(self._values(literal))
            self.constraints.append(Table((variable, literal.variable), [(value, v) for v in failing], allowed=False))

    def _domain(self, variable: str) -> tuple[Value, ...]:
        return self.formulas.domains.get(variable, (0, 1))

    def _values(self, literal: Literal) -> list[Value]:
        return [value for value in self._domain(literal.variable) if literal.holds(value)]
