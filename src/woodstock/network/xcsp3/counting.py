"""Constraints of XCSP3 that count and sum: sum, count, nValues, cardinality, minimum, maximum, binPacking, knapsack."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from woodstock.network.constraints import AtMostOne
from woodstock.network.expressions import Call, Name, Tree, call, total
from woodstock.network.xcsp3.declarations import INTERVAL, Declarations
from woodstock.network.xcsp3.markup import Element
from woodstock.network.xcsp3.parts import Parts, only
from woodstock.network.xcsp3.terms import (
    condition_of,
    constants_of,
    disjunction,
    list_of,
    names_only,
    require,
    said_by,
    tokens_of,
    trees_of,
)


def sum_of(element: Element, declared: Declarations) -> Tree:
    """The members of the list, times their coefficients."""
    own = list_of(element, declared)
    coefficients = element.find("coeffs")
    factors = trees_of(coefficients, declared) if coefficients else None
    if factors is not None and len(factors) != len(own):
        raise element.error(f"There are {len(factors)} coefficients for {len(own)} variables")
    for tree in own:
        if isinstance(tree, Name) and not isinstance(declared.variables[tree.text].domain[0], int):
            raise element.error("Symbols cannot be summed")
    return total(own, factors)


def read_sum(element: Element, declared: Declarations, parts: Parts) -> None:
    """A sum compared with something."""
    only(element, "list", "coeffs", "condition")
    require(condition_of(element, declared)(sum_of(element, declared)), declared, parts)


def read_extremum(kind: str) -> Callable[[Element, Declarations, Parts], None]:
    """The greatest or the least of a list, compared with something."""

    def read(element: Element, declared: Declarations, parts: Parts) -> None:
        only(element, "list", "condition")
        found = call(kind, *list_of(element, declared))
        require(condition_of(element, declared)(found), declared, parts)

    return read


def read_count(element: Element, declared: Declarations, parts: Parts) -> None:
    """How many members of a list have one of some values."""
    only(element, "list", "values", "condition")
    own, wanted = list_of(element, declared), element.need("values")
    values = _values(wanted, declared)
    names = names_only(own)
    condition = "".join(element.need("condition").text.split())
    boolean = names is not None and all(set(declared.variables[name].domain) <= {0, 1} for name in names)
    if names is not None and boolean and values == [1] and condition in ("(le,1)", "(lt,2)"):
        parts.constraints.append(AtMostOne(names))
        return
    require(condition_of(element, declared)(total([_is_one(tree, values) for tree in own])), declared, parts)


def _values(element: Element, declared: Declarations) -> list[Tree]:
    """Integers, intervals, symbols or variables."""
    found: list[Tree] = []
    for token in tokens_of(element.text):
        if interval := INTERVAL.fullmatch(token):
            found += range(int(interval[1]), int(interval[2]) + 1)
        elif token in declared.symbols and token not in declared.variables:
            found.append(declared.symbols[token])
        else:
            found += trees_of(Element(element.tag, {}, element.place, token), declared)
    return found


def _is_one(tree: Tree, values: Sequence[Tree]) -> Tree:
    if len(values) == 1:
        return Call("eq", (tree, values[0]))
    if all(not isinstance(value, Name | Call) for value in values):
        return Call("in", (tree, Call("set", tuple(values))))
    return disjunction([Call("eq", (tree, value)) for value in values])


def distinct_values(own: Sequence[Tree], excepted: Sequence[int], declared: Declarations) -> Tree:
    """How many different values a list has: for variables, how many values someone has."""
    names = [tree.text for tree in own if isinstance(tree, Name)]
    if len(names) == len(own):
        values = dict.fromkeys(value for name in names for value in declared.variables[name].domain)
        kept = [value for value in values if isinstance(value, int) and value not in excepted]
        having = {value: [name for name in names if value in declared.variables[name].domain] for value in kept}
        return total([disjunction([Call("eq", (Name(name), value)) for name in having[value]]) for value in kept])
    fresh = []
    for place, tree in enumerate(own):
        differs: list[Tree] = [Call("ne", (tree, before)) for before in own[:place]]
        differs += [Call("ne", (tree, value)) for value in excepted]
        fresh.append(call("and", *differs) if differs else 1)
    return total(fresh)


def read_n_values(element: Element, declared: Declarations, parts: Parts) -> None:
    """How many different values a list has, compared with something."""
    only(element, "list", "except", "condition")
    excepted = element.find("except")
    values = constants_of(excepted, declared) if excepted else []
    found = distinct_values(list_of(element, declared), values, declared)
    require(condition_of(element, declared)(found), declared, parts)


def read_cardinality(element: Element, declared: Declarations, parts: Parts) -> None:
    """How often each of some values is taken; with `closed`, no others are."""
    only(element, "list", "values", "occurs")
    own, listed = list_of(element, declared), element.need("values")
    values = _values(listed, declared)
    occurs = list(tokens_of(element.need("occurs").text))
    bounds: list[Tree | tuple[int, int]] = []
    for token in occurs:
        if interval := INTERVAL.fullmatch(token):
            bounds.append((int(interval[1]), int(interval[2])))
        else:
            bounds += trees_of(Element("occurs", {}, element.place, token), declared)
    if len(bounds) != len(values):
        raise element.error(f"There are {len(bounds)} numbers for {len(values)} values")
    for value, bound in zip(values, bounds, strict=True):
        count = total([Call("eq", (tree, value)) for tree in own])
        if isinstance(bound, tuple):
            require(Call("ge", (count, bound[0])), declared, parts)
            require(Call("le", (count, bound[1])), declared, parts)
        else:
            require(Call("eq", (count, bound)), declared, parts)
    if listed.attributes.get("closed") == "true":
        for tree in own:
            require(_is_one(tree, values), declared, parts)


def read_bin_packing(element: Element, declared: Declarations, parts: Parts) -> None:
    """Each member of the list names a bin, and the sizes of what is in a bin meet its condition, limit or load."""
    only(element, "list", "sizes", "condition", "limits", "loads")
    own, sizes = list_of(element, declared), trees_of(element.need("sizes"), declared)
    if len(sizes) != len(own):
        raise element.error(f"There are {len(sizes)} sizes for {len(own)} items")

    def load(number: int) -> Tree:
        return total([Call("eq", (tree, number)) for tree in own], sizes)

    if element.find("condition"):
        condition = condition_of(element, declared)
        domains = [declared.variables[tree.text].domain for tree in own if isinstance(tree, Name)]
        for value in sorted({value for domain in domains for value in domain if isinstance(value, int)}):
            require(condition(load(value)), declared, parts)
        return
    limits = element.find("limits")
    relation, given = ("le", limits) if limits else ("eq", element.need("loads"))
    bounds = trees_of(given, declared)
    for number, bound in enumerate(bounds):
        require(Call(relation, (load(number), bound)), declared, parts)
    for tree in own:
        require(Call("in", (tree, Call("set", tuple(range(len(bounds)))))), declared, parts)


def read_knapsack(element: Element, declared: Declarations, parts: Parts) -> None:
    """The weights of what is taken meet one condition, or a limit, and its profits meet another."""
    only(element, "list", "weights", "limit", "profits", "condition")
    own = list_of(element, declared)
    conditions = [said_by(child, declared) for child in element.children if child.tag == "condition"]
    if limit := element.find("limit"):
        (most, *others) = trees_of(limit, declared) or [0]
        if others:
            raise limit.error("A knapsack needs one limit")
        conditions.insert(0, lambda weight: Call("le", (weight, most)))
    if len(conditions) != 2:
        raise element.error("A knapsack needs a condition for its weights and one for its profits")
    for tag, condition in zip(("weights", "profits"), conditions, strict=True):
        factors = trees_of(element.need(tag), declared)
        if len(factors) != len(own):
            raise element.error(f"There are {len(factors)} {tag} for {len(own)} variables")
        require(condition(total(own, factors)), declared, parts)
