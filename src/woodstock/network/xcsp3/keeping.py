"""Names and values that XCSP3 cannot write, read again from the annotations that keep them."""

from __future__ import annotations

import json
from dataclasses import replace

from woodstock.network.expressions import renamed
from woodstock.network.globals import Objective
from woodstock.network.network import Network
from woodstock.network.stages import rename_constraint, rename_probability, rename_utility
from woodstock.network.values import Value
from woodstock.network.xcsp3.declarations import integers
from woodstock.network.xcsp3.markup import Element


def _said(element: Element) -> Value:
    """What an annotation says that something is: JSON, in which a list is a tuple."""
    try:
        return _frozen(json.loads(element.attribute("is")))
    except (ValueError, TypeError, RecursionError):
        raise element.error(f"<{element.tag}> does not say in JSON what is kept") from None


def _frozen(value: object) -> Value:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        raise TypeError
    return value


def kept_values(annotations: Element | None) -> dict[Value, Value]:
    """The integers that stand for other values."""
    found: dict[Value, Value] = {}
    for element in annotations.children if annotations else ():
        if element.tag == "value":
            (number,) = integers(element.attribute("number"), element) or (0,)
            found[number] = _said(element)
    if len(set(found.values())) != len(found) and annotations:
        raise annotations.error("Two integers stand for the same value")
    return found


def kept_names(annotations: Element | None) -> dict[str, str]:
    """The variables that stand for others, with their names."""
    found: dict[str, str] = {}
    for element in annotations.children if annotations else ():
        if element.tag == "name":
            name = _said(element)
            if not isinstance(name, str):
                raise element.error(f"{name!r} is not a name")
            found[element.attribute("variable")] = name
    return found


def renamed_network(network: Network, names: dict[str, str]) -> Network:
    """The network whose variables have these names."""
    if not names:
        return network

    def name(old: str) -> str:
        return names.get(old, old)

    return replace(
        network,
        variables=tuple(replace(variable, name=name(variable.name)) for variable in network.variables),
        constraints=tuple(rename_constraint(constraint, name) for constraint in network.constraints),
        utilities=tuple(rename_utility(utility, name) for utility in network.utilities),
        probabilities=tuple(rename_probability(probability, name) for probability in network.probabilities),
        objectives=tuple(Objective(renamed(one.tree, name), one.maximise) for one in network.objectives),
    )
