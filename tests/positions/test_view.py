"""What one role knows leaks nothing: positions that it cannot tell apart look the same in every way."""

from __future__ import annotations

import pickle
from collections import defaultdict
from itertools import product

import pytest

import woodstock as ws
from woodstock.positions.position import Position


def positions(start: Position, depth: int, most: int) -> list[Position]:
    """All positions up to a depth, or the first of them."""
    found, edge = [start], [start]
    for _ in range(depth):
        edge = [
            position.play(list(joint_move))
            for position in edge
            if not position.is_over
            for joint_move in product(*(position.legal(role) for role in position.game.roles))
        ][:most]
        found += edge
    return found


@pytest.mark.parametrize(
    ("name", "depth", "most"), [("kuhn_poker", 5, 500), ("guess_dice", 3, 60), ("monty_hall", 3, 300)]
)
def test_positions_that_cannot_be_told_apart_look_the_same(name: str, depth: int, most: int) -> None:
    game = ws.load(name)
    machine = game.machine()
    told_apart = 0
    for seat, role in enumerate(game.roles):
        if role == "random":
            continue
        groups: defaultdict[object, list[Position]] = defaultdict(list)
        for position in positions(game.start(), depth, most):
            line = [position]
            while (before := line[-1].previous) is not None:
                line.append(before)
            seen = tuple(
                (one.last[seat], tuple(machine.percepts(one.previous._state, [move.number for move in one.last])[seat]))
                for one in reversed(line[:-1])
                if one.previous is not None
            )
            groups[seen].append(position)
        assert len(groups) > 1
        for own, group in groups.items():
            views = [position.seen_by(role) for position in group]
            assert {view.history for view in views} == {own}
            assert len(set(map(pickle.dumps, views))) == 1, "nor does what is sent tell them apart"
            assert all(view == views[0] and hash(view) == hash(views[0]) for view in views)
            told_apart += len({position.fluents for position in group}) > 1
            arrays = {position.observation(role).tobytes() for position in group}
            assert len(arrays) == 1
            if len(group) > 1:
                fluents = set.intersection(*(set(position.fluents) for position in group))
                assert set(views[0].fluents) <= fluents
                assert views[0].svg() == views[-1].svg() and str(views[0]) == str(views[-1])
    assert told_apart, "there are different positions that look the same"


def test_a_view_holds_no_position() -> None:
    view = ws.load("kuhn_poker").start().play("(deal first jack)").seen_by("second")
    assert set(view.__dict__) == {"game", "role", "is_over", "goal", "moves", "history", "last", "_shown"}
    assert view._shown is None and view.last == ()
    assert pickle.loads(pickle.dumps(view)) == view
    assert "second" in repr(view)


def test_without_percepts_a_role_knows_everything() -> None:
    position = ws.load("tic_tac_toe").start().play("(mark 2 2)")
    view = position.seen_by("o")
    assert view.fluents == position.fluents and view.possible == 1 and view.legal() == position.legal()
    assert str(view) == str(position) and view.svg() == position.svg()
    with pytest.raises(ws.WoodstockError, match="there is no role"):
        position.seen_by("z")


def test_what_is_known_follows_from_the_start() -> None:
    game = ws.load("kuhn_poker")
    elsewhere = game.position(game.start().play("(deal first jack)").fluents)
    with pytest.raises(ws.WoodstockError, match="this one was set up"):
        elsewhere.seen_by("first")
    with pytest.raises(ws.WoodstockError, match="percepts"):
        ws.analyse(elsewhere, "random")
