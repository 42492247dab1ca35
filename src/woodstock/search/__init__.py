"""Search: from a state and limits to a report on every move."""

from woodstock.search.lane_search import LaneSearch
from woodstock.search.mac_ucb import MacUcb
from woodstock.search.plain import PlainUct
from woodstock.search.searcher import Searcher
from woodstock.search.searches import MEMORY, Grave, Minimax, Ucb, Uct, compiled

__all__ = ["MEMORY", "Grave", "LaneSearch", "MacUcb", "Minimax", "PlainUct", "Searcher", "Ucb", "Uct", "compiled"]
