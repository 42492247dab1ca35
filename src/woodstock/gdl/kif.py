"""Reads KIF, the prefix syntax of rulesheets and messages: `(<= (legal ?p noop) (role ?p))`."""

from __future__ import annotations

import re

from woodstock.errors import GdlSyntaxError
from woodstock.gdl.limits import Limits
from woodstock.gdl.names import RULE
from woodstock.gdl.nodes import Group, Names, Node, too_deep, too_long
from woodstock.gdl.terms import Symbol, Variable
from woodstock.place import Place

# Every character belongs to exactly one token, so `finditer` skips nothing.
_TOKEN = re.compile(r"[()]|[^\s();]+|\s+|;[^\n]*")


def read_kif(text: str, names: Names, limits: Limits) -> list[Node]:
    """The outermost symbols and lists of a text. Lines end in a line feed; brackets are balanced afterwards."""
    top: list[Node] = []
    items = top
    open_groups: list[Group] = []
    line, line_start, tokens = 1, 0, 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        first = token[0]
        if first.isspace():
            breaks = token.count("\n")
            if breaks:
                line += breaks
                line_start = match.start() + token.rfind("\n") + 1
            continue
        if first == ";":
            continue
        place = Place(line, match.start() - line_start + 1)
        tokens += 1
        if tokens > limits.tokens:
            raise too_long(limits, place)
        if first == "(":
            if len(open_groups) >= limits.depth:
                raise too_deep(limits, place)
            group = Group(place)
            items.append(group)
            open_groups.append(group)
            items = group.items
        elif first == ")":
            if not open_groups:
                raise GdlSyntaxError("this `)` closes nothing; remove it, or add the missing `(` before it", place)
            open_groups.pop()
            items = open_groups[-1].items if open_groups else top
        elif first == "?":
            if len(token) == 1:
                raise GdlSyntaxError("a `?` without a name; name the variable, as in `?x`", place)
            items.append(Variable(names.take(token, place)[1:], place))
        else:
            items.append(Symbol(names.take(token, place), place))
    if open_groups:
        raise _unclosed(open_groups)
    return top


def _unclosed(open_groups: list[Group]) -> GdlSyntaxError:
    """Names the bracket that most likely lacks its partner."""
    guilty = open_groups[0]
    around_all = isinstance(next(iter(guilty.items), None), Group)
    if around_all and len(open_groups) > 1:
        guilty = open_groups[1]
    elif around_all and isinstance(last := guilty.items[-1], Group) and any(map(_is_rule, last.items)):
        # A rule that swallows the rules after it took the bracket that was meant for the list around all.
        guilty = last
    count = len(open_groups)
    what = "this `(` is" if count == 1 else f"{count} `(` are"
    where = "" if count == 1 else "; the first of them is here"
    return GdlSyntaxError(f"{what} never closed{where}; add the missing `)`", guilty.place)


def _is_rule(node: Node) -> bool:
    return isinstance(node, Group) and bool(node.items) and node.items[0] == Symbol(RULE)
