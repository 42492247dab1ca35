"""Beliefs held to brute force: exact sets and weights, samples that pass a test of chance, and never nothing."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import woodstock as ws
from beliefs.brute_force import posterior, random_matches
from beliefs.sheets import NAMES, sheet
from woodstock.beliefs import Options, belief_of
from woodstock.engine import InterpreterMachine
from woodstock.engine.game import compile_game
from woodstock.engine.machine import State
from woodstock.engine.source import Source
from woodstock.errors import WoodstockError


def players(name: str) -> list[int]:
    game = sheet(name)
    return [role for role in range(len(game.roles)) if role != game.chance]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("recall", [False, True])
@settings(max_examples=8)
@given(seed=st.integers(0, 10_000))
def test_exact_beliefs_equal_brute_force(name: str, recall: bool, seed: int) -> None:
    game = sheet(name)
    machine = game.machine()
    for role in players(name):
        belief = belief_of(game, role, Options(recall=recall))
        followed = 0
        for state, history in random_matches(machine, role, seed):
            for move, seen in history[followed:]:
                assert belief.observe(move, seen)
                followed += 1
            if len(history) > 4:
                break
            expected = posterior(machine, role, history)
            assert belief.exact
            assert state in belief.states
            found = dict(zip(belief.states, belief.weights.tolist(), strict=True))
            assert found.keys() == expected.keys()
            assert all(abs(found[one] - float(weight)) < 1e-9 for one, weight in expected.items())
            squares = sum(float(weight) ** 2 for weight in expected.values())
            if not recall:
                assert belief.effective_size == pytest.approx(1 / squares)
            assert belief.legal() == tuple(machine.legal(state)[role])


@settings(max_examples=5)
@given(seed=st.integers(0, 10_000))
def test_what_all_know_together(seed: int) -> None:
    """The joint belief of the shared fragment: the shared percepts alone, no own move (paper 002, section 2)."""
    game = sheet("latent")
    machine = game.machine()
    *_, (_, history) = random_matches(machine, 0, seed)
    told: list[tuple[int | None, tuple[str, ...]]] = [(None, seen) for _, seen in history[:3]]
    beliefs = [belief_of(game, role) for role in players("latent")]
    for belief in beliefs:
        for _, seen in told:
            assert belief.observe(None, seen)
    expected = posterior(machine, 0, told)
    for belief in beliefs:
        assert dict(zip(belief.states, belief.weights, strict=True)) == pytest.approx(
            {state: float(weight) for state, weight in expected.items()}
        )


@pytest.mark.parametrize("interpreting", [False, True])
def test_what_is_not_possible_changes_nothing(interpreting: bool) -> None:
    game = sheet("hands")
    machine = InterpreterMachine(game.rules) if interpreting else game.machine()
    belief = belief_of(machine, 1)
    before = belief.states
    assert not belief.observe(belief.legal()[0], ("(time 5)",))
    assert not belief.observe(belief.legal()[0], ("nobody has seen this",))
    assert not belief.observe(99, ("(time 0)",))
    assert belief.states == before
    assert belief.observe(None, None)
    assert len(belief.states) == 2
    assert not belief.observe(belief.legal()[0], ("yes",))
    assert belief.observe(belief.legal()[0], ("YES", "(Time 1)"))
    assert len(belief.states) == 2
    belief.know(machine.initial())
    assert list(belief.states) == [machine.initial()]


# (exact, particles, tries): all successors of a sample are tried, and only some.
DRAWS = 300
SAMPLES = [(1, 300, 200_000), (1, 300, 1_200)]


@pytest.mark.parametrize(("exact", "particles", "tries"), SAMPLES)
@pytest.mark.parametrize(("name", "steps", "seed"), [("latent", 3, 4), ("leduc", 4, 3)])
def test_samples_have_the_distribution_of_the_exact_posterior(
    name: str, steps: int, seed: int, exact: int, particles: int, tries: int
) -> None:
    """Chi-square: one draw from each of many independent beliefs, against the exact posterior."""
    game = sheet(name)
    machine = game.machine()
    matches = (list(random_matches(machine, 0, seed + more)) for more in range(1000))
    history = next(match[-1][1] for match in matches if len(match[-1][1]) >= steps)[:steps]
    expected = posterior(machine, 0, history)
    assert len(expected) > 3
    draws: Counter[State] = Counter()
    for number in range(DRAWS):
        belief = belief_of(game, 0, Options(exact=exact, particles=particles, tries=tries, seed=number))
        for move, seen in history:
            assert belief.observe(move, seen)
        assert not belief.exact
        assert set(belief.states) <= set(expected)
        draws.update(belief.sample(1))
    assert_drawn_from(expected, draws)


def assert_drawn_from(expected: dict[State, Fraction], draws: Counter[State]) -> None:
    """The draws pass a test of chi-square at one in ten thousand."""
    # States that are too rare for the test are taken together.
    cells: list[tuple[float, int]] = []
    rest_expected, rest_found = 0.0, 0
    for state, weight in expected.items():
        wanted = float(weight) * draws.total()
        if wanted >= 5:
            cells.append((wanted, draws[state]))
        else:
            rest_expected, rest_found = rest_expected + wanted, rest_found + draws[state]
    if rest_expected > 0:
        cells.append((rest_expected, rest_found))
    statistic = sum((found - wanted) ** 2 / wanted for wanted, found in cells)
    freedom = len(cells) - 1
    # Wilson and Hilferty's quantile.
    quantile = freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert statistic < quantile


@pytest.mark.long
def test_histories_that_do_not_fit_are_changed_until_they_do() -> None:
    """Of six cards dealt face down three are turned up. Eight particles have no hope to hit on them; still the other
    three are believed in any order, each as likely."""
    game = sheet("cards")
    machine = game.machine()
    history = list(random_matches(machine, 0, 1))[-1][1][:9]
    expected = posterior(machine, 0, history)
    assert len(expected) == 6
    draws: Counter[State] = Counter()
    renewed = 0
    for number in range(DRAWS // 3):
        belief = belief_of(game, 0, Options(exact=1, particles=8, tries=50, seed=number))
        for move, seen in history:
            assert belief.observe(move, seen)
        assert set(belief.states) <= set(expected)
        draws.update(belief.sample(1))
        renewed += belief.replays > 0
    assert renewed >= DRAWS * 3 // 10  # nine in ten of the samples died out on the way
    assert_drawn_from(expected, draws)


@pytest.mark.parametrize("particles", [1, 5])
@pytest.mark.parametrize("name", ["latent", "leduc", "hands"])
def test_a_sample_is_never_empty(name: str, particles: int) -> None:
    """With so few particles and tries most die out; then the match is played again, or searched through."""
    game = sheet(name)
    machine = game.machine()
    replays = 0
    for seed in range(10):
        for role in players(name):
            belief = belief_of(game, role, Options(exact=1, particles=particles, tries=3, seed=seed))
            followed = 0
            for _, history in random_matches(machine, role, seed):
                for move, seen in history[followed:]:
                    assert belief.observe(move, seen), (seed, role, history)
                    followed += 1
                if len(history) <= 3:
                    assert set(belief.states) <= set(posterior(machine, role, history))
            replays += belief.replays
    assert replays


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 3])
def test_a_long_match_with_much_hidden_is_followed_to_its_end(seed: int) -> None:
    """Chance hides a mark in every round, and now and then one is found, twice in a turn, too. Only histories that are
    changed long before that step explain it."""
    game = ws.load("tic_tac_toe_latent_3p_10x10")
    machine = game.machine()
    belief = belief_of(game, 0, Options(seed=seed))
    for followed, (state, history) in enumerate(random_matches(machine, 0, seed)):
        for move, seen in history[followed - 1 :] if followed else ():
            assert belief.observe(move, seen), followed
        assert set(machine.legal(belief.states[0])[0]) == set(machine.legal(state)[0])
    assert not belief.exact and belief.replays and belief.effective_size > 10


@pytest.mark.long
def test_what_was_postponed_is_made_up_for() -> None:
    """Without time what calls for other histories cannot be taken in. With time again, all of it is."""
    game = ws.load("tic_tac_toe_latent_3p_10x10")
    machine = game.machine()
    belief = belief_of(game, 0, Options(seed=3))
    behind = 0
    for state, history in random_matches(machine, 0, 3):
        if not history:
            continue
        legal = machine.legal(state)[0]
        late = time.monotonic() - 1.0 if 20 <= len(history) < 45 else None
        if not belief.observe(*history[-1], late, legal=legal):
            assert late is not None
            belief.postpone(*history[-1], legal=legal)
        behind += belief.behind
        if late is None:
            assert not belief.behind
            assert all(machine.legal(other)[0] == legal for other in belief.states[:20])
    assert behind > 1


# A card is dealt face down, and only the legal moves tell which one: no percept does.
UNTOLD = """
(role a) (role random)
(init (step 0)) (succ 0 1) (succ 1 2) (card 1) (card 2) (card 3)
(<= (legal random (deal ?c)) (true (step 0)) (card ?c))
(<= (legal random noop) (true (step 1)))
(<= (legal a noop) (true (step 0)))
(<= (legal a (play ?c)) (true (step 1)) (true (hand ?c)))
(<= (legal a (wait ?c)) (true (step 1)) (true (hand ?c)))
(<= (next (hand ?c)) (does random (deal ?c)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (sees a ready) (true (step 0)))
(<= terminal (true (step 2)))
(goal a 50)
"""


@pytest.mark.parametrize("interpreting", [False, True])
def test_legal_moves_tell_what_percepts_do_not(interpreting: bool) -> None:
    game = compile_game(Source("untold", UNTOLD.encode()), cache=False)
    machine = InterpreterMachine(game.rules) if interpreting else game.machine()
    for card in (1, 2, 3):
        belief = belief_of(machine, 0)
        legal = [machine.move_number(0, f"({what} {card})") for what in ("wait", "play")]
        noop = machine.move_number(0, "noop")
        assert not belief.observe(noop, ["ready"], legal=legal[:1])
        assert belief.observe(noop, ["ready"], legal=legal)
        assert [machine.fluents(state) for state in belief.states] == [[f"(hand {card})", "(step 1)"]]
        assert belief.legal() == tuple(sorted(legal))


def test_the_same_seed_gives_the_same_sample() -> None:
    game = sheet("latent")
    *_, (_, history) = random_matches(game.machine(), 0, 1)

    def particles(seed: int) -> tuple[State, ...]:
        belief = belief_of(game, 0, Options(exact=1, particles=5, tries=20, seed=seed))
        for move, seen in history[:3]:
            assert belief.observe(move, seen)
        return belief.states

    assert particles(1) == particles(1)
    assert particles(1) != particles(2)


def test_the_belief_of_an_interpreted_game_is_exact_too() -> None:
    machine = InterpreterMachine(sheet("kuhn").rules)
    for seed in range(20):
        belief = belief_of(machine, 1)
        for _, history in random_matches(machine, 1, seed):
            if history:
                assert belief.observe(*history[-1])
            expected = {state: float(weight) for state, weight in posterior(machine, 1, history).items()}
            assert dict(zip(belief.states, belief.weights, strict=True)) == pytest.approx(expected)


@pytest.mark.clock
def test_a_deadline_is_kept() -> None:
    """However late it is, there is a state, and what fits is found when there is time again."""
    game = sheet("latent")
    belief = belief_of(game, 0, Options(exact=10**6, tries=10**9))
    *_, (_, history) = random_matches(game.machine(), 0, 1)
    begun = time.monotonic()
    for move, seen in history:
        belief.observe(move, seen, deadline=begun - 1)
        assert belief.states
    assert time.monotonic() - begun < 5
    belief.know(game.machine().initial())
    assert all(belief.observe(move, seen) for move, seen in history)
    assert belief.exact


def test_options_are_checked() -> None:
    wrongs: list[dict[str, Any]]
    wrongs = [{"exact": 0}, {"particles": 0}, {"tries": 0}, {"seed": -1}, {"exact": 2**31}]
    for wrong in wrongs:
        with pytest.raises(WoodstockError):
            Options(**wrong)
    assert np.isclose(belief_of(sheet("dice"), 0).weights.sum(), 1.0)
