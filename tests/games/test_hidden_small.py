"""Small games with percepts: their exact values, and their rules by other means."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import woodstock as ws
from games.translations.sheets import words
from oracles.information import Information, after, best_value, root
from oracles.named import Named
from oracles.worlds import lockstep, random_games
from woodstock.engine.machine import Machine, State

# Games against chance alone


def test_no_guess_of_a_die_is_better_than_another() -> None:
    assert best_value(ws.load("guess_dice").machine(), 0) == Fraction(100, 6)


def test_the_candidate_wins_two_of_three_by_switching() -> None:
    machine = ws.load("monty_hall").machine()
    assert best_value(machine, 0) == Fraction(200, 3)
    assert wins(machine, "switch") == Fraction(2, 3)
    assert wins(machine, "noop") == Fraction(1, 3)


def wins(machine: Machine, last: str) -> Fraction:
    """The odds of a candidate that chooses a door and then always does the same."""

    def visit(state: State, odds: Fraction) -> Iterator[Fraction]:
        if machine.terminal(state):
            yield odds * (machine.goals(state)[0] == 100)
            return
        own, chance = machine.legal(state)
        names = {machine.move_name(0, move): move for move in own}
        move = names[last] if "switch" in names else own[0]
        for drawn in chance:
            yield from visit(machine.next(state, [move, drawn]), odds / len(chance))

    return sum(visit(machine.initial(), Fraction(1)), Fraction(0))


# Mastermind

Code = tuple[str, ...]
CODES: list[Code] = list(product(["red", "blue", "green", "pink"], repeat=4))


def answer(code: Code, guess: Code) -> tuple[int, int]:
    """Peg by peg, as one does it on the table."""
    left_code = [c for c, g in zip(code, guess, strict=True) if c != g]
    left_guess = [g for c, g in zip(code, guess, strict=True) if c != g]
    white = 0
    for peg in left_guess:
        if peg in left_code:
            left_code.remove(peg)
            white += 1
    return 4 - len(left_guess), white


@cache
def answers(code: Code, guess: Code) -> tuple[int, int]:
    return answer(code, guess)


class Coder:
    """The one who made the code."""

    def __init__(self) -> None:
        self.code: Code = ()
        self.guesses = 0
        self.found = False

    def legal(self) -> Mapping[str, set[str]]:
        if not self.code:
            return {"player": {"noop"}, "random": {f"(set {' '.join(code)})" for code in CODES}}
        return {"player": {f"(guess {' '.join(code)})" for code in CODES}, "random": {"noop"}}

    def play(self, joint: Mapping[str, str]) -> Mapping[str, set[str]]:
        if not self.code:
            self.code = tuple(words(joint["random"])[1:])
            return {"player": set()}
        black, white = answer(self.code, tuple(words(joint["player"])[1:]))
        self.guesses += 1
        self.found = black == 4
        return {"player": {f"(black {black})", f"(white {white})"}}

    def over(self) -> bool:
        return self.found or self.guesses == 8

    def goals(self) -> Mapping[str, int]:
        return {"player": min(100, 180 - 20 * self.guesses) if self.found else 0}


def test_random_games_of_mastermind() -> None:
    random_games("mastermind", Coder, 40)


def test_any_guess_gets_the_right_answer() -> None:
    machine = ws.load("mastermind").machine()
    rng = random.Random(1)
    waits = machine.move_number(1, "noop")
    for code in CODES:
        state = machine.state([*(f"(code {place} {colour})" for place, colour in enumerate(code, 1)), "(guess 1)"])
        for guess in [code, *rng.sample(CODES, 12)]:
            black, white = answer(code, guess)
            move = machine.move_number(0, f"(guess {' '.join(guess)})")
            assert machine.percepts(state, [move, waits])[0] == [f"(black {black})", f"(white {white})"]


@cache
def knuth(codes: tuple[Code, ...]) -> Code:
    """The guess after which the fewest codes are left in the worst case, one that may be right if possible."""
    if len(codes) == 1:
        return codes[0]
    possible = set(codes)
    return min(CODES, key=lambda g: (max(Counter(answers(code, g) for code in codes).values()), g not in possible, g))


def test_knuth_needs_four_guesses() -> None:
    """Every code is found in time for the full goal, and four guesses are needed."""
    rules = Named(ws.load("mastermind").machine())
    longest = 0
    for code in CODES:
        coder, left = Coder(), tuple(CODES)

        def choose(role: str, moves: list[str], code: Code = code, coder: Coder = coder) -> str:
            nonlocal left
            if role == "random" or moves == ["noop"]:
                return moves[0] if moves == ["noop"] else f"(set {' '.join(code)})"
            guess = knuth(left)
            left = tuple(each for each in left if answers(each, guess) == answers(coder.code, guess))
            return f"(guess {' '.join(guess)})"

        assert lockstep(rules, coder, choose) == {"player": 100}
        longest = max(longest, coder.guesses)
    assert longest == 4


# Kuhn poker


@cache
def kuhn() -> Machine:
    return ws.load("kuhn_poker").machine()


def equilibrium(alpha: Fraction, role: int, known: Information, legal: list[int]) -> dict[int, Fraction]:
    """The strategies that Kuhn found, one of the first player's for each alpha from 0 to 1/3."""
    names = {kuhn().move_name(role, move): move for move in legal}
    if "noop" in names:
        return {names["noop"]: Fraction(1)}
    seen = [percept for _, percepts in known for percept in percepts]
    (card,) = (words(percept)[1] for percept in seen if percept.startswith("(card"))
    bets = [words(percept)[2] for percept in seen if percept.startswith("(bets")]
    third, zero, one = Fraction(1, 3), Fraction(0), Fraction(1)
    betting = {
        (): {"jack": alpha, "queen": zero, "king": 3 * alpha},
        ("pass",): {"jack": third, "queen": zero, "king": one},
        ("bet",): {"jack": zero, "queen": third, "king": one},
        ("pass", "bet"): {"jack": zero, "queen": alpha + third, "king": one},
    }[tuple(bets)][card]
    return {names["bet"]: betting, names["pass"]: 1 - betting}


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhns_equilibria_cannot_be_beaten(alpha: Fraction) -> None:
    """The first player loses 1/18 of a chip of 25 points, and neither can do better."""
    value = 50 - Fraction(25, 18)

    def strategy(role: int, known: Information, legal: list[int]) -> dict[int, Fraction]:
        return equilibrium(alpha, role, known, legal)

    assert best_value(kuhn(), 0, strategy) == value
    assert best_value(kuhn(), 1, strategy) == 100 - value


