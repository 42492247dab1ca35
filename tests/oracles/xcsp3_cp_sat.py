"""Another reader of XCSP3, for OR-Tools CP-SAT: it shares nothing with ours, and uses CP-SAT's own constraints.

It is for well-formed instances of type CSP and COP over integers and symbols, such as PyCSP3 writes.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from ortools.sat.python import cp_model

from oracles.xcsp3_constraints import Constraints
from oracles.xcsp3_terms import UnsupportedError

__all__ = ["Instance", "UnsupportedError"]


class Instance(Constraints):
    """An instance as a model of CP-SAT."""

    def __init__(self, text: str) -> None:
        super().__init__()
        root = ET.fromstring(text)
        for child in root.find("variables") or ():
            self._declare(child)
        for child in root.find("constraints") or ():
            self._read(child, [])
        self.objective: tuple[Any, bool] | None = None
        for child in root.find("objectives") or ():
            self._aim(child)

    def _aim(self, element: ET.Element) -> None:
        kind = element.attrib.get("type", "expression")
        if kind == "sum":
            value = self._sum_of(element)
        elif kind == "nValues":
            value = self._distinct(self._own(element), [])
        elif kind in ("maximum", "minimum"):
            value = self._apply(kind[:3], self._own(element))
        elif kind == "expression":
            value = self._list("".join((element.text or "").split()))[0]
        else:
            raise UnsupportedError(f"an objective of type {kind}")
        self.objective = (value, element.tag == "maximize")

    # --- answers -------------------------------------------------------------------------------------------------
    def optimum(self, seconds: float) -> tuple[str, int | None]:
        """The status of CP-SAT, and the best value where that is proved; without an objective, 0."""
        solver = _solver(seconds)
        if self.objective is not None:
            value, largest = self.objective
            (self.model.maximize if largest else self.model.minimize)(value)
        status = solver.solve(self.model)
        if status != cp_model.OPTIMAL:
            return solver.status_name(status), None
        return "OPTIMAL", round(solver.objective_value) if self.objective is not None else 0

    def solutions(self, seconds: float, most: int) -> set[tuple[int, ...]] | None:
        """All solutions, over the variables as they are declared; None if there are too many, or too little time."""
        collector = _Collector(list(self.cells.values()), most)
        solver = _solver(seconds)
        solver.parameters.enumerate_all_solutions = True
        status = solver.solve(self.model, collector)
        if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE) or len(collector.rows) > most:
            return None
        return collector.rows


def _solver(seconds: float) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    return solver


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables: list[cp_model.IntVar], most: int) -> None:
        super().__init__()
        self._variables = variables
        self._most = most
        self.rows: set[tuple[int, ...]] = set()

    def on_solution_callback(self) -> None:
        self.rows.add(tuple(self.value(variable) for variable in self._variables))
        if len(self.rows) > self._most:
            self.stop_search()
