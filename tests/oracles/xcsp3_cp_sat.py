"""Another reader of XCSP3, for OR-Tools CP-SAT: it shares nothing with ours, and uses CP-SAT's own constraints.

Expressions of XCSP3 are nearly Python, so Python's parser reads them. It is for well-formed instances of type CSP and
COP over integers and symbols, such as PyCSP3 writes.
"""

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


class Instance:
    """An instance as a model of CP-SAT. A value is an integer, or a variable of the model with its bounds."""

    def __init__(self, text: str) -> None:
        self.model = cp_model.CpModel()
        self.cells: dict[str, cp_model.IntVar] = {}
        self.bounds: dict[int, tuple[int, int]] = {}
        self.shapes: dict[str, list[int]] = {}
        self.symbols: dict[str, int] = {}
        self.domains: dict[str, list[int]] = {}
        root = ET.fromstring(text)
        for child in root.find("variables") or ():
            self._declare(child)
        for child in root.find("constraints") or ():
            self._read(child, [])
        self.objective: tuple[Any, bool] | None = None
        for child in root.find("objectives") or ():
            self._aim(child)

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

    # --- constraints ---------------------------------------------------------------------------------------------
    def _read(self, element: ET.Element, given: list[str]) -> None:
        if element.tag == "block":
            for child in element:
                self._read(child, given)
        elif element.tag == "group":
            template = next(child for child in element if child.tag != "args")
            for arguments in element.findall("args"):
                tokens = (arguments.text or "").split()
                flat = [c for t in tokens for c in (self._expand(t) if t.split("[")[0] in self.shapes else [t])]
                self._read(_filled(template, flat), [])
        elif element.tag == "slide":
            self._slide(element)
        else:
            reader = getattr(self, f"read_{element.tag}", None)
            if reader is None:
                raise UnsupportedError(element.tag)
            reader(element)

    def _slide(self, element: ET.Element) -> None:
        (moved,) = element.findall("list")
        (template,) = (child for child in element if child.tag != "list")
        names = [cell for token in (moved.text or "").split() for cell in self._expand(token)]
        width = max(int(hole) for hole in re.findall(r"%(\d+)", ET.tostring(template, "unicode"))) + 1
        circular = element.attrib.get("circular") == "true"
        last = len(names) if circular else len(names) - width + 1
        for start in range(0, last, int(moved.attrib.get("offset", "1"))):
            self._read(_filled(template, [names[(start + i) % len(names)] for i in range(width)]), [])

    def _own(self, element: ET.Element, tag: str = "list") -> list[Any]:
        found = element.find(tag)
        return self._list(found if found is not None else element)

    def _condition(self, element: ET.Element, value: Any) -> None:
        name, _, right = "".join((element.findtext("condition") or "").split())[1:-1].partition(",")
        if name in ("in", "notin"):
            members = self._values(right.strip("{}").replace(",", " "))
            self.model.add_bool_or([self._apply(name, [value, members])])
        else:
            self.model.add(COMPARE[name](value, self._list(right)[0]))

    def _matrix(self, element: ET.Element) -> list[list[Any]]:
        text = "".join((element.text or "").split())
        if text.startswith("("):
            return [self._list(row.replace(",", " ")) for row in re.findall(r"\(([^()]*)\)", text)]
        rows: dict[str, list[Any]] = {}
        for cell in self._expand(text):
            rows.setdefault(cell[: cell.rindex("[")], []).append(self.cells[cell])
        return list(rows.values())

    def read_intension(self, element: ET.Element) -> None:
        text = element.findtext("function") or element.text or ""
        self.model.add(self._truth(self._expression("".join(text.split()))) == 1)

    def read_extension(self, element: ET.Element) -> None:
        scope = self._own(element)
        for tag in ("supports", "conflicts"):
            if (listed := element.find(tag)) is None:
                continue
            text = listed.text or ""
            written = re.findall(r"\(([^()]*)\)", text) if "(" in text else [str(v) for v in self._values(text)]
            rows: list[list[Any]] = [
                ["*" if e.strip() == "*" else self._constant(e.strip()) for e in row.split(",")] for row in written
            ]
            if any("*" in row for row in rows):
                chosen = [
                    self._all([self._is("eq", x, e) for x, e in zip(scope, row, strict=True) if e != "*"])
                    for row in rows
                ]
                if tag == "supports":
                    self.model.add_bool_or(chosen)
                else:
                    self.model.add_bool_and([~literal for literal in chosen])
            elif tag == "supports":
                self.model.add_allowed_assignments(scope, rows)
            elif rows:
                self.model.add_forbidden_assignments(scope, rows)

    def read_allDifferent(self, element: ET.Element) -> None:  # noqa: N802
        if (matrix := element.find("matrix")) is not None:
            rows = self._matrix(matrix)
            for line in (*rows, *zip(*rows, strict=True)):
                self.model.add_all_different(list(line))
            return
        lists = [self._list(one) for one in element.findall("list")] or [self._list(element)]
        if len(lists) > 1:
            for one, other in combinations(lists, 2):
                self.model.add_bool_or([self._is("ne", a, b) for a, b in zip(one, other, strict=True)])
            return
        excepted = self._values(element.findtext("except") or "")
        if not excepted:
            self.model.add_all_different(lists[0])
        for a, b in combinations(lists[0], 2) if excepted else ():
            self.model.add_bool_or([self._is("ne", a, b), *(self._is("eq", a, value) for value in excepted)])

    def read_allEqual(self, element: ET.Element) -> None:  # noqa: N802
        for one, other in pairwise(self._own(element)):
            self.model.add(one == other)

    def read_ordered(self, element: ET.Element) -> None:
        operator = (element.findtext("operator") or element.attrib.get("case", "le")).strip()
        own, lengths = self._own(element), self._list(element.find("lengths"))
        for (one, other), gap in zip(pairwise(own), lengths or [0] * len(own), strict=False):
            self.model.add(COMPARE[operator](one + gap, other))

    def read_lex(self, element: ET.Element) -> None:
        operator = (element.findtext("operator") or "le").strip()
        if (matrix := element.find("matrix")) is not None:
            rows = self._matrix(matrix)
            chains: list[list[Any]] = [rows, [list(column) for column in zip(*rows, strict=True)]]
        else:
            chains = [[self._list(one) for one in element.findall("list")]]
        for chain in chains:
            for one, other in pairwise(chain):
                found: Any = self._is(operator, 0, 0)
                for a, b in reversed(list(zip(one, other, strict=True))):
                    less = self._is({"le": "lt", "lt": "lt", "ge": "gt", "gt": "gt"}[operator], a, b)
                    found = self._apply("or", [less, self._all([self._is("eq", a, b), found])])
                self.model.add(found == 1)

    def _sum_of(self, element: ET.Element) -> Any:
        return self._sum(self._own(element), self._list(element.find("coeffs")) or None)

    def read_sum(self, element: ET.Element) -> None:
        self._condition(element, self._sum_of(element))

    def read_count(self, element: ET.Element) -> None:
        values = self._list(element.find("values"))
        own = self._own(element)
        self._condition(element, self._sum([self._apply("or", [self._is("eq", x, v) for v in values]) for x in own]))

    def _distinct(self, own: list[Any], excepted: list[int]) -> Any:
        new = [
            self._all([self._is("ne", x, y) for y in own[:place]] + [self._is("ne", x, v) for v in excepted] + [1])
            for place, x in enumerate(own)
        ]
        return self._sum(new)

    def read_nValues(self, element: ET.Element) -> None:  # noqa: N802
        self._condition(element, self._distinct(self._own(element), self._values(element.findtext("except") or "")))

    def read_cardinality(self, element: ET.Element) -> None:
        own, values = self._own(element), self._list(element.find("values"))
        occurs = [
            tuple(map(int, token.split(".."))) if ".." in token else one
            for token in (element.findtext("occurs") or "").split()
            for one in ([token] if ".." in token else self._list(token))
        ]
        for value, bound in zip(values, occurs, strict=True):
            count = self._sum([self._is("eq", x, value) for x in own])
            if isinstance(bound, tuple):
                self.model.add_linear_constraint(count, *bound)
            else:
                self.model.add(count == bound)
        if element.find("values").attrib.get("closed") == "true":  # type: ignore[union-attr]
            for x in own:
                self.model.add_bool_or([self._is("eq", x, value) for value in values])

    def read_maximum(self, element: ET.Element) -> None:
        self._condition(element, self._apply("max" if element.tag == "maximum" else "min", self._own(element)))

    read_minimum = read_maximum

    def read_element(self, element: ET.Element) -> None:
        index = self._list(element.find("index"))
        if (matrix := element.find("matrix")) is not None:
            rows = self._matrix(matrix)
            items, width = [item for row in rows for item in row], len(rows[0])
            self.model.add_linear_constraint(index[1], 0, width - 1)
            place = self._sum([index[0], index[1]], [width, 1])
        else:
            items = self._own(element)
            listed = element.find("list")
            start = int((listed if listed is not None else element).attrib.get("startIndex", "0"))
            if not index:
                value = self._list(element.find("value"))[0]
                self.model.add_bool_or([self._is("eq", item, value) for item in items])
                return
            place = self._sum([index[0]], [1]) if not start else self._apply("sub", [index[0], start])
        ends = [end for item in items for end in self._bounds(item)]
        found = self._new(min(ends), max(ends))
        self.model.add_element(place, items, found)
        if element.find("value") is not None:
            self.model.add(found == self._list(element.find("value"))[0])
        else:
            self._condition(element, found)

    def read_channel(self, element: ET.Element) -> None:
        lists = [self._list(one) for one in element.findall("list")] or [self._list(element)]
        if element.find("value") is not None:
            (value,) = self._list(element.find("value"))
            for place, indicator in enumerate(lists[0]):
                self.model.add(indicator == self._is("eq", value, place))
            self.model.add_exactly_one(lists[0])
            return
        first, second = (lists * 2)[:2]
        if len(first) == len(second):
            self.model.add_inverse(first, second)
            return
        for i, x in enumerate(first):
            self.model.add_element(x, second, i)

    def read_circuit(self, element: ET.Element) -> None:
        own, arcs, inside = self._own(element), [], []
        for i, x in enumerate(own):
            for j in range(len(own)):
                literal = self._is("eq", x, j)
                arcs.append((i, j, literal))
                inside += [literal] if i != j else []
            self.model.add_linear_constraint(x, 0, len(own) - 1)
        self.model.add_circuit(arcs)
        self.model.add_bool_or(inside)
        if element.find("size") is not None:
            raise UnsupportedError("the size of a circuit")

    def read_noOverlap(self, element: ET.Element) -> None:  # noqa: N802
        origins, lengths = element.find("origins"), element.find("lengths")
        if "(" in (origins.text or ""):  # type: ignore[union-attr]
            places, sizes = self._matrix(origins), self._matrix(lengths)  # type: ignore[arg-type]
            for (one, a), (other, b) in combinations(zip(places, sizes, strict=True), 2):
                apart = [
                    literal
                    for x, y, dx, dy in zip(one, other, a, b, strict=True)
                    for literal in (self._is("le", x + dx, y), self._is("le", y + dy, x))
                ]
                self.model.add_bool_or(apart)
            return
        pairs = zip(self._list(origins), self._list(lengths), strict=True)
        intervals = [self.model.new_interval_var(x, size, self._sum([x, size]), "") for x, size in pairs]
        self.model.add_no_overlap(intervals)

    def read_cumulative(self, element: ET.Element) -> None:
        own = [self._list(element.find(tag)) for tag in ("origins", "lengths", "heights")]
        name, _, right = "".join((element.findtext("condition") or "").split())[1:-1].partition(",")
        if name != "le":
            raise UnsupportedError(f"cumulative with {name}")
        intervals = [
            self.model.new_interval_var(x, size, self._sum([x, size]), "")
            for x, size in zip(own[0], own[1], strict=True)
        ]
        self.model.add_cumulative(intervals, own[2], self._list(right)[0])

    def read_regular(self, element: ET.Element) -> None:
        written = re.findall(r"\((\w+),(-?\w+),(\w+)\)", "".join((element.findtext("transitions") or "").split()))
        states = {state: number for number, state in enumerate({s for a, _, b in written for s in (a, b)})}
        ends = [states[one] for one in (element.findtext("final") or "").split() if one in states]
        triples = [(states[a], self._constant(by), states[b]) for a, by, b in written]
        start = states[(element.findtext("start") or "").strip()]
        self.model.add_automaton(self._own(element), start, ends, triples)

    def read_instantiation(self, element: ET.Element) -> None:
        for x, value in zip(self._own(element), self._values(element.findtext("values") or ""), strict=True):
            self.model.add(x == value)

    def read_clause(self, element: ET.Element) -> None:
        self.model.add_bool_or([self._truth(one) for one in self._own(element)])

    def _aim(self, element: ET.Element) -> None:
        kind = element.attrib.get("type", "expression")
        if kind == "sum":
            value = self._sum_of(element)
        elif kind == "nValues":
            value = self._distinct(self._own(element), [])
        elif kind in ("maximum", "minimum"):
            value = self._apply(kind[:3], self._own(element))
        elif kind == "expression":
            value = self._list("".join((element.text or "").split()))[0]
        else:
            raise UnsupportedError(f"an objective of type {kind}")
        self.objective = (value, element.tag == "maximize")

    # --- answers -------------------------------------------------------------------------------------------------
    def optimum(self, seconds: float) -> tuple[str, int | None]:
        """The status of CP-SAT, and the best value where that is proved; without an objective, 0."""
        solver = _solver(seconds)
        if self.objective is not None:
            value, largest = self.objective
            (self.model.maximize if largest else self.model.minimize)(value)
        status = solver.solve(self.model)
        if status != cp_model.OPTIMAL:
            return solver.status_name(status), None
        return "OPTIMAL", round(solver.objective_value) if self.objective is not None else 0

    def solutions(self, seconds: float, most: int) -> set[tuple[int, ...]] | None:
        """All solutions, over the variables as they are declared; None if there are too many, or too little time."""
        collector = _Collector(list(self.cells.values()), most)
        solver = _solver(seconds)
        solver.parameters.enumerate_all_solutions = True
        status = solver.solve(self.model, collector)
        if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE) or len(collector.rows) > most:
            return None
        return collector.rows


def _filled(element: ET.Element, given: list[str]) -> ET.Element:
    used = [int(hole) for hole in re.findall(r"%(\d+)", ET.tostring(element, "unicode"))]
    rest = given[max(used, default=-1) + 1 :]

    def fill(match: re.Match[str]) -> str:
        return " ".join(rest) if match[1] == "..." else given[int(match[1])]

    def copy(old: ET.Element) -> ET.Element:
        new = ET.Element(old.tag, old.attrib)
        new.text = re.sub(r"%(\.\.\.|\d+)", fill, old.text or "")
        new.extend(copy(child) for child in old)
        return new

    return copy(element)


def _solver(seconds: float) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    return solver


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables: list[cp_model.IntVar], most: int) -> None:
        super().__init__()
        self._variables = variables
        self._most = most
        self.rows: set[tuple[int, ...]] = set()

    def on_solution_callback(self) -> None:
        self.rows.add(tuple(self.value(variable) for variable in self._variables))
        if len(self.rows) > self._most:
            self.stop_search()
