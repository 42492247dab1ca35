"""Random terms, formulas and rules, among them every kind of name that can be written."""

from __future__ import annotations

from hypothesis import strategies as st

from woodstock.gdl import And, Atom, Distinct, Formula, Function, Not, Or, Rule, Symbol, Term, Variable
from woodstock.gdl.names import CONNECTIVES, KEYWORDS, writable

_ODD = st.text("abzAZ09_+-*/<>=.,'\"\\%?!:&~|#@é←", min_size=1, max_size=6)
_PLAIN = st.sampled_from(
    [
        "a",
        "noop",
        "cell",
        "X",
        "White",
        "1",
        "01",
        "-1",
        "0.8",
        "index++",
        "3maki",
        "*",
        ">",
        "<=",
        "not",
        "or",
        "random",
    ]
)

names = (_PLAIN | _ODD | st.text(min_size=1, max_size=4)).filter(writable)
variable_names = st.sampled_from(["x", "y", "X", "_x", "_", "1", "hPos", "hpos", "x++", "?x"]) | names
predicates = names.filter(lambda name: name.lower() not in KEYWORDS and name != "<=") | st.sampled_from(
    sorted(KEYWORDS - CONNECTIVES)
)

symbols = names.map(Symbol)
variables = variable_names.map(Variable)


def _functions(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.builds(Function, names, st.lists(inner, min_size=1, max_size=3).map(tuple))


terms: st.SearchStrategy[Term] = st.recursive(symbols | variables, _functions, max_leaves=6)
atoms = st.builds(Atom, predicates, st.lists(terms, max_size=3).map(tuple))


def _connected(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    some = st.lists(inner, max_size=3).map(tuple)
    return st.builds(Not, inner) | st.builds(And, some) | st.builds(Or, some)


formulas: st.SearchStrategy[Formula] = st.recursive(atoms | st.builds(Distinct, terms, terms), _connected, max_leaves=5)
rules = st.builds(Rule, atoms, st.lists(formulas, max_size=3).map(tuple))
# `(role RANDOM)` makes every RANDOM mean chance; other spellings do not come back as they were.
rulesheets = st.lists(rules, max_size=5).map(tuple)
