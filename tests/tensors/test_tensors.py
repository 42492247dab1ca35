"""Observations say what the state says where it may be known, and nothing else where there are percepts."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

import woodstock as ws
from woodstock import games
from woodstock.drawing import layout_of
from woodstock.engine import State
from woodstock.errors import WoodstockError
from woodstock.tensors import encoding_of

SEEING = "kuhn_poker leduc_poker krieg_tic_tac_toe monty_hall meier phantom_tic_tac_toe schnappt_hubi wumpus".split()
DAILY = "tic_tac_toe connect_four chess hex backgammon dots_and_boxes_suicide eight_puzzle yahtzee".split()
SLOW = [name for name in games.names() if name not in (*DAILY, *SEEING) and not games.metadata(name).sees]
BOARDS = [*DAILY, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)]


def played(game: ws.Game, rng: random.Random, steps: int) -> Iterator[State]:
    """States of random games."""
    machine = game.machine()
    state = machine.initial()
    for _ in range(steps):
        yield state
        state = (
            machine.initial()
            if machine.terminal(state)
            else machine.next(state, [*map(rng.choice, machine.legal(state))])
        )


@pytest.mark.parametrize("name", BOARDS)
def test_an_observation_shows_every_fluent_that_holds_and_no_other(name: str) -> None:
    game = ws.load(name)
    encoding = encoding_of(game)
    machine = game.machine()
    features = encoding.features(0)
    for state in played(game, random.Random(name), 60):
        observation = encoding.observation(0, state)
        assert observation.shape == encoding.shape and observation.dtype == np.bool_
        shown = {features[source] for source in encoding.sources[observation]}
        assert shown == set(machine.fluents(state))
        assert not observation[encoding.sources < 0].any()
        silent = encoding.sources[~observation]
        assert not shown & {features[source] for source in silent[silent >= 0]}


def test_planes_are_boards_as_they_are_drawn() -> None:
    game = ws.load("connect_four")
    machine = game.machine()
    state = machine.initial()
    for red, white in ((3, None), (None, 3), (0, None)):
        state = machine.next(state, [7 if red is None else red, 7 if white is None else white])
    planes = encoding_of(game).observation(0, state)
    layout = layout_of(game)
    names = {layout.boards[0].cell("4", "1"): "red", layout.boards[0].cell("4", "2"): "white"}
    names[layout.boards[0].cell("1", "1")] = "red"
    reds = np.argwhere(planes[0] | planes[1])
    assert {(int(x), int(y)) for y, x in reds} == set(names)
    assert [planes[at].sum() for at in (0, 1)] in ([2, 1], [1, 2])
    assert sorted(planes[at].sum() for at in (2, 3)) == [
        0,
        42,
    ]  # whose turn it is: a plane all of whose cells are alike


@pytest.mark.parametrize("name", ["tic_tac_toe", "backgammon", "kuhn_poker", "chess"])
def test_masks_mark_the_legal_actions(name: str) -> None:
    game = ws.load(name)
    encoding = encoding_of(game)
    machine = game.machine()
    for state in played(game, random.Random(1), 20):
        for role, legal in enumerate(machine.legal(state)):
            if role == game.chance:
                continue
            mask = encoding.action_mask(legal)
            assert mask.shape == (encoding.width,)
            named = {encoding.actions[role][action] for action in np.flatnonzero(mask)}
            assert named == {machine.move_name(role, move) for move in legal}


@pytest.mark.parametrize("name", SEEING)
def test_with_percepts_an_observation_never_looks_at_the_state(name: str) -> None:
    game = ws.load(name)
    encoding = encoding_of(game)
    rng = random.Random(name)
    machine = game.machine()
    nowhere = State(b"")
    for _ in range(20):
        state = machine.initial()
        pasts: list[list[tuple[int, list[str]]]] = [[] for _ in game.roles]
        while not machine.terminal(state):
            joint_move = [*map(rng.choice, machine.legal(state))]
            seen = machine.percepts(state, joint_move)
            state = machine.next(state, joint_move)
            for role, past in enumerate(pasts):
                past.append((joint_move[role], seen[role]))
        for role, past in enumerate(pasts):
            if role == game.chance:
                continue
            observation = encoding.observation(role, nowhere, past)
            features = encoding.features(role)
            shown = {features[source] for source in encoding.sources[observation]}
            moves = [encoding.actions[role][move] for move, _ in past]
            percepts = [own for _, own in past]
            assert shown == {
                f"did {moves[-1]}",
                *(f"saw {one}" for one in percepts[-1]),
                *(f"has done {move}" for move in moves),
                *(f"has seen {one}" for own in percepts for one in own),
            }


def test_what_a_role_can_never_see_is_refused() -> None:
    encoding = encoding_of(ws.load("kuhn_poker"))
    with pytest.raises(WoodstockError, match="can neither do nor see"):
        encoding.observation(0, State(b""), [(0, ["(the moon)"])])


def test_states_of_other_games_are_refused() -> None:
    encoding = encoding_of(ws.load("chess"))
    with pytest.raises(WoodstockError, match="another game"):
        encoding.observation(0, ws.load("tic_tac_toe").machine().initial())
