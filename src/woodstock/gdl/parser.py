"""From text to rules: decodes, chooses the syntax, reads and builds."""

from __future__ import annotations

import re
from typing import Literal as OneOf

from woodstock.errors import GdlSyntaxError
from woodstock.gdl.build import build_rules
from woodstock.gdl.infix import read_infix
from woodstock.gdl.names import RULE
from woodstock.gdl.nodes import Limits, Names, Node
from woodstock.gdl.terms import Rule, Symbol, Variable
from woodstock.kif.reader import Bounds, Group, StrayBracketError, UnclosedError, read_as
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


# --- KIF, the prefix syntax: `(<= (legal ?p noop) (role ?p))` ------------------------------------------------------


def read_kif(text: str, names: Names, limits: Limits) -> list[Node]:
    """The outermost symbols and lists of a text. Lines end in a line feed; brackets are balanced afterwards."""

    def named(word: str, place: Place) -> Symbol | Variable:
        if word[0] != "?":
            return Symbol(names.take(word, place), place)
        if len(word) == 1:
            raise GdlSyntaxError("a `?` without a name; name the variable, as in `?x`", place)
        return Variable(names.take(word, place)[1:], place)

    try:
        return list(read_as(named, text, Bounds(depth=limits.depth, tokens=limits.tokens)))
    except StrayBracketError as error:
        raise GdlSyntaxError(error.message, error.place) from None
    except UnclosedError as error:
        raise GdlSyntaxError(error.message, _guilty(error.groups).place) from None


def _guilty(groups: list[Group[Symbol | Variable]]) -> Group[Symbol | Variable]:
    """Of the brackets that are open in the end, the one that most likely lacks its partner."""
    outermost = groups[0]
    if not isinstance(next(iter(outermost.items), None), Group):
        return outermost
    if len(groups) > 1:
        return groups[1]
    last = outermost.items[-1]
    rules = [node for node in last.items if isinstance(node, Group)] if isinstance(last, Group) else []
    # A rule that swallows the rules after it took the bracket that was meant for the list around all.
    return last if isinstance(last, Group) and any(rule.items[:1] == [Symbol(RULE)] for rule in rules) else outermost
