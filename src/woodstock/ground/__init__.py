"""Grounding: from rules to integer atoms and ground rules."""

from woodstock.ground.chain import ground, transform
from woodstock.ground.clingo import Limits
from woodstock.ground.endless import endless_function
from woodstock.ground.program import GroundProgram

__all__ = ["GroundProgram", "Limits", "endless_function", "ground", "transform"]
