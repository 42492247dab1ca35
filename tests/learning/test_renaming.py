"""What was learned of a game serves the same game under other names: the values are exactly the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from learning.samples import disguised, load, positions, random_learned, random_weights
from woodstock.errors import WoodstockError
from woodstock.learning import load_for, store
from woodstock.learning.weights import phase_of, words_of

SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("othello", "chess", "checkers")]
GAMES = ["tic_tac_toe", "breakthrough", "connect_four_simultaneous", "backgammon", "amazons", *SLOW]


@pytest.mark.parametrize("name", GAMES)
def test_values_are_exactly_the_same_under_other_names(name: str) -> None:
    game, learned = load(name), random_learned(name)
    network, machine = learned.network(), game.machine()
    states = positions(game, 100)
    for seed in range(2):
        other = disguised(name, seed)
        form, own = store.form_of(other), store.form_of(game)
        assert form is not None
        assert own is not None
        renaming = learned.renaming(form)
        assert renaming is not None
        mapped = learned.for_game(other, renaming)
        seats = [other.roles.index(renaming.term(role)) for role in game.roles]
        other_network, other_machine = mapped.network(), other.machine()
        for state in states:
            twin = other_machine.state([renaming.term(fluent) for fluent in machine.fluents(state)])
            values = network.values(words_of([state]), phase_of(game, state))
            twins = other_network.values(words_of([twin]), phase_of(other, twin))
            assert np.array_equal(values, twins[seats])
        # And back.
        back = mapped.renaming(own)
        assert back is not None
        again = mapped.for_game(game, back).weights
        assert np.array_equal(again.outputs, learned.weights.outputs)
        assert np.array_equal(again.rows[:, : 32 + len(seats)], learned.weights.rows[:, : 32 + len(seats)])


def test_roles_in_another_order_are_mapped() -> None:
    """Among some disguises there is one in which the second role comes first."""
    game, learned = load("breakthrough"), random_learned("breakthrough")
    swapped = 0
    for seed in range(4):
        other = disguised("breakthrough", seed)
        form = store.form_of(other)
        assert form is not None
        renaming = learned.renaming(form)
        assert renaming is not None
        swapped += [renaming.term(role) for role in game.roles] != list(other.roles)
    assert swapped > 0


@pytest.mark.parametrize("name", ["breakthrough", "pig"])
def test_a_kept_game_is_known_by_any_name(name: str) -> None:
    learned = random_learned(name, seed=5)
    store.keep(learned)
    other = disguised(name, 3)
    found = load_for(other)
    assert found is not None
    assert found.game == "disguised"
    assert found.weights.roles == other.roles
    assert found.curve == learned.curve
    assert load_for(load("tic_tac_toe")) is None
    store.delete(learned.digest)
    assert load_for(other) is None


def test_what_the_weights_do_not_know_counts_for_nothing() -> None:
    game = load("tic_tac_toe")
    weights = random_weights(game)
    fewer = replace(weights, fluents=weights.fluents[1:], rows=weights.rows[1:])
    mapped = fewer.for_game(game)
    assert not mapped.rows[0].any()
    assert np.array_equal(mapped.rows[1:], weights.rows[1:])


def test_other_roles_and_other_clocks_are_refused() -> None:
    weights = random_weights(load("tic_tac_toe"))
    with pytest.raises(WoodstockError, match="other roles"):
        weights.for_game(load("breakthrough"))
    one = replace(weights, phases=(frozenset(),), outputs=weights.outputs[:1])
    with pytest.raises(WoodstockError, match="another clock"):
        one.for_game(load("tic_tac_toe"))
