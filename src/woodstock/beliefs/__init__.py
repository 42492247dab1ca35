"""Beliefs: what a role can know of the state of a match, from its own moves and percepts (GDL-II)."""

from woodstock.beliefs.belief import Belief, belief_of
from woodstock.beliefs.classes import Knowledge, knowledge_class
from woodstock.beliefs.compiled import CompiledBelief
from woodstock.beliefs.information import information_state, percept_numbers, told_state
from woodstock.beliefs.options import Options
from woodstock.beliefs.plain import PlainBelief

__all__ = [
    "Belief",
    "CompiledBelief",
    "Knowledge",
    "Options",
    "PlainBelief",
    "belief_of",
    "information_state",
    "knowledge_class",
    "percept_numbers",
    "told_state",
]
