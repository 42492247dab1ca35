"""Is a rulesheet sure to build ever larger terms?

`next(n(s(X))) <- true(n(X))` makes a new fluent at every step. Such rules can be read and checked, but no grounding
of them ends, and neither does the game. This looks for a proof of it after a limit was passed. Rules that may or may
not go on forever do not count: another condition of a rule, or the end of the game, may stop them, so they are
interpreted.
"""

from __future__ import annotations

from collections.abc import Sequence

from woodstock.gdl import Atom, Function, Literal, NormalRule, Symbol, Term, Variable
from woodstock.gdl.unify import renamed, unify_atoms, variables

_STEPS = 100_000


def endless_function(rules: Sequence[NormalRule]) -> str | None:
    """The name of a function that the rules wrap around values without end, if that can be shown.

    A rule that asks for one thing, and gives it back with a function around one of its values, never stops once it has
    begun: in a state if no state is terminal. A relation that grows so has no end either, but a game that only asks
    whether it holds of values at hand, of lists say, is finite all the same; what asks for all of it is not.
    """
    facts = [rule.head for rule in rules if not rule.body]
    never_over: bool | None = None
    for rule in rules:
        if len(rule.body) != 1 or not isinstance(only := rule.body[0], Literal) or not only.positive:
            continue
        step = rule.head.name == "next" and only.atom.name == "true"
        if not step and only.atom.name in ("true", "does"):
            continue
        after = Atom(only.atom.name, rule.head.arguments) if step else rule.head
        function = _wrapped(only.atom, after)
        start = Atom("init", only.atom.arguments) if step else only.atom
        if function is None or not any(_matched(start, fact) is not None for fact in facts):
            continue
        if step and never_over is None:
            never_over = _never_over(rules)
        if never_over if step else _handed_on(rules, rule.head):
            return function
    return None


def _handed_on(rules: Sequence[NormalRule], relation: Atom) -> bool:
    """Do all values of a relation become fluents or moves, by a rule that asks for nothing else?"""

    def whole(rule: NormalRule) -> bool:
        if rule.head.name not in ("init", "legal") or len(rule.body) != 1:
            return False
        only = rule.body[0]
        if not isinstance(only, Literal) or not only.positive or only.atom.name != relation.name:
            return False
        asked = only.atom.arguments
        named = [one.name for one in asked if isinstance(one, Variable)]
        kept = {variable.name for term in rule.head.arguments for variable in variables(term)}
        return len(asked) == len(relation.arguments) == len(set(named)) and set(named) <= kept

    return any(whole(rule) for rule in rules)


def _wrapped(before: Atom, after: Atom) -> str | None:
    """The function that an instance of an atom has around a variable of it."""
    found = _matched(before, after)
    for name, term in (found or {}).items():
        if isinstance(term, Function) and any(variable.name == name for variable in variables(term)):
            return term.name
    return None


def _matched(pattern: Atom, atom: Atom) -> dict[str, Term] | None:
    """What stands in the atom for each variable of the pattern, if the atom is an instance of it. Variables of the atom
    are taken as they are, whatever they are called."""
    if pattern.name != atom.name or len(pattern.arguments) != len(atom.arguments):
        return None
    found: dict[str, Term] = {}
    waiting = list(zip(pattern.arguments, atom.arguments, strict=True))
    for _ in range(_STEPS):
        if not waiting:
            return found
        left, right = waiting.pop()
        if isinstance(left, Variable):
            if found.setdefault(left.name, right) != right:
                return None
        elif isinstance(left, Symbol) or isinstance(right, Symbol | Variable):
            if left != right:
                return None
        elif left.name != right.name or len(left.arguments) != len(right.arguments):
            return None
        else:
            waiting.extend(zip(left.arguments, right.arguments, strict=True))
    return None


def _never_over(rules: Sequence[NormalRule]) -> bool:
    """Does every rule for `terminal` ask for a fluent that no rule makes?"""
    made = [renamed(Atom("true", rule.head.arguments), "'") for rule in rules if rule.head.name in ("init", "next")]

    def never(rule: NormalRule) -> bool:
        asked = [one.atom for one in rule.body if isinstance(one, Literal) and one.positive and one.atom.name == "true"]
        return any(all(unify_atoms(atom, fluent) is None for fluent in made) for atom in asked)

    return all(never(rule) for rule in rules if rule.head.name == "terminal")
