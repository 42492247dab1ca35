"""A quantified CSP played against the computer: two players set its variables in the order of the quantifiers.

Nothing is kept between two calls: whoever asks gives the values that were set so far.
"""

from __future__ import annotations

from typing import Any

from woodstock.errors import WoodstockError
from woodstock.network import Value
from woodstock.network.xcsp3 import read_instance, write_xcsp3
from woodstock.qcsp import Clock, Entrant, Parameters, Problem, random_network
from woodstock.web.graphs import edges

SIDES = ("exists", "forall")
_LARGEST = 40


def opened(text: str | None, shape: dict[str, Any], seed: int) -> dict[str, Any]:
    """An instance: the one in the text, or a random one of paper 004."""
    if text is None:
        n, d = int(shape.get("n", 10)), int(shape.get("d", 5))
        if not (1 <= n <= _LARGEST and 1 <= d <= 16):
            raise WoodstockError(f"an instance for people has 1 to {_LARGEST} variables of 1 to 16 values")
        text = write_xcsp3(random_network(Parameters(n, d, 0.3, 0.5, 0.4), seed))
    return {"text": text, **_told(_problem(text), [])}


def answered(
    text: str, values: list[str], side: str, value: str | None, player: str, seconds: float, seed: int
) -> dict[str, Any]:
    """The person on one side sets a variable; the computer sets its own until it is the person's turn again."""
    if side not in SIDES:
        raise WoodstockError("a side must be exists or forall")
    problem = _problem(text)
    played: list[Value] = []
    for one in values:
        played.append(_value(problem, len(played), one))
    if value is not None:
        played.append(_value(problem, len(played), value))
    other = Entrant.parse(player).make(problem, seed)
    notes: list[dict[str, Any]] = []
    while len(played) < len(problem) and problem.universal[len(played)] != (side == "forall"):
        thought = other.choose(played, Clock(seconds))
        notes.append({"variable": problem.names[len(played)], "value": str(thought.value), "proof": thought.proof})
        played.append(thought.value)
    return {**_told(problem, played), "notes": notes}


def _problem(text: str) -> Problem:
    return Problem(read_instance(text).network)


def _value(problem: Problem, place: int, text: str) -> Value:
    """The value of a variable that is written so."""
    if place >= len(problem):
        raise WoodstockError("all variables are set")
    for value in problem.domains[place]:
        if str(value) == text:
            return value
    raise WoodstockError(f"{text[:40]!r} is not a value of {problem.names[place]}")


def _told(problem: Problem, played: list[Value]) -> dict[str, Any]:
    """How it stands. Values that are lost at once are marked: some constraint forbids them already."""
    place = len(played)
    over = place == len(problem)
    given = {problem.names[at]: [value] for at, value in enumerate(played)}
    left = None if over else problem.propagate(given, strong=False)
    return {
        "variables": [
            {
                "name": name,
                "universal": universal,
                "domain": [str(value) for value in domain],
                "left": [str(value) for value in left[name]] if left is not None else None,
            }
            for name, universal, domain in zip(problem.names, problem.universal, problem.domains, strict=True)
        ],
        "values": [str(value) for value in played],
        "edges": edges(problem.network),
        "turn": None if over else ("forall" if problem.universal[place] else "exists"),
        "winner": ("exists" if problem.satisfied(played) else "forall") if over else None,
    }
