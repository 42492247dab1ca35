"""Search: from a state and limits to a report on every move."""

from woodstock.search.lane_search import LaneSearch
from woodstock.search.searcher import Searcher

__all__ = ["LaneSearch", "Searcher"]
