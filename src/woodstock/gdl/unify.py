"""Unification and substitution of terms. Bindings map a variable's name to a term and may form chains.

A few variables can stand for terms of astronomical size (`x1 = f(x0, x0)`, `x2 = f(x1, x1)`, ..), so every walk counts
its steps and ends in a `GroundingLimitError` rather than in a full memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from woodstock.errors import GroundingLimitError
from woodstock.gdl.terms import Atom, Function, Symbol, Term, Variable

Bindings = dict[str, Term]

_STEPS = 500_000
_DEPTH = 100


def variables(term: Term) -> Iterator[Variable]:
    """Every variable in a term, as often as it occurs."""
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Variable):
            yield part
        elif isinstance(part, Function):
            waiting.extend(reversed(part.arguments))


def atom_variables(atom: Atom) -> Iterator[Variable]:
    """Every variable in an atom, as often as it occurs."""
    for argument in atom.arguments:
        yield from variables(argument)


def unify(pairs: Sequence[tuple[Term, Term]]) -> Bindings | None:
    """The most general bindings that make the two terms of every pair equal, or none.

    Terms are finite: `x` and `f(x)` do not unify. Variables of the same name are the same variable.
    """
    bindings: Bindings = {}
    waiting = list(reversed(pairs))
    steps = 0
    while waiting:
        steps += 1
        if steps > _STEPS:
            raise _too_large()
        left, right = waiting.pop()
        left, right = _walk(left, bindings), _walk(right, bindings)
        if isinstance(left, Variable):
            if isinstance(right, Variable) and left.name == right.name:
                continue
            occurs, seen = _occurs(left.name, right, bindings)
            if occurs:
                return None
            bindings[left.name] = right
            steps += seen
        elif isinstance(right, Variable):
            waiting.append((right, left))
        elif isinstance(left, Symbol) or isinstance(right, Symbol):
            if not (isinstance(left, Symbol) and isinstance(right, Symbol) and left.name == right.name):
                return None
        else:
            if left.name != right.name or len(left.arguments) != len(right.arguments):
                return None
            waiting.extend(zip(left.arguments, right.arguments, strict=True))
    return bindings


def unify_atoms(left: Atom, right: Atom) -> Bindings | None:
    """As `unify`, for atoms. Rename one side first if they come from different rules."""
    if left.name != right.name or len(left.arguments) != len(right.arguments):
        return None
    return unify(list(zip(left.arguments, right.arguments, strict=True)))


class Substitution:
    """Replaces variables by what they are bound to, to the end of every chain."""

    def __init__(self, bindings: Mapping[str, Term]) -> None:
        self._bindings = dict(bindings)
        self._steps = _STEPS

    def term(self, term: Term, depth: int = 0) -> Term:
        """The term with its variables replaced."""
        self._steps -= 1
        if self._steps < 0 or depth > _DEPTH:
            raise _too_large()
        if isinstance(term, Variable):
            end = _walk(term, self._bindings)
            return self.term(end, depth + 1) if isinstance(end, Function) else end
        if isinstance(term, Function):
            arguments = tuple([self.term(argument, depth + 1) for argument in term.arguments])
            return Function(term.name, arguments, term.place)
        return term

    def atom(self, atom: Atom) -> Atom:
        """The atom with its variables replaced."""
        return Atom(atom.name, tuple([self.term(argument) for argument in atom.arguments]), atom.place)


def renamed(atom: Atom, suffix: str) -> Atom:
    """The atom with other names for its variables, so that it shares none with another rule."""
    names: Bindings = {v.name: Variable(v.name + suffix, v.place) for v in atom_variables(atom)}
    return Substitution(names).atom(atom) if names else atom


def _walk(term: Term, bindings: Bindings) -> Term:
    """The end of a chain of variables; every variable on the way is then bound to the end directly."""
    if not isinstance(term, Variable) or term.name not in bindings:
        return term
    chain = []
    end: Term = term
    while isinstance(end, Variable) and end.name in bindings:
        chain.append(end.name)
        end = bindings[end.name]
    for name in chain:
        bindings[name] = end
    return end


def _occurs(name: str, term: Term, bindings: Bindings) -> tuple[bool, int]:
    """Does the variable occur in the term? And how many parts were looked at."""
    waiting = [term]
    seen: set[int] = set()
    while waiting:
        part = _walk(waiting.pop(), bindings)
        if isinstance(part, Variable):
            if part.name == name:
                return True, len(seen)
        elif isinstance(part, Function) and id(part) not in seen:
            seen.add(id(part))
            waiting.extend(part.arguments)
    return False, len(seen)


def _too_large() -> GroundingLimitError:
    return GroundingLimitError("the equalities of this rule (`not distinct`) make terms too large; simplify them")
