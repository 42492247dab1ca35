"""The graph of a rulesheet as it is written: isomorphic ones are of rules that differ in names and order alone.

Schiffel (2010) finds symmetries in such a graph. A rule is the vertex of its head, joined to those of its literals; an
atom or a function is joined to the vertex of its name, and to each argument by way of a vertex that has the place of
the argument for its colour. A constant has one vertex in all rules, a variable one in each rule. Names mean nothing
but where GDL gives them a meaning: the predicates of GDL, the role of chance, and numbers that may be a goal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from woodstock.gdl import Atom, Distinct, Function, Literal, NormalRule, Symbol, Term
from woodstock.gdl.names import ARITIES, GOAL_VALUE, RANDOM
from woodstock.symmetry.coloured_graph import ColouredGraph, GraphBuilder

Name: TypeAlias = tuple[str, str, int]
"""What is named (`predicate`, `function` or `constant`), the name, and how many arguments it has."""


@dataclass(frozen=True, eq=False)
class SheetGraph:
    """A graph whose colours are numbered in an order that depends on what they mean alone."""

    graph: ColouredGraph
    colours: tuple[str, ...]
    """What each colour means."""
    names: dict[int, Name]
    """The vertices of names."""


def sheet_graph(rules: Sequence[NormalRule]) -> SheetGraph:
    """The graph of these rules. What is said twice counts once."""
    made = _SheetGraph(_fixed_constants(rules))
    for head, body in dict.fromkeys((rule.head, frozenset(rule.body)) for rule in rules):
        made.rule(head, body)
    return made.finished()


def _fixed_constants(rules: Iterable[NormalRule]) -> set[str]:
    """The constants whose names mean something. Where goals are worked out any number may be one."""
    values = [rule.head.arguments[1] for rule in rules if rule.head.name == "goal" and len(rule.head.arguments) == 2]
    fixed = {value.name for value in values if isinstance(value, Symbol)} | {RANDOM}
    if any(not isinstance(value, Symbol) for value in values):
        terms: list[Term] = []
        for rule in rules:
            for part in (rule.head, *rule.body):
                terms += (part.left, part.right) if isinstance(part, Distinct) else _atom(part).arguments
        while terms:
            term = terms.pop()
            if isinstance(term, Function):
                terms += term.arguments
            elif isinstance(term, Symbol) and GOAL_VALUE.fullmatch(term.name):
                fixed.add(term.name)
    return fixed


def _atom(part: Atom | Literal) -> Atom:
    return part.atom if isinstance(part, Literal) else part


class _SheetGraph:
    def __init__(self, fixed: set[str]) -> None:
        self._fixed = fixed
        self._build = GraphBuilder()
        self._meanings: list[Hashable] = []
        self._names: dict[Name, int] = {}

    def rule(self, head: Atom, body: Iterable[Literal | Distinct]) -> None:
        variables: dict[str, int] = {}
        own = self._applied("head", "predicate", head, variables)
        for part in body:
            if isinstance(part, Literal):
                kind = "literal" if part.positive else "negation"
                literal = self._applied(kind, "predicate", part.atom, variables)
            else:  # which of the two comes first does not matter
                sides = [self._term(part.left, variables), self._term(part.right, variables)]
                literal = self._vertex("distinct", *sides)
            self._build.edge(own, literal)

    def finished(self) -> SheetGraph:
        """The colours come in the order of their meanings, whatever the order in which they were met."""
        order = {meaning: number for number, meaning in enumerate(sorted(set(map(repr, self._meanings))))}
        raw = self._build.graph(0)
        colours = np.array([order[repr(meaning)] for meaning in self._meanings], dtype=np.int64)
        graph = ColouredGraph(colours, raw.edges, 0)
        return SheetGraph(graph, tuple(order), {vertex: name for name, vertex in self._names.items()})

    def _vertex(self, meaning: Hashable, *neighbours: int) -> int:
        self._meanings.append(meaning)
        return self._build.vertex(0, *neighbours)

    def _name(self, kind: str, name: str, arity: int) -> int:
        key = (kind, name, arity)
        if key not in self._names:
            known = ARITIES.get(name) == arity if kind == "predicate" else kind == "constant" and name in self._fixed
            self._names[key] = self._vertex((kind, name if known else "", arity))
        return self._names[key]

    def _term(self, term: Term, variables: dict[str, int]) -> int:
        if isinstance(term, Function):
            return self._applied("term", "function", term, variables)
        if isinstance(term, Symbol):
            return self._name("constant", term.name, 0)
        if term.name not in variables:
            variables[term.name] = self._vertex("variable")
        return variables[term.name]

    def _applied(self, meaning: str, kind: str, outermost: Atom | Function, variables: dict[str, int]) -> int:
        """The vertex of an atom or a function, and what it is applied to; without recursion, for terms may be deep."""
        first = self._vertex(meaning, self._name(kind, outermost.name, len(outermost.arguments)))
        todo: list[tuple[int, Atom | Function]] = [(first, outermost)]
        while todo:
            owner, applied = todo.pop()
            for place, argument in enumerate(applied.arguments):
                if isinstance(argument, Function):
                    name = self._name("function", argument.name, len(argument.arguments))
                    inner = self._vertex("term", name)
                    todo.append((inner, argument))
                else:
                    inner = self._term(argument, variables)
                self._vertex(("argument", place), owner, inner)
        return first
