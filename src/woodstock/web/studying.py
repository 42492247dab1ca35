"""What there is to understand of a position besides its value: symmetries, beliefs, the network of the turn."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import numpy as np

from woodstock.beliefs import Options, belief_of
from woodstock.drawing import picture as full_picture
from woodstock.errors import WoodstockError
from woodstock.positions.position import Position
from woodstock.web.graphs import edges
from woodstock.web.loaded_game import LoadedGame, Moves

_STATES = 6
"""Possible states that are drawn."""
_KEPT = {"exact": 20_000, "particles": 2_000, "seed": 1}
_VARIABLES = 400
"""Variables of a network that are listed."""


def orbits(loaded: LoadedGame, moves: Moves, role: str) -> dict[str, Any]:
    """The legal moves of a role, those together that a symmetry of this position maps to each other."""
    game, position = loaded.game, loaded.position(moves)
    if game.circuit is None:
        raise WoodstockError("symmetries are found in compiled games, and this one is interpreted")
    names = list(map(str, position.legal(role)))
    found = game.symmetries()
    fixing = _fixing(position)
    numbers = found.moves(role)[fixing]
    by_number = {move.number: str(move) for move in position.legal(role)}
    groups: list[list[str]] = []
    done: set[int] = set()
    for number in by_number:
        if number not in done:
            images = {int(image) for image in numbers[:, number]} & by_number.keys()
            done |= images | {number}
            groups.append([by_number[one] for one in sorted(images | {number})])
    return {"role": role, "orbits": groups, "moves": len(names), "symmetries": len(found), "here": int(fixing.sum())}


def _fixing(position: Position) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which symmetries of the game leave this position as it is."""
    return np.array([other == position for other in position.game.symmetries().positions(position)])


def beliefs(loaded: LoadedGame, moves: Moves, role: str, seconds: float) -> dict[str, Any]:
    """The states that are possible to a role, the likeliest drawn."""
    game = loaded.game
    view = loaded.position(moves).seen_by(role)
    belief = belief_of(game, game.seat(role), Options(**_KEPT))
    deadline = time.monotonic() + seconds
    for move, seen in view._numbers():
        if not belief.observe(move, seen, deadline):
            return {"role": role, "states": [], "possible": None, "exact": False}
    states, weights = belief.states, belief.weights
    order = np.argsort(-weights, kind="stable")[:_STATES]
    drawn = [
        {
            "share": float(weights[at]),
            "svg": full_picture(game, states[at], title="", layout=loaded.layout).svg(theme="bare"),
        }
        for at in order
    ]
    return {"role": role, "states": drawn, "possible": len(states) if belief.exact else None, "exact": belief.exact}


def turn_network(loaded: LoadedGame, moves: Moves) -> dict[str, Any]:
    """The stochastic constraint network of this turn: its size, its variables and how many solutions it has."""
    game, position = loaded.game, loaded.position(moves)
    if game.circuit is None:
        raise WoodstockError("an interpreted game has no network")
    stage = game.network()
    network = stage.network
    given = stage.assignment(position.fluents)
    used = Counter(name for one in network.constraints for name in set(one.scope))
    solved = None if position.is_over else stage.solve(position.fluents, seconds=2.0)
    return {
        "variables": len(network.variables),
        "constraints": len(network.constraints),
        "largest_domain": network.largest_domain,
        "stochastic": len(network.stochastic),
        "solutions": None if solved is None else len(solved),
        "edges": edges(network),
        "listed": [
            {
                "name": one.name,
                "stochastic": one.stochastic,
                "constraints": used[one.name],
                "domain": [str(value) for value in list(one.domain)[:12]],
                "size": len(one.domain),
                "value": str(given[one.name]) if one.name in given else None,
            }
            for one in network.variables[:_VARIABLES]
        ],
    }
