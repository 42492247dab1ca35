"""Moves are chosen uniformly and independently: chi-square tests of single choices, joint moves and whole paths.

In the games here a role watches each outcome and has a goal of 100 when it comes about, so that the sums of a single
run tell how often each outcome came about.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

import woodstock as ws
from woodstock.engine import Playouts

Written = Callable[[str], ws.Game]


def check_frequencies(found: Sequence[int], shares: Sequence[Fraction]) -> None:
    """Pearson's chi-square is below the value that it passes as seldom as a normal variable passes 4 deviations."""
    n = sum(found)
    assert sum(shares) == 1
    expected = [n * share for share in shares]
    assert min(expected) >= 5
    statistic = float(sum((one - other) ** 2 / other for one, other in zip(found, expected, strict=True)))
    freedom = len(found) - 1
    if freedom == 0:
        return
    # The normal approximation of Wilson and Hilferty.
    part = 2 / (9 * freedom)
    assert statistic <= freedom * (1 - part + 4 * sqrt(part)) ** 3, found


def watched(result: Playouts, roles: int, start: int = 0) -> list[int]:
    """How often the outcomes came about that the roles from `roles` on watch."""
    sums = [int(goal) for goal in result.goals[start, roles:]]
    assert all(goal % 100 == 0 for goal in sums)
    assert sum(sums) == 100 * int(result.playouts[start]), "exactly one outcome in each playout"
    assert result.wins[start, roles:].tolist() == [goal // 100 for goal in sums]
    return [goal // 100 for goal in sums]


def watchers(outcomes: dict[str, str]) -> str:
    """Roles that watch: each has a name and the condition under which it has a goal of 100."""
    return "".join(
        f"(role {name}) (legal {name} watch) (<= (goal {name} 100) {condition})\n"
        for name, condition in outcomes.items()
    )


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 100])
def test_every_legal_move_is_as_likely_as_any_other(count: int, written: Written) -> None:
    rules = "(role chooser)\n" + "".join(f"(legal chooser (pick {i}))\n" for i in range(count))
    rules += watchers({f"w{i}": f"(true (picked {i}))" for i in range(count)})
    rules += "(init fresh) (<= (next (picked ?i)) (does chooser (pick ?i))) (<= terminal (not (true fresh)))"
    result = written(rules).playouts(200_000, seed=count)
    assert result.lengths.tolist() == [200_000]
    check_frequencies(watched(result, 1), [Fraction(1, count)] * count)


def test_roles_choose_independently_of_each_other(written: Written) -> None:
    sizes = {"ann": 3, "ben": 5, "random": 2}
    rules = "".join(
        f"(role {role})" + "".join(f" (legal {role} (pick {i}))" for i in range(size)) for role, size in sizes.items()
    )
    rules += watchers(
        {
            f"w{a}{b}{c}": f"(true (picked ann {a})) (true (picked ben {b})) (true (picked random {c}))"
            for a in range(3)
            for b in range(5)
            for c in range(2)
        }
    )
    rules += "(init fresh) (<= (next (picked ?r ?i)) (does ?r (pick ?i))) (<= terminal (not (true fresh)))"
    result = written(rules).playouts(300_000, seed=1)
    check_frequencies(watched(result, 3), [Fraction(1, 30)] * 30)


@dataclass
class Tree:
    """A game that is a tree of places; some ways are long, some short, some have no choice."""

    rules: str
    shares: list[Fraction] = field(default_factory=list)
    """The probability of each leaf."""


def random_tree(leaves: int, rng: random.Random) -> Tree:
    """Leaves are split until there are enough; moves are numbered at random, so that few of many are legal."""
    at = {0: Fraction(1)}
    edges: list[tuple[int, int, int]] = []
    places = 1
    while len(at) < leaves:
        place = rng.choice([place for place in at if at[place] > Fraction(1, 500)])
        share = at.pop(place)
        count = rng.choice([1, 2, 3, 4, 5, 7])
        for move in rng.sample(range(40), count):
            edges.append((place, move, places))
            at[places] = share / count
            places += 1
    rules = "(role walker) (init (at 0))\n" + "".join(f"(edge {a} {move} {b})\n" for a, move, b in edges)
    rules += """(<= (legal walker (go ?move)) (true (at ?a)) (edge ?a ?move ?b))
    (<= (next (at ?b)) (true (at ?a)) (does walker (go ?move)) (edge ?a ?move ?b))
    (<= inner (true (at ?a)) (edge ?a ?move ?b))
    (<= terminal (not inner))
    """
    for number, leaf in enumerate(at):
        rules += f"(<= (goal walker {number}) (true (at {leaf})))\n"
    rules += watchers({f"w{leaf}": f"(true (at {leaf}))" for leaf in at})
    return Tree(rules, list(at.values()))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_paths_are_as_likely_as_the_product_of_their_choices(seed: int, written: Written) -> None:
    tree = random_tree(60, random.Random(seed))
    game = written(tree.rules)
    check_frequencies(watched(game.playouts(200_000, seed=seed), 1), tree.shares)


def test_paths_of_single_playouts_from_many_starts_are_as_likely_too(written: Written) -> None:
    """Here every start has one playout, so its goal is the number of the leaf that was reached."""
    tree = random_tree(40, random.Random(4))
    game = written(tree.rules)
    count = 100_000
    result = game.playouts(1, start=[game.machine().initial()] * count, seed=4)
    assert np.all(result.playouts == 1)
    assert np.array_equal(result.squares, result.goals**2)
    found = np.bincount(result.goals[:, 0], minlength=len(tree.shares))
    check_frequencies([int(number) for number in found], tree.shares)


def test_neighbouring_playouts_are_independent(written: Written) -> None:
    """Lanes draw from one stream of bits: what one chooses must say nothing about what the next one chooses."""
    rules = "(role chooser) (init fresh)\n" + "".join(f"(legal chooser (pick {i}))\n" for i in range(3))
    rules += "(<= (next (picked ?i)) (does chooser (pick ?i))) (<= terminal (not (true fresh)))\n"
    rules += "(<= (goal chooser ?i) (true (picked ?i)))"
    game = written(rules)
    result = game.playouts(1, start=[game.machine().initial()] * 99_999, seed=5)
    chosen = result.goals[:, 0].astype(np.int64)
    for distance in (1, 2, 63, 64, 256, 512, 1024):
        pairs = np.bincount(chosen[:-distance] * 3 + chosen[distance:], minlength=9)
        check_frequencies([int(number) for number in pairs], [Fraction(1, 9)] * 9)
