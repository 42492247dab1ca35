"""Experiments: the papers' tables and figures, or your own, on a laptop or a cluster; to be stopped and gone on with.

>>> from woodstock.experiments import load
>>> load("paper-000-table-3").tasks
225000
"""

from __future__ import annotations

from woodstock.experiments.experiment import Experiment, load, names, parse
from woodstock.experiments.kinds import Cell, Kind, Measure, Outcome, Plan, Scale, find
from woodstock.experiments.report import Report, report
from woodstock.experiments.running import Runner, Standing
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
    "Runner",
    "Scale",
    "Section",
    "Standing",
    "Store",
    "find",
    "load",
    "names",
    "parse",
    "report",
]
