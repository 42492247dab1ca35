"""Late positions of larger games: every search proves what an exhaustive solver with fractions finds there."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

import woodstock as ws
from oracles.solving import solve
from woodstock.engine.machine import State
from woodstock.search import Grave, LaneSearch, MacUcb, Minimax, Searcher, Uct

SEARCHES: dict[str, Callable[[ws.Game], Searcher]] = {
    "uct": Uct,
    "grave": Grave,
    "minimax": Minimax,
    "woodstock": lambda game: LaneSearch(game, memory=2**25),
    "mac-ucb": lambda game: MacUcb(game, simulations=100),
    "fc-ucb": lambda game: MacUcb(game, by="fc", simulations=100),
}
GAMES = (
    "nim",
    "connect_four",
    "quarto",
    "majorities",
    "orchard",  # chance, and a common aim
    "lights_out",  # alone
)
SIZE = 400
"""How many states the solver is to see."""


def late(machine: ws.Machine, rng: random.Random) -> State:
    """The first position of a random game from which there are no more states than this to come."""
    line = [machine.initial()]
    while not machine.terminal(line[-1]):
        line.append(machine.next(line[-1], [rng.choice(own) for own in machine.legal(line[-1])]))
    found = line.pop()
    while line and small(machine, line[-1]):
        found = line.pop()
    return found


def small(machine: ws.Machine, start: State) -> bool:
    """Are there so few states from here on?"""
    met, waiting = {start}, [start]
    while waiting and len(met) <= SIZE:
        state = waiting.pop()
        if not machine.terminal(state):
            children = {machine.next(state, joint_move) for joint_move in product(*machine.legal(state))}
            waiting += children - met
            met |= children
    return len(met) <= SIZE


@pytest.mark.parametrize("name", GAMES)
def test_late_positions_are_proved(name: str) -> None:
    game = ws.load(name)
    machine = game.machine()
    rng = random.Random(name)
    for _ in range(3):
        state = late(machine, rng)
        known = solve(machine, state)
        for search, make in SEARCHES.items():
            if (name, search) == ("quarto", "fc-ucb"):
                continue  # forward checking alone was not done after a minute
            searcher = make(game)
            searcher.search(state, playouts=300_000)
            report = searcher.report(0)
            assert report.proved == (state in known), search
            if report.proved:
                shown = [0 if role == game.chance else float(value) for role, value in enumerate(known[state])]
                assert report.values == pytest.approx(shown), search
