"""Beliefs: what a role can know of the state of a match, from its own moves and percepts (GDL-II)."""

from woodstock.beliefs.belief import Belief, Options, belief_of, information_state, told_state
from woodstock.beliefs.classes import Knowledge, knowledge_class
from woodstock.beliefs.fluents import fluent_belief

__all__ = [
    "Belief",
    "Knowledge",
    "Options",
    "belief_of",
    "fluent_belief",
    "information_state",
    "knowledge_class",
    "told_state",
]
