"""From text to rules: decodes, chooses the syntax, reads and builds."""

from __future__ import annotations

import re
from typing import Literal as OneOf

from woodstock.errors import GdlSyntaxError
from woodstock.gdl.build import build_rules, build_term
from woodstock.gdl.infix import read_infix, read_infix_term
from woodstock.gdl.kif import read_kif
from woodstock.gdl.nodes import Limits, Names
from woodstock.gdl.terms import Rule, Term
from woodstock.place import Place

Syntax = OneOf["kif", "infix"]

# A name, perhaps in quotes, and then what can follow only in infix; in KIF a blank stands between a name and a bracket.
_INFIX_BEGINS = re.compile(
    r"""\s*+
    (?: '(?:[^'\\\n]|\\[^\n])*+' | (?: [^\s();.,'<:] | [<:](?![-=]) )++ )
    (?: [(.] | \s*+ (?: <- | <= | :- | [.←⇐] ) )""",
    re.VERBOSE,
)


def parse(
    text: str | bytes, *, fold_case: bool = False, syntax: Syntax | None = None, limits: Limits | None = None
) -> tuple[Rule, ...]:
    """The rules of a rulesheet, in KIF or infix; `syntax` says which, else the text decides.

    Case matters, but not for keywords; with `fold_case` it matters nowhere. Raises `GdlSyntaxError`.

    >>> parse("(role white)")
    (Rule(head=Atom(name='role', arguments=(Symbol(name='white'),)), body=()),)
    """
    limits = limits or Limits()
    content = _decoded(text, limits)
    read = read_infix if (syntax or _syntax_of(content)) == "infix" else read_kif
    return build_rules(read(content, Names(limits, fold_case), limits), limits)


def parse_term(
    text: str | bytes, *, fold_case: bool = False, syntax: Syntax | None = None, limits: Limits | None = None
) -> Term:
    """One term, such as a move in a message: `(mark 1 2)`, `mark(1, 2)`, `noop`. A lone name is a symbol.

    >>> parse_term("mark(1, 2)") == parse_term("(mark 1 2)")
    True
    """
    limits = limits or Limits()
    content = _decoded(text, limits)
    names = Names(limits, fold_case)
    if (syntax or _syntax_of_term(content)) == "infix":
        return build_term(read_infix_term(content, names, limits))
    nodes = read_kif(content, names, limits)
    if len(nodes) != 1:
        raise GdlSyntaxError(f"one term is needed, here are {len(nodes)}", nodes[1].place if nodes else Place(1, 1))
    return build_term(nodes[0])


def _decoded(text: str | bytes, limits: Limits) -> str:
    """The text with line feeds only. Bytes that are not UTF-8 are harmless in comments and refused in names."""
    if len(text) > limits.text:
        raise GdlSyntaxError(
            f"the text has {len(text):,} characters, more than the {limits.text:,} allowed; is this a rulesheet?",
            Place(1, 1),
        )
    content = text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else text
    return content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _syntax_of(text: str) -> Syntax:
    """KIF begins with a bracket or a `;`; infix with a `%`, or with a name and then a bracket, an arrow or a stop."""
    start = text.lstrip()[:1]
    if start in ("%", ";"):
        return "infix" if start == "%" else "kif"
    return "infix" if _INFIX_BEGINS.match(text) else "kif"


def _syntax_of_term(text: str) -> Syntax:
    """Only in infix does a bracket come after a name."""
    start = text.lstrip()
    return "infix" if start[:1] not in ("(", ";", "") and "(" in start else "kif"
