"""What pays in a game is found by matches, with few errors, and kept."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

import woodstock as ws
from woodstock.engine import cache
from woodstock.search import trials as room
from woodstock.search.trials import PLAYOUTS, PRIORS, Score, Trials, kept_trials


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path))


@pytest.mark.parametrize(
    ("points", "matches", "verdict"),
    [
        (0, 0, None),
        (12, 12, None),
        (13, 13, True),
        (0, 9, None),
        (0, 10, False),
        (55, 110, False),
        (65, 100, True),
        (0.5, 1, None),
    ],
)
def test_the_ratio_test_ends_where_wald_says(points: float, matches: int, verdict: bool | None) -> None:
    assert Score(points, matches).verdict is verdict


@pytest.mark.parametrize(("strength", "taken"), [(0.5, (0, 30)), (0.6, (170, 200)), (0.8, (198, 200)), (0.3, (0, 2))])
def test_errors_are_as_rare_as_promised(strength: float, taken: tuple[int, int]) -> None:
    """One in ten where the challenger is exactly as good or as much better as was asked, and hardly any beyond."""
    draw, count = random.Random(1), 0
    for _ in range(200):
        score = Score()
        while score.verdict is None:
            score.points += draw.random() < strength
            score.matches += 1
        count += score.verdict
    assert taken[0] <= count <= taken[1]


def test_challengers_meet_the_best_so_far_and_what_was_found_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ws.load("connect_four")
    met = []

    def match(self: Trials, challenge: dict[str, object], number: int, *_: float) -> float:
        met.append((dict(self.best), challenge, number))
        return float(challenge not in ({"ahead": 1}, {"history": 16}))

    monkeypatch.setattr(Trials, "_match", match)
    trials = Trials(game)
    trials.run(60.0, 0.001)
    assert trials.over
    assert trials.best == {"ahead": 2, "mast": True, "amaf": 50, "reference": 2000}
    assert [challenge for _, challenge, number in met if number == 0] == [*PLAYOUTS, *PRIORS]
    assert met[-1][0] == trials.best
    assert trials.note == (
        "knowledge: ahead=1 left (0 of 10), ahead=2 taken (13 of 13), mast taken (13 of 13), "
        "amaf=50, reference=2000 taken (13 of 13), history=16 left (0 of 10)"
    )
    again = kept_trials(game)
    assert again.scores == trials.scores
    assert again.best == trials.best


def test_a_trial_that_is_cut_off_goes_on_another_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ws.load("connect_four")
    trials = Trials(game)
    results = iter([1.0, 0.5, None])
    monkeypatch.setattr(Trials, "_match", lambda *_: next(results))
    trials.run(60.0, 0.001)
    assert kept_trials(game).scores == [Score(1.5, 2)]
    assert not kept_trials(game).over
    assert kept_trials(game).best == {}


def test_matches_tell_a_player_that_sees_from_one_that_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that explores nothing but chance is beaten by the usual one, in real matches."""
    monkeypatch.setattr(room, "PLAYOUTS", ({"c": 1000.0},))
    monkeypatch.setattr(room, "PRIORS", ())
    trials = Trials(ws.load("connect_four"), seed=3)
    trials.run(60.0, 0.003)
    assert trials.over
    assert trials.best == {}
    assert trials.scores[0].points < trials.scores[0].matches / 2


def test_what_is_damaged_is_forgotten() -> None:
    game = ws.load("connect_four")
    trials = Trials(game, scores=[Score(13, 13)])
    trials.keep()
    assert kept_trials(game).best == {"ahead": 1}
    for content in (b"{}", b"[[1]]", b"not json", b'[["a", 2]]', b"7"):
        cache.keep(room._name(game, "lanes"), content)
        assert kept_trials(game).scores == []


@pytest.mark.parametrize("name", ["chinese_checkers_3p", "lights_out", "kuhn_poker"])
def test_where_no_two_players_meet_openly_nothing_is_tried(name: str) -> None:
    trials = Trials(ws.load(name))
    assert trials.over
    assert trials.best == {}
    trials.run(1.0, 0.001)
    assert trials.scores == []


@pytest.mark.parametrize(("kind", "search"), [("lanes", "LaneSearch"), ("stages", "MacUcb")])
def test_each_search_has_trials_of_its_own(kind: room.Kind, search: str) -> None:
    game = ws.load("tic_tac_toe")
    trials = Trials(game, kind=kind)
    assert type(trials._search(1, {"mast": True})).__name__ == search
    assert trials._match({"mast": True}, 0, 0.001, math.inf) in (0.0, 0.5, 1.0)
    trials.scores = [Score(13, 13)]
    trials.keep()
    other: room.Kind = "stages" if kind == "lanes" else "lanes"
    assert kept_trials(game, kind=kind).scores == trials.scores
    assert kept_trials(game, kind=other).scores == []
