"""What a player believes is followed once, by one object, whatever it plays by."""

from __future__ import annotations

import pytest

import woodstock as ws
from woodstock.beliefs import belief_of
from woodstock.players import parse, watching
from woodstock.referee import play


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("monty_hall", "woodstock:playouts=50"),  # exact play first
        ("kuhn_poker", "woodstock:playouts=50"),  # by CFR
        ("krieg_tic_tac_toe", "woodstock:playouts=20"),  # over information sets
        ("kuhn_poker", "cfr:playouts=20,positions=0"),
        ("monty_hall", "minimax:playouts=50"),
        ("monty_hall", "uct:playouts=50,hidden=samples"),
    ],
)
def test_one_belief_for_each_seat(game: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    followed: list[int] = []

    def counted(*given: object, **named: object) -> object:
        followed.append(1)
        return belief_of(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(watching, "belief_of", counted)
    loaded = ws.load(game)
    seats = len(loaded.roles) - (loaded.chance is not None)
    record = play(loaded, [parse(text).make() for _ in range(seats)], seed=1)
    assert not record.deviations
    assert len(followed) == seats
