"""The naive oracle's reader: KIF text to rules with one conjunction each. It shares no code with woodstock.

A term is a string (a symbol), a tuple (a function with its arguments) or, in rules, a number (a variable).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from itertools import chain, product
from typing import Any, TypeAlias

Term: TypeAlias = Any  # str | int | None | tuple[Term, ...]
Predicate: TypeAlias = tuple[str, int]  # name and number of arguments
Literal: TypeAlias = tuple[str, str, tuple[Term, ...]]  # sign ("+", "-", "=", "/="), predicate, arguments

CONNECTIVES = ("not", "or", "and", "distinct")
KEYWORDS = (*CONNECTIVES, "role", "init", "true", "does", "next", "legal", "goal", "terminal", "sees", "base", "input")


def read(text: str) -> list[Term]:
    """The expressions of a KIF text as nested tuples of strings. Keywords are folded to lower case, `(p)` is `p`."""
    stack: list[list[Term]] = [[]]
    for token in re.findall(r";[^\n]*|[()]|[^\s();]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done[0] if len(done) == 1 and isinstance(done[0], str) else tuple(done))
        elif not token.startswith(";"):
            stack[-1].append(token.lower() if token.lower() in KEYWORDS else token)
    if len(stack) != 1:
        raise ValueError("unbalanced parentheses")
    (top,) = stack
    wrapped = len(top) == 1 and isinstance(top[0], tuple) and isinstance(top[0][0], tuple)
    return list(top[0]) if wrapped else top


def show(term: Term) -> str:
    """The term as KIF text with single spaces."""
    return term if isinstance(term, str) else "(" + " ".join(map(show, term)) + ")"


def alternatives(formula: Term, positive: bool = True) -> list[list[Literal]]:
    """The formula, or its negation, as a list of conjunctions of which one has to hold."""
    if isinstance(formula, str) and formula not in ("and", "or"):  # these without parts are true and false
        return [[("+" if positive else "-", formula, ())]]
    name, *parts = [formula] if isinstance(formula, str) else formula
    if name == "not":
        return alternatives(parts[0], not positive)
    if name == "distinct":
        return [[("/=" if positive else "=", name, tuple(parts))]]
    if name not in ("and", "or"):
        return [[("+" if positive else "-", name, tuple(parts))]]
    choices = [alternatives(part, positive) for part in parts]
    if (name == "and") == positive:
        return [list(chain(*combination)) for combination in product(*choices)]
    return list(chain(*choices))


@dataclass
class Rule:
    """One head and one conjunction, with variables numbered from 0."""

    head: tuple[Term, ...]
    body: list[Literal]
    size: int
    orders: dict[frozenset[int], list[tuple[Literal, frozenset[int]]]] = field(default_factory=dict)

    def ordered(self, known: frozenset[int], derived: Container[Predicate]) -> list[tuple[Literal, frozenset[int]]]:
        """The body in an order for when these variables are known, each literal with the variables needed after it.

        A test comes as soon as its variables are known; of the others, the one that adds the fewest unknowns is next,
        where what has to be derived anew in every state counts for one more, and `true` and `does` are first of equals.
        """
        if known in self.orders:
            return self.orders[known]

        def delay(literal: Literal) -> int:
            sign, name, arguments = literal
            unknown = len(variables(arguments) - bound)
            if unknown > 0 and sign != "+":
                return 1 if sign == "=" and unknown == 1 else 1000
            if unknown > 0 and (name, len(arguments)) in derived:
                unknown += 1
            return 2 * unknown - (name in ("true", "does"))

        literals, left, bound = [], list(self.body), set(known)
        while left:
            literal = min(left, key=delay)
            left.remove(literal)
            literals.append(literal)
            bound |= variables(literal[2])
        needed, steps = variables(self.head), []
        for literal in reversed(literals):
            steps.append((literal, frozenset(needed)))
            needed = needed | variables(literal[2])
        self.orders[known] = steps[::-1]
        return self.orders[known]


def variables(term: Term) -> set[int]:
    """The variables in a term of a rule."""
    if isinstance(term, int):
        return {term}
    return set().union(*map(variables, term)) if isinstance(term, tuple) else set()


def rules_of(expression: Term) -> Iterator[tuple[str, Rule]]:
    """The rules, one for each alternative of the body, that an expression of a rulesheet stands for."""
    is_rule = isinstance(expression, tuple) and expression[0] == "<="
    head, *body = expression[1:] if is_rule else (expression,)
    for combination in product(*map(alternatives, body)):
        numbers: dict[str, int] = {}

        def numbered(term: Term, numbers: dict[str, int] = numbers) -> Term:
            if isinstance(term, tuple):
                return tuple(map(numbered, term))
            return numbers.setdefault(term, len(numbers)) if term.startswith("?") else term

        name, *arguments = (head,) if isinstance(head, str) else head
        body_numbered = [(sign, each, numbered(parts)) for sign, each, parts in chain(*combination)]
        rule = Rule(numbered(tuple(arguments)), body_numbered, 0)
        rule.size = len(numbers)
        yield name, rule
