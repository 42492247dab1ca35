"""Experiments: the papers' tables and figures, or your own, on a laptop or a cluster; they can be stopped and resumed.

>>> from woodstock.experiments import load
>>> experiment = load("paper-000-table-3")
>>> experiment.plan.cells[0].labels["pairing"], experiment.paper.value("Awale", "MAC-UCB vs. UCT")
('MAC-UCB vs. UCT', 56.7)
"""

from woodstock.experiments.experiment import Experiment, load, names, parse
from woodstock.experiments.kinds import Cell, Kind, Measure, Outcome, Plan, Scale
from woodstock.experiments.report import Report, report
from woodstock.experiments.running import Runner, RunStatus
from woodstock.experiments.section import ExperimentError, Section
from woodstock.experiments.store import Store

__all__ = [
    "Cell",
    "Experiment",
    "ExperimentError",
    "Kind",
    "Measure",
    "Outcome",
    "Plan",
    "Report",
    "RunStatus",
    "Runner",
    "Scale",
    "Section",
    "Store",
    "load",
    "names",
    "parse",
    "report",
]
