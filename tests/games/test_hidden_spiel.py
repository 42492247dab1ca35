"""Games with percepts against OpenSpiel's: the same moves and results, and the same knowledge.

Two histories give a role the same moves and percepts if and only if OpenSpiel has one information state for them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pyspiel
import pytest

import woodstock as ws
from games.translations.hidden_spiel import INFORMATION_STATES, TWINS, Twin
from oracles.information import Information, Node, after, root
from woodstock.engine.machine import Machine

Step = tuple[list[int], int]
"""A joint move and the action of OpenSpiel."""


@dataclass
class Comparison:
    """Both sides of a game, and what was found to be the same on both: who is to move with what is known, as our
    percepts tell it, and as OpenSpiel's text of the information state does."""

    twin: Twin
    machine: Machine
    ours: dict[tuple[int, Information], str] = field(default_factory=dict)
    theirs: dict[tuple[int, str], Information] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str) -> Comparison:
        return cls(TWINS[name], ws.load(name).machine())

    def begin(self) -> tuple[Node, pyspiel.State]:
        return root(self.machine), pyspiel.load_game(self.twin.game).new_initial_state()

    def compare(self, node: Node, position: pyspiel.State) -> None:
        """Results at the end; before, what the player knows who is to move, which must be one to one."""
        assert self.machine.terminal(node.state) == position.is_terminal()
        if position.is_terminal():
            results = tuple(50 + self.twin.chip * result for result in position.returns())
            assert self.machine.goals(node.state)[: len(results)] == results
        elif not position.is_chance_node():
            player = position.current_player()
            known, text = node.known[player], position.information_state_string()
            assert self.ours.setdefault((player, known), text) == text
            assert self.theirs.setdefault((player, text), known) == known

    def steps(self, node: Node, position: pyspiel.State) -> list[Step]:
        """The moves of the one who moves, which both sides must agree on; the others can only wait."""
        player = position.current_player()
        mover = self.machine.chance if position.is_chance_node() else player
        assert mover is not None
        legal = self.machine.legal(node.state)
        waiting = [self.machine.move_number(role, "noop") for role in range(len(legal))]
        assert all(moves == [waiting[role]] for role, moves in enumerate(legal) if role != mover)
        theirs = {self.twin.theirs(position.action_to_string(player, a)): a for a in position.legal_actions()}
        ours = {self.twin.move(self.machine.move_name(mover, move)): move for move in legal[mover]}
        assert ours.keys() == theirs.keys()
        return [([*waiting[:mover], ours[text], *waiting[mover + 1 :]], theirs[text]) for text in sorted(ours)]

    def every(self, node: Node, position: pyspiel.State, depth: int) -> Iterator[tuple[Node, pyspiel.State]]:
        """All histories of a length."""
        yield node, position
        if depth and not position.is_terminal():
            for joint, action in self.steps(node, position):
                yield from self.every(after(self.machine, node, joint), position.child(action), depth - 1)


@pytest.mark.parametrize("name", TWINS)
def test_all_histories(name: str) -> None:
    comparison = Comparison.of(name)
    for node, position in comparison.every(*comparison.begin(), comparison.twin.depth):
        comparison.compare(node, position)
    if name in INFORMATION_STATES:
        assert len(comparison.ours) == INFORMATION_STATES[name]


@pytest.mark.parametrize("name", ["battleship", "phantom_tic_tac_toe"])
def test_random_games(name: str) -> None:
    """Too large to go everywhere. Only two moves are tried in each place, so that many histories meet again."""
    comparison = Comparison.of(name)
    decisions = 0
    for seed in range(300):
        rng = random.Random(seed)
        node, position = comparison.begin()
        while not position.is_terminal():
            comparison.compare(node, position)
            decisions += 1
            joint, action = rng.choice(comparison.steps(node, position)[:: max(1, len(position.legal_actions()) - 1)])
            node = after(comparison.machine, node, joint)
            position.apply_action(action)
        comparison.compare(node, position)
    assert len(comparison.ours) < 0.8 * decisions
