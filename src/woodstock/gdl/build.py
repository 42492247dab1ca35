"""Turns the nested lists of a reader into rules and terms: now a name is a predicate, a function or a constant.

Recursion here goes no deeper than the readers' limit on nesting.
"""

from __future__ import annotations

from collections.abc import Sequence

from woodstock.errors import GdlSyntaxError
from woodstock.gdl.names import CONNECTIVES, RANDOM, RULE, keyword, shown
from woodstock.gdl.nodes import Limits, Node
from woodstock.gdl.terms import And, Atom, Distinct, Formula, Function, Not, Or, Rule, Symbol, Term, Variable
from woodstock.kif.reader import Group


def build_rules(nodes: Sequence[Node], limits: Limits) -> tuple[Rule, ...]:
    """The rules of a text, whose outermost list may also be one list around all of them."""
    if len(nodes) == 1 and isinstance(nodes[0], Group) and nodes[0].items and isinstance(nodes[0].items[0], Group):
        nodes = nodes[0].items
    if len(nodes) > limits.rules:
        raise GdlSyntaxError(f"more than {limits.rules:,} rules; shorten the rulesheet", nodes[limits.rules].place)
    builder = _Builder(_names_of_chance(nodes))
    return tuple(builder.rule(node) for node in nodes)


def _names_of_chance(nodes: Sequence[Node]) -> frozenset[str]:
    """The spellings of `random` that are roles. In `(role RANDOM)` chance is meant, and then so is every `RANDOM`."""
    spellings = set()
    for node in nodes:
        head = node
        if isinstance(node, Group) and len(node.items) >= 2 and node.items[0] == Symbol(RULE):
            head = node.items[1]
        if not isinstance(head, Group) or len(head.items) != 2:
            continue
        name, role = head.items
        if isinstance(name, Symbol) and keyword(name.name) == "role" and isinstance(role, Symbol):
            spellings.add(role.name)
    return frozenset(name for name in spellings if name.lower() == RANDOM != name)


class _Builder:
    def __init__(self, names_of_chance: frozenset[str]) -> None:
        self._names_of_chance = names_of_chance

    def rule(self, node: Node) -> Rule:
        """A rule or a fact."""
        if isinstance(node, Group) and node.items and isinstance(node.items[0], Symbol) and node.items[0].name == RULE:
            if len(node.items) == 1:
                raise GdlSyntaxError("a rule without a head; write `(<= head body ..)`", node.place)
            head = self.head(node.items[1])
            return Rule(head, tuple([self.formula(item) for item in node.items[2:]]), node.place)
        return Rule(self.head(node), (), node.place)

    def head(self, node: Node) -> Atom:
        """The atom a rule or a fact is about."""
        formula = self.formula(node)
        if not isinstance(formula, Atom):
            raise GdlSyntaxError(
                "`not`, `and`, `or` and `distinct` cannot be the head of a rule; move them into the body", node.place
            )
        return formula

    def formula(self, node: Node) -> Formula:
        """An atom, or a connective over formulas."""
        if isinstance(node, Variable):
            raise GdlSyntaxError(
                f"the variable {shown('?' + node.name)} is in the place of a relation; GDL has no variables for"
                " relations",
                node.place,
            )
        if isinstance(node, Symbol):
            name = keyword(node.name)
            if name in CONNECTIVES or name == RULE:
                raise GdlSyntaxError(f"{shown(name)} stands alone; put it in brackets with its formulas", node.place)
            return Atom(name, (), node.place)
        first, items = self._split(node)
        name = keyword(first.name)
        if name not in CONNECTIVES:
            if name == RULE:
                raise GdlSyntaxError("a rule inside a rule; a `)` is probably missing before it", node.place)
            return Atom(name, tuple([self.term(item) for item in items]), node.place)
        if name == "not":
            if len(items) != 1:
                raise GdlSyntaxError(f"`not` takes one formula, but here are {len(items)}", node.place)
            return Not(self.formula(items[0]), node.place)
        if name == "distinct":
            if len(items) != 2:
                raise GdlSyntaxError(f"`distinct` compares two terms, but here are {len(items)}", node.place)
            return Distinct(self.term(items[0]), self.term(items[1]), node.place)
        formulas = tuple([self.formula(item) for item in items])
        return And(formulas, node.place) if name == "and" else Or(formulas, node.place)

    def term(self, node: Node) -> Term:
        """A symbol, a variable or a function; `(noop)` is the symbol `noop`."""
        if isinstance(node, Variable):
            return node
        if isinstance(node, Symbol):
            return Symbol(RANDOM, node.place) if node.name in self._names_of_chance else node
        first, items = self._split(node)
        if not items:
            return self.term(Symbol(first.name, node.place))
        return Function(first.name, tuple([self.term(item) for item in items]), node.place)

    @staticmethod
    def _split(group: Group[Symbol | Variable]) -> tuple[Symbol, list[Node]]:
        if not group.items:
            raise GdlSyntaxError("an empty list; write a name after the `(` or remove it", group.place)
        first = group.items[0]
        if isinstance(first, Variable):
            raise GdlSyntaxError(
                f"the variable {shown('?' + first.name)} is in the place of a name; GDL has no variables for names",
                first.place,
            )
        if isinstance(first, Group):
            raise GdlSyntaxError(
                "a list begins with a list, not with a name (is there a `(` too many, or is a `)` missing?)",
                group.place,
            )
        return first, group.items[1:]
