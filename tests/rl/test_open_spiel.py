"""OpenSpiel's own tests of games, its own games in lockstep with ours, its CFR, and our players as its bots."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score

import woodstock as ws
from games.translations.hidden_spiel import TWINS
from oracles.lockstep import TRANSLATIONS, spiel_moves
from rl.compliance import DAILY, GAMES, loaded
from sheets import FOLDER
from woodstock.rl import open_spiel


def text_of(name: str) -> str:
    loaded(name)  # or skipped
    return str(FOLDER / name) if name.endswith(".kif") else name


@pytest.mark.parametrize("name", GAMES)
def test_open_spiel_accepts_the_game(name: str) -> None:
    game = pyspiel.load_game("woodstock", {"game": text_of(name), "limit": 60})
    # What is written and read again at every step takes the square of a game's length: in short games only.
    pyspiel.random_sim_test(game, num_sims=3, serialize=name in DAILY, verbose=False)


@pytest.mark.parametrize("name", TRANSLATIONS)
@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 60))])
def test_in_lockstep_with_open_spiels_own_game(name: str, seed: int) -> None:
    rng = random.Random(seed)
    theirs = pyspiel.load_game(name).new_initial_state()
    ours = pyspiel.load_game(f"woodstock(game={name},zero_sum=True,scale=50.0)").new_initial_state()
    while not theirs.is_terminal():
        assert not ours.is_terminal() and ours.current_player() == theirs.current_player()
        named = {TRANSLATIONS[name](ours.action_to_string(action)): action for action in ours.legal_actions()}
        known = spiel_moves(name, theirs)
        assert named.keys() == known.keys()
        move = rng.choice(sorted(known))
        theirs.apply_action(known[move])
        ours.apply_action(named[move])
    assert ours.is_terminal() and ours.returns() == theirs.returns()


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_chance_in_lockstep_with_open_spiels_own_game(name: str) -> None:
    twin = TWINS[name]
    game = pyspiel.load_game(f"woodstock(game={name},zero_sum=True,scale={float(twin.chip)})")
    rng = random.Random(name)
    for _ in range(60):
        theirs, ours = pyspiel.load_game(twin.game).new_initial_state(), game.new_initial_state()
        while not theirs.is_terminal():
            assert ours.is_chance_node() == theirs.is_chance_node()
            assert ours.current_player() == theirs.current_player()
            named = {twin.move(ours.action_to_string(action)): action for action in ours.legal_actions()}
            known = {twin.theirs(theirs.action_to_string(action)): action for action in theirs.legal_actions()}
            assert named.keys() == known.keys()
            if theirs.is_chance_node():
                wanted = dict(theirs.chance_outcomes())
                found = dict(ours.chance_outcomes())
                assert all(found[named[move]] == pytest.approx(wanted[known[move]]) for move in named)
            move = rng.choice(sorted(known))
            theirs.apply_action(known[move])
            ours.apply_action(named[move])
        assert ours.is_terminal()
        assert ours.returns() == pytest.approx(theirs.returns())


@pytest.mark.long
def test_open_spiels_cfr_finds_the_value_of_our_kuhn_poker() -> None:
    game = pyspiel.load_game("woodstock(game=kuhn_poker,zero_sum=True,scale=25.0)")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert values[0] == pytest.approx(-1 / 18, abs=2e-3)
    assert values[1] == pytest.approx(1 / 18, abs=2e-3)


def test_information_states_are_the_published_number() -> None:
    game = pyspiel.load_game("woodstock(game=kuhn_poker)")
    found: set[tuple[int, str]] = set()

    def visit(state: Any) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            found.add((state.current_player(), state.information_state_string()))
        for action in state.legal_actions():
            visit(state.child(action))

    visit(game.new_initial_state())
    assert len(found) == 12


def test_copies_are_independent() -> None:
    state = pyspiel.load_game("woodstock(game=tic_tac_toe)").new_initial_state()
    twin = state.clone()
    twin.apply_action(4)
    assert len(state.legal_actions()) == 9 and len(twin.legal_actions()) == 8
    assert "turn: x" in str(state) and "turn: o" in str(twin)
    assert np.sum(twin.observation_tensor(0)) == 1 + 9


def test_a_rulesheet_of_ones_own(tmp_path: Path) -> None:
    sheet = tmp_path / "mine.kif"
    sheet.write_text(ws.games.text("nim"))
    game = pyspiel.load_game(f"woodstock(game={sheet},limit=50)")
    assert game.get_type().long_name == "mine" and len(game.new_initial_state().legal_actions()) == 16
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_our_players_are_bots_where_things_are_hidden() -> None:
    state = pyspiel.load_game("woodstock(game=kuhn_poker)").new_initial_state()
    bots = [open_spiel.WoodstockBot("cfr", 0, seconds=1.0), open_spiel.WoodstockBot("random", 1)]
    rng = random.Random(1)
    while not state.is_terminal():
        action = rng.choice(state.legal_actions()) if state.is_chance_node() else None
        state.apply_action(bots[state.current_player()].step(state) if action is None else action)
    assert sum(state.returns()) == 100.0
    for bot in bots:
        bot.restart()


def test_our_players_are_bots() -> None:
    game = pyspiel.load_game("woodstock(game=tic_tac_toe)")
    bots = [open_spiel.WoodstockBot("uct:playouts=400", 0, seconds=5.0), open_spiel.WoodstockBot("legal", 1)]
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert state.returns() == [100.0, 0.0]
    for bot in bots:
        bot.restart()
