"""Variables and arrays of variables, their domains, and lists that name them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import prod

from woodstock.network.expressions import Symbol
from woodstock.network.values import Value
from woodstock.network.xcsp3.markup import Element

LARGEST_DOMAIN = 2_000_000
MOST_VARIABLES = 2_000_000
# So many variables one list may name, and all lists together: a short text can ask for a lot of work.
LONGEST_LIST = 2_000_000
MOST_NAMED = 10_000_000

IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)
SYMBOL = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
INTEGER = re.compile(r"[+-]?\d{1,18}", re.ASCII)
INTERVAL = re.compile(r"([+-]?\d{1,18})\.\.([+-]?\d{1,18})", re.ASCII)
REPEATED = re.compile(r"([+-]?\d{1,18})x(\d{1,6})", re.ASCII)
REFERENCE = re.compile(r"([A-Za-z_]\w*)((?:\[[^\[\]]*\])*)", re.ASCII)


@dataclass(slots=True)
class Declared:
    """A variable as it is declared; probabilities of a stochastic one where its domain gives them."""

    name: str
    domain: tuple[Value, ...]
    stochastic: bool = False
    probabilities: dict[Value, Fraction] | None = None

    @property
    def values(self) -> frozenset[Value]:
        """The domain as a set."""
        return frozenset(self.domain)


@dataclass(slots=True)
class Declarations:
    """Everything that <variables> says."""

    variables: dict[str, Declared] = field(default_factory=dict)
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    named: int = 0
    symbols: dict[str, Symbol] = field(default_factory=dict)
    written: dict[int, dict[str, Value]] = field(default_factory=dict)
    meant: dict[Value, Value] = field(default_factory=dict)  # integers that stand for other values

    def values(self, name: str) -> dict[str, Value]:
        """The values of a variable by how they are written; domains that are shared are worked out once."""
        domain = self.variables[name].domain
        if id(domain) not in self.written:
            numbers = {value: number for number, value in self.meant.items()}
            self.written[id(domain)] = {str(numbers.get(value, value)): value for value in domain}
        return self.written[id(domain)]

    def names(self, text: str, element: Element) -> list[str]:
        """The variables in a list such as `x y[] z[1..3][0]`."""
        found: list[str] = []
        for token in text.split():
            found += self.expand(token, element)
            if len(found) > LONGEST_LIST:
                raise element.error(f"A list names more than {LONGEST_LIST} variables")
        return found

    def width(self, token: str, element: Element) -> int:
        """How long the rows are of the matrix that a reference such as `x[][]` or `x[1..3][0][]` stands for."""
        match = REFERENCE.fullmatch(token)
        shape = self.shapes.get(match[1]) if match else None
        if match is None or shape is None:
            raise element.error(f"{token} is not an array")
        indices = re.findall(r"\[([^\[\]]*)\]", match[2]) or [""] * len(shape)
        lengths = [len(_places(index, size, element)) for index, size in zip(indices, shape, strict=False)]
        return next((length for length in reversed(lengths) if length > 1), 1)

    def expand(self, token: str, element: Element) -> list[str]:
        """The variables one reference stands for, without those that an array leaves out."""
        match = REFERENCE.fullmatch(token)
        if match is None:
            raise element.error(f"{token} is not the name of a variable")
        name, indices = match[1], re.findall(r"\[([^\[\]]*)\]", match[2])
        if not indices:
            if name in self.shapes:
                indices = [""] * len(self.shapes[name])
            elif name not in self.variables:
                raise element.error(f"There is no variable {name}")
            else:
                return [name]
        shape = self.shapes.get(name)
        if shape is None or len(shape) != len(indices):
            raise element.error(f"There is no array {name} with {len(indices)} dimensions")
        ranges = [_places(index, size, element) for index, size in zip(indices, shape, strict=True)]
        if prod(map(len, ranges)) > LONGEST_LIST:
            raise element.error(f"{token} names more than {LONGEST_LIST} variables")
        self.named += prod(map(len, ranges))
        if self.named > MOST_NAMED:
            raise element.error(f"The lists up to here name more than {MOST_NAMED} variables")
        cells = [name + "".join(f"[{i}]" for i in cell) for cell in product(*ranges)]
        present = [cell for cell in cells if cell in self.variables]
        if not present:
            raise element.error(f"There is no variable {token}")
        return present


def _places(index: str, size: int, element: Element) -> range:
    index = index.strip()
    if not index:
        return range(size)
    if match := INTERVAL.fullmatch(index):
        first, last = int(match[1]), int(match[2])
    elif INTEGER.fullmatch(index):
        first = last = int(index)
    else:
        raise element.error(f"[{index}] is not an index")
    if not 0 <= first <= last < size:
        raise element.error(f"The index [{index}] is out of the array's range 0..{size - 1}")
    return range(first, last + 1)


def integers(text: str, element: Element) -> list[int]:
    """Integers and intervals such as `1 3..5`; `0x5` is five zeros."""
    found: list[int] = []
    for token in text.split():
        if INTEGER.fullmatch(token):
            found.append(int(token))
        elif match := REPEATED.fullmatch(token):
            found += [int(match[1])] * int(match[2])
        elif match := INTERVAL.fullmatch(token):
            first, last = int(match[1]), int(match[2])
            if last - first >= LARGEST_DOMAIN:
                raise element.error(f"{token} has more than {LARGEST_DOMAIN} values")
            found += range(first, last + 1)
        else:
            raise element.error(f"{token} is not an integer or an interval")
        if len(found) > LARGEST_DOMAIN:
            raise element.error(f"There are more than {LARGEST_DOMAIN} values")
    return found


def number(text: str, element: Element) -> Fraction:
    """A probability or a utility: an integer, a decimal or a fraction."""
    if not re.fullmatch(r"-?\d{1,50}(\.\d{1,50}|/\d{1,50})?", text.strip(), re.ASCII):
        raise element.error(f"{text.strip()} is not a number")
    try:
        return Fraction(text.strip())
    except ZeroDivisionError:
        raise element.error(f"{text.strip()} divides by zero") from None


def read_declarations(element: Element, meant: dict[Value, Value] | None = None) -> Declarations:
    """All variables of <variables>, in order. Integers may stand for other values."""
    found = Declarations(meant=meant or {})
    for child in element.children:
        if child.tag not in ("var", "array"):
            raise child.error(f"<{child.tag}> is not allowed in <variables>")
        name = child.attribute("id")
        if not IDENTIFIER.fullmatch(name):
            raise child.error(f"{name!r} is not an identifier")
        if name in found.variables or name in found.shapes:
            raise child.error(f"{name} is declared twice")
        if child.tag == "var":
            found.variables[name] = _read_domain(name, child, child, found)
        else:
            _read_array(name, child, found)
        if len(found.variables) > MOST_VARIABLES:
            raise child.error(f"There are more than {MOST_VARIABLES} variables")
    return found


def _read_array(name: str, element: Element, found: Declarations) -> None:
    size = element.attribute("size").replace(" ", "")
    if not re.fullmatch(r"(\[\d{1,9}\])+", size, re.ASCII):
        raise element.error(f"{size} is not the size of an array")
    if element.attributes.get("startIndex", "0") != "0":
        raise element.error("Arrays that do not start at index 0 are not supported")
    shape = tuple(map(int, re.findall(r"\d+", size)))
    if prod(shape) > MOST_VARIABLES:
        raise element.error(f"The array {name} has more than {MOST_VARIABLES} variables")
    found.shapes[name] = shape
    cells = {name + "".join(f"[{i}]" for i in cell): cell for cell in product(*map(range, shape))}
    domains = [child for child in element.children if child.tag == "domain"]
    # References in `for` are resolved against the whole array, then only the named cells stay.
    whole = Declarations({cell: Declared(cell, ()) for cell in cells}, {name: shape})
    given: dict[str, Declared] = {}
    others = None if domains else _read_domain(name, element, element, found)
    for domain in domains:
        target = domain.attribute("for").strip()
        declared = _read_domain(name, domain, element, found)
        if target == "others":
            others = declared
            continue
        given.update(dict.fromkeys(whole.names(target, domain), declared))
    for cell in cells:
        if (like := given.get(cell, others)) is not None:
            found.variables[cell] = replace(like, name=cell)


def _read_domain(name: str, element: Element, typed: Element, found: Declarations) -> Declared:
    """A domain; the type stands on the variable or array, which for an array's <domain> is the element around it."""
    if source := element.attributes.get("as"):
        return replace(found.variables[found.names(source, element)[0]], name=name)
    words = typed.attributes.get("type", "integer").replace("_", " ").split()
    if not set(words) <= {"integer", "symbolic", "stochastic"}:
        raise element.error(f"Variables of type {' '.join(words)} are not supported")
    symbolic, stochastic = "symbolic" in words, "stochastic" in words
    values: list[Value] = []
    chances: dict[Value, Fraction] = {}
    for token in element.text.split():
        written, colon, chance = token.partition(":")
        if not symbolic:
            fresh: list[Value] = [found.meant.get(value, value) for value in integers(written, element)]
        elif SYMBOL.fullmatch(written):
            fresh = [written]
            found.symbols[written] = Symbol(written)
        else:
            raise element.error(f"{written} is not a symbol")
        if colon:
            if not stochastic:
                raise element.error(f"{token} has a probability, but {name} is not stochastic")
            chances.update(dict.fromkeys(fresh, number(chance, element)))
        values += fresh
    if not values:
        raise element.error(f"The domain of {name} is empty")
    if len(set(values)) != len(values) or len(values) > LARGEST_DOMAIN:
        raise element.error(f"The domain of {name} names a value twice or has more than {LARGEST_DOMAIN} values")
    if chances and (len(chances) != len(values) or sum(chances.values()) != 1 or min(chances.values()) < 0):
        raise element.error(f"The probabilities of {name} are not numbers from 0 to 1 with sum 1")
    return Declared(name, tuple(values), stochastic, chances or None)
