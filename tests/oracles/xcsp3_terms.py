"""Variables and expressions of XCSP3 for OR-Tools CP-SAT. They are nearly Python, so Python's parser reads them."""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import combinations, pairwise, product
from typing import Any

from ortools.sat.python import cp_model

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "ge": lambda a, b: a >= b,
    "gt": lambda a, b: a > b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
}
OPPOSITE = {"lt": "ge", "le": "gt", "ge": "lt", "gt": "le", "eq": "ne", "ne": "eq"}


class UnsupportedError(Exception):
    """The instance has something that this reader does not know."""


def _truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a >= 0) == (b >= 0) else -1)


class Terms:
    """A model of CP-SAT. A value is an integer, or a variable of the model with its bounds."""

    def __init__(self) -> None:
        self.model = cp_model.CpModel()
        self.cells: dict[str, cp_model.IntVar] = {}
        self.bounds: dict[int, tuple[int, int]] = {}
        self.shapes: dict[str, list[int]] = {}
        self.symbols: dict[str, int] = {}
        self.domains: dict[str, list[int]] = {}

    # --- variables -----------------------------------------------------------------------------------------------
    def _declare(self, element: ET.Element) -> None:
        name = element.attrib["id"]
        if element.tag == "var":
            like = element.attrib.get("as")
            self._cell(name, self.domains[like] if like else self._values(element.text or ""))
            return
        self.shapes[name] = shape = [int(size) for size in re.findall(r"\d+", element.attrib["size"])]
        given: dict[str, list[int]] = {}
        others = None if element.find("domain") is not None else self._values(element.text or "")
        for domain in element.findall("domain"):
            values = self._values(domain.text or "")
            if domain.attrib["for"].strip() == "others":
                others = values
            else:
                given.update({cell: values for token in domain.attrib["for"].split() for cell in self._expand(token)})
        for place in product(*map(range, shape)):
            cell = name + "".join(f"[{i}]" for i in place)
            if (own := given.get(cell, others)) is not None:
                self._cell(cell, own)

    def _cell(self, name: str, values: list[int]) -> None:
        self.domains[name] = values
        variable = self.model.new_int_var_from_domain(cp_model.Domain.from_values(values), name)
        self.bounds[variable.index] = (min(values), max(values))
        self.cells[name] = variable

    def _values(self, text: str) -> list[int]:
        found: list[int] = []
        for token in text.split():
            if interval := re.fullmatch(r"(-?\d+)\.\.(-?\d+)", token):
                found += range(int(interval[1]), int(interval[2]) + 1)
            elif repeated := re.fullmatch(r"(-?\d+)x(\d+)", token):
                found += [int(repeated[1])] * int(repeated[2])
            else:
                found.append(self._constant(token))
        return found

    def _constant(self, token: str) -> int:
        if re.fullmatch(r"[+-]?\d+", token):
            return int(token)
        return self.symbols.setdefault(token, 10**6 + len(self.symbols))

    def _expand(self, token: str) -> list[str]:
        name, indices = token.partition("[")[0], re.findall(r"\[([^\]]*)\]", token)
        if not indices and name in self.shapes:
            indices = [""] * len(self.shapes[name])
        if not indices:
            return [name]
        ranges = []
        for index, size in zip(indices, self.shapes[name], strict=True):
            first, _, last = index.partition("..")
            ranges.append(range(int(first), int(last or first) + 1) if first else range(size))
        return [name + "".join(f"[{i}]" for i in place) for place in product(*ranges)]

    def _bounds(self, value: Any) -> tuple[int, int]:
        return (value, value) if isinstance(value, int) else self.bounds[value.index]

    def _new(self, low: int, high: int) -> cp_model.IntVar:
        variable = self.model.new_int_var(low, high, "")
        self.bounds[variable.index] = (low, high)
        return variable

    # --- expressions ---------------------------------------------------------------------------------------------
    def _list(self, element: ET.Element | str | None) -> list[Any]:
        text = element if isinstance(element, str) else (element.text or "") if element is not None else ""
        found: list[Any] = []
        for token in text.split():
            if "(" in token:
                found.append(self._expression(token))
            elif re.fullmatch(r"-?\d+(x\d+|\.\.-?\d+)?", token):
                found += self._values(token)
            elif token.split("[")[0] in self.shapes or token in self.cells:
                found += [self.cells[cell] for cell in self._expand(token) if cell in self.cells]
            else:
                found.append(self._constant(token))
        return found

    def _expression(self, text: str) -> Any:
        python = re.sub(r"\b(and|or|not|in|if)\(", r"\1_(", text.strip())
        return self._work_out(ast.parse(python, mode="eval").body)

    def _work_out(self, node: ast.AST) -> Any:
        match node:
            case ast.Constant(value=int() as value):
                return value
            case ast.UnaryOp(operand=ast.Constant(value=int() as value)):
                return -value
            case ast.Name(id=name):
                return self.cells[name] if name in self.cells else self._constant(name)
            case ast.Subscript():
                return self.cells[ast.unparse(node).replace(" ", "")]
            case ast.Call(func=ast.Name(id="set"), args=args):
                return [self._work_out(argument) for argument in args]
            case ast.Call(func=ast.Name(id=name), args=args):
                return self._apply(name.rstrip("_"), [self._work_out(argument) for argument in args])
        raise UnsupportedError(ast.dump(node))

    def _apply(self, name: str, values: list[Any]) -> Any:  # noqa: C901
        if name in COMPARE:
            if len(values) > 2:
                pairs = combinations(values, 2) if name == "ne" else pairwise(values)
                return self._all([self._is(name, *pair) for pair in pairs])
            return self._is(name, *values)
        match name, values:
            case ("and", _):
                return self._all([self._truth(value) for value in values])
            case ("or", _):
                return self._not(self._all([self._not(self._truth(value)) for value in values]))
            case ("not", [value]):
                return self._not(self._truth(value))
            case ("imp", [a, b]):
                return self._apply("or", [self._not(self._truth(a)), b])
            case ("iff", _):
                return self._apply("eq", [self._truth(value) for value in values])
            case ("xor", _):
                return self._is("eq", self._apply("mod", [self._sum(values), 2]), 1)
            case ("in", [value, members]):
                return self._apply("or", [self._is("eq", value, member) for member in members])
            case ("notin", [value, members]):
                return self._not(self._apply("in", [value, members]))
            case ("neg", [value]):
                return self._sum([value], [-1])
            case ("add", _):
                return self._sum(values)
            case ("sub", [a, b]):
                return self._sum([a, b], [1, -1])
            case ("dist", [a, b]):
                return self._apply("abs", [self._sum([a, b], [1, -1])])
            case ("abs", [value]):
                low, high = self._bounds(value)
                found = self._new(0, max(abs(low), abs(high)))
                self.model.add_abs_equality(found, value)
                return found
            case ("sqr", [value]):
                return self._apply("mul", [value, value])
            case ("pow", [value, int() as times]):
                return self._apply("mul", [value] * times) if times > 1 else (value if times else 1)
            case ("mul", [a, b, *more]):
                ends = [x * y for x in self._bounds(a) for y in self._bounds(b)]
                found = self._new(min(ends), max(ends))
                self.model.add_multiplication_equality(found, [a, b])
                return self._apply("mul", [found, *more]) if more else found
            case ("mul", [a]):
                return a
            case ("div" | "mod", [a, b]):
                return self._division(name, a, b)
            case ("max" | "min", _):
                choose = max if name == "max" else min
                found = self._new(*(choose(bounds) for bounds in zip(*map(self._bounds, values), strict=True)))
                add = self.model.add_max_equality if name == "max" else self.model.add_min_equality
                add(found, values)
                return found
            case ("if", [condition, yes, no]):
                ends = [*self._bounds(yes), *self._bounds(no)]
                found, chosen = self._new(min(ends), max(ends)), self._truth(condition)
                self.model.add(found == yes).only_enforce_if(chosen)
                self.model.add(found == no).only_enforce_if(self._not(chosen))
                return found
        raise UnsupportedError(name)

    def _division(self, name: str, a: Any, b: Any) -> Any:
        low, high = self._bounds(a)
        if isinstance(a, int) and isinstance(b, int):
            return _truncated(a, b) if name == "div" else a - b * _truncated(a, b)
        if not isinstance(b, int) and self._bounds(b)[0] <= 0 <= self._bounds(b)[1]:
            # CP-SAT wants a divisor that is never zero.
            self.model.add(b != 0)
            raise UnsupportedError("a divisor that may be zero")
        size = max(abs(low), abs(high), *map(abs, self._bounds(b)))
        found = self._new(-size, size)
        add = self.model.add_division_equality if name == "div" else self.model.add_modulo_equality
        add(found, a, b)
        return found

    def _sum(self, values: list[Any], factors: list[Any] | None = None) -> Any:
        factors = factors or [1] * len(values)
        if any(not isinstance(factor, int) for factor in factors):
            values = [self._apply("mul", [one, other]) for one, other in zip(values, factors, strict=True)]
            factors = [1] * len(values)
        ends = [sorted(f * end for end in self._bounds(v)) for v, f in zip(values, factors, strict=True)]
        found = self._new(sum(low for low, _ in ends), sum(high for _, high in ends))
        self.model.add(sum(f * v for v, f in zip(values, factors, strict=True)) == found)
        return found

    def _is(self, name: str, left: Any, right: Any) -> Any:
        if isinstance(left, int) and isinstance(right, int):
            return self.model.new_constant(int(COMPARE[name](left, right)))
        found = self.model.new_bool_var("")
        self.bounds[found.index] = (0, 1)
        self.model.add(COMPARE[name](left, right)).only_enforce_if(found)
        self.model.add(COMPARE[OPPOSITE[name]](left, right)).only_enforce_if(~found)
        return found

    def _truth(self, value: Any) -> Any:
        return value if not isinstance(value, int) and self._bounds(value) == (0, 1) else self._is("ne", value, 0)

    def _not(self, value: Any) -> Any:
        return self._is("eq", value, 0)

    def _all(self, literals: list[Any]) -> Any:
        found = self.model.new_bool_var("")
        self.bounds[found.index] = (0, 1)
        self.model.add_bool_and(literals).only_enforce_if(found)
        self.model.add_bool_or([~literal for literal in literals]).only_enforce_if(~found)
        return found
