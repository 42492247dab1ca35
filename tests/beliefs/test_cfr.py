"""CFR held to a version by the book, to OpenSpiel, and to values that are known."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import expected_game_score, exploitability

import woodstock as ws
from beliefs.regrets import Regrets
from beliefs.sheets import sheet
from woodstock.beliefs import Options, belief_of, information_state, told_state
from woodstock.engine import CircuitMachine, Game
from woodstock.engine.machine import State
from woodstock.errors import WoodstockError
from woodstock.search import Cfr, SampledCfr

BUNDLED = ("rock_paper_scissors", "matching_pennies")


def game_of(name: str) -> Game:
    return ws.load(name) if name in BUNDLED else sheet(name)


@pytest.mark.parametrize("plus", [False, True])
@pytest.mark.parametrize("name", ["kuhn", "monty", "dice", "hands", *BUNDLED])
def test_cfr_equals_the_version_by_the_book(name: str, plus: bool) -> None:
    game = game_of(name)
    slow = Regrets(game, plus)
    slow.run(12)
    fast = Cfr(game, plus=plus)
    fast.run(iterations=12)
    expected = slow.average()
    average = iter(fast.average().tolist())
    found = {(role, info, move): next(average) for role, info, moves in fast.sets for move in moves}
    assert found == pytest.approx(expected, abs=1e-9)


def test_known_values() -> None:
    """Exact values: 2/3 by switching, 1/6 by guessing, -1/18 chips to who begins."""
    monty = Cfr(sheet("monty"))
    monty.run(iterations=2000)
    assert monty.values()[0] == pytest.approx(2 / 3, abs=1e-5)
    dice = Cfr(sheet("dice"))
    dice.run(iterations=10)
    assert dice.values()[0] == pytest.approx(1 / 6)
    kuhn = Cfr(sheet("kuhn"))
    kuhn.run(iterations=20_000)
    assert (100 * kuhn.values()[0] - 50) / 25 == pytest.approx(-1 / 18, abs=1e-4)
    assert kuhn.exploitability() * 4 < 1e-4  # in chips


def test_kuhn_is_played_as_it_must_be() -> None:
    """The equilibria of Kuhn poker: who begins bets a jack with some probability a up to 1/3, a king with 3 a, and
    never a queen; with a queen it calls with a + 1/3. The other has one strategy."""
    game = sheet("kuhn")
    machine = game.machine()
    assert isinstance(machine, CircuitMachine)
    cfr = Cfr(game)
    cfr.run(iterations=20_000)
    average = cfr.average()

    def likely(role: int, card: int, said: list[tuple[str, str]]) -> float:
        """How likely the role bets with this card after what was said."""
        history: list[tuple[int, tuple[str, ...]]] = []
        noop = machine.move_number(role, "noop")
        history.append((noop, (f"(card {card})",)))
        for who, what in said:
            own = machine.move_number(role, what) if who == game.roles[role] else noop
            history.append((own, (f"(made {who} {what})",)))
        info = information_state(machine, role, history)
        assert info is not None
        legal = [machine.move_number(role, "pass"), machine.move_number(role, "bet")]
        view = {machine.move_name(role, move): one for move, one, _ in cfr.view(role, info, sorted(legal), average)}
        return view["bet"]

    a = likely(0, 1, [])
    assert -0.01 <= a <= 1 / 3 + 0.01
    assert likely(0, 3, []) == pytest.approx(3 * a, abs=0.03)
    assert likely(0, 2, []) == pytest.approx(0, abs=0.01)
    called = [("first", "pass"), ("second", "bet")]
    assert likely(0, 2, called) == pytest.approx(a + 1 / 3, abs=0.03)
    assert likely(0, 1, called) == pytest.approx(0, abs=0.01)
    assert likely(0, 3, called) == pytest.approx(1, abs=0.01)
    assert likely(1, 2, [("first", "bet")]) == pytest.approx(1 / 3, abs=0.02)
    assert likely(1, 1, [("first", "pass")]) == pytest.approx(1 / 3, abs=0.02)


# OpenSpiel numbers actions; these are ours, and what a chip is worth in goals.
SPIEL: dict[str, tuple[str, list[str], int]] = {
    "kuhn": ("kuhn_poker", ["pass", "bet"], 25),
    "leduc": ("leduc_poker", ["fold", "call", "raise"], 3),
}


def positions(name: str) -> Iterator[tuple[Any, State, list[list[tuple[int, tuple[str, ...]]]]]]:
    """Both games walked through together: their states, and what each player knows in ours."""
    game = sheet(name)
    machine = game.machine()
    title, actions, _ = SPIEL[name]
    waiting: list[Any] = [(pyspiel.load_game(title).new_initial_state(), machine.initial(), [[], []])]
    while waiting:
        spiel, state, known = waiting.pop()
        yield spiel, state, known
        if spiel.is_terminal():
            assert machine.terminal(state)
            continue
        noops = [machine.move_number(role, "noop") for role in range(3)]
        for joint_move, child in steps(machine, spiel, noops, actions):
            seen = machine.percepts(state, joint_move)
            told = [[*known[role], (joint_move[role], tuple(seen[role]))] for role in range(2)]
            waiting.append((child, machine.next(state, joint_move), told))


def steps(machine: Any, spiel: Any, noops: list[int], actions: list[str]) -> Iterator[tuple[list[int], Any]]:
    """A joint move of ours and the state of theirs after it. We deal both cards at once."""
    if not spiel.is_chance_node():
        player = spiel.current_player()
        for action in spiel.legal_actions():
            joint_move = list(noops)
            joint_move[player] = machine.move_number(player, actions[action])
            yield joint_move, spiel.child(action)
    elif len(spiel.history()) == 0:
        for first in spiel.legal_actions():
            for second in spiel.child(first).legal_actions():
                shift = 1 if len(actions) == 2 else 0  # cards of Kuhn poker count from 1 here
                deal = machine.move_number(2, f"(deal {first + shift} {second + shift})")
                yield [*noops[:2], deal], spiel.child(first).child(second)
    else:
        for card in spiel.legal_actions():
            yield [*noops[:2], machine.move_number(2, f"(show {card})")], spiel.child(card)


@pytest.mark.parametrize("name", SPIEL)
def test_openspiel_gives_the_same_values_and_exploitability(name: str) -> None:
    """On the same strategies: the uniform one, random ones and ours."""
    game = sheet(name)
    machine = game.machine()
    assert isinstance(machine, CircuitMachine)
    title, actions, chip = SPIEL[name]
    theirs_game = pyspiel.load_game(title)
    cfr = Cfr(game)
    places = {}
    at = 0
    for role, info, moves in cfr.sets:
        places[role, info] = at, moves
        at += len(moves)
    names: dict[str, tuple[int, tuple[int, ...], int]] = {}
    for spiel, _, known in positions(name):
        if not spiel.is_terminal() and not spiel.is_chance_node():
            player = spiel.current_player()
            known_here = information_state(machine, player, known[player])
            assert known_here is not None
            first, moves = places[player, known_here]
            names[spiel.information_state_string(player)] = first, moves, player
    assert len(names) == len(cfr.sets)
    cfr.run(iterations=20)
    chance = random.Random(1)
    strategies = [np.zeros(at), cfr.average()]
    for first, moves, _ in names.values():
        numbers = np.array([chance.random() for _ in moves])
        strategies[0][first : first + len(moves)] = numbers / numbers.sum()
    for strategy in strategies:
        theirs = spiel_policy.TabularPolicy(theirs_game)
        for text, (first, moves, player) in names.items():
            row = theirs.policy_for_key(text)
            row[:] = 0.0
            for place, move in enumerate(moves):
                row[actions.index(machine.move_name(player, move))] = strategy[first + place]
        values = expected_game_score.policy_value(theirs_game.new_initial_state(), [theirs, theirs])
        assert (100 * cfr.values(strategy)[:2] - 50) / chip == pytest.approx(np.array(values), abs=1e-9)
        gain = exploitability.exploitability(theirs_game, theirs)
        assert 100 * cfr.exploitability(strategy) / chip == pytest.approx(gain, abs=1e-9)


def test_leduc_has_the_value_that_openspiel_finds() -> None:
    """-0.0856 chips to who begins, and exploitability falls on the way there."""
    cfr = Cfr(sheet("leduc"))
    gains = []
    for _ in range(3):
        cfr.run(iterations=100)
        gains.append(100 * cfr.exploitability() / 3)
    assert gains[0] > gains[1] > gains[2]
    assert gains[2] < 0.005
    assert (100 * cfr.values()[0] - 50) / 3 == pytest.approx(-0.0856, abs=0.001)


def strategy_of(cfr: Cfr, sampled: SampledCfr) -> np.ndarray[Any, np.dtype[np.float64]]:
    """What samples say, laid out as a strategy of the whole game."""
    views = [sampled.view(role, info, moves) for role, info, moves in cfr.sets]
    return np.array([likely for view in views for _, likely, _ in view])


@pytest.mark.parametrize(("sampling", "iterations", "gain"), [("external", 30_000, 0.02), ("outcome", 200_000, 0.03)])
@pytest.mark.parametrize("name", ["kuhn", "rock_paper_scissors", "hands"])
def test_samples_get_to_an_equilibrium(name: str, sampling: Any, iterations: int, gain: float) -> None:
    game = game_of(name)
    cfr = Cfr(game)
    sampled = SampledCfr(game, sampling=sampling, seed=1)
    sampled.run(iterations=200)
    before = cfr.exploitability(strategy_of(cfr, sampled))
    sampled.run(iterations=iterations)
    after = cfr.exploitability(strategy_of(cfr, sampled))
    assert after < gain
    assert after < before or before < gain / 4


def test_the_same_seed_gives_the_same_samples() -> None:
    game = sheet("leduc")
    cfr = Cfr(game)

    def strategy(seed: int) -> list[float]:
        sampled = SampledCfr(game, seed=seed)
        sampled.run(iterations=300)
        found: list[float] = strategy_of(cfr, sampled).tolist()
        return found

    assert strategy(1) == strategy(1)
    assert strategy(1) != strategy(2)


@pytest.mark.long
def test_iterations_are_kept_short() -> None:
    """External sampling of a large game goes less deep, until an iteration takes a few thousand steps."""
    sampled = SampledCfr(ws.load("gomoku"))
    assert sampled.depth == 2000
    sampled.run(iterations=40)
    assert sampled.depth < 10
    assert sampled.iterations == 40


def test_samples_from_a_belief_find_what_is_best() -> None:
    """With a king who begins knows that it wins: from its belief, calling a bet is worth all."""
    game = sheet("kuhn")
    machine = game.machine()
    assert isinstance(machine, CircuitMachine)
    belief = belief_of(game, 0, Options(recall=True))
    noop, passing = machine.move_number(0, "noop"), machine.move_number(0, "pass")
    history = [(noop, ("(card 3)",)), (passing, ("(made first pass)",)), (noop, ("(made second bet)",))]
    for move, seen in history:
        assert belief.observe(move, seen)
    sampled = SampledCfr(game)
    sampled.begin_at(belief)
    sampled.run(iterations=500)
    info = information_state(machine, 0, history)
    assert info is not None
    view = {
        machine.move_name(0, move): (likely, worth) for move, likely, worth in sampled.view(0, info, belief.legal())
    }
    assert view["bet"][0] > 0.95
    assert view["bet"][1] == pytest.approx(1.0)
    assert view["pass"][1] == pytest.approx(0.25)


def test_what_is_too_large_is_said_so() -> None:
    with pytest.raises(WoodstockError, match="too many positions for its extensive form"):
        Cfr(ws.load("connect_four"), positions=1000)
    with pytest.raises(WoodstockError, match="too many positions for its extensive form"):
        Cfr(ws.load("connect_four"), positions=2**30, seconds=0.2)
    wrong: list[dict[str, Any]] = [{"sampling": "none"}, {"depth": 0}, {"exploration": 0}, {"seed": -1}, {"memory": 0}]
    for options in wrong:
        with pytest.raises(WoodstockError):
            SampledCfr(sheet("kuhn"), **options)
    with pytest.raises(WoodstockError, match="limit"):
        SampledCfr(sheet("kuhn")).run()
    assert told_state(0, []) != told_state(1, [])
