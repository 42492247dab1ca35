"""The constraints of XCSP3 for OR-Tools CP-SAT, by its own constraints where it has them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from typing import Any

from oracles.xcsp3_terms import COMPARE, Terms, UnsupportedError


class Constraints(Terms):
    """Reads constraints into the model."""

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
        self._said(element.findtext("condition") or "", value)

    def _said(self, condition: str, value: Any) -> None:
        name, _, right = "".join(condition.split())[1:-1].partition(",")
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
            entries = [re.findall(r"(?:[^,{}]|\{[^{}]*\})+", "".join(row.split())) for row in written]
            if any(not re.fullmatch(r"-?\w+", entry) for row in entries for entry in row) or "type" in element.attrib:
                chosen = [
                    self._all([self._entry(scope, x, entry) for x, entry in zip(scope, row, strict=True)])
                    for row in entries
                ]
                if tag == "supports":
                    self.model.add_bool_or(chosen)
                else:
                    self.model.add_bool_and([~literal for literal in chosen])
                continue
            rows = [[self._constant(entry) for entry in row] for row in entries]
            if tag == "supports":
                self.model.add_allowed_assignments(scope, rows)
            elif rows:
                self.model.add_forbidden_assignments(scope, rows)

    def _entry(self, scope: list[Any], x: Any, entry: str) -> Any:
        """What an entry of a smart table says of its column: `*`, `3`, `{1,2}`, `1..4`, `≠3` or `≥c0+1`."""
        sign = {"≠": "ne", "≤": "le", "≥": "ge", "﹤": "lt", "﹥": "gt", "∁": "notin"}.get(entry[0])
        right = entry[1:] if sign else entry
        if entry == "*":
            return self.model.new_constant(1)
        if right[0] == "{" or ".." in right:
            return self._apply(sign or "in", [x, self._values(right.strip("{}").replace(",", " "))])
        if column := re.fullmatch(r"c(\d+)(?:([+-])(c?)(\d+))?", right):
            value = scope[int(column[1])]
            if column[2]:
                other = scope[int(column[4])] if column[3] else int(column[4])
                value = self._apply("add" if column[2] == "+" else "sub", [value, other])
            return self._is(sign or "eq", x, value)
        return self._is(sign or "eq", x, self._constant(right))

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

    def read_precedence(self, element: ET.Element) -> None:
        own, listed = self._own(element), element.find("values")
        first = next(name for name, variable in self.cells.items() if variable is own[0])
        values = self._values(listed.text or "") if listed is not None else sorted(self.domains[first])
        for before, after in pairwise(values):
            for place, x in enumerate(own):
                earlier = [self._is("eq", y, before) for y in own[:place]]
                self.model.add_bool_or([self._is("ne", x, after), *earlier])
        for value in values if listed is not None and listed.attrib.get("covered") == "true" else ():
            self.model.add_bool_or([self._is("eq", x, value) for x in own])

    def read_stretch(self, element: ET.Element) -> None:
        own, values = self._own(element), self._values(element.findtext("values") or "")
        for value, width in zip(values, (element.findtext("widths") or "").split(), strict=True):
            least, _, most = width.partition("..")
            here = [self._is("eq", x, value) for x in own]
            for place, literal in enumerate(here):
                ended = ~here[place - 1] if place else self.model.new_constant(1)
                for after in range(place + 1, place + int(least)):
                    follows = [here[after]] if after < len(here) else []
                    self.model.add_bool_or([~literal, ~ended, *follows])
            for place in range(len(here) - int(most or least)):
                self.model.add_bool_or([~literal for literal in here[place : place + int(most or least) + 1]])
        pairs = re.findall(r"\((-?\d+),(-?\d+)\)", "".join((element.findtext("patterns") or "").split()))
        for x, y in pairwise(own) if element.find("patterns") is not None else ():
            allowed = [self._all([self._is("eq", x, int(a)), self._is("eq", y, int(b))]) for a, b in pairs]
            self.model.add_bool_or([self._is("eq", x, y), *allowed])

    def read_knapsack(self, element: ET.Element) -> None:
        own, conditions = self._own(element), element.findall("condition")
        for tag, condition in zip(("weights", "profits"), conditions, strict=True):
            self._said(condition.text or "", self._sum(own, self._list(element.find(tag))))


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
