"""XCSP3 to a network: instances of type CSP, SCSP and QCSP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from woodstock.files import open_text
from woodstock.network.errors import NetworkError
from woodstock.network.globals import Objective
from woodstock.network.network import Network
from woodstock.network.soft import ConditionalTable, Probability, Universal
from woodstock.network.values import Value
from woodstock.network.variables import Variable
from woodstock.network.xcsp3.declarations import Declarations, number, read_declarations
from woodstock.network.xcsp3.keeping import kept_names, kept_values, renamed_network
from woodstock.network.xcsp3.markup import LARGEST_TEXT, Element, parse
from woodstock.network.xcsp3.objectives import read_objectives
from woodstock.network.xcsp3.parts import Parts
from woodstock.network.xcsp3.relations import read_relation

FRAMEWORKS = ("CSP", "COP", "SCSP", "QCSP")
# Which elements may give the order of the variables, and whether the variables in a block are decided or drawn.
BLOCKS = {"decision": False, "exists": False, "stochastic": True, "forall": True}


@dataclass(frozen=True)
class Instance:
    """A network and, where the file tells it, the state in which it begins."""

    network: Network
    initial: dict[str, Value] = field(default_factory=dict)


def load_xcsp3(path: Path | str) -> Network:
    """The network in a file."""
    return load_instance(path).network


def load_instance(path: Path | str) -> Instance:
    """The network in a file, and its initial state."""
    path = Path(path)
    try:
        with open_text(path) as file:
            text = file.read(LARGEST_TEXT + 1)
        if len(text) > LARGEST_TEXT:
            raise NetworkError(f"{path} is larger than {LARGEST_TEXT} bytes")
    except OSError as error:
        raise NetworkError(f"Cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise NetworkError(f"{path} is not text in UTF-8") from None
    return read_instance(text)


def read_xcsp3(text: str) -> Network:
    """The network in a text."""
    return read_instance(text).network


def read_instance(text: str) -> Instance:
    """The network in a text, and its initial state.

    Universal variables of a QCSP become stochastic ones with a `Universal` draw: the network has a solution if and
    only if the QCSP is true.
    """
    root = parse(text)
    if root.tag != "instance":
        raise root.error(f"The document is <{root.tag}>, not <instance>")
    if root.attributes.get("format", "XCSP3") != "XCSP3":
        raise root.error(f"The format is {root.attributes['format']}, not XCSP3")
    framework = root.attributes.get("type", "CSP")
    if framework not in FRAMEWORKS:
        raise root.error(f"Instances of type {framework} are not supported; supported are {', '.join(FRAMEWORKS)}")
    for child in root.children:
        objectives = ("objectives",) if framework == "COP" else ()
        if child.tag not in ("variables", "constraints", "stages", "quantification", "annotations", *objectives):
            raise child.error(f"<{child.tag}> is not supported in an instance of type {framework}")
    annotations = root.find("annotations")
    declared = read_declarations(root.need("variables"), kept_values(annotations))
    parts = Parts()
    if constraints := root.find("constraints"):
        for element in _flattened(constraints, declared):
            read_relation(element, declared, parts)
    for element in annotations.children if annotations else ():
        if element.tag in ("extension", "channel"):
            read_relation(element, declared, parts)
    order = root.find("stages") or root.find("quantification")
    if framework in ("CSP", "COP") and order is not None:
        raise order.error(f"<{order.tag}> is not allowed in an instance of type {framework}")
    variables = _ordered(order, declared) if order else _as_declared(framework, declared)
    players, thresholds, satisfaction = _thresholds(annotations)
    network = Network(
        variables,
        parts.constraints,
        parts.utility(players),
        [*_draws(variables, declared, parts, framework, root), *parts.probabilities],
        players,
        thresholds,
        satisfaction,
        _objectives(root.find("objectives"), declared),
    )
    names = kept_names(annotations)
    initial = _initial(annotations, declared)
    return Instance(renamed_network(network, names), {names.get(name, name): value for name, value in initial.items()})


def _initial(annotations: Element | None, declared: Declarations) -> dict[str, Value]:
    """The state that the network begins in."""
    element = annotations.find("initial") if annotations else None
    if element is None:
        return {}
    names, values = declared.names(element.need("list").text, element), element.need("values").text.split()
    if len(names) != len(values):
        raise element.error(f"There are {len(values)} values for {len(names)} variables")
    for name, written in zip(names, values, strict=True):
        if written not in declared.values(name):
            raise element.error(f"{written} is not in the domain of {name}")
    return {name: declared.values(name)[written] for name, written in zip(names, values, strict=True)}


def _objectives(element: Element | None, declared: Declarations) -> list[Objective]:
    if element is None:
        return []
    try:
        return list(read_objectives(element, declared))
    except NetworkError as error:
        raise error if error.place else element.error(error.message) from None


# ---- constraints: blocks and groups ---------------------------------------------------------------------------------
def _flattened(parent: Element, declared: Declarations) -> Iterator[Element]:
    for child in parent.children:
        if child.tag == "block" and "channel" not in child.attributes.get("class", "").split():
            yield from _flattened(child, declared)
        elif child.tag == "group":
            yield from _group(child, declared)
        elif child.tag == "slide":
            yield from _slide(child, declared)
        else:
            yield child


def _group(group: Element, declared: Declarations) -> Iterator[Element]:
    """A constraint with holes %0, %1, .. %... and, for each <args>, what goes into them."""
    templates = [child for child in group.children if child.tag != "args"]
    if len(templates) != 1:
        raise group.error("A <group> needs one constraint and its <args>")
    template = templates[0]
    largest = _largest_hole(template)
    for arguments in group.children:
        if arguments.tag != "args":
            continue
        given: list[str] = []
        for token in arguments.text.split():
            name = token.split("[")[0]
            known = name in declared.variables or name in declared.shapes
            given += declared.expand(token, arguments) if known else [token]
        if largest >= len(given):
            raise arguments.error(f"The constraint has a hole %{largest}, but there are {len(given)} arguments")
        filled = _filled(template, given, largest + 1)
        filled.place = arguments.place
        yield filled


def _slide(slide: Element, declared: Declarations) -> Iterator[Element]:
    """A constraint that moves along a list, over as many variables at a time as it has holes."""
    lists = [child for child in slide.children if child.tag == "list"]
    templates = [child for child in slide.children if child.tag != "list"]
    if len(lists) != 1 or len(templates) != 1:
        raise slide.error("A <slide> needs one list and one constraint")
    (moved,), (template,) = lists, templates
    names = declared.names(moved.text, moved)
    width = _largest_hole(template) + 1
    step = int(number(moved.attributes.get("offset", "1"), moved))
    if step < 1 or width < 1 or width > len(names):
        raise slide.error(f"A constraint with {width} holes cannot move along {len(names)} variables")
    circular = slide.attributes.get("circular") == "true"
    for start in range(0, len(names) if circular else len(names) - width + 1, step):
        yield _filled(template, [names[(start + i) % len(names)] for i in range(width)], width)


def _largest_hole(element: Element) -> int:
    here = [int(hole) for hole in re.findall(r"%(\d{1,6})", element.text)]
    return max([*here, *map(_largest_hole, element.children)], default=-1)


def _filled(element: Element, given: list[str], used: int) -> Element:
    def fill(match: re.Match[str]) -> str:
        return " ".join(given[used:]) if match[1] == "..." else given[int(match[1])]

    text = re.sub(r"%(\.\.\.|\d{1,6})", fill, element.text)
    return replace(element, text=text, children=[_filled(child, given, used) for child in element.children])


# ---- variables: order, stages and chance ----------------------------------------------------------------------------
def _as_declared(framework: str, declared: Declarations) -> list[Variable]:
    """Without an order, the variables are set as they are declared; a decision after a draw opens a stage."""
    variables: list[Variable] = []
    stage, drawn = 1, False
    for variable in declared.variables.values():
        if variable.stochastic and framework in ("CSP", "COP"):
            raise NetworkError(
                f"{variable.name} is stochastic, but the instance is of type {framework}; it should be SCSP"
            )
        if drawn and not variable.stochastic:
            stage += 1
        drawn = variable.stochastic
        variables.append(Variable(variable.name, variable.domain, variable.stochastic, stage))
    return variables


def _ordered(order: Element, declared: Declarations) -> list[Variable]:
    """The variables in the order of the blocks. A block after a draw that is not one opens a stage."""
    variables: dict[str, Variable] = {}
    stage, drawn = 1, False
    for block in order.children:
        if block.tag not in BLOCKS:
            raise block.error(f"<{block.tag}> is not allowed in <{order.tag}>")
        stochastic = BLOCKS[block.tag]
        named = re.search(r"\bstage-(\d{1,6})\b", block.attributes.get("class", ""))
        stage = int(named[1]) if named else stage + (drawn and not stochastic)
        drawn = stochastic
        for name in declared.names(block.text, block):
            if name in variables:
                raise block.error(f"{name} is in two blocks")
            if declared.variables[name].stochastic and not stochastic:
                raise block.error(f"{name} is stochastic, and cannot be in <{block.tag}>")
            variables[name] = Variable(name, declared.variables[name].domain, stochastic, stage)
    for name in declared.variables:
        if name not in variables:
            raise order.error(f"{name} is in no block of <{order.tag}>")
    return list(variables.values())


def _draws(
    variables: list[Variable], declared: Declarations, parts: Parts, framework: str, root: Element
) -> Iterator[Probability]:
    """How each stochastic variable is drawn, where no constraint of class probability says it."""
    given = {probability.variable for probability in parts.probabilities}
    for variable in variables:
        if not variable.stochastic or variable.name in given:
            continue
        chances = declared.variables[variable.name].probabilities
        if chances is not None:
            yield ConditionalTable(variable.name, (), {(): chances})
        elif framework == "QCSP" or not declared.variables[variable.name].stochastic:
            yield Universal(variable.name, len(variable.domain))
        else:
            raise root.error(f"{variable.name} is stochastic, but its probabilities are not given")


def _thresholds(annotations: Element | None) -> tuple[tuple[str, ...], tuple[Fraction, ...], Fraction]:
    """Players and thresholds, which the format has no word for, stand among the annotations."""
    if annotations is None:
        return (), (), Fraction(1)
    players = [child for child in annotations.children if child.tag == "player"]
    satisfaction = annotations.find("satisfaction")
    return (
        tuple(player.attribute("name") for player in players),
        tuple(number(player.attributes.get("threshold", "0"), player) for player in players),
        number(satisfaction.text, satisfaction) if satisfaction else Fraction(1),
    )
