"""A network as constraints over numbers, ready for the core."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from woodstock.network import (
    STAR,
    AllDifferent,
    AtMostOne,
    Channel,
    Circuit,
    Constraint,
    Equal,
    Gate,
    Intension,
    Inverse,
    Lex,
    Literal,
    Objective,
    Regular,
    Table,
)
from woodstock.network.expressions import Call, Name
from woodstock.solver.flat_model import FlatModel
from woodstock.solver.flattening import Flattening
from woodstock.solver.numbering import Numbering
from woodstock.solver.solver import Solver


def compiled(constraints: Iterable[Constraint], numbering: Numbering) -> Solver:
    """A solver whose first variables are those of a network, or of a part of one, as they are numbered.

    After them come hidden variables, which the variables of the network determine, so there are as many solutions as
    the network has: indicators, which say whether a variable has a value, and the values of expressions.
    """
    compiler = _Compiler(numbering)
    for constraint in constraints:
        compiler.add(constraint)
    return compiler.model.solver()


def compiled_with(constraints: Iterable[Constraint], numbering: Numbering, objective: Objective) -> tuple[Solver, int]:
    """The same with an objective for the solver to minimise, and what is to be added to that for its true value.

    Of an objective that is to be maximised the solver minimises the opposite.
    """
    compiler = _Compiler(numbering)
    for constraint in constraints:
        compiler.add(constraint)
    added = compiler.flattening.minimise(objective)
    return compiler.model.solver(), added


class _Compiler:
    """Translates the constraints of a network into the intermediate representation (`FlatModel`)."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self.model = FlatModel(numbering)
        self.flattening = Flattening(self.model, numbering.place)

    def add(self, constraint: Constraint) -> None:
        """FlatModel one constraint of the network."""
        at, post = self._numbering.at, self.model.post
        match constraint:
            case Table():
                rows = self._rows(constraint)
                post("add_table", [at(name) for name in constraint.scope], rows, constraint.allowed)
            case Gate():
                post("add_gate", at(constraint.output), self._inputs(constraint), constraint.kind)
            case Equal(scope) | AllDifferent(scope) if not self._alike(scope):
                kind = "eq" if isinstance(constraint, Equal) else "ne"
                self.flattening.require(Call(kind, tuple(map(Name, scope))))
            case Equal(scope):
                for first, second in pairwise(scope):
                    post("add_equal", at(first), at(second))
            case AllDifferent(scope):
                post("add_all_different", [at(name) for name in scope])
            case AtMostOne():
                post("add_at_most_one", [(at(name), 1) for name in constraint.scope])
            case Channel():
                for value, name in constraint.indicators:
                    self.model.indicate(at(constraint.variable), value, at(name))
            case Intension(tree):
                self.flattening.require(tree)
            case Lex():
                self._lex(constraint)
            case Inverse():
                self._inverse(constraint)
            case Circuit():
                self._circuit(constraint)
            case Regular():
                self._regular(constraint)

    def _rows(self, table: Table) -> NDArray[np.int32]:
        columns = []
        for name, column in zip(table.scope, zip(*table.tuples, strict=True), strict=False):
            of = {**self._numbering.numbers[self._numbering.place[name]].of, STAR: -1}
            columns.append(np.fromiter(map(of.__getitem__, column), np.int32, len(column)))
        return np.stack(columns, axis=1) if columns else np.zeros((0, len(table.scope)), dtype=np.int32)

    def _alike(self, scope: tuple[str, ...]) -> bool:
        """Do the numbers of all variables stand for the same values?"""
        numbers = [self._numbering.numbers[self._numbering.at(name)].values for name in scope]
        longest = max(numbers, key=len, default=())
        return all(own == longest[: len(own)] for own in numbers)

    # --- gates ---------------------------------------------------------------------------------------------------

    def _inputs(self, gate: Gate) -> list[int]:
        """The literals of a gate for the core.

        Several literals that speak of one variable with many values are first made one: so the core sees at once that
        `x = 1 or x = 2` holds when nothing else is left to x.
        """
        place = self._numbering.place
        if len(gate.scope) == len(gate.inputs) + 1:
            return [self._literal(place[literal.variable], literal) for literal in gate.inputs]
        groups: dict[int, list[Literal]] = {}
        for literal in gate.inputs:
            groups.setdefault(place[literal.variable], []).append(literal)
        inputs: list[int] = []
        for variable, literals in groups.items():
            if len(literals) == 1 or self.model.numbers[variable].size <= 2:
                inputs += [self._literal(variable, literal) for literal in literals]
            else:
                inputs.append(self._joint(variable, literals, gate.kind))
        return inputs

    def _literal(self, place: int, literal: Literal) -> int:
        found = self.model.indicator(place, literal.value)
        return found if literal.positive else ~found

    def _joint(self, place: int, literals: list[Literal], kind: str) -> int:
        """A literal that holds where all, or where any, of several literals over one variable do."""
        of = self.model.numbers[place].of
        every = frozenset(of.values())
        named = (frozenset({of[i.value]} if i.value in of else ()) for i in literals)
        holding = [own if i.positive else every - own for i, own in zip(literals, named, strict=True)]
        return self.model.member(place, every.intersection(*holding) if kind == "and" else frozenset().union(*holding))

    # --- lists ---------------------------------------------------------------------------------------------------

    def _lex(self, lex: Lex) -> None:
        """While all before are equal, the next of the first list is at most that of the second."""
        flat, model = self.flattening, self.model
        equal = ~model.never()
        for one, other in zip(lex.first, lex.second, strict=True):
            model.clause([~equal, flat.truth(Call("le", (one, other)))])
            equal = model.gate("and", [equal, flat.truth(Call("eq", (one, other)))])
        if lex.strict:
            model.clause([~equal])

    def _inverse(self, inverse: Inverse) -> None:
        model, at = self.model, self._numbering.at
        first, second = [at(name) for name in inverse.first], [at(name) for name in inverse.second]
        start, other = inverse.starts
        both = len(first) == len(second)
        for places, low, count in ((first, other, len(second)), (second, start, len(first))):
            if places is second and not both:
                continue
            model.post("add_all_different", list(dict.fromkeys(places)))
            for place in places:
                inside = frozenset(n for v, n in model.numbers[place].of.items() if v in range(low, low + count))
                model.clause([model.member(place, inside)])
        for i, x in enumerate(first):
            for j, y in enumerate(second):
                one, back = model.indicator(x, j + other), model.indicator(y, i + start)
                model.clause([~one, back])
                if both:
                    model.clause([one, ~back])

    def _circuit(self, circuit: Circuit) -> None:
        places = [self.flattening.variable(Call("sub", (Name(name), circuit.start))) for name in circuit.scope]
        self.model.post("add_all_different", [self._numbering.at(name) for name in circuit.scope])
        self.model.post("add_circuit", [self.model.integer(place) for place in places])

    def _regular(self, regular: Regular) -> None:
        """A hidden variable for the state after each value; sets of states make the automaton deterministic."""
        model = self.model
        levels: list[dict[frozenset[str], int]] = [{frozenset({regular.start}): 0}]
        rows: list[list[tuple[int, int, int]]] = []
        for name in regular.scope:
            following: dict[frozenset[str], int] = {}
            of = self._numbering.numbers[self._numbering.at(name)].of
            rows.append(
                [
                    (state, number, following.setdefault(after, len(following)))
                    for states, state in levels[-1].items()
                    for value, number in of.items()
                    if (after := regular.after(states, value))
                ]
            )
            levels.append(following)
        states = [model.hidden_integer(range(max(len(level), 1))) for level in levels]
        for place, (name, own) in enumerate(zip(regular.scope, rows, strict=True)):
            scope = [states[place], self._numbering.at(name), states[place + 1]]
            model.post("add_table", scope, np.array(own, dtype=np.int32).reshape(-1, 3))
        ends = [number for reached, number in levels[-1].items() if reached & regular.ends]
        model.table([states[-1]], [(number,) for number in ends])
