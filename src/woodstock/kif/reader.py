"""Reads nested lists of words: `(<= (legal ?p noop) (role ?p)) ; a comment`.

What a word means is for others to say. Nothing here recurses, so that no text is nested too deep for it; bounds keep
reading short and small for those who want that.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, TypeAlias, TypeVar

from woodstock.errors import GdlSyntaxError
from woodstock.place import Place

T = TypeVar("T")

# Every character belongs to exactly one token, so `finditer` skips nothing.
_TOKEN = re.compile(r"[()]|[^\s();]+|\s+|;[^\n]*")
_WORD = re.compile(r"[()]|[^\s();]+|;[^\n]*")
_BRACKET = re.compile(r"[()]|;[^\n]*")


@dataclass(slots=True, eq=False)
class Group(Generic[T]):
    """A list in brackets: where it opens, what stands in it, and from where to where it goes in the text."""

    place: Place
    items: list[Node[T]] = field(default_factory=list)
    start: int = 0
    end: int = 0


Node: TypeAlias = T | Group[T]


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is read before the reader gives up with a `GdlSyntaxError`."""

    depth: int = sys.maxsize
    """Levels of nesting."""
    tokens: int = sys.maxsize
    """Words and brackets of the whole text."""
    width: int = sys.maxsize
    """Items of one list."""


NO_BOUNDS = Bounds()


class StrayBracketError(GdlSyntaxError):
    """A `)` that closes nothing."""


class UnclosedError(GdlSyntaxError, Generic[T]):
    """A `(` that is never closed; `groups` are all that are open, from the outermost."""

    def __init__(self, groups: list[Group[T]]) -> None:
        count = len(groups)
        what = "this `(` is" if count == 1 else f"{count} `(` are"
        where = "" if count == 1 else "; the first of them is here"
        super().__init__(f"{what} never closed{where}; add the missing `)`", groups[0].place)
        self.groups = groups


def read(text: str, bounds: Bounds = NO_BOUNDS, levels: int = sys.maxsize) -> Iterator[Node[str]]:
    """The outermost words and lists of a text; see `read_as`."""
    return read_as(lambda word, _: word, text, bounds, levels)


def read_as(
    made_of: Callable[[str, Place], T], text: str, bounds: Bounds = NO_BOUNDS, levels: int = sys.maxsize
) -> Iterator[Node[T]]:
    """The outermost words and lists of a text, one after another as far as they are asked for.

    `made_of` gives what shall stand for a word. Lists that are nested in `levels` others or more have no items:
    whoever needs these takes them from the text; no token of theirs is counted. Lines end in a line feed.
    """
    top: list[Node[T]] = []
    items = top
    groups: list[Group[T]] = []
    line, line_start, tokens = 1, 0, 0
    found = _TOKEN.finditer(text)
    while (match := next(found, None)) is not None:
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
        tokens += 1
        if tokens > bounds.tokens:
            raise too_long(bounds.tokens, Place(line, match.start() - line_start + 1))
        place = Place(line, match.start() - line_start + 1)
        if first == ")":
            if not groups:
                raise StrayBracketError("this `)` closes nothing; remove it, or add the missing `(` before it", place)
            groups.pop().end = match.end()
            items = groups[-1].items if groups else top
        elif len(items) >= bounds.width:
            raise GdlSyntaxError(f"a list of more than {bounds.width} items", place)
        elif first == "(":
            if len(groups) >= bounds.depth:
                raise too_deep(bounds.depth, place)
            group: Group[T] = Group(place, start=match.start())
            items.append(group)
            groups.append(group)
            items = group.items
            if len(groups) > levels:
                end = _end(groups, text, match.end())
                line_start = max(line_start, text.rfind("\n", match.end(), end) + 1)
                line += text.count("\n", match.end(), end)
                found = _TOKEN.finditer(text, end)
        else:
            items.append(made_of(token, place))
        if not groups:
            yield top.pop()
    if groups:
        raise UnclosedError(groups)


def _end(groups: list[Group[T]], text: str, start: int) -> int:
    """Where the bracket stands that closes the innermost of these groups, whose items begin at `start`."""
    depth = 1
    for match in _BRACKET.finditer(text, start):
        token = text[match.start()]
        depth += (token == "(") - (token == ")")
        if not depth:
            return match.start()
    raise UnclosedError(groups)


def too_deep(depth: int, place: Place) -> GdlSyntaxError:
    """The error for text nested beyond the limit."""
    return GdlSyntaxError(
        f"nested more than {depth} levels deep; are `)` missing above, or is this not a rulesheet?", place
    )


def too_long(tokens: int, place: Place) -> GdlSyntaxError:
    """The error for text of too many tokens."""
    return GdlSyntaxError(f"more than {tokens:,} symbols, variables and brackets; split or shorten the rules", place)


def as_written(node: Node[str], text: str) -> str:
    """The piece of the text that was read as this node."""
    return text[node.start : node.end] if isinstance(node, Group) else node


def words(text: str, most: int | None = None) -> list[str]:
    """The words and brackets of a text, in their order: all of them, or no more than the first few."""
    if most is not None:
        found = (match.group() for match in _WORD.finditer(text))
        return list(islice((word for word in found if word[0] != ";"), most))
    if ";" in text:
        return [word for word in _WORD.findall(text) if word[0] != ";"]
    return _WORD.findall(text)


def with_words(text: str, word: Callable[[str], str]) -> str:
    """The text with every word replaced. Comments are left out."""

    def replaced(match: re.Match[str]) -> str:
        token = match.group()
        if token[0] == ";":
            return ""
        return token if token[0] in "()" or token[0].isspace() else word(token)

    return _TOKEN.sub(replaced, text)
