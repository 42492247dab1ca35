"""Searches: each takes a state and limits, and reports on every move."""

from woodstock.search.cfr import Cfr, SampledCfr
from woodstock.search.determinised import Determinised
from woodstock.search.expectimax import BeliefExpectimax
from woodstock.search.information import BeliefSearcher, InformationSearch
from woodstock.search.lane_search import LaneSearch
from woodstock.search.mac_ucb import BeliefMacUcb, MacUcb
from woodstock.search.parts import PuzzleParts
from woodstock.search.puzzle_search import PuzzleSearch
from woodstock.search.searcher import Searcher
from woodstock.search.searches import Grave, Minimax, Ucb, Uct

__all__ = [
    "BeliefExpectimax",
    "BeliefMacUcb",
    "BeliefSearcher",
    "Cfr",
    "Determinised",
    "Grave",
    "InformationSearch",
    "LaneSearch",
    "MacUcb",
    "Minimax",
    "PuzzleParts",
    "PuzzleSearch",
    "SampledCfr",
    "Searcher",
    "Ucb",
    "Uct",
]
