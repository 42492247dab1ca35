"""Expressions for the core: each part that it has no word for becomes a hidden variable.

Parts that speak of one or two variables with few values become tables, sums linear constraints, and truth values are
literals of gates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise, product
from math import prod

from woodstock.network import NetworkError, Objective, Value
from woodstock.network.expressions import BOOLEAN, Call, Name, Symbol, Tree, UndefinedError, evaluate, holds, names_in
from woodstock.solver import hidden
from woodstock.solver.flat_model import FlatModel
from woodstock.solver.hidden import Hidden, integer

OPPOSITE = {"lt": "ge", "le": "gt", "ge": "lt", "gt": "le", "eq": "ne", "ne": "eq", "in": "notin", "notin": "in"}
Sum = tuple[dict[int, int], int]
"""The coefficients of variables, and a constant."""


class Flattening:
    """Translates expressions over the variables at these places into the intermediate representation (`FlatModel`). A
    part that comes twice is translated once."""

    def __init__(self, model: FlatModel, place: Mapping[str, int]) -> None:
        self._model = model
        self._hidden = Hidden(model)
        self._place = place
        self._truths: dict[Tree, int] = {}
        self._variables: dict[Tree, int] = {}

    # --- what must hold ------------------------------------------------------------------------------------------

    def require(self, tree: Tree) -> None:
        """The expression is true."""
        match tree:
            case Call("and", arguments):
                for argument in arguments:
                    self.require(argument)
            case Call("or", arguments):
                self._model.clause([self.truth(argument) for argument in arguments])
            case Call("imp", (condition, result)):
                self._model.clause([~self.truth(condition), self.truth(result)])
            case Call("not", (Call(name, (_, _) as arguments),)) if name in OPPOSITE:
                self.require(Call(OPPOSITE[name], arguments))
            case Call("ne", arguments) if len(arguments) > 2:
                self._model.post("add_all_different", self._hidden.alike([self.variable(one) for one in arguments]))
            case Call("eq" | "lt" | "le" | "ge" | "gt" as name, arguments) if len(arguments) > 2:
                for pair in pairwise(arguments):
                    self.require(Call(name, pair))
            case Call("eq" | "ne" | "lt" | "le" | "ge" | "gt" as name, (left, right)) if not self._small(tree):
                if name != "eq" or not self._defined(left, right):
                    self._compare(name, left, right)
            case _ if self._small(tree):
                self._tabulate(tree)
            case _:
                self._model.clause([self.truth(tree)])

    def minimise(self, objective: Objective) -> int:
        """The objective, or its opposite, is what the solver minimises; returns what is to be added to it."""
        terms, constant = self._linear(objective.tree)
        sign = -1 if objective.maximise else 1
        self._model.post("set_objective", [(sign * factor, place) for place, factor in terms.items()])
        return constant

    def _compare(self, name: str, left: Tree, right: Tree) -> None:
        terms, relation, bound = self._difference(name, left, right)
        if len(terms) == 1 or (len(terms) == 2 and relation == "=" and self._hidden.rows(terms) <= hidden.SMALL):
            holding = [row for row in self._hidden.combinations(terms) if _holds(_total(terms, row), relation, bound)]
            self._model.table(list(terms), holding)
        else:
            self._model.post("add_linear", self._hidden.terms(terms), relation, bound)

    def _defined(self, left: Tree, right: Tree) -> bool:
        """`x = max(y, z)` needs no hidden variable for the right side."""
        for one, other in ((left, right), (right, left)):
            match one, other:
                case Name(text), Call("max" | "min" as kind, arguments):
                    self._hidden.extremum(kind, [self.variable(one) for one in arguments], self._at(text))
                    return True
                case Name(text), Call("element", (index, *items)) if any(names_in(item) for item in items):
                    self._element(self.variable(index), items, self._at(text))
                    return True
        return False

    # --- truth values --------------------------------------------------------------------------------------------

    def truth(self, tree: Tree) -> int:
        """The literal that says whether the expression is true."""
        if tree not in self._truths:
            self._truths[tree] = self._new_truth(tree)
        return self._truths[tree]

    def _new_truth(self, tree: Tree) -> int:
        names = tuple(dict.fromkeys(names_in(tree)))
        if not names:
            return ~self._model.never() if holds(tree, {}) else self._model.never()
        if len(names) == 1:
            place = self._place[names[0]]
            values = self._worked_out(tree, names)
            of = self._model.numbers[place].of
            return self._model.member(place, frozenset(of[row[0]] for row, value in values if value != 0))
        match tree:
            case Call("not", (argument,)):
                return ~self.truth(argument)
            case Call("and" | "or" as kind, arguments):
                return self._model.gate(kind, [self.truth(argument) for argument in arguments])
            case Call("imp", (condition, result)):
                return self._model.gate("or", [~self.truth(condition), self.truth(result)])
            case Call("xor", (first, *others)):
                found = self.truth(first)
                for other in others:
                    found = ~self._hidden.same(found, self.truth(other))
                return found
            case Call("iff", arguments):
                literals = [self.truth(argument) for argument in arguments]
                return self._model.gate("and", [self._hidden.same(*pair) for pair in pairwise(literals)])
            case Call("in" | "notin" as name, (value, Call("set", members))):
                self._linear(value)  # even if nothing is compared with it, it must have a value
                chosen = [self.truth(Call("eq", (value, member))) for member in members]
                found = self._model.gate("or", chosen) if chosen else self._model.never()
                return found if name == "in" else ~found
            case _ if self._small(tree):
                return self._tabulated_truth(tree, names)
            case Call("ne", arguments) if len(arguments) > 2:
                pairs = combinations(arguments, 2)
                return self._model.gate("and", [self.truth(Call("ne", pair)) for pair in pairs])
            case Call("eq" | "lt" | "le" | "ge" | "gt" as name, arguments) if len(arguments) > 2:
                return self._model.gate("and", [self.truth(Call(name, pair)) for pair in pairwise(arguments)])
            case Call("eq" | "ne" | "lt" | "le" | "ge" | "gt" as name, (left, right)):
                return self._compared(name, left, right)
            case _:
                place = self.variable(tree)
                of = self._model.numbers[place].of
                return self._model.member(place, frozenset(number for value, number in of.items() if value != 0))

    def _compared(self, name: str, left: Tree, right: Tree) -> int:
        terms, relation, bound = self._difference(name, left, right)
        if not terms:
            return ~self._model.never() if _holds(0, relation, bound) else self._model.never()
        if len(terms) == 1:
            ((place, factor),) = terms.items()
            of = self._model.numbers[place].of
            holding = {of[v] for v in self._model.values(place) if _holds(factor * v, relation, bound)}
            return self._model.member(place, frozenset(holding))
        negated = relation == "!="
        found = self._model.hidden()
        self._model.post("add_linear", self._hidden.terms(terms), "=" if negated else relation, bound, found)
        return ~found if negated else found

    def _tabulated_truth(self, tree: Tree, names: Sequence[str]) -> int:
        found = self._model.hidden()
        rows = [(*row, int(value != 0)) for row, value in self._worked_out(tree, names)]
        self._model.table([*(self._place[name] for name in names), found], rows)
        return found

    # --- integers ------------------------------------------------------------------------------------------------

    def variable(self, tree: Tree) -> int:
        """A variable that has the value of the expression."""
        if isinstance(tree, Name):
            return self._at(tree.text)
        if isinstance(tree, Symbol):
            raise NetworkError(f"{tree.text} is a symbol, and cannot be computed with")
        if isinstance(tree, int):
            return self._model.constant(tree)
        if tree not in self._variables:
            self._variables[tree] = self._new_variable(tree)
        return self._variables[tree]

    def _new_variable(self, tree: Call) -> int:
        names = tuple(dict.fromkeys(names_in(tree)))
        if not names:
            return self._model.constant(integer(evaluate(tree, {})))
        most = hidden.LARGE if len(names) == 1 else hidden.SMALL if len(names) == 2 else 0
        if tree.name not in BOOLEAN and self._hidden.rows(self._place[name] for name in names) <= most:
            worked_out = [(row, integer(value)) for row, value in self._worked_out(tree, names)]
            return self._hidden.by_rows([self._place[name] for name in names], worked_out)
        match tree:
            case Call("max" | "min" as kind, arguments):
                return self._hidden.extremum(kind, [self.variable(one) for one in arguments])
            case Call("element", (index, *items)):
                return self._element(self.variable(index), items)
            case Call("if", (condition, yes, no)):
                return self._element(self._hidden.truth(self.truth(condition)), [no, yes])
            case Call("mul", (first, *others)) if sum(not isinstance(one, int) for one in tree.arguments) > 1:
                found = self.variable(first)
                for other in others:
                    found = self._hidden.product(found, self.variable(other))
                return found
            case Call("abs" | "sqr", (argument,)):
                return self._hidden.function([self.variable(argument)], lambda v: evaluate(Call(tree.name, (v,)), {}))
            case Call("dist", (left, right)):
                return self.variable(Call("abs", (Call("sub", (left, right)),)))
            case Call("div" | "mod" | "pow", (left, right)):
                places = [self.variable(left), self.variable(right)]
                return self._hidden.function(places, lambda a, b: evaluate(Call(tree.name, (a, b)), {}))
            case _:
                return self._hidden.sum(*self._linear(tree))

    def _element(self, at: int, items: Sequence[Tree], result: int | None = None) -> int:
        constants = [item for item in items if isinstance(item, int)]
        if len(constants) == len(items) and result is None:
            return self._hidden.constant_element(at, constants)
        return self._hidden.element(at, [self.variable(item) for item in items], result)

    # --- sums ----------------------------------------------------------------------------------------------------

    def _difference(self, name: str, left: Tree, right: Tree) -> tuple[dict[int, int], str, int]:
        """Left - right as terms, how it is compared, and with what number."""
        if name in ("ge", "gt"):
            name, left, right = {"ge": "le", "gt": "lt"}[name], right, left
        terms, constant = self._added(self._linear(left), self._linear(right), -1)
        relation = {"eq": "=", "ne": "!="}.get(name, "<=")
        return terms, relation, -constant - (name == "lt")

    def _linear(self, tree: Tree) -> Sum:
        match tree:
            case int():
                return {}, tree
            case Call("add", arguments):
                found: Sum = ({}, 0)
                for argument in arguments:
                    found = self._added(found, self._linear(argument), 1)
                return found
            case Call("sub", (left, right)):
                return self._added(self._linear(left), self._linear(right), -1)
            case Call("neg", (argument,)):
                return self._added(({}, 0), self._linear(argument), -1)
            case Call("mul", arguments) if sum(not isinstance(one, int) for one in arguments) == 1:
                factor = prod(one for one in arguments if isinstance(one, int))
                (argument,) = (one for one in arguments if not isinstance(one, int))
                return self._added(({}, 0), self._linear(argument), factor)
            case Call() if _is_boolean(tree):
                literal = self.truth(tree)
                if literal < 0:
                    return {self._hidden.flag(~literal): -1}, 1
                return {self._hidden.flag(literal): 1}, 0
            case _:
                return {self.variable(tree): 1}, 0

    @staticmethod
    def _added(one: Sum, other: Sum, factor: int) -> Sum:
        terms = dict(one[0])
        for place, coefficient in other[0].items():
            terms[place] = terms.get(place, 0) + factor * coefficient
        return {place: own for place, own in terms.items() if own}, one[1] + factor * other[1]

    # --- tables --------------------------------------------------------------------------------------------------

    def _at(self, name: str) -> int:
        return self._model.integer(self._place[name])

    def _small(self, tree: Tree) -> bool:
        names = dict.fromkeys(names_in(tree))
        return len(names) <= 3 and self._hidden.rows(self._place[name] for name in names) <= hidden.SMALL

    def _worked_out(self, tree: Tree, names: Sequence[str]) -> list[tuple[tuple[Value, ...], Value]]:
        """The value of the expression for each row. Rows for which it has none are forbidden."""
        places = [self._place[name] for name in names]
        found = []
        for row in product(*(self._model.numbers[place].of for place in places)):
            try:
                found.append((row, evaluate(tree, dict(zip(names, row, strict=True)))))
            except UndefinedError:
                of = [self._model.numbers[place].of for place in places]
                self._model.post("add_nogood", [(p, own[v]) for p, own, v in zip(places, of, row, strict=True)])
        return found

    def _tabulate(self, tree: Tree) -> None:
        names = tuple(dict.fromkeys(names_in(tree)))
        if not names:
            self._model.clause([self.truth(tree)])
            return
        rows = [row for row, value in self._worked_out(tree, names) if value != 0]
        self._model.table([self._place[name] for name in names], rows)


def _is_boolean(tree: Tree) -> bool:
    return isinstance(tree, Call) and tree.name in BOOLEAN


def _total(terms: dict[int, int], row: Sequence[int]) -> int:
    return sum(factor * value for factor, value in zip(terms.values(), row, strict=True))


def _holds(left: int, relation: str, right: int) -> bool:
    return left <= right if relation == "<=" else (left == right) == (relation == "=")
