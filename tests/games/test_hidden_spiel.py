"""Games with percepts against OpenSpiel's: the same moves and results, and the same knowledge.

Two histories give a role the same moves and percepts if and only if OpenSpiel has one information state for them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import pyspiel
import pytest

import woodstock as ws
from games.translations.sheets import words
from oracles.information import Node, after, root
from woodstock.engine.machine import Machine


@dataclass(frozen=True)
class Twin:
    """A game of OpenSpiel. Its players are our roles in their order, its chance is our `random`."""

    name: str
    game: str
    move: Callable[[str], str]
    """From our text of a move to theirs."""
    theirs: Callable[[str], str] = str
    """What to do first with their text of a move: to drop the player's mark, say."""
    chip: int = 50
    """What one point of theirs is worth in our goals, in which 50 is a draw."""
    depth: int = 99
    """How deep to go along all histories."""

    @cached_property
    def machine(self) -> Machine:
        return ws.load(self.name).machine()


def _kuhn(move: str) -> str:
    name, *rest = words(move)
    return f"Deal:{['jack', 'queen', 'king'].index(rest[1])}" if rest else name.capitalize()


def _leduc(move: str) -> str:
    name, *rest = words(move)
    if not rest:
        return name.capitalize()
    return f"Chance outcome:{2 * ['jack', 'queen', 'king'].index(rest[1]) + ['hearts', 'spades'].index(rest[2])}"


def _battleship(move: str) -> str:
    name, *rest = words(move)
    cell = f"({int(rest[-2]) - 1}, {int(rest[-1]) - 1})"
    if name == "shoot":
        return f"shoot at {cell}"
    return f"place ship {'horizontally' if rest[0] == 'across' else 'vertically'} with top-left corner in {cell}"


def _mark(move: str) -> str:
    _, row, column = words(move)
    return f"({int(row) - 1},{int(column) - 1})"


BATTLESHIP = "board_width=4,board_height=4,ship_sizes=[2;3],ship_values=[1;1],num_shots=10,allow_repeated_shots=False"
TWINS = {
    "kuhn_poker": Twin("kuhn_poker", "kuhn_poker", _kuhn, chip=25),
    "leduc_poker": Twin("leduc_poker", "leduc_poker", _leduc, chip=3),
    "battleship": Twin(
        "battleship", f"battleship({BATTLESHIP})", _battleship, lambda text: text.split(": ")[1], chip=25, depth=3
    ),
    "phantom_tic_tac_toe": Twin(
        "phantom_tic_tac_toe", "phantom_ttt(obstype=reveal-numturns)", _mark, lambda text: text[1:], depth=5
    ),
}

SETS = {"kuhn_poker": 12, "leduc_poker": 936}
"""How many information states there are, as published."""

Step = tuple[list[int], int]
"""A joint move and the action of OpenSpiel."""


def steps(twin: Twin, node: Node, position: pyspiel.State) -> list[Step]:
    """The moves of the one who moves, which both sides must agree on; the others can only wait."""
    machine = twin.machine
    assert not machine.terminal(node.state)
    assert not position.is_terminal()
    player = position.current_player()
    mover = machine.chance if position.is_chance_node() else player
    assert mover is not None
    legal = machine.legal(node.state)
    waiting = [machine.move_number(role, "noop") for role in range(len(machine.roles))]
    assert all(moves == [waiting[role]] for role, moves in enumerate(legal) if role != mover)
    theirs = {twin.theirs(position.action_to_string(player, a)): a for a in position.legal_actions()}
    ours = {twin.move(machine.move_name(mover, move)): move for move in legal[mover]}
    assert ours.keys() == theirs.keys()
    return [([*waiting[:mover], ours[text], *waiting[mover + 1 :]], theirs[text]) for text in sorted(ours)]


def compare(twin: Twin, node: Node, position: pyspiel.State, tables: list[dict[object, object]]) -> None:
    """Results at the end; before, what the player knows who is to move, which must be one to one."""
    assert twin.machine.terminal(node.state) == position.is_terminal()
    if position.is_terminal():
        goals = twin.machine.goals(node.state)
        assert goals[:2] == tuple(50 + twin.chip * result for result in position.returns())
    elif not position.is_chance_node():
        player = position.current_player()
        known, said = (player, node.known[player]), (player, position.information_state_string())
        assert tables[0].setdefault(known, said) == said
        assert tables[1].setdefault(said, known) == known


def every(twin: Twin, node: Node, position: pyspiel.State, depth: int) -> Iterator[tuple[Node, pyspiel.State]]:
    yield node, position
    if position.is_terminal() or not depth:
        return
    for joint, action in steps(twin, node, position):
        yield from every(twin, after(twin.machine, node, joint), position.child(action), depth - 1)


@pytest.mark.parametrize("name", TWINS)
def test_all_histories(name: str) -> None:
    twin = TWINS[name]
    tables: list[dict[object, object]] = [{}, {}]
    for node, position in every(twin, root(twin.machine), pyspiel.load_game(twin.game).new_initial_state(), twin.depth):
        compare(twin, node, position, tables)
    if name in SETS:
        assert len(tables[0]) == SETS[name]


@pytest.mark.parametrize("name", ["battleship", "phantom_tic_tac_toe"])
def test_random_games(name: str) -> None:
    """Too large to go everywhere. Few moves are tried in each place, so that many histories meet again."""
    twin = TWINS[name]
    game = pyspiel.load_game(twin.game)
    tables: list[dict[object, object]] = [{}, {}]
    met = 0
    for seed in range(300):
        rng = random.Random(seed)
        node, position = root(twin.machine), game.new_initial_state()
        while not position.is_terminal():
            choices = steps(twin, node, position)
            joint, action = choices[rng.randrange(2) * (len(choices) - 1)]
            node = after(twin.machine, node, joint)
            position.apply_action(action)
            before = len(tables[0])
            compare(twin, node, position, tables)
            met += len(tables[0]) == before
    assert met > 1000
