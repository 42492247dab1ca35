"""What an instance of type COP is to minimise or to maximise."""

from __future__ import annotations

from collections.abc import Iterator

from woodstock.network.expressions import Tree, call
from woodstock.network.globals import Objective
from woodstock.network.xcsp3.counting import distinct_values, sum_of
from woodstock.network.xcsp3.declarations import Declarations
from woodstock.network.xcsp3.markup import Element
from woodstock.network.xcsp3.parts import only
from woodstock.network.xcsp3.terms import list_of, trees_of

KINDS = {"minimum": "min", "maximum": "max", "product": "mul"}


def read_objectives(element: Element, declared: Declarations) -> Iterator[Objective]:
    """The objectives, the first of which counts most. Only a lexicographic order makes several."""
    if len(element.children) != 1:
        raise element.error("<objectives> needs one objective; several are supported only for type lex")
    (child,) = element.children
    if child.tag not in ("minimize", "maximize"):
        raise child.error(f"<{child.tag}> is not allowed in <objectives>")
    only(child, "list", "coeffs")
    for tree in _trees(child, declared):
        yield Objective(tree, child.tag == "maximize")


def _trees(element: Element, declared: Declarations) -> list[Tree]:
    kind = element.attributes.get("type", "expression")
    if kind == "expression":
        (tree, *others) = trees_of(element, declared) or [0]
        if others:
            raise element.error("An objective of type expression is one expression")
        return [tree]
    if kind == "sum":
        return [sum_of(element, declared)]
    if kind == "lex":
        return list_of(element, declared)
    if kind == "nValues":
        return [distinct_values(list_of(element, declared), (), declared)]
    if kind in KINDS:
        return [call(KINDS[kind], *list_of(element, declared))]
    raise element.error(f"Objectives of type {kind} are not supported")
