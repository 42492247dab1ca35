"""A solver for finite-domain constraints over numbered variables."""

from woodstock.engine.solving.results import Count, Outcome, Solutions, Statistics, Status
from woodstock.engine.solving.solver import Consistency, Solver, ValueOrder, VariableOrder

__all__ = [
    "Consistency",
    "Count",
    "Outcome",
    "Solutions",
    "Solver",
    "Statistics",
    "Status",
    "ValueOrder",
    "VariableOrder",
]
