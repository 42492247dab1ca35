"""Yahtzee against exact arithmetic: what each of the 7776 rolls is worth, and whole games scored by a second hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

import woodstock as ws
from oracles.named import Named
from woodstock.engine.machine import State

Dice = tuple[int, ...]
FACES = range(1, 7)
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
PLACES = {"total": 9, "upper": 7}


def same(dice: Dice) -> int:
    return max(Counter(dice).values())


def straight(dice: Dice, length: int) -> bool:
    return any(set(range(low, low + length)) <= set(dice) for low in FACES)


WORTH: dict[str, Callable[[Dice], int]] = {
    "three_of_a_kind": lambda dice: sum(dice) if same(dice) >= 3 else 0,
    "four_of_a_kind": lambda dice: sum(dice) if same(dice) >= 4 else 0,
    "full_house": lambda dice: 25 if sorted(Counter(dice).values()) == [2, 3] else 0,
    "small_straight": lambda dice: 30 if straight(dice, 4) else 0,
    "large_straight": lambda dice: 40 if straight(dice, 5) else 0,
    "yahtzee": lambda dice: 50 if same(dice) == 5 else 0,
    "chance": sum,
}


def worth(category: str, dice: Dice) -> int:
    if category in UPPER:
        face = UPPER.index(category) + 1
        return face * dice.count(face)
    return WORTH[category](dice)


@pytest.fixture(scope="module")
def yahtzee() -> Named:
    return Named(ws.load("yahtzee").machine())


def rolled(dice: Dice, *others: str) -> list[str]:
    return [*(f"(showing {face} {dice.count(face)})" for face in FACES), "(to_roll 0)", "(rerolls 0)", *others]


def number(fluents: frozenset[str], player: str, sheet: str) -> int:
    return sum(1 << place for place in range(PLACES[sheet]) if f"(score {player} {sheet} {place})" in fluents)


def showing(fluents: frozenset[str]) -> Dice:
    return tuple(face for face in FACES for n in range(6) if f"(showing {face} {n})" in fluents for _ in range(n))


def play(rules: Named, state: State, role: str, move: str) -> State:
    return rules.next(state, {each: move if each == role else "noop" for each in rules.roles})


def test_what_a_roll_is_worth(yahtzee: Named) -> None:
    """All 252 kinds of rolls in all categories, and from them the known odds of a single roll of five dice."""
    ways: Counter[tuple[str, int]] = Counter()
    for dice in combinations_with_replacement(FACES, 5):
        weight = factorial(5) // prod(factorial(n) for n in Counter(dice).values())
        for category in (*UPPER, *WORTH):
            held = rolled(dice, "(control player2)", f"(box player2 {category} free)", "(box player2 chance free)")
            after = yahtzee.fluents(play(yahtzee, yahtzee.machine.state(held), "player2", f"(fill {category})"))
            points = number(after, "player2", "total")
            assert points == worth(category, dice)
            assert number(after, "player2", "upper") == (points if category in UPPER else 0)
            assert number(after, "player1", "total") == number(after, "player1", "upper") == 0
            ways[category, points] += weight
    assert ways["yahtzee", 50] == 6
    assert 7776 - ways["four_of_a_kind", 0] == 6 + 150
    assert 7776 - ways["three_of_a_kind", 0] == 6 + 150 + 300 + 1200
    assert ways["full_house", 25] == 300
    assert ways["large_straight", 40] == 240
    assert ways["small_straight", 30] == 1200
    assert ways["ones", 0] == 5**5


@pytest.mark.parametrize("seed", range(8))
def test_whole_games(yahtzee: Named, seed: int) -> None:
    rng = random.Random(seed)
    totals, upper = Counter[str](), Counter[str]()
    state = yahtzee.initial()
    rolls = 0
    while not yahtzee.terminal(state):
        fluents, legal = yahtzee.fluents(state), yahtzee.legal(state)
        dice = showing(fluents)
        if len(dice) < 5:
            assert legal["random"] == {f"(roll {face})" for face in FACES}
            state = play(yahtzee, state, "random", rng.choice(sorted(legal["random"])))
            continue
        mover = next(player for player in ("player1", "player2") if f"(control {player})" in fluents)
        keeps = {move for move in legal[mover] if move.startswith("(keep")}
        distinct = prod(n + 1 for n in Counter(dice).values()) - 1  # any part of the dice, but not all
        assert len(keeps) == (distinct if rolls < 2 else 0)
        move = rng.choice(sorted(legal[mover]))
        if move in keeps:
            counts = [int(word) for word in move.strip("()").split()[1:]]
            kept = tuple(face for face, n in zip(FACES, counts, strict=True) for _ in range(n))
            rolls += 1
            state = play(yahtzee, state, mover, move)
            assert showing(yahtzee.fluents(state)) == kept
            assert not Counter(kept) - Counter(dice)
            continue
        category = move.strip("()").split()[1]
        totals[mover] += worth(category, dice)
        upper[mover] += worth(category, dice) if category in UPPER else 0
        rolls = 0
        state = play(yahtzee, state, mover, move)
        for player in ("player1", "player2"):
            assert number(yahtzee.fluents(state), player, "total") == totals[player]
            assert number(yahtzee.fluents(state), player, "upper") == upper[player]
        check_goals(yahtzee, state, [totals[p] + 35 * (upper[p] >= 63) for p in ("player1", "player2")])
    assert not any(fluent.startswith("(box") for fluent in yahtzee.fluents(state))


def check_goals(rules: Named, state: State, final: list[int]) -> None:
    one = 100 if final[0] > final[1] else 0 if final[0] < final[1] else 50
    assert (rules.goals(state)["player1"], rules.goals(state)["player2"]) == ({one}, {100 - one})


@pytest.mark.parametrize("upper", [0, 31, 32, 62, 63, 64, 95, 105])
def test_the_bonus(yahtzee: Named, upper: int) -> None:
    for total in (upper, 171, 375 - 35):
        for other in (total - 1, total, total + 34, total + 35, total + 36):
            digits = {("player1", "total"): total, ("player1", "upper"): upper, ("player2", "total"): max(other, 0)}
            held = [
                f"(score {player} {sheet} {place})"
                for (player, sheet), n in digits.items()
                for place in range(PLACES[sheet])
                if n >> place & 1
            ]
            state = yahtzee.machine.state([*rolled((1, 1, 1, 1, 1)), "(control player1)", *held])
            assert yahtzee.terminal(state)
            check_goals(yahtzee, state, [total + 35 * (upper >= 63), max(other, 0)])


def test_the_chance_of_a_yahtzee_in_three_rolls(yahtzee: Named) -> None:
    """With the best dice kept it is known to be 347897/7558272, about 4.6 %."""
    machine = yahtzee.machine
    keep = [machine.move_number(role, "noop") for role in range(3)]
    known: dict[State, float] = {}

    def value(state: State) -> float:
        if state not in known:
            player, _, chance = machine.legal(state)
            if len(chance) > 1:
                known[state] = sum(value(machine.next(state, [keep[0], keep[1], roll])) for roll in chance) / 6
            else:
                known[state] = max(after(machine.next(state, [move, keep[1], keep[2]])) for move in player)
        return known[state]

    def after(state: State) -> float:
        """After a reroll or, when it is the other's turn, after the category is filled."""
        fluents = yahtzee.fluents(state)
        return number(fluents, "player1", "total") / 50 if "(control player2)" in fluents else value(state)

    only = {"(box player1 yahtzee free)", "(box player2 chance free)"}
    start = {fluent for fluent in yahtzee.fluents(yahtzee.initial()) if not fluent.startswith("(box")} | only
    assert value(machine.state(sorted(start))) == pytest.approx(347897 / 7558272, rel=1e-12)
