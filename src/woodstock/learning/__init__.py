"""Learning by self-play: values of states, kept under the canonical form of a game and known again by any name."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from woodstock.core import Network as Network
    from woodstock.learning.generations import Generation as Generation
    from woodstock.learning.generations import learn as learn
    from woodstock.learning.learner import Learner as Learner
    from woodstock.learning.learner import learnable as learnable
    from woodstock.learning.store import load_for as load_for
    from woodstock.learning.weights import Learned as Learned
    from woodstock.learning.weights import Rating as Rating
    from woodstock.learning.weights import Weights as Weights

_HOME = {
    "Generation": "generations",
    "Learned": "weights",
    "Learner": "learner",
    "Network": "weights",
    "Rating": "weights",
    "Weights": "weights",
    "learn": "generations",
    "learnable": "learner",
    "load_for": "store",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for: a player that finds nothing kept needs little of it."""
    if name not in _HOME:
        raise AttributeError(f"module 'woodstock.learning' has no attribute {name!r}")
    return getattr(import_module(f"woodstock.learning.{_HOME[name]}"), name)
