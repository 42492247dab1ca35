"""Checks rules against the restrictions of GDL and GDL-II, and for likely slips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from woodstock.errors import GdlSyntaxError, GroundingLimitError
from woodstock.gdl.checks.arities import check_arities
from woodstock.gdl.checks.completeness import check_completeness
from woodstock.gdl.checks.keywords import check_keywords
from woodstock.gdl.checks.lint import check_lint
from woodstock.gdl.checks.recursion import check_recursion
from woodstock.gdl.checks.safety import check_safety, unsafe_variables
from woodstock.gdl.checks.sheet import Problem, Severity, Sheet
from woodstock.gdl.checks.stratification import check_stratification
from woodstock.gdl.normal import NormalRule, normalise
from woodstock.gdl.parser import Syntax, parse
from woodstock.gdl.terms import Rule
from woodstock.place import Place

__all__ = ["TOLERABLE", "Problem", "Severity", "check", "unsafe_variables"]

TOLERABLE = frozenset({"unsafe", "arity-clash", "depends-on-does"})
"""The codes of errors behind which the meaning can still be clear, and which other systems play.

Unsafe rules can be played if `ground_unsafe` makes them safe. Predicates with different numbers of arguments are simply
different. Where `legal`, `terminal` or `goal` depend on `does`, no `does` holds when they are asked.
"""


def check(
    rules: Iterable[Rule] | str | bytes, *, fold_case: bool = False, syntax: Syntax | None = None
) -> tuple[Problem, ...]:
    """All problems of a rulesheet, given as text or as rules, in the order of their places.

    >>> [problem.code for problem in check("(role white) (legal white noop) (goal white 100)")]
    ['no-terminal']
    """
    try:
        read = parse(rules, fold_case=fold_case, syntax=syntax) if isinstance(rules, str | bytes) else tuple(rules)
        found = list(_problems(read))
    except GdlSyntaxError as error:
        return (Problem("error", "syntax", error.message, error.place),)
    except GroundingLimitError as error:
        return (Problem("error", "too-large", error.message, error.place),)
    rank = {"error": 0, "warning": 1, "hint": 2}
    return tuple(sorted(dict.fromkeys(found), key=lambda one: (one.place or Place(0, 0), rank[one.severity], one.code)))


def _problems(rules: tuple[Rule, ...]) -> Iterator[Problem]:
    sheet = Sheet(normalise(rules))
    written = Sheet([NormalRule(rule.head, (), rule.place) for rule in rules])
    yield from check_keywords(sheet)
    yield from check_safety(sheet)
    yield from check_stratification(sheet)
    yield from check_recursion(sheet)
    yield from check_completeness(sheet)
    yield from check_arities(sheet)
    yield from check_lint(sheet, written)
