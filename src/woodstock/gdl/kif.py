"""Reads rules in KIF, the prefix syntax: `(<= (legal ?p noop) (role ?p))`."""

from __future__ import annotations

from woodstock.errors import GdlSyntaxError
from woodstock.gdl.names import RULE
from woodstock.gdl.nodes import Limits, Names, Node
from woodstock.gdl.terms import Symbol, Variable
from woodstock.kif.reader import Bounds, Group, StrayBracketError, UnclosedError, read_as
from woodstock.place import Place


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
    # A rule that swallows the rules after it took the bracket that was meant for the list around all.
    return last if isinstance(last, Group) and any(map(_is_rule, last.items)) else outermost


def _is_rule(node: Node) -> bool:
    return isinstance(node, Group) and bool(node.items) and node.items[0] == Symbol(RULE)
