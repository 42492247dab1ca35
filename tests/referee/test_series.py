"""A series seats the players fairly and counts what they did."""

from __future__ import annotations

import pytest

from referee.fakes import Named, Scripted, Sticks, greedy, modest
from woodstock.errors import WoodstockError
from woodstock.players import RandomPlayer
from woodstock.referee import Played, series, wilson

GREEDY = Named("greedy", greedy)
MODEST = Named("modest", modest)
RANDOM = Named("random", RandomPlayer)


def test_wins_draws_and_goals() -> None:
    # Of four sticks the first takes two, the second one: the first takes the last.
    result = series(Sticks(4), [GREEDY, MODEST], 3)
    assert result.matches == 3
    assert result.wins == (3, 0)
    assert result.draws == 0
    assert result.mean_goals == (100.0, 0.0)
    assert result.interval == (wilson(3, 3), wilson(0, 3))
    drawn = series(Sticks(4, tie=True), [GREEDY, MODEST], 3)
    assert (drawn.wins, drawn.draws, drawn.mean_goals) == ((0, 0), 3, (50.0, 50.0))


def test_swap_changes_the_roles_not_the_order_of_the_answer() -> None:
    # Of two sticks the first to move takes both if it is greedy; a modest one leaves the last to the second.
    result = series(Sticks(2), [GREEDY, MODEST], 4, swap=True)
    assert [match.seats for match in result.played] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert [match.record.players for match in result.played[:2]] == [("greedy", "modest"), ("modest", "greedy")]
    assert result.wins == (4, 0)
    assert series(Sticks(2), [MODEST, GREEDY], 4, swap=True).wins == (0, 4)


def test_swap_moves_three_players_through_all_roles_but_chance() -> None:
    result = series(Sticks(9, players=3, with_chance=True), [GREEDY, MODEST, RANDOM], 3, swap=True)
    assert [match.seats for match in result.played] == [(1, 2, 3), (2, 3, 1), (3, 1, 2)]
    assert result.played[1].record.players == ("chance", "random", "greedy", "modest")


def test_seeds_differ_between_matches_and_repeat_between_series() -> None:
    game = Sticks(60)
    one, two, other = (series(game, [RANDOM, RANDOM], 5, seed=seed) for seed in (1, 1, 2))
    assert one == two
    assert one != other
    assert len({match.record.moves for match in one.played}) == 5


def test_alone_it_takes_a_full_goal_to_win() -> None:
    won = series(Sticks(3, players=1), [GREEDY], 2)
    assert (won.wins, won.draws, won.mean_goals) == ((2,), 0, (100.0,))
    lost = series(Sticks(3, players=1, tie=True), [GREEDY], 2)
    assert (lost.wins, lost.draws, lost.mean_goals) == ((0,), 0, (50.0,))


def test_unfinished_matches_count_for_nobody() -> None:
    result = series(Sticks(5, endless=True), [GREEDY, MODEST], 2, limit=8)
    assert (result.matches, result.unfinished, result.wins, result.draws) == (2, 2, (0, 0), 0)
    assert result.mean_goals == (None, None)
    assert [number for number, _ in result.deviations] == [0, 1]


def test_every_match_has_fresh_players() -> None:
    made: list[Scripted] = []

    def make() -> Scripted:
        made.append(modest())
        return made[-1]

    seen: list[Played] = []
    series(Sticks(2), [Named("a", make), MODEST], 3, each_match=seen.append)
    assert len(made) == len(seen) == 3
    assert all(player.stopped == 1 for player in made)


def test_bad_series_are_refused() -> None:
    with pytest.raises(WoodstockError, match="takes 2 player"):
        series(Sticks(), [GREEDY])
    with pytest.raises(WoodstockError, match="at least one match"):
        series(Sticks(), [GREEDY, MODEST], 0)
