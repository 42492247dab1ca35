"""Rules as text and as terms: reading, printing, normalising and checking GDL and GDL-II."""

from woodstock.gdl.checks import TOLERABLE, Problem, check, unsafe_variables
from woodstock.gdl.head import head_comment, role_names
from woodstock.gdl.lenient import ground_unsafe
from woodstock.gdl.nodes import Limits
from woodstock.gdl.normal import Literal, NormalFormula, NormalRule, normalise
from woodstock.gdl.parser import Syntax, parse
from woodstock.gdl.printer import to_infix, to_kif
from woodstock.gdl.terms import And, Atom, Distinct, Formula, Function, Not, Or, Rule, Symbol, Term, Variable

__all__ = [
    "TOLERABLE",
    "And",
    "Atom",
    "Distinct",
    "Formula",
    "Function",
    "Limits",
    "Literal",
    "NormalFormula",
    "NormalRule",
    "Not",
    "Or",
    "Problem",
    "Rule",
    "Symbol",
    "Syntax",
    "Term",
    "Variable",
    "check",
    "ground_unsafe",
    "head_comment",
    "normalise",
    "parse",
    "role_names",
    "to_infix",
    "to_kif",
    "unsafe_variables",
]
