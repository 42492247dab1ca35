"""Solving: finite-domain constraints over numbered variables in the core, and stochastic networks by means of it."""

from woodstock.solver.draws import distribution
from woodstock.solver.exact import BestPolicy, best_policy
from woodstock.solver.network_solver import Assignments, NetworkSolver
from woodstock.solver.numbering import Numbering
from woodstock.solver.optimising import Optimum, optimise
from woodstock.solver.results import Best, Count, Outcome, Solutions, Statistics, Status
from woodstock.solver.singleton import CorePropagator, preprocessed, singleton_arc_consistent
from woodstock.solver.solver import Consistency, Solver, ValueOrder, VariableOrder
from woodstock.solver.stage import StageSolver, solve_stage
from woodstock.solver.stage_solutions import Drawn, StageSolution, StageSolutions

__all__ = [
    "Assignments",
    "Best",
    "BestPolicy",
    "Consistency",
    "CorePropagator",
    "Count",
    "Drawn",
    "NetworkSolver",
    "Numbering",
    "Optimum",
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
    "optimise",
    "preprocessed",
    "singleton_arc_consistent",
    "solve_stage",
]
