"""Generations: what is better takes the place of what was best, what is not does not, and nothing is lost."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from learning.samples import load, quick_gates, random_learned, random_weights
from woodstock.errors import NotLearnableError
from woodstock.learning import Learned, Learner, generations, learn, load_for, store
from woodstock.learning.gate import Gate
from woodstock.learning.generations import Learning, Status
from woodstock.search.trials import Score


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WOODSTOCK_LEARNED", str(tmp_path))


def never() -> bool:
    return False


def test_the_best_stays_until_it_is_beaten(monkeypatch: pytest.MonkeyPatch) -> None:
    gates = quick_gates(monkeypatch, [Score(0, 10), Score(13, 13), Score(3, 20), Score(13, 13)])
    monkeypatch.setattr(generations, "_SHORTEST", 0.2)
    kept: list[Learned] = []
    keep = store.keep

    def noting(learned: Learned) -> Path:
        kept.append(learned)
        return keep(learned)

    monkeypatch.setattr(store, "keep", noting)
    learning = Learning(load("connect_four"), minutes=0.03, hidden=32)
    learning.run()
    assert [one.passed for one in learning.generations[:4]] == [False, True, False, True]
    assert not any(one.passed for one in learning.generations[4:])
    assert [gate.best is None for gate in gates[:4]] == [True, True, False, False]
    assert len(kept) == 2
    assert learning.best is kept[1]
    first, second = kept[1].curve
    assert kept[0].curve == (first,)
    assert first.elo == pytest.approx(Gate(load("nim"), gates[0].challenger, None, score=Score(13, 13)).elo)
    assert second.elo == pytest.approx(2 * first.elo)
    assert 0 < first.minutes < second.minutes <= 0.04
    assert [kept[0].generations, kept[1].generations] == [2, 4]
    found = load_for(load("connect_four"))
    assert found is not None
    assert np.array_equal(found.weights.rows, kept[1].weights.rows)


def test_a_gate_that_is_open_goes_on_with_the_same_challenger(monkeypatch: pytest.MonkeyPatch) -> None:
    gates = quick_gates(monkeypatch, [Score(2, 3), Score(4, 6), Score(13, 13)])
    monkeypatch.setattr(generations, "_SHORTEST", 0.2)
    learning = Learning(load("connect_four"), minutes=0.03, hidden=32)
    learning.run()
    assert gates[0] is gates[1] is gates[2]
    assert learning.generations[0].matches == 13
    assert gates[3] is not gates[0]


@pytest.mark.parametrize(("points", "kept"), [(5.0, True), (3.0, False)])
def test_the_last_gate_is_decided_by_what_is_more_likely(
    monkeypatch: pytest.MonkeyPatch, points: float, kept: bool
) -> None:
    quick_gates(monkeypatch, [Score(points, 6)] * 100)
    learning = Learning(load("connect_four"), minutes=0.02, hidden=32)
    learning.run()
    assert [one.passed for one in learning.generations] == [kept]
    assert (load_for(load("connect_four")) is not None) == kept


def test_learning_goes_on_from_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("connect_four")
    store.keep(random_learned("connect_four"))
    before = load_for(game)
    assert before is not None
    quick_gates(monkeypatch, [Score(13, 13)])
    learning = Learning(game, minutes=0.02)
    assert np.array_equal(learning._learner.weights.rows, before.weights.rows)
    learning.run()
    best = learning.best
    assert best is not None
    assert best.curve[:-1] == before.curve
    assert best.seconds > before.seconds
    assert best.positions > before.positions
    assert best.generations == before.generations + 1
    # Another size begins anew, and still has the best to beat.
    other = Learning(game, minutes=0.02, hidden=64)
    assert other._learner.weights.hidden == 64
    assert other.best is not None
    # Afresh there is nothing to beat.
    assert Learning(game, minutes=0.02, fresh=True).best is None


def test_ctrl_c_leaves_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    quick_gates(monkeypatch, [Score(13, 13)])
    monkeypatch.setattr(generations, "_SHORTEST", 0.2)
    monkeypatch.setattr(generations, "_LONGEST", 0.2)
    seen: list[Status] = []

    def watch(status: Status) -> None:
        seen.append(status)
        if status.elo is not None and len(seen) < 1000:
            seen.extend([status] * 1000)
            threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()

    best = learn(load("connect_four"), minutes=10, hidden=32, watch=watch)
    assert best is not None
    found = load_for(load("connect_four"))
    assert found is not None
    assert found.seconds == best.seconds < 60
    assert seen[0].planned == 600


def test_what_cannot_be_learned_is_refused() -> None:
    with pytest.raises(NotLearnableError, match="percepts"):
        learn(load("kuhn_poker"), minutes=0.01)


# --- gates --------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_learned_values_beat_none_and_random_ones_do_not() -> None:
    game = load("breakthrough")
    learner = Learner(game, hidden=32, seed=1)
    learner.run(positions=300_000)
    better = Gate(game, learner.network, None)
    better.run(60, 0.005, threads=2)
    assert better.score.verdict is True
    assert better.elo > 100
    worse = Gate(game, random_weights(game).network(), learner.network)
    worse.run(60, 0.005)
    assert worse.score.verdict is False
    assert worse.elo < -100


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "eight_puzzle", "pig", "chinese_checkers_3p", "battlebrushes", "connect_four_simultaneous"]
)
def test_matches_of_any_number_of_roles(name: str) -> None:
    game = load(name)
    network = random_weights(game, spread=0.01).network()
    gate = Gate(game, network, None, seed=3)
    assert {gate.match(number, 0.0005, never) for number in range(2)} <= {0.0, 0.5, 1.0}
    assert gate.match(0, 0.0005, lambda: True) is None


def test_both_sides_of_a_pair_begin_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two matches of the same player against itself are two sides of one score, if the search is the same each time."""
    game = load("tic_tac_toe")
    drawn: list[tuple[object, frozenset[int]]] = []

    def match(machine: object, searches: dict[int, Any], seconds: float, draw: Any, over: object) -> tuple[int, ...]:
        drawn.append((draw.getstate(), frozenset(role for role, one in searches.items() if one == "new")))
        return (100, 0)

    monkeypatch.setattr("woodstock.learning.gate.short_match", match)
    monkeypatch.setattr(Gate, "_search", lambda self, challenging, seed: "new" if challenging else "old")
    gate = Gate(game, random_weights(game).network(), None)
    assert [gate.match(number, 0.001, never) for number in range(4)] == [1.0, 0.0, 1.0, 0.0]
    states, sides = zip(*drawn, strict=True)
    assert states[0] == states[1] != states[2] == states[3]
    assert sides == (frozenset({0}), frozenset({1})) * 2


def test_elo_is_bounded_when_all_matches_are_won() -> None:
    network = random_weights(load("nim")).network()
    assert 0 < Gate(load("nim"), network, None, score=Score(3, 3)).elo < 250
    assert Gate(load("nim"), network, None, score=Score(5, 10)).elo == pytest.approx(0)
    assert -400 < Gate(load("nim"), network, None, score=Score(0, 10)).elo < -200
