"""Constraints of XCSP3 over structures: element, channel, circuit, noOverlap, cumulative."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from woodstock.network.constraints import Channel, Table
from woodstock.network.expressions import Call, Name, Tree, total
from woodstock.network.globals import Circuit, Inverse
from woodstock.network.soft import Share
from woodstock.network.xcsp3.declarations import Declarations, number
from woodstock.network.xcsp3.markup import Element
from woodstock.network.xcsp3.parts import Parts, only, scope_of
from woodstock.network.xcsp3.terms import (
    condition_of,
    disjunction,
    list_of,
    matrix_of,
    names_only,
    require,
    trees_of,
)


def _start(element: Element, name: str = "startIndex") -> int:
    return int(number(element.attributes.get(name, "0"), element))


# ---- element --------------------------------------------------------------------------------------------------------
def read_element(element: Element, declared: Declarations, parts: Parts) -> None:
    """The item that an index, or a row and a column, names is the value; without an index, some item is."""
    only(element, "list", "matrix", "index", "value", "condition")
    compared = _value(element, declared)
    index = element.find("index")
    if index is None:
        require(disjunction([compared(item) for item in list_of(element, declared)]), declared, parts)
        return
    if index.attributes.get("rank", "any") != "any":
        raise index.error("The first or the last index of a value is not supported")
    places = trees_of(index, declared)
    if matrix := element.find("matrix"):
        rows = matrix_of(matrix, declared)
        starts = [_start(matrix, "startRowIndex"), _start(matrix, "startColIndex")]
    else:
        rows = [list_of(element, declared)]
        starts = [_start(element.find("list") or element)]
    if len(places) != len(starts):
        raise index.error(f"There are {len(places)} indices; {len(starts)} are needed")
    at = [Call("sub", (tree, start)) if start else tree for tree, start in zip(places, starts, strict=True)]
    if _as_table(rows, places, starts, compared, declared, parts):
        return
    where = at[0]
    if len(at) > 1:
        where = Call("add", (Call("mul", (len(rows[0]), at[0])), at[1]))
        for tree, size in zip(at, (len(rows), len(rows[0])), strict=True):
            require(Call("in", (tree, Call("set", tuple(range(size))))), declared, parts)
    items = [item for row in rows for item in row]
    require(compared(Call("element", (where, *items))), declared, parts)


def _value(element: Element, declared: Declarations) -> Callable[[Tree], Tree]:
    """What is said of the item: that it equals the <value>, or what the <condition> says."""
    value = element.find("value")
    if value is None:
        return condition_of(element, declared)
    right, *others = trees_of(value, declared) or [0]
    if others:
        raise value.error("An element needs one value")
    return lambda item: Call("eq", (item, right))


def _as_table(
    rows: Sequence[Sequence[Tree]],
    places: Sequence[Tree],
    starts: Sequence[int],
    compared: Callable[[Tree], Tree],
    declared: Declarations,
    parts: Parts,
) -> bool:
    """A list of constants that gives the value of a variable is a table of the index and that variable."""
    match compared(0):
        case Call("eq", (_, Name(value))):
            names = names_only([*places, Name(value)])
        case _:
            return False
    if names is None or any(not isinstance(item, int) for row in rows for item in row):
        return False
    domains = [declared.variables[name].values for name in names]
    found = []
    for i, row in enumerate(rows):
        for j, item in enumerate(row):
            here = (i + starts[0], j + starts[1], item) if len(places) == 2 else (j + starts[0], item)
            if all(entry in domain for entry, domain in zip(here, domains, strict=True)):
                found.append(here)
    parts.constraints.append(Table(names, found))
    return True


# ---- channel and circuit --------------------------------------------------------------------------------------------
def read_channel(element: Element, declared: Declarations, parts: Parts) -> None:
    """Two lists that name each other's places, one that names its own, or indicators of the values of a variable."""
    only(element, "list", "value", "values")
    if element.find("value"):
        _indicators(element, declared, parts)
        return
    lists = [child for child in element.children if child.tag == "list"] or [element]
    names = [tuple(declared.names(child.text, child)) for child in lists]
    starts = [_start(child) for child in lists]
    if len(lists) == 1:
        names, starts = names * 2, starts * 2
    if len(names) != 2 or len(names[0]) > len(names[1]):
        raise element.error("A channel needs one list, or two of which the first is not the longer one")
    parts.constraints.append(Inverse(names[0], names[1], (starts[0], starts[1])))


