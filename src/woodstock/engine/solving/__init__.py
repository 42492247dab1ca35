"""Solving: finite-domain constraints over numbered variables in the core, and stochastic networks by means of it."""

from woodstock.engine.solving.bridge import Assignments, Bridge
from woodstock.engine.solving.draws import distribution
from woodstock.engine.solving.exact import BestPolicy, best_policy
from woodstock.engine.solving.results import Count, Outcome, Solutions, Statistics, Status
from woodstock.engine.solving.singleton import CorePropagator, singleton_arc_consistent
from woodstock.engine.solving.solver import Consistency, Solver, ValueOrder, VariableOrder
from woodstock.engine.solving.stage import StageSolver, solve_stage
from woodstock.engine.solving.stage_solutions import Drawn, StageSolution, StageSolutions

__all__ = [
    "Assignments",
    "BestPolicy",
    "Bridge",
    "Consistency",
    "CorePropagator",
    "Count",
    "Drawn",
    "Outcome",
    "Solutions",
    "Solver",
    "StageSolution",
    "StageSolutions",
    "StageSolver",
    "Statistics",
    "Status",
    "ValueOrder",
    "VariableOrder",
    "best_policy",
    "distribution",
    "singleton_arc_consistent",
    "solve_stage",
]
