"""The constraints of XCSP3 that a network has a word for, and small ones as tables. The rest is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from woodstock.network.constraints import AllDifferent, AtMostOne, Channel, Constraint, Equal, Gate, Literal, Table
from woodstock.network.errors import NetworkError
from woodstock.network.soft import ConditionalTable, Share
from woodstock.network.values import Row, Value
from woodstock.network.xcsp3.declarations import Declarations, integers, number
from woodstock.network.xcsp3.expressions import OPERATORS, Call, Name, Tree, holds, names_in, parse_expression
from woodstock.network.xcsp3.markup import Element
from woodstock.network.xcsp3.parts import Parts, only, rows, scope_of, tabulated

COMPARISONS = ("lt", "le", "ge", "gt", "eq", "ne")


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
    parts.constraints.append(Table(scope, rows(listed, scope, declared), allowed=supports is not None))


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
    tree = parse_expression((element.find("function") or element).text)
    if (gate := _as_gate(tree, declared)) is not None:
        parts.constraints.append(gate)
        return
    scope: dict[str, None] = {}
    for name in names_in(tree):
        if name in declared.variables:
            scope[name] = None
        elif not any(name in variable.domain for variable in declared.variables.values()):
            raise element.error(f"There is no variable {name}")
    names = tuple(scope)
    if not names:
        raise element.error("The expression speaks of no variable")
    parts.constraints.append(tabulated(names, lambda row: holds(tree, dict(zip(names, row, strict=True))), declared))


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
        case Call("eq" | "ne" as sign, (Name(text), (int() | Name()) as value)) if text in declared.variables:
            written = value.text if isinstance(value, Name) else str(value)
            known = declared.values(text)
            if written in known and written not in declared.variables:
                return Literal(text, sign == "eq", known[written])
    return None


def _condition(element: Element, declared: Declarations) -> tuple[Callable[[int, Value], Value], int | str]:
    """An operator and its right side: a number or a variable. For a set, the right side is part of the operator."""
    condition = element.need("condition")
    match = re.fullmatch(r"\(([a-z]+),([^()]+)\)", "".join(condition.text.split()))
    if match and match[1] in ("in", "notin") and (listed := re.fullmatch(r"\{(.*)\}|(.+\.\..+)", match[2])):
        members = frozenset(integers((listed[1] or listed[2] or "").replace(",", " "), condition))
        return (lambda left, _: (left in members) == (match[1] == "in")), 0
    if match is None or match[1] not in COMPARISONS:
        raise condition.error(f"The condition {condition.text} is not a comparison such as (le,3)")
    compare, right = OPERATORS[match[1]][2], match[2]
    if re.fullmatch(r"[+-]?\d{1,18}", right, re.ASCII):
        return compare, int(right)
    return compare, declared.names(right, condition)[0]


def _compared(
    element: Element, scope: tuple[str, ...], left: Callable[[Row], int], declared: Declarations
) -> Constraint:
    """left(row) compared with the right side of the condition."""
    compare, right = _condition(element, declared)
    if isinstance(right, int):
        return tabulated(scope, lambda row: bool(compare(left(row), right)), declared)
    if right in scope:
        place, size = scope.index(right), len(scope)
        return tabulated(scope, lambda row: bool(compare(left(row[:size]), row[place])), declared)
    return tabulated((*scope, right), lambda row: bool(compare(left(row[:-1]), row[-1])), declared)


def _count(element: Element, declared: Declarations, parts: Parts) -> None:
    only(element, "list", "values", "condition")
    scope = scope_of(element, declared)
    wanted = set(element.need("values").text.split())
    condition = "".join(element.need("condition").text.split())
    boolean = all(_is_boolean(name, declared) for name in scope)
    if wanted == {"1"} and boolean and condition in ("(le,1)", "(lt,2)"):
        parts.constraints.append(AtMostOne(scope))
        return
    count = _compared(element, scope, lambda row: sum(str(value) in wanted for value in row), declared)
    parts.constraints.append(count)


def _sum(element: Element, declared: Declarations, parts: Parts) -> None:
    only(element, "list", "coeffs", "condition")
    scope = scope_of(element, declared)
    coefficients = element.find("coeffs")
    factors = integers(coefficients.text, coefficients) if coefficients else [1] * len(scope)
    if len(factors) != len(scope):
        raise element.error(f"There are {len(factors)} coefficients for {len(scope)} variables")
    if any(not isinstance(value, int) for name in scope for value in declared.variables[name].domain):
        raise element.error("Symbols cannot be summed")

    def total(row: Row) -> int:
        return sum(factor * value for factor, value in zip(factors, row, strict=True) if isinstance(value, int))

    parts.constraints.append(_compared(element, scope, total, declared))


def _instantiation(element: Element, declared: Declarations, parts: Parts) -> None:
    only(element, "list", "values")
    scope = scope_of(element, declared)
    values = element.need("values").text.split()
    if len(values) != len(scope):
        raise element.error(f"There are {len(values)} values for {len(scope)} variables")
    for name, written in zip(scope, values, strict=True):
        known = declared.values(name)
        parts.constraints.append(Table((name,), [(known[written],)] if written in known else []))


def _clause(element: Element, declared: Declarations, parts: Parts) -> None:
    """One of the literals holds: the tuple in which all fail is forbidden."""
    only(element, "list")
    text = (element.find("list") or element).text
    negated = re.findall(r"not\(\s*([^()\s]+)\s*\)", text)
    scope = tuple(declared.names(re.sub(r"not\(\s*([^()\s]+)\s*\)", r" \1 ", text), element))
    if len(set(scope)) != len(scope):
        raise element.error("A variable stands twice in the clause")
    failing = declared.names(" ".join(negated), element)
    for name in scope:
        if not _is_boolean(name, declared):
            raise element.error(f"A clause needs variables with domain 0 1, but {name} is not one")
    row = tuple(int(name in failing) for name in scope)
    possible = all(value in declared.variables[name].domain for name, value in zip(scope, row, strict=True))
    parts.constraints.append(Table(scope, [row] if possible else [], allowed=False))


def _channel(element: Element, declared: Declarations, parts: Parts) -> None:
    """Indicators of the values of a variable; with <values> of these, else of the integers from startIndex on."""
    only(element, "list", "value", "values")
    scope = scope_of(element, declared)
    target = element.need("value")
    names = declared.names(target.text, target)
    if len(names) != 1:
        raise target.error("A channel needs one variable as its value")
    start = (element.find("list") or element).attributes.get("startIndex", "0")
    listed = element.find("values")
    written = listed.text.split() if listed else [str(int(number(start, element)) + i) for i in range(len(scope))]
    if len(written) != len(scope):
        raise element.error(f"There are {len(written)} values for {len(scope)} indicators")
    known = declared.values(names[0])
    missing = [text for text in written if text not in known]
    if missing:
        raise element.error(f"{missing[0]} is not in the domain of {names[0]}")
    indicators = tuple((known[text], name) for text, name in zip(written, scope, strict=True))
    if "probability" in element.attributes.get("class", "").split():
        parts.probabilities.append(Share(names[0], indicators))
        return
    parts.constraints.append(Channel(names[0], indicators))
    if listed is None and len(written) < len(known):
        # The standard form says that one indicator is true, so the other values are out.
        parts.constraints.append(Table((names[0],), [(known[text],) for text in written]))


def _channel_block(element: Element, declared: Declarations, parts: Parts) -> None:
    """A block of class channel: `iff(b,eq(x,v))` for each indicator b of a value v of x."""
    only(element, "intension")
    variable, indicators = "", []
    for child in element.children:
        match parse_expression(child.text):
            case Call("iff", (Name(name), Call("eq", (Name(target), (int() | Name()) as value)))) if (
                name in declared.variables and target in declared.variables and variable in ("", target)
            ):
                written = value.text if isinstance(value, Name) else str(value)
                variable = target
                indicators.append((declared.values(target).get(written, written), name))
            case _:
                raise child.error("A block of class channel holds expressions iff(b,eq(x,v)) of one variable x")
    if not indicators:
        raise element.error("A block of class channel holds at least one expression")
    parts.constraints.append(Channel(variable, tuple(indicators)))


def _of_scope(kind: Callable[[tuple[str, ...]], Constraint]) -> Callable[[Element, Declarations, Parts], None]:
    """A reader of constraints that say nothing but their scope."""

    def read(element: Element, declared: Declarations, parts: Parts) -> None:
        only(element, "list")
        parts.constraints.append(kind(scope_of(element, declared)))

    return read


READERS: dict[str, Callable[[Element, Declarations, Parts], None]] = {
    "extension": _extension,
    "intension": _intension,
    "allDifferent": _of_scope(AllDifferent),
    "allEqual": _of_scope(Equal),
    "count": _count,
    "sum": _sum,
    "instantiation": _instantiation,
    "clause": _clause,
    "channel": _channel,
    "block": _channel_block,
}
