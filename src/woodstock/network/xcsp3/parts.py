"""What the readers of all constraints share: lists of variables, tuples, and writing small relations out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod

from woodstock.network.constraints import Constraint, Table
from woodstock.network.errors import NetworkError
from woodstock.network.soft import Probability, Utility
from woodstock.network.values import STAR, Row, Value
from woodstock.network.xcsp3.declarations import Declarations, integers
from woodstock.network.xcsp3.markup import Element

LARGEST_EXPANSION = 500_000
MOST_CELLS = 100_000_000


@dataclass(slots=True)
class Parts:
    """What has been read so far. Utilities name their player by its number until the players are known."""

    constraints: list[Constraint] = field(default_factory=list)
    utilities: list[tuple[int, tuple[str, ...], dict[Row, Fraction], Fraction]] = field(default_factory=list)
    probabilities: list[Probability] = field(default_factory=list)
    tables: dict[object, frozenset[Row]] = field(default_factory=dict)  # of expressions that were worked out

    def utility(self, players: tuple[str, ...]) -> Iterable[Utility]:
        """The utilities, once the players have names."""
        for player, scope, table, default in self.utilities:
            if player >= len(players):
                raise NetworkError(f"A utility is given for player-{player}, but there are {len(players)} players")
            yield Utility(scope, players[player], table, default)


def scope_of(element: Element, declared: Declarations) -> tuple[str, ...]:
    """The variables of the <list>, or of the text where there is nothing else."""
    source = element.find("list") or element
    if not source.text:
        raise element.error(f"<{element.tag}> needs a list of variables")
    names = declared.names(source.text, source)
    if len(set(names)) != len(names):
        raise source.error("A variable occurs twice in the list; only distinct variables are supported")
    return tuple(names)


def only(element: Element, *tags: str) -> None:
    """Refuse children with other tags: they would change what the constraint says."""
    for child in element.children:
        if child.tag not in tags:
            raise child.error(f"<{child.tag}> in <{element.tag}> is not supported")


def rows(element: Element, scope: tuple[str, ...], declared: Declarations) -> Iterable[Row]:
    """The tuples in a text; those with a value outside a domain are left out, as the specification wants."""
    known = [declared.values(name) for name in scope]
    text = "".join(element.text.split()) if len(scope) > 1 or "(" in element.text else None
    if text is None:
        (values,) = known
        for token in element.text.split():
            for written in map(str, integers(token, element)) if ".." in token else (token,):
                if _is_known(written, values, element):
                    yield (values.get(written, STAR),)
        return
    if text and not re.fullmatch(r"(\([^()]*\))*", text):
        raise element.error("The tuples are not a sequence such as (1,2)(3,*)")
    if text.count(",") + text.count("(") > MOST_CELLS:
        raise element.error(f"The tuples have more than {MOST_CELLS} values")
    for entry in re.findall(r"\(([^()]*)\)", text):
        written_row = entry.split(",")
        if len(written_row) != len(scope):
            raise element.error(f"The tuple ({entry}) has {len(written_row)} values for {len(scope)} variables")
        if all(_is_known(written, values, element) for written, values in zip(written_row, known, strict=True)):
            yield tuple(values.get(written, STAR) for written, values in zip(written_row, known, strict=True))


def _is_known(written: str, values: dict[str, Value], element: Element) -> bool:
    """Is it a value of the domain? It must at least look like a value."""
    if written in values or written == "*":
        return True
    if not re.fullmatch(r"(0|-?[1-9]\d{0,17})|[A-Za-z_][\w-]*", written, re.ASCII):
        raise element.error(f"{written!r} is not a value")
    return False


def tabulated(scope: tuple[str, ...], holds: Callable[[Row], bool], declared: Declarations) -> Table:
    """A table of the rows for which something holds, when there are few enough to try."""
    domains = [declared.variables[name].domain for name in scope]
    if prod(map(len, domains)) > LARGEST_EXPANSION:
        raise NetworkError(f"The constraint has more than {LARGEST_EXPANSION} rows to try; give it as a table")
    return Table(scope, (row for row in product(*domains) if holds(row)))
