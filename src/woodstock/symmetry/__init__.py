"""Symmetries: what can be renamed in a game without a difference to anybody."""

from woodstock.core import SymmetryGroup
from woodstock.symmetry.detection import By, Detection, find, find_by, graph_of, survey, survey_by
from woodstock.symmetry.found import MOST_ELEMENTS, Survey, Symmetries
from woodstock.symmetry.points import Permutation, Points

__all__ = [
    "MOST_ELEMENTS",
    "By",
    "Detection",
    "Permutation",
    "Points",
    "Survey",
    "Symmetries",
    "SymmetryGroup",
    "find",
    "find_by",
    "graph_of",
    "survey",
    "survey_by",
]
