"""How the names and values of a network are written in XCSP3, whose identifiers are letters, digits and underscores."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import prod
from xml.sax.saxutils import quoteattr

from woodstock.network.constraints import Gate
from woodstock.network.network import Network
from woodstock.network.values import STAR, Value
from woodstock.network.variables import Variable
from woodstock.network.xcsp3.declarations import IDENTIFIER

CELL = re.compile(r"([A-Za-z_]\w*)((?:\[(?:0|[1-9]\d{0,6})\])+)", re.ASCII)


class Naming:
    """Names that XCSP3 can write stay. If some value cannot be written, all values but integers get a number."""

    def __init__(self, network: Network) -> None:
        self.cells = _cells(network.variables)
        names = {variable.name for variable in network.variables}
        taken = names | {base for base, _ in self.cells.values()}
        fresh = (name for number in range(10**9) if (name := f"v{number}") not in taken)
        self.names = {
            variable.name: variable.name
            if IDENTIFIER.fullmatch(variable.name) or variable.name in self.cells
            else next(fresh)
            for variable in network.variables
        }
        values = list(dict.fromkeys(value for variable in network.variables for value in variable.domain))
        self.boolean = {variable.name for variable in network.variables if variable.boolean}
        self.numbers: dict[Value, int] = {}
        if _ambiguous(network, taken) or not all(_is_plain(variable) for variable in network.variables):
            start = max((int(value) for value in values if isinstance(value, int)), default=-1) + 1
            others = [value for value in values if not isinstance(value, int)]
            self.numbers = {value: start + place for place, value in enumerate(others)}

    def name(self, name: str) -> str:
        """A variable's name."""
        return self.names[name]

    def value(self, value: Value) -> str:
        """A value."""
        if value is STAR:
            return "*"
        if value in self.numbers:
            return str(self.numbers[value])
        return str(int(value)) if isinstance(value, int) else str(value)

    def symbolic(self, variable: Variable) -> bool:
        """Are the values written as symbols?"""
        return not self.numbers and any(not isinstance(value, int) for value in variable.domain)

    def kept(self) -> Iterator[str]:
        """Annotations with the names and values that XCSP3 cannot write, for those who read the network again."""
        for name, written in self.names.items():
            if name != written:
                yield f"<name variable={quoteattr(written)} is={quoteattr(json.dumps(name))}/>"
        for value, number in self.numbers.items():
            try:
                text = json.dumps(value)
            except (TypeError, ValueError):
                continue  # the note says what it looked like
            yield f'<value number="{number}" is={quoteattr(text)}/>'

    def note(self, variable: Variable) -> str:
        """What is lost by numbering: the name, and the values."""
        parts = [variable.name] if self.names[variable.name] != variable.name else []
        parts += [f"{self.numbers[value]}={value}" for value in variable.domain if value in self.numbers]
        return " ".join(parts)


def _ambiguous(network: Network, names: set[str]) -> bool:
    """Does an expression compare with a value that reads like a variable?"""
    gates = (constraint for constraint in network.constraints if isinstance(constraint, Gate))
    return any(literal.value in names for gate in gates for literal in gate.inputs)


def _is_plain(variable: Variable) -> bool:
    """All integers, or all symbols."""
    if all(isinstance(value, int) for value in variable.domain):
        return True
    return all(isinstance(value, str) and IDENTIFIER.fullmatch(value) is not None for value in variable.domain)


def _cells(variables: tuple[Variable, ...]) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The variables that can be cells of arrays: `x[1][2]`, where all cells of x look alike and few are missing."""
    found: dict[str, list[tuple[Variable, tuple[int, ...]]]] = {}
    for variable in variables:
        if match := CELL.fullmatch(variable.name):
            found.setdefault(match[1], []).append((variable, tuple(map(int, re.findall(r"\d+", match[2])))))
    names = {variable.name for variable in variables}
    cells: dict[str, tuple[str, tuple[int, ...]]] = {}
    for base, members in found.items():
        alike = len({(len(cell), v.stochastic, all(isinstance(d, int) for d in v.domain)) for v, cell in members}) == 1
        if alike and base not in names:
            size = tuple(max(sizes) + 1 for sizes in zip(*(cell for _, cell in members), strict=True))
            if prod(size) <= 4 * len(members) + 100:
                cells.update({variable.name: (base, size) for variable, _ in members})
    return cells


def arrays(
    variables: tuple[Variable, ...], naming: Naming
) -> Iterator[tuple[tuple[str, tuple[int, ...]] | None, list[Variable]]]:
    """The variables one by one or, where they are cells, array by array, with the name and the size of each."""
    groups: dict[str, list[Variable]] = {}
    for variable in variables:
        base, _ = naming.cells.get(variable.name, (f" {variable.name}", ()))  # no array has a blank in its name
        groups.setdefault(base, []).append(variable)
    for members in groups.values():
        yield naming.cells.get(members[0].name), members
