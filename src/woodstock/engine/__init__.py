"""Machines: games that can be stepped, counted and played out."""

from woodstock.core import held_elsewhere
from woodstock.engine.circuit_machine import CircuitMachine
from woodstock.engine.game import FallbackWarning, Game
from woodstock.engine.interpreter import InterpreterMachine
from woodstock.engine.lanes import LaneSimulator
from woodstock.engine.machine import JointMove, Machine, State
from woodstock.engine.playouts import PlayoutReport, Playouts

__all__ = [
    "CircuitMachine",
    "FallbackWarning",
    "Game",
    "InterpreterMachine",
    "JointMove",
    "LaneSimulator",
    "Machine",
    "PlayoutReport",
    "Playouts",
    "State",
    "held_elsewhere",
]
