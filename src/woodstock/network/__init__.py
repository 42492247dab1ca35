"""Stochastic constraint networks: variables, hard and soft constraints, chance, stages, policies.

Nothing here knows of games. A network is written by hand, read from XCSP3 or made by another room.
"""

from woodstock.network.consistency import Domains, arc_consistent, domains_of
from woodstock.network.constraints import (
    AllDifferent,
    AtMostOne,
    Channel,
    Constraint,
    Equal,
    Gate,
    Literal,
    Table,
)
from woodstock.network.errors import NetworkError
from woodstock.network.globals import Circuit, Intension, Inverse, Lex, Objective, Regular
from woodstock.network.network import Network
from woodstock.network.policy import Chance, Decide, Leaf, Policy, fixed, paths, plan
from woodstock.network.preprocessing import (
    Report,
    merge_equal_scopes,
    preprocess,
    project_unary,
    remove_universal,
    singleton_arc_consistency,
)
from woodstock.network.semantics import (
    check_policy,
    expected_utility,
    is_feasible,
    is_solution,
    likelihood,
    satisfaction,
    satisfied,
    utility,
)
from woodstock.network.soft import ConditionalTable, Probability, Share, Universal, Utility, uniform
from woodstock.network.stages import repeat
from woodstock.network.values import STAR, Assignment, Row, Value
from woodstock.network.variables import Variable

__all__ = [
    "STAR",
    "AllDifferent",
    "Assignment",
    "AtMostOne",
    "Chance",
    "Channel",
    "Circuit",
    "ConditionalTable",
    "Constraint",
    "Decide",
    "Domains",
    "Equal",
    "Gate",
    "Intension",
    "Inverse",
    "Leaf",
    "Lex",
    "Literal",
    "Network",
    "NetworkError",
    "Objective",
    "Policy",
    "Probability",
    "Regular",
    "Report",
    "Row",
    "Share",
    "Table",
    "Universal",
    "Utility",
    "Value",
    "Variable",
    "arc_consistent",
    "check_policy",
    "domains_of",
    "expected_utility",
    "fixed",
    "is_feasible",
    "is_solution",
    "likelihood",
    "merge_equal_scopes",
    "paths",
    "plan",
    "preprocess",
    "project_unary",
    "remove_universal",
    "repeat",
    "satisfaction",
    "satisfied",
    "singleton_arc_consistency",
    "uniform",
    "utility",
]