def test_a_fold_shows_no_card() -> None:
    machine = kuhn()
    node = root(machine)
    deals = ["noop noop (deal_first_queen)", "noop noop (deal_second_king)", "pass noop noop", "noop bet noop"]
    for text in [*deals, "pass noop noop"]:
        moves = [move.replace("_", " ") for move in text.split()]
        node = after(machine, node, [machine.move_number(role, move) for role, move in enumerate(moves)])
    assert machine.terminal(node.state)
    assert machine.goals(node.state)[:2] == (25, 75)
    assert [percepts for _, percepts in node.known[0]] == [
        ("(card queen)",), (), ("(bets first pass)",), ("(bets second bet)",), ("(bets first pass)",)
    ]  # fmt: skip


# Meier


def worth(throw: tuple[int, int]) -> int:
    """The higher the better: Meier, then doubles, then the number with the higher die first."""
    high, low = max(throw), min(throw)
    return 1000 if (high, low) == (2, 1) else 100 * high if high == low else 10 * high + low


class Cup:
    """The dice under it, and what was claimed of them."""

    def __init__(self) -> None:
        self.players = ["p1", "p2"]
        self.stage = "roll"
        self.dice = self.claim = (0, 0)

    def legal(self) -> Mapping[str, set[str]]:
        moves = {role: {"noop"} for role in ("p1", "p2", "random")}
        if self.stage == "roll":
            moves["random"] = {f"(roll {x} {y})" for x, y in product(range(1, 7), repeat=2)}
        elif self.stage == "claim":
            throws = {(max(x, y), min(x, y)) for x, y in product(range(1, 7), repeat=2)}
            better = {throw for throw in throws if self.claim == (0, 0) or worth(throw) > worth(self.claim)}
            moves[self.players[0]] = {f"(claim {x} {y})" for x, y in better}
        else:
            moves[self.players[1]] = {"doubt"} if self.claim == (2, 1) else {"doubt", "believe"}
        return moves

    def play(self, joint: Mapping[str, str]) -> Mapping[str, set[str]]:
        seen: dict[str, set[str]] = {"p1": set(), "p2": set()}
        thrower, other = self.players
        if self.stage == "roll":
            x, y = map(int, words(joint["random"])[1:])
            self.dice, self.stage = (max(x, y), min(x, y)), "claim"
            seen[thrower] = {"(dice {} {})".format(*self.dice)}
        elif self.stage == "claim":
            x, y = map(int, words(joint[thrower])[1:])
            self.claim, self.stage = (x, y), "answer"
            seen = {player: {f"(claim {x} {y})"} for player in seen}
        elif joint[other] == "believe":
            self.players, self.stage = [other, thrower], "roll"
            seen = {player: {"believed"} for player in seen}
        else:
            self.stage = "over"
            seen = {player: {"(dice {} {})".format(*self.dice)} for player in seen}
        return seen

    def over(self) -> bool:
        return self.stage == "over"

    def goals(self) -> Mapping[str, int]:
        lied = worth(self.dice) < worth(self.claim)
        return {self.players[0]: 100 * (not lied), self.players[1]: 100 * lied}


def test_random_games_of_meier() -> None:
    results = random_games("meier", Cup, 300)
    assert {goals["p1"] for goals in results} == {0, 100}
