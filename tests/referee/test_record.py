"""Records survive JSON and are checked move by move when replayed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from referee.fakes import Scripted, Sticks, modest
from woodstock.errors import IllegalMoveError, WoodstockError
from woodstock.referee import Ending, Record, play, replay


def sample(game: Sticks) -> Record:
    return play(game, [Scripted(lambda turn: -1), modest()], seed=4, limit=20)


@pytest.mark.parametrize("game", [Sticks(), Sticks(with_chance=True), Sticks(broken_at=2), Sticks(endless=True)])
def test_json_and_back(game: Sticks) -> None:
    record = sample(game)
    assert record.deviations
    again = Record.from_dict(json.loads(json.dumps(record.to_dict(game.machine()))))
    assert again == record
    assert again.seconds == record.seconds
    assert again.began == pytest.approx(record.began, abs=0.001)
    assert again.state_times == pytest.approx(record.state_times, abs=0.001)
    assert [len(times) for times in again.move_times] == [len(record.roles)] * len(record.moves)
    assert len(again.states) == len(again.state_times) == len(record.moves) + 1


@pytest.mark.parametrize("game", [Sticks(), Sticks(with_chance=True), Sticks(broken_at=1), Sticks(endless=True)])
def test_replay(game: Sticks) -> None:
    record = sample(game)
    states = replay(game.machine(), record)
    assert len(states) == len(record.moves) + 1
    assert states[0] == game.machine().initial()


def test_replay_refuses_what_is_not_true() -> None:
    game = Sticks(4)
    machine = game.machine()
    record = play(game, [modest(), modest()])
    with pytest.raises(IllegalMoveError, match="in step 0 p0 cannot play noop"):
        replay(machine, replace(record, moves=(("noop", "noop"), *record.moves[1:])))
    with pytest.raises(IllegalMoveError):
        replay(machine, replace(record, moves=(("(eat 1)", "noop"),)))
    with pytest.raises(WoodstockError, match="step 0 has 1 moves for 2 roles"):
        replay(machine, replace(record, moves=(("(take 1)",),)))
    with pytest.raises(WoodstockError, match="but the record continues"):
        replay(machine, replace(record, moves=(*record.moves, ("(take 1)", "noop"))))
    with pytest.raises(WoodstockError, match="ended by terminal"):
        replay(machine, replace(record, moves=record.moves[:-1]))
    with pytest.raises(WoodstockError, match="ended by length"):
        replay(machine, replace(record, ending=Ending.LENGTH))
    with pytest.raises(WoodstockError, match="goals"):
        replay(machine, replace(record, goals=(1, 2)))
    with pytest.raises(WoodstockError, match="roles"):
        replay(machine, replace(record, roles=("a", "b")))
    with pytest.raises(WoodstockError, match="every role has a legal move"):
        replay(machine, replace(record, moves=record.moves[:1], ending=Ending.BROKEN))
    told = [frozenset(machine.fluents(state)) for state in replay(machine, record)]
    assert replay(machine, replace(record, states=tuple(told)))
    with pytest.raises(WoodstockError, match="has 4 states, its moves lead through 5"):
        replay(machine, replace(record, states=tuple(told[1:])))
    with pytest.raises(WoodstockError, match=r"after 2 steps \(left 2\) holds, the record says otherwise"):
        replay(machine, replace(record, states=(*told[:2], told[2] - {"(left 2)"}, *told[3:])))
    with pytest.raises(WoodstockError, match=r"after 0 steps \(left 9\) does not hold"):
        replay(machine, replace(record, states=(told[0] | {"(left 9)"}, *told[1:])))
