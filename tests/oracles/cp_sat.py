"""Networks in OR-Tools CP-SAT: another solver to compare solutions and times with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ortools.sat.python import cp_model

from woodstock.network import (
    STAR,
    AllDifferent,
    Assignment,
    AtMostOne,
    Channel,
    Constraint,
    Equal,
    Gate,
    Literal,
    Network,
    Table,
    Value,
)


class CpSatModel:
    """A network, draws and all, as a model of CP-SAT, in which some variables have a value already."""

    def __init__(self, network: Network, given: Assignment | None = None) -> None:
        given = given or {}
        values: dict[Value, None] = dict.fromkeys((0, 1))
        for variable in network.variables:
            values.update(dict.fromkeys(variable.domain))
        self.values = tuple(values)
        self._number = {value: number for number, value in enumerate(values)}
        self._network = network
        self.model = cp_model.CpModel()
        self.variables: dict[str, cp_model.IntVar] = {}
        for variable in network.variables:
            domain = (given[variable.name],) if variable.name in given else variable.domain
            numbers = cp_model.Domain.from_values([self._number[value] for value in domain])
            self.variables[variable.name] = self.model.new_int_var_from_domain(numbers, variable.name)
        self._indicators: dict[tuple[str, Value], cp_model.IntVar] = {}
        for constraint in network.constraints:
            self._add(constraint)

    def _add(self, constraint: Constraint) -> None:
        scope = [self.variables[name] for name in constraint.scope]
        match constraint:
            case Table():
                self._table(constraint)
            case Gate(kind, output, inputs):
                literals = [self._literal(literal) for literal in inputs]
                self._gate(kind, self.variables[output], literals)
            case Equal():
                for one, other in pairwise(scope):
                    self.model.add(one == other)
            case AllDifferent():
                self.model.add_all_different(scope)
            case AtMostOne():
                self.model.add_at_most_one(scope)
            case Channel(variable, indicators):
                for value, name in indicators:
                    self.model.add(self.variables[name] == self._indicator(variable, value))

    def _table(self, table: Table) -> None:
        """CP-SAT has no short tuples: where there are some, each is a conjunction of literals."""
        scope = [self.variables[name] for name in table.scope]
        rows = [[self._number[value] for value in row] for row in table.tuples if STAR not in row]
        if not table.allowed and rows:
            self.model.add_forbidden_assignments(scope, rows)
        if table.allowed and not table.short:
            self.model.add_allowed_assignments(scope, rows)
            return
        chosen = []
        for row in table.tuples if table.allowed else table.short:
            pairs = [(name, value) for name, value in zip(table.scope, row, strict=True) if value is not STAR]
            literals = [self._indicator(name, value) for name, value in pairs]
            if not table.allowed:
                self.model.add_bool_or([~literal for literal in literals])
                continue
            chosen.append(self.model.new_bool_var(""))
            self._gate("and", chosen[-1], literals)
        if table.allowed:
            self.model.add_bool_or(chosen)

    def _gate(self, kind: str, output: cp_model.IntVar, literals: Sequence[cp_model.LiteralT]) -> None:
        if kind == "or":
            self.model.add_bool_or(literals).only_enforce_if(output)
            self.model.add_bool_and([~literal for literal in literals]).only_enforce_if(~output)
        else:
            self.model.add_bool_and(literals).only_enforce_if(output)
            self.model.add_bool_or([~literal for literal in literals]).only_enforce_if(~output)

    def _literal(self, literal: Literal) -> cp_model.LiteralT:
        found = self._indicator(literal.variable, literal.value)
        return found if literal.positive else ~found

    def _indicator(self, name: str, value: Value) -> cp_model.IntVar:
        """A Boolean variable that says whether a variable has a value; it is determined, so it adds no solutions."""
        variable = self.variables[name]
        if value == 1 and self._network.variable(name).boolean:
            return variable
        if (name, value) not in self._indicators:
            said = self._indicators[name, value] = self.model.new_bool_var("")
            if value in self._number:
                self.model.add(variable == self._number[value]).only_enforce_if(said)
                self.model.add(variable != self._number[value]).only_enforce_if(~said)
            else:
                self.model.add(said == 0)
        return self._indicators[name, value]

    def solutions(self, names: Sequence[str], *, presolve: bool = True) -> list[tuple[Value, ...]]:
        """All solutions, of each the values of these variables."""
        collector = _Collector([self.variables[name] for name in names])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.cp_model_presolve = presolve
        status = solver.solve(self.model, collector)
        assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE), solver.status_name(status)
        return [tuple(self.values[number] for number in row) for row in collector.rows]


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self._variables = variables
        self.rows: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        self.rows.append(tuple(self.value(variable) for variable in self._variables))
