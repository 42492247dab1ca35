"""The constraints of XCSP3, by name. All others are refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from woodstock.network.constraints import Channel, Gate, Literal, Table
from woodstock.network.errors import NetworkError
from woodstock.network.expressions import Call, Name, Symbol, Tree, names_in
from woodstock.network.soft import ConditionalTable
from woodstock.network.values import Row, Value
from woodstock.network.xcsp3.automata import read_precedence, read_regular, read_stretch
from woodstock.network.xcsp3.comparisons import read_all_different, read_all_equal, read_lex, read_ordered
from woodstock.network.xcsp3.counting import (
    read_bin_packing,
    read_cardinality,
    read_count,
    read_extremum,
    read_knapsack,
    read_n_values,
    read_sum,
)
from woodstock.network.xcsp3.declarations import Declarations, integers, number
from woodstock.network.xcsp3.hybrid import is_hybrid, read_hybrid
from woodstock.network.xcsp3.markup import Element
from woodstock.network.xcsp3.parts import Parts, only, rows, scope_of
from woodstock.network.xcsp3.structures import (
    read_channel,
    read_circuit,
    read_cumulative,
    read_element,
    read_no_overlap,
)
from woodstock.network.xcsp3.terms import require, tree_of


def read_relation(element: Element, declared: Declarations, parts: Parts) -> None:
    """Add what one constraint element says."""
    reader = READERS.get(element.tag)
    if reader is None:
        raise element.error(f"The constraint <{element.tag}> is not supported; supported are {', '.join(READERS)}")
    try:
        reader(element, declared, parts)
    except NetworkError as error:
        raise error if error.place else element.error(error.message) from None


def _extension(element: Element, declared: Declarations, parts: Parts) -> None:
    if element.attributes.get("type") == "soft":
        _soft(element, declared, parts)
        return
    only(element, "list", "supports", "conflicts")
    scope = scope_of(replace(element, text=""), declared)
    supports = element.find("supports")
    listed = supports or element.find("conflicts")
    if listed is None:
        raise element.error("<extension> needs <supports> or <conflicts>")
    allowed = listed is supports
    if is_hybrid(element, listed):
        read_hybrid(listed, scope, allowed, declared, parts)
    else:
        parts.constraints.append(Table(scope, rows(listed, scope, declared), allowed))


def _soft(element: Element, declared: Declarations, parts: Parts) -> None:
    """Our use of soft tables for what the format has no word for: utilities, and conditional probabilities."""
    only(element, "list", "tuples")
    words = element.attributes.get("class", "").split()
    scope = scope_of(replace(element, text=""), declared)
    table = {
        row: number(child.attribute("cost"), child)
        for child in element.children
        if child.tag == "tuples"
        for row in rows(child, scope, declared)
    }
    player = next((int(word[7:]) for word in words if re.fullmatch(r"player-\d{1,6}", word, re.ASCII)), None)
    if "utility" in words and player is not None:
        default = number(element.attributes.get("defaultCost", "0"), element)
        parts.utilities.append((player, scope, table, default))
    elif "probability" in words:
        given: dict[Row, dict[Value, Fraction]] = {}
        for row, chance in table.items():
            given.setdefault(row[:-1], {})[row[-1]] = chance
        parts.probabilities.append(ConditionalTable(scope[-1], scope[:-1], given))
    else:
        raise element.error("A soft table needs class='utility player-N' or class='probability'")


def _intension(element: Element, declared: Declarations, parts: Parts) -> None:
    only(element, "function")
    tree = tree_of((element.find("function") or element).text, element, declared)
    if (gate := _as_gate(tree, declared)) is not None:
        either = "or" in element.attributes.get("class", "").split() and len(gate.inputs) == 1
        parts.constraints.append(replace(gate, kind="or") if either else gate)
        return
    if not any(names_in(tree)):
        raise element.error("The expression refers to no variable")
    require(tree, declared, parts)


def _as_gate(tree: Tree, declared: Declarations) -> Gate | None:
    """`iff(z,and(x,not(y),eq(w,3)))` is a gate: Boolean variables, and comparisons with a value."""
    if not (isinstance(tree, Call) and tree.name == "iff" and len(tree.arguments) == 2):
        return None
    output, body = tree.arguments
    several = isinstance(body, Call) and body.name in ("and", "or")
    inputs = body.arguments if isinstance(body, Call) and several else (body,)
    literals = tuple(literal for argument in inputs if (literal := _as_literal(argument, declared)))
    if not (isinstance(output, Name) and _is_boolean(output.text, declared)) or len(literals) < len(inputs):
        return None
    return Gate("or" if isinstance(body, Call) and body.name == "or" else "and", output.text, literals)


def _is_boolean(name: str, declared: Declarations) -> bool:
    return name in declared.variables and set(declared.variables[name].domain) <= {0, 1}


def _as_literal(tree: Tree, declared: Declarations) -> Literal | None:
    match tree:
        case Name(text) if _is_boolean(text, declared):
            return Literal(text)
        case Call("not", (Name(text),)) if _is_boolean(text, declared):
            return Literal(text, positive=False)
        case Call("eq" | "ne" as sign, (Name(text), (int() | Symbol()) as value)) if text in declared.variables:
            written = value.text if isinstance(value, Symbol) else str(value)
            known = declared.values(text)
            if written in known:
                return Literal(text, sign == "eq", known[written])
    return None


def _instantiation(element: Element, declared: Declarations, parts: Parts) -> None:
    only(element, "list", "values")
    scope = declared.names((element.find("list") or element).text, element)  # a variable may stand in it twice
    values = [
        written for token in element.need("values").text.split() for written in _repeated(token, element.need("values"))
    ]
    if len(values) != len(scope):
        raise element.error(f"There are {len(values)} values for {len(scope)} variables")
    if "gate" in element.attributes.get("class", "").split() and values in (["0"], ["1"]):
        parts.constraints.append(Gate("and" if values == ["1"] else "or", scope[0], ()))  # a gate without inputs
        return
    for name, written in zip(scope, values, strict=True):
        known = declared.values(name)
        parts.constraints.append(Table((name,), [(known[written],)] if written in known else []))


def _repeated(token: str, element: Element) -> list[str]:
    """A value; `0x5` is five zeros."""
    if "x" not in token or token[0].isalpha():
        return [token]
    return [str(value) for value in integers(token, element)]


def _clause(element: Element, declared: Declarations, parts: Parts) -> None:
    """One of the literals holds: the tuple in which all fail is forbidden."""
    only(element, "list")
    text = (element.find("list") or element).text
    negated = re.findall(r"not\(\s*([^()\s]+)\s*\)", text)
    scope = tuple(declared.names(re.sub(r"not\(\s*([^()\s]+)\s*\)", r" \1 ", text), element))
    if len(set(scope)) != len(scope):
        raise element.error("A variable occurs twice in the clause")
    failing = declared.names(" ".join(negated), element)
    for name in scope:
        if not _is_boolean(name, declared):
            raise element.error(f"A clause needs variables with domain 0 1, but {name} is not one")
    row = tuple(int(name in failing) for name in scope)
    possible = all(value in declared.variables[name].domain for name, value in zip(scope, row, strict=True))
    parts.constraints.append(Table(scope, [row] if possible else [], allowed=False))


def _channel_block(element: Element, declared: Declarations, parts: Parts) -> None:
    """A block of class channel: `iff(b,eq(x,v))` for each indicator b of a value v of x."""
    only(element, "intension")
    variable, indicators = "", []
    for child in element.children:
        match tree_of(child.text, child, declared):
            case Call("iff", (Name(name), Call("eq", (Name(target), (int() | Symbol()) as value)))) if variable in (
                "",
                target,
            ):
                written = value.text if isinstance(value, Symbol) else str(value)
                variable = target
                indicators.append((declared.values(target).get(written, written), name))
            case _:
                raise child.error("A block of class channel holds expressions iff(b,eq(x,v)) of one variable x")
    if not indicators:
        raise element.error("A block of class channel holds at least one expression")
    parts.constraints.append(Channel(variable, tuple(indicators)))


READERS: dict[str, Callable[[Element, Declarations, Parts], None]] = {
    "extension": _extension,
    "intension": _intension,
    "allDifferent": read_all_different,
    "allEqual": read_all_equal,
    "ordered": read_ordered,
    "lex": read_lex,
    "sum": read_sum,
    "count": read_count,
    "nValues": read_n_values,
    "cardinality": read_cardinality,
    "minimum": read_extremum("min"),
    "maximum": read_extremum("max"),
    "element": read_element,
    "channel": read_channel,
    "circuit": read_circuit,
    "noOverlap": read_no_overlap,
    "cumulative": read_cumulative,
    "binPacking": read_bin_packing,
    "knapsack": read_knapsack,
    "regular": read_regular,
    "mdd": read_regular,
    "precedence": read_precedence,
    "stretch": read_stretch,
    "instantiation": _instantiation,
    "clause": _clause,
    "block": _channel_block,
}
