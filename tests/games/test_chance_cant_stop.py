"""Can't Stop against a second set of rules, by sets and counting, and against the known chances to go on."""

from __future__ import annotations

import random
from itertools import product

import pytest

import woodstock as ws
from oracles.named import Named
from woodstock.engine.machine import State

COLUMNS = range(2, 13)
TOP = {column: 13 - 2 * abs(column - 7) for column in COLUMNS}
FACES = range(1, 7)
Dice = tuple[int, int, int, int]


@pytest.fixture(scope="module")
def cant_stop() -> Named:
    return Named(ws.load("cant_stop").machine())


def play(rules: Named, state: State, role: str, move: str) -> State:
    return rules.next(state, {each: move if each == role else "noop" for each in rules.roles})


def pairings(dice: Dice) -> set[tuple[int, int]]:
    a, b, c, d = dice
    return {(a + b, c + d), (a + c, b + d), (a + d, b + c)}


def busts(rules: Named, start: State) -> int:
    """How many of the 1296 rolls of four dice let nothing move: 36 ordered outcomes in each of two steps."""
    found = 0
    for a, b in product(FACES, FACES):
        half = play(rules, start, "random", f"(roll {a} {b})")
        assert len(rules.legal(half)["random"]) == 36
        # The same 21 pairs without order, each as often as it comes up.
        for c in FACES:
            for d in range(c, 7):
                full = play(rules, half, "random", f"(roll {c} {d})")
                found += (1 if c == d else 2) * (rules.legal(full)["player1"] == {"bust"})
    return found


@pytest.mark.parametrize(
    ("columns", "wins"), [((6, 7, 8), 1192), ((4, 6, 8), 1181), ((2, 3, 12), 568), ((2, 7, 12), 1012)]
)
def test_the_chance_to_go_on(cant_stop: Named, columns: tuple[int, ...], wins: int) -> None:
    """Known: 92 % with runners in 6, 7 and 8, 91 % in 4, 6 and 8, 44 % in 2, 3 and 12."""
    runners = [f"(runner {column} 1)" for column in columns]
    start = cant_stop.machine.state([*runners, "(phase first_roll)", "(control player1)"])
    counted = sum(
        any(sum_ in columns for pairing in pairings(dice) for sum_ in pairing)
        for dice in product(FACES, FACES, FACES, FACES)
    )
    assert 1296 - busts(cant_stop, start) == counted == wins


class Rules:
    """The game, written again without logic."""

    def __init__(self) -> None:
        self.markers: list[dict[int, int]] = [{}, {}]
        self.runners: dict[int, int] = {}
        self.turn = 0
        self.turns = 0

    def height(self, column: int) -> int:
        return self.runners.get(column, self.markers[self.turn].get(column, 0))

    def climb(self, columns: list[int]) -> dict[int, int] | None:
        """The runners after going up in these columns one after another; `None` when one cannot."""
        after = dict(self.runners)
        for column in columns:
            won = any(markers.get(column) == TOP[column] for markers in self.markers)
            height = after.get(column, self.markers[self.turn].get(column, 0))
            if won or height == TOP[column] or (column not in after and len(after) == 3):
                return None
            after[column] = height + 1
        return after

    def moves(self, dice: Dice) -> dict[str, dict[int, int]]:
        found: dict[str, dict[int, int]] = {}
        for pairing in pairings(dice):
            low, high = sorted(pairing)
            both = self.climb([low, high])
            singles = {column: after for column in (low, high) if (after := self.climb([column]))}
            if both:
                found[f"(advance {low} {high})"] = both
            elif low == high and singles:
                found[f"(advance {low} {low})"] = singles[low]
            else:
                found |= {f"(advance_only {column})": after for column, after in singles.items()}
        return found

    def end_turn(self, stop: bool) -> None:
        if stop:
            self.markers[self.turn] |= self.runners
        self.runners = {}
        self.turn = 1 - self.turn
        self.turns += 1

    def columns(self) -> list[int]:
        return [sum(height == TOP[column] for column, height in markers.items()) for markers in self.markers]

    def fluents(self) -> set[str]:
        held = {f"(runner {column} {height})" for column, height in self.runners.items()}
        for player, markers in zip(("player1", "player2"), self.markers, strict=True):
            held |= {f"(marker {player} {column} {height})" for column, height in markers.items()}
        return held | {f"(count {place})" for place in range(7) if self.turns >> place & 1}


@pytest.mark.parametrize("seed", range(20))
def test_in_lockstep(cant_stop: Named, seed: int) -> None:
    rng = random.Random(seed)
    other = Rules()
    state = cant_stop.initial()
    patience = rng.random()  # bold and timid games
    while not cant_stop.terminal(state):
        assert max(other.columns()) < 3
        assert other.turns < 128
        mover = f"player{other.turn + 1}"
        a, b, c, d = (rng.choice(FACES) for _ in range(4))
        state = play(cant_stop, state, "random", f"(roll {a} {b})")
        state = play(cant_stop, state, "random", f"(roll {c} {d})")
        moves = other.moves((a, b, c, d))
        legal = cant_stop.legal(state)
        assert legal[mover] == (moves.keys() or {"bust"})
        move = rng.choice(sorted(legal[mover]))
        state = play(cant_stop, state, mover, move)
        if move == "bust":
            other.end_turn(stop=False)
        else:
            other.runners = moves[move]
            assert cant_stop.legal(state)[mover] == {"roll", "stop"}
            stop = rng.random() > patience
            state = play(cant_stop, state, mover, "stop" if stop else "roll")
            if stop:
                other.end_turn(stop=True)
        ours = {fluent for fluent in cant_stop.fluents(state) if fluent.split()[0] in ("(runner", "(marker", "(count")}
        assert ours == other.fluents()
    one, two = other.columns()
    goal = 100 if one > two else 0 if one < two else 50
    assert max(one, two) >= 3 or other.turns == 128
    assert (cant_stop.goals(state)["player1"], cant_stop.goals(state)["player2"]) == ({goal}, {100 - goal})


@pytest.mark.parametrize(
    ("columns", "goals"), [(([2], []), (100, 0)), (([3], [2, 12]), (0, 100)), (([2], [3]), (50, 50))]
)
def test_after_the_last_turn_more_columns_win(
    cant_stop: Named, columns: tuple[list[int], list[int]], goals: tuple[int, int]
) -> None:
    other = Rules()
    other.turns = 127
    other.markers = [{column: TOP[column] for column in won} for won in columns]
    state = cant_stop.machine.state([*other.fluents(), "(phase decide)", "(control player2)", "(runner 7 3)"])
    assert not cant_stop.terminal(state)
    state = play(cant_stop, state, "player2", "stop")
    assert cant_stop.terminal(state)
    assert cant_stop.machine.goals(state)[:2] == goals