def _indicators(element: Element, declared: Declarations, parts: Parts) -> None:
    """With <values> of these, else of the integers from startIndex on."""
    scope = scope_of(element, declared)
    target = element.need("value")
    names = declared.names(target.text, target)
    if len(names) != 1:
        raise target.error("A channel needs one variable as its value")
    start = _start(element.find("list") or element)
    listed = element.find("values")
    written = listed.text.split() if listed else [str(start + i) for i in range(len(scope))]
    if len(written) != len(scope):
        raise element.error(f"There are {len(written)} values for {len(scope)} indicators")
    known = declared.values(names[0])
    missing = [text for text in written if text not in known]
    if missing and listed is not None:
        raise element.error(f"{missing[0]} is not in the domain of {names[0]}")
    for text in missing:
        parts.constraints.append(Table((scope[written.index(text)],), [(0,)]))
    indicators = tuple((known[text], name) for text, name in zip(written, scope, strict=True) if text in known)
    if "probability" in element.attributes.get("class", "").split():
        parts.probabilities.append(Share(names[0], indicators))
        return
    parts.constraints.append(Channel(names[0], indicators))
    if listed is None and len(indicators) < len(known):
        # The standard form says that one indicator is true, so the other values are out.
        parts.constraints.append(Table((names[0],), [(value,) for value, _ in indicators]))


def read_circuit(element: Element, declared: Declarations, parts: Parts) -> None:
    """Successors form one circuit; the size, if given, is how many are on it."""
    only(element, "list", "size")
    start = _start(element.find("list") or element)
    own = scope_of(element, declared)
    parts.constraints.append(Circuit(own, start))
    if size := element.find("size"):
        (wanted,) = trees_of(size, declared)
        inside = [Call("ne", (Name(name), place + start)) for place, name in enumerate(own)]
        require(Call("eq", (total(inside), wanted)), declared, parts)


# ---- time and space -------------------------------------------------------------------------------------------------
def read_no_overlap(element: Element, declared: Declarations, parts: Parts) -> None:
    """Of two intervals, or boxes, one ends before the other begins."""
    only(element, "origins", "lengths")
    origins, lengths = element.need("origins"), element.need("lengths")
    if "(" in origins.text and "".join(origins.text.split()).startswith("("):
        places, sizes = matrix_of(origins, declared), matrix_of(lengths, declared)
    else:
        places = [[tree] for tree in trees_of(origins, declared)]
        sizes = [[tree] for tree in trees_of(lengths, declared)]
    if len(places) != len(sizes) or {len(one) for one in places} != {len(one) for one in sizes}:
        raise element.error("Origins and lengths do not fit together")
    ignored = element.attributes.get("zeroIgnored", "true") == "true"
    for one, other in combinations(range(len(places)), 2):
        apart: list[Tree] = []
        for x, y, dx, dy in zip(places[one], places[other], sizes[one], sizes[other], strict=True):
            apart += [Call("le", (Call("add", (x, dx)), y)), Call("le", (Call("add", (y, dy)), x))]
            if ignored:
                apart += [Call("eq", (size, 0)) for size in (dx, dy) if not isinstance(size, int) or size == 0]
        require(disjunction(apart), declared, parts)


def read_cumulative(element: Element, declared: Declarations, parts: Parts) -> None:
    """Where a task begins, the heights of the tasks in progress meet the condition.

    The load only grows where a task begins, so that is enough for an upper bound, and it is all that is supported.
    """
    only(element, "origins", "lengths", "heights", "ends", "condition")
    origins, lengths, heights = (list_of(element, declared, tag) for tag in ("origins", "lengths", "heights"))
    if not len(origins) == len(lengths) == len(heights):
        raise element.error("There are not as many origins as lengths and heights")
    if ends := element.find("ends"):
        for begin, length, end in zip(origins, lengths, trees_of(ends, declared), strict=True):
            require(Call("eq", (Call("add", (begin, length)), end)), declared, parts)
    condition = condition_of(element, declared)
    match condition(0):
        case Call("le" | "lt"):
            pass
        case _:
            raise element.error("The condition of <cumulative> must be an upper bound, with le or lt")
    for now in origins:
        load = []
        for begin, length, height in zip(origins, lengths, heights, strict=True):
            started: Tree = Call("le", (begin, now))
            lasting: Tree = Call("lt", (now, Call("add", (begin, length))))
            under_way = Call("gt", (length, 0)) if begin == now else Call("and", (started, lasting))
            load.append(under_way if height == 1 else Call("mul", (height, under_way)))
        require(condition(total(load)), declared, parts)
