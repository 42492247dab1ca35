"""A network to XCSP3.

A CSP and a QCSP are written in the words of the specification, and so are the variables, stages and hard constraints of
an SCSP. What it has no word for stands among the annotations, which other readers can skip: players and thresholds,
utilities and conditional probabilities.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from xml.sax.saxutils import quoteattr

from woodstock.network.constraints import AllDifferent, AtMostOne, Channel, Constraint, Equal, Gate, Literal, Table
from woodstock.network.errors import NetworkError
from woodstock.network.expressions import Call, Symbol, Tree, parts_of, renamed, text_of
from woodstock.network.globals import Circuit, Intension, Inverse, Lex, Regular
from woodstock.network.network import Network
from woodstock.network.soft import ConditionalTable, Probability, Share, Universal
from woodstock.network.values import Assignment, Row
from woodstock.network.variables import Variable
from woodstock.network.xcsp3.naming import Naming, arrays


def framework(network: Network) -> str:
    """CSP, COP, QCSP or SCSP: the smallest framework that says it all."""
    if network.objectives:
        return "COP"
    plain = not network.players and network.satisfaction == 1
    if plain and not network.stochastic and network.stages <= 1:
        return "CSP"
    quantified = all(isinstance(probability, Universal) for probability in network.probabilities)
    return "QCSP" if plain and quantified and network.stochastic else "SCSP"


def write_xcsp3(network: Network, initial: Assignment | None = None) -> str:
    """The text of an instance. Names and values that XCSP3 cannot write are numbered; an annotation keeps them.

    The initial state, values of some variables, also stands among the annotations.
    """
    for variable in network.variables:
        if not variable.domain:
            raise NetworkError(f"The domain of {variable.name} is empty, which XCSP3 cannot express")
    kind = framework(network)
    naming = Naming(network)
    return "\n".join(
        (
            f'<instance format="XCSP3" type="{kind}">',
            *_block("variables", _variables(network, naming, kind)),
            *(_block("quantification" if kind == "QCSP" else "stages", _order(network, naming, kind))),
            *_block("constraints", (line for c in network.constraints for line in _constraint(c, naming))),
            *_block("objectives", _objectives(network, naming)),
            *_block("annotations", [*naming.kept(), *_initial(initial or {}, naming), *_annotations(network, naming)]),
            "</instance>\n",
        )
    )


def _block(tag: str, lines: Iterable[str]) -> Iterator[str]:
    inside = [f"    {line}" for line in lines]
    if inside:
        yield f"  <{tag}>"
        yield from inside
        yield f"  </{tag}>"


def _note(text: str) -> str:
    printable = "".join(letter if letter.isprintable() else "?" for letter in text)
    return f" note={quoteattr(printable)}" if text else ""


# ---- variables ------------------------------------------------------------------------------------------------------
def _variables(network: Network, naming: Naming, kind: str) -> Iterator[str]:
    for base, members in arrays(network.variables, naming):
        first = members[0]
        words = ["symbolic"] if naming.symbolic(first) else []
        if first.stochastic and kind == "SCSP":
            words.append("stochastic")
        typed = f' type="{" ".join(words)}"' if words else ""
        domains = {variable.name: _domain(network, variable, naming, kind) for variable in members}
        if base is None:
            note = _note(naming.note(first))
            yield f'<var id="{naming.name(first.name)}"{typed}{note}> {domains[first.name]} </var>'
            continue
        array, size = base
        yield f'<array id="{array}" size="{"".join(f"[{length}]" for length in size)}"{typed}>'
        for domain in dict.fromkeys(domains.values()):
            cells = " ".join(name for name in domains if domains[name] == domain)
            yield f'  <domain for="{cells}"> {domain} </domain>'
        yield "</array>"


def _domain(network: Network, variable: Variable, naming: Naming, kind: str) -> str:
    """The values; with their probabilities where these depend on nothing."""
    if variable.stochastic and kind == "SCSP":
        probability = network.probability(variable.name)
        if not probability.scope:
            chances = ((value, probability.probability(value, {})) for value in variable.domain)
            return " ".join(f"{naming.value(value)}:{chance}" for value, chance in chances)
    values = [naming.value(value) for value in variable.domain]
    if not naming.symbolic(variable) and len(values) > 2:
        numbers = list(map(int, values))
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return f"{numbers[0]}..{numbers[-1]}"
    return " ".join(values)


def _order(network: Network, naming: Naming, kind: str) -> Iterator[str]:
    if kind in ("CSP", "COP"):
        return
    tags = ("exists", "forall") if kind == "QCSP" else ("decision", "stochastic")
    for (stage, stochastic), members in groupby(network.variables, lambda v: (v.stage, v.stochastic)):
        names = " ".join(naming.name(variable.name) for variable in members)
        tag = tags[stochastic]
        yield f'<{tag} class="stage-{stage}"> {names} </{tag}>'


def _initial(initial: Assignment, naming: Naming) -> Iterator[str]:
    if initial:
        names, values = " ".join(map(naming.name, initial)), " ".join(map(naming.value, initial.values()))
        yield f"<initial> <list> {names} </list> <values> {values} </values> </initial>"


def _objectives(network: Network, naming: Naming) -> Iterator[str]:
    if not network.objectives:
        return
    tags = {"maximize" if objective.maximise else "minimize" for objective in network.objectives}
    if len(tags) > 1:
        raise NetworkError("Objectives of which some are minimised and some maximised cannot be written")
    (tag,) = tags
    trees = " ".join(_expression(objective.tree, naming) for objective in network.objectives)
    kind = ' type="lex"' if len(network.objectives) > 1 else ""
    yield f"<{tag}{kind}> {trees} </{tag}>"


def _annotations(network: Network, naming: Naming) -> Iterator[str]:
    """What the specification has no word for, where every reader may skip it."""
    for player, threshold in zip(network.players, network.thresholds, strict=True):
        yield f'<player name={quoteattr(player)} threshold="{threshold}"/>'
    if network.satisfaction != 1:
        yield f"<satisfaction> {network.satisfaction} </satisfaction>"
    for utility in network.utilities:
        number = network.players.index(utility.player)
        extra = f' class="utility player-{number}" defaultCost="{utility.default}"'
        yield from _soft(utility.scope, utility.table.items(), extra, naming)
    for probability in network.probabilities:
        if probability.scope:
            yield from _probability(probability, naming)


# ---- constraints ----------------------------------------------------------------------------------------------------
def _constraint(constraint: Constraint, naming: Naming) -> Iterator[str]:
    names = " ".join(map(naming.name, constraint.scope))
    match constraint:
        case Table():
            tag = "supports" if constraint.allowed else "conflicts"
            yield "<extension>"
            yield f"  <list> {names} </list>"
            yield f"  <{tag}> {_rows(constraint.tuples, naming)} </{tag}>"
            yield "</extension>"
        case Gate():
            yield from _gate(constraint, naming)
        case Equal():
            yield f"<allEqual> {names} </allEqual>"
        case AllDifferent():
            yield f"<allDifferent> {names} </allDifferent>"
        case AtMostOne():
            yield f"<count> <list> {names} </list> <values> 1 </values> <condition> (le,1) </condition> </count>"
        case Channel():
            yield from _channel(constraint, naming)
        case Intension(Call(name, (Call("element", (index, *items)), right))):
            listed = " ".join(_expression(item, naming) for item in items)
            condition = f"({name},{_expression(right, naming)})"
            yield "<element>"
            yield f"  <list> {listed} </list> <index> {_expression(index, naming)} </index>"
            yield f"  <condition> {condition} </condition>"
            yield "</element>"
        case Intension(tree):
            yield f"<intension> {_expression(tree, naming)} </intension>"
        case Lex(first, second, strict):
            lists = (" ".join(_expression(tree, naming) for tree in own) for own in (first, second))
            yield "<lex>"
            yield "  " + " ".join(f"<list> {own} </list>" for own in lists)
            yield f"  <operator> {'lt' if strict else 'le'} </operator>"
            yield "</lex>"
        case Inverse(first, second, starts):
            yield "<channel>"
            for own, start in zip((first, second), starts, strict=True):
                yield f'  <list startIndex="{start}"> {" ".join(map(naming.name, own))} </list>'
            yield "</channel>"
        case Circuit(_, start):
            yield f'<circuit> <list startIndex="{start}"> {names} </list> </circuit>'
        case Regular():
            steps = sorted(f"({a},{naming.value(value)},{b})" for a, value, b in constraint.transitions)
            yield f"<regular> <list> {names} </list>"
            yield f"  <transitions> {''.join(steps)} </transitions>"
            yield f"  <start> {constraint.start} </start> <final> {' '.join(sorted(constraint.ends))} </final>"
            yield "</regular>"


def _expression(tree: Tree, naming: Naming) -> str:
    if naming.numbers and any(isinstance(part, Symbol) for part in parts_of(tree)):
        raise NetworkError("An expression with a symbol cannot be written where values have to be numbered")
    return text_of(renamed(tree, naming.name))


def _rows(rows: Iterable[Row], naming: Naming) -> str:
    """Sorted, so that the same network gives the same text."""
    written = [tuple(map(naming.value, row)) for row in rows]
    written.sort(key=lambda row: [(int(entry), "") if entry.lstrip("-").isdigit() else (0, entry) for entry in row])
    if written and len(written[0]) == 1 and ("*",) not in written:
        return " ".join(row[0] for row in written)
    return "".join(f"({','.join(row)})" for row in written)


def _gate(gate: Gate, naming: Naming) -> Iterator[str]:
    def literal(literal: Literal) -> str:
        name = naming.name(literal.variable)
        if literal.value == 1 and literal.variable in naming.boolean:
            return name if literal.positive else f"not({name})"
        return f"{'eq' if literal.positive else 'ne'}({name},{naming.value(literal.value)})"

    output = naming.name(gate.output)
    if not gate.inputs:
        value = int(gate.kind == "and")
        yield f'<instantiation class="gate"> <list> {output} </list> <values> {value} </values> </instantiation>'
        return
    inputs = ",".join(map(literal, gate.inputs))
    body = f"{gate.kind}({inputs})" if len(gate.inputs) > 1 else inputs
    # An `or` of one input looks like an `and` of it.
    kind = ' class="or"' if gate.kind == "or" and len(gate.inputs) == 1 else ""
    yield f"<intension{kind}> iff({output},{body}) </intension>"


def _channel(channel: Channel, naming: Naming) -> Iterator[str]:
    """One expression for each indicator; the class of the block says that they belong together."""
    variable = naming.name(channel.variable)
    if not channel.indicators:
        return
    yield '<block class="channel">'
    for value, name in channel.indicators:
        yield f"  <intension> iff({naming.name(name)},eq({variable},{naming.value(value)})) </intension>"
    yield "</block>"


def _soft(scope: Iterable[str], rows: Iterable[tuple[Row, Fraction]], extra: str, naming: Naming) -> Iterator[str]:
    groups: dict[Fraction, list[Row]] = {}
    for row, number in rows:
        groups.setdefault(number, []).append(row)
    yield f'<extension type="soft"{extra}>'
    yield f"  <list> {' '.join(map(naming.name, scope))} </list>"
    for number in sorted(groups):
        yield f'  <tuples cost="{number}"> {_rows(groups[number], naming)} </tuples>'
    yield "</extension>"


def _probability(probability: Probability, naming: Naming) -> Iterator[str]:
    match probability:
        case Share(variable, indicators):
            names = " ".join(naming.name(name) for _, name in indicators)
            values = " ".join(naming.value(value) for value, _ in indicators)
            yield '<channel class="probability">'
            yield f"  <list> {names} </list> <value> {naming.name(variable)} </value> <values> {values} </values>"
            yield "</channel>"
        case ConditionalTable(variable, scope, table):
            rows = [((*row, value), chance) for row, given in table.items() for value, chance in given.items()]
            yield from _soft((*scope, variable), rows, ' class="probability"', naming)
        case Universal():
            pass
