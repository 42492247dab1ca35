"""Quantified CSPs against the clock (paper 004): instances, exact answers, and players for both sides.

Nothing here knows of GDL. A QCSP is a network whose draws are all universal.
"""

from woodstock.qcsp.exact import solve
from woodstock.qcsp.generator import Packing, Parameters, bin_packing, random_network
from woodstock.qcsp.players import PLAYERS, Clock, Entrant, Player, Thought
from woodstock.qcsp.playing import play
from woodstock.qcsp.problem import Problem

__all__ = [
    "PLAYERS",
    "Clock",
    "Entrant",
    "Packing",
    "Parameters",
    "Player",
    "Problem",
    "Thought",
    "bin_packing",
    "play",
    "random_network",
    "solve",
]
