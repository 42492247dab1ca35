"""OpenSpiel's information states, as text and as tensors: what a player did and saw, all of it, and nothing else."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from games.translations.hidden_spiel import INFORMATION_STATES, TWINS
from rl.test_no_leak import NAMES
from woodstock.engine import State
from woodstock.errors import WoodstockError
from woodstock.rl import open_spiel  # noqa: F401 (registers the game "woodstock")

Told = tuple[str, bytes]


def told(state: Any, player: int) -> Told:
    return state.information_state_string(player), np.array(
        state.information_state_tensor(player), np.float32
    ).tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_information_states_are_what_a_player_did_and_saw(name: str) -> None:
    """In random games: the same past gives the same text and tensor whatever is hidden, another past another one. A
    copy that has lost all but the player's own past tells the same."""
    game = pyspiel.load_game("woodstock", {"game": name, "limit": 12})
    own, rng = game.new_initial_state().get_game(), random.Random(name)
    found: dict[tuple[int, Any], set[Told]] = defaultdict(set)
    for _ in range(40):
        state = game.new_initial_state()
        while not state.is_terminal():
            for player, role in enumerate(own.turns.players):
                found[player, state.node.pasts[role]].add(told(state, player))
            step(state, rng)
        for player, role in enumerate(own.turns.players):
            blind, pasts = state.clone(), [past if other == role else () for other, past in enumerate(state.node.pasts)]
            blind.node = replace(state.node, state=State(b""), legal=(), to_move=(), steps=(), pasts=tuple(pasts))
            assert told(blind, player) == told(state, player)
    assert all(len(one) == 1 for one in found.values())
    for part in range(2):
        assert len({next(iter(one))[part] for one in found.values()}) == len(found)


def step(state: Any, rng: random.Random) -> None:
    if state.is_simultaneous_node():
        players = range(state.num_players())
        state.apply_actions([rng.choice(state.legal_actions(player)) for player in players])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", ["kuhn_poker", pytest.param("leduc_poker", marks=pytest.mark.slow)])
def test_information_states_are_those_of_open_spiels_own_game(name: str) -> None:
    """Along all histories: what a player cannot tell apart in OpenSpiel's game it cannot tell apart in ours."""
    twin = TWINS[name]
    pairs: set[tuple[int, str, Told]] = set()

    def visit(ours: Any, theirs: Any) -> None:
        if theirs.is_terminal():
            return
        if not theirs.is_chance_node():
            player = theirs.current_player()
            pairs.add((player, theirs.information_state_string(player), told(ours, player)))
        known = {twin.theirs(theirs.action_to_string(action)): action for action in theirs.legal_actions()}
        for action in ours.legal_actions():
            visit(ours.child(action), theirs.child(known[twin.move(ours.action_to_string(action))]))

    game = pyspiel.load_game(f"woodstock(game={name},limit=20)")
    visit(game.new_initial_state(), pyspiel.load_game(twin.game).new_initial_state())
    assert len(pairs) == INFORMATION_STATES[name]
    assert len({(player, text) for player, text, _ in pairs}) == len({own for _, _, own in pairs}) == len(pairs)


def test_the_tensor_in_its_parts() -> None:
    game = pyspiel.load_game("woodstock(game=kuhn_poker,limit=9)")
    state = game.new_initial_state()
    for move in ("(deal first jack)", "(deal second king)", "bet"):
        state.apply_action({state.action_to_string(action): action for action in state.legal_actions()}[move])
    seen = make_observation(game, INFO_STATE_OBS_TYPE)
    seen.set_from(state, 1)
    width = state.get_game().encoding.memory
    assert seen.dict["player"].tolist() == [0, 1] and seen.dict["steps"].shape == (9, width)
    assert (
        seen.string_from(state, 1)
        == state.information_state_string(1)
        == "second\nnoop\nnoop (card king)\nnoop (bets first bet)"
    )
    assert seen.dict["steps"].sum(axis=1).tolist() == [1, 2, 2] + [0] * 6
    assert game.information_state_tensor_shape() == [2 + 9 * width]
    seen.set_from(state, 0)
    assert seen.dict["player"].tolist() == [1, 0]


def test_games_without_percepts_tell_their_moves() -> None:
    game = pyspiel.load_game("woodstock(game=tic_tac_toe)")
    assert not game.get_type().provides_information_state_tensor
    state = game.new_initial_state().child(4)
    assert state.information_state_string(1) == "((mark 2 2) noop)"


def test_what_only_all_players_know_together_is_not_offered() -> None:
    hidden, shown = (pyspiel.load_game(f"woodstock(game={name})") for name in ("kuhn_poker", "tic_tac_toe"))
    for private in (pyspiel.PrivateInfoType.ALL_PLAYERS, pyspiel.PrivateInfoType.NONE):
        kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=private)
        with pytest.raises(WoodstockError, match="what it did and saw"):
            make_observation(hidden, kind)
        assert make_observation(shown, kind).string_from(shown.new_initial_state(), 0).startswith("(")
