"""What a role observes in a game with percepts follows from its own moves and percepts, in every environment."""

from __future__ import annotations

import random

import numpy as np
import pytest

import woodstock as ws
from woodstock import games
from woodstock.engine import State
from woodstock.rl import VectorEnv
from woodstock.rl.table import Table

SEEING = [name for name in games.names() if games.metadata(name).sees]
DAILY = {"kuhn_poker", "krieg_tic_tac_toe", "monty_hall", "meier", "schnappt_hubi", "phantom_tic_tac_toe"}
NAMES = [name if name in DAILY else pytest.param(name, marks=pytest.mark.slow) for name in SEEING]


@pytest.mark.parametrize("name", NAMES)
def test_histories_that_look_alike_to_a_role_are_observed_alike(name: str) -> None:
    """Random games of one machine: whoever did and saw the same observes the same, whatever the state is. Where the
    observation came from the state, games that differ in what is hidden would tell. On large boards games never meet:
    so in each step others also do something else, which a role may not notice."""
    table, rng = Table(name, limit=12), random.Random(name)
    seen: dict[tuple[int, tuple[object, ...]], set[bytes]] = {}
    states: dict[tuple[int, tuple[object, ...]], set[State]] = {}
    for seed in range(40):
        table.begin(seed)
        while not table.ended:
            for role in table.turns.players:
                past = role, tuple((move, tuple(own)) for move, own in table.pasts[role])
                seen.setdefault(past, set()).add(table.observation(role).tobytes())
                states.setdefault(past, set()).add(table.state)
            before = table.state
            table.play({})
            for role in table.turns.players:
                past = role, tuple((move, tuple(own)) for move, own in table.pasts[role])
                for state in unnoticed(table, role, before, rng):
                    seen.setdefault(past, set()).add(table.encoding.observation(role, state, past[1]).tobytes())
                    states.setdefault(past, set()).add(state)
    assert all(len(observed) == 1 for observed in seen.values())
    # The test means something: some histories leave several states possible.
    assert any(len(own) > 1 for own in states.values())


def unnoticed(table: Table, role: int, before: State, rng: random.Random) -> list[State]:
    """What the last step of a game could have led to, as far as a role knows."""
    machine, (move, seen) = table.machine, table.pasts[role][-1]
    legal = machine.legal(before)
    legal[role] = [move]
    others = [[rng.choice(moves) for moves in legal] for _ in range(3)]
    return [machine.next(before, other) for other in others if machine.percepts(before, other)[role] == seen]


@pytest.mark.parametrize("name", NAMES)
def test_lanes_observe_what_a_role_did_and_saw(name: str) -> None:
    """The memory of each lane, replayed by a machine that is told the joint moves: those that lead from state to state.
    Only steps that one joint move explains are followed; a lane that cannot be followed any further is left."""
    game = ws.load(name)
    machine = game.machine()
    env = VectorEnv(game, 48, together=True, limit=30)
    observations, _ = env.reset(seed=2)
    states = env.states()
    opening = _opening(env)
    pasts = {lane: opening or _past(env, machine.initial(), states[lane], None) for lane in range(48)}
    compared = sum(_compared(env, observations[lane], past) for lane, past in pasts.items() if past is not None)
    for _ in range(10):
        actions = env.sample()
        observations, _, terminated, truncated, _ = env.step(actions)
        after = env.states()
        for lane, past in list(pasts.items()):
            if past is None or terminated[lane] or truncated[lane]:
                del pasts[lane]
                continue
            more = _past(env, states[lane], after[lane], actions[lane])
            if more is None:
                del pasts[lane]
                continue
            pasts[lane] = [*past, *more]
            compared += _compared(env, observations[lane], [*past, *more])
        states = after
    assert compared >= 2 * len(env.players)


Steps = list[tuple[tuple[int, ...], list[list[str]]]]


def _compared(env: VectorEnv, rows: np.ndarray, past: Steps) -> int:
    """Compare what all players observe of a game with this past."""
    for row, role in zip(rows, env.players, strict=True):
        history = [(move[role], seen[role]) for move, seen in past]
        assert np.array_equal(row, env.encoding.observation(role, State(b""), history))
    return len(rows)


def _opening(env: VectorEnv) -> Steps | None:
    """What every player did and saw until the first decision, if that is always the same."""
    table = Table(env.game)
    found = set()
    for seed in range(30):
        table.begin(seed)
        table.advance(env.players)
        found.add(tuple(tuple((move, tuple(seen)) for move, seen in table.pasts[role]) for role in env.players))
    if len(found) != 1:
        return None
    steps = zip(*table.pasts, strict=True)
    return [(tuple(move for move, _ in step), [seen for _, seen in step]) for step in steps]


def _past(env: VectorEnv, start: State, goal: State, actions: np.ndarray | None) -> Steps | None:
    """The joint moves, with percepts, that lead from a state to another, if there is only one way."""
    from itertools import product

    machine = env.game.machine()
    found: list[Steps] = []
    waiting: list[tuple[State, Steps]] = [(start, [])]
    if actions is None and start == goal:
        return []
    for _ in range(3):
        following: list[tuple[State, Steps]] = []
        for state, steps in waiting:
            if machine.terminal(state):
                continue
            legal = machine.legal(state)
            moving = env.turns.to_move(legal)
            if steps or actions is None:
                if moving:
                    continue
            else:
                for place, role in enumerate(env.players):
                    if role in moving:
                        legal[role] = [int(actions[place])]
            for joint_move in product(*legal):
                after = machine.next(state, joint_move)
                line = [*steps, (joint_move, machine.percepts(state, joint_move))]
                if after == goal:
                    found.append(line)
                following.append((after, line))
        if found or len(following) > 400:
            break
        waiting = following
    return found[0] if len(found) == 1 else None
