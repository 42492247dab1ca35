"""Several matches at once give what one after the other gives."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import woodstock as ws
from referee.fakes import Named, Sticks, SticksMachine, modest
from referee.rascals import Fingerprint, Own
from woodstock.errors import WoodstockError
from woodstock.players import RandomPlayer, parse
from woodstock.referee import Clocks, Played, default_jobs, series

CLOCKS = Clocks(20, 20)


def told(one: Played, machine: ws.Machine) -> Any:
    """The record as it is written, without times."""
    data = json.loads(json.dumps(one.record.to_dict(machine)))
    for key in ("startTime", "stateTimes"):
        del data[key]
    for key in ("seconds", "moveTimes"):
        del data["woodstock"][key]
    return data


@pytest.mark.long
def test_records_do_not_depend_on_jobs() -> None:
    game = ws.load("tic_tac_toe")
    entrants = [Own(RandomPlayer, own_process=False), Own(Fingerprint)]
    seen: list[int] = []
    one = series(game, entrants, 7, swap=True, seed=3, clocks=CLOCKS, jobs=1)
    two = series(
        game, entrants, 7, swap=True, seed=3, clocks=CLOCKS, jobs=2, each_match=lambda one: seen.append(one.number)
    )
    assert seen == list(range(7))
    assert [told(match, game.machine()) for match in one.played] == [
        told(match, game.machine()) for match in two.played
    ]
    assert one == two
    assert len({match.record.moves for match in one.played}) > 4


def test_more_jobs_than_matches_and_players_in_this_process() -> None:
    entrants = [Named("random", RandomPlayer), Named("modest", modest)]
    game = Sticks(30)
    assert series(game, entrants, 3, jobs=8, seed=1) == series(game, entrants, 3, jobs=1, seed=1)


def test_an_interruption_keeps_all_finished_matches() -> None:
    seen: list[int] = []

    def interrupt(one: Played) -> None:
        seen.append(one.number)
        if one.number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        series(Sticks(9), [Named("a", modest), Named("b", modest)], 1_000_000, jobs=2, each_match=interrupt)
    assert seen[:3] == [0, 1, 2]
    assert seen == sorted(set(seen))


def test_an_error_in_a_job_comes_out() -> None:
    class Broken(Sticks):
        def machine(self) -> SticksMachine:
            raise WoodstockError("the machine is broken")

    with pytest.raises(WoodstockError, match="the machine is broken"):
        series(Broken(), [Named("a", modest), Named("b", modest)], 4, jobs=2)


def test_jobs_by_default() -> None:
    trivial = parse("random")
    assert default_jobs([trivial, trivial]) == 1
    cores = default_jobs([Own(RandomPlayer), trivial])
    assert cores >= 1
    assert default_jobs([replace(Own(RandomPlayer), threads=cores), trivial]) == 1
    assert default_jobs([replace(Own(RandomPlayer), threads=1000)]) == 1
    with pytest.raises(WoodstockError, match="at least one job"):
        series(Sticks(), [Named("a", modest), Named("b", modest)], jobs=0)
