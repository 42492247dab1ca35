"""Scrambled rules are the same game under other names."""

from __future__ import annotations

import random

import pytest

import woodstock as ws
from protocol.rules import bundled
from woodstock.engine.game import compile_game
from woodstock.engine.source import Source
from woodstock.protocol.scrambling import Scrambler


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "connect_four"])
def test_the_same_game(name: str) -> None:
    game = ws.load(name)
    scrambler = Scrambler(3)
    rules = scrambler.scramble(bundled(name))
    other = compile_game(Source("scrambled", rules.encode()), cache=False)
    assert tuple(map(scrambler.scramble, game.roles)) == other.roles
    assert game.chance == other.chance
    one, two = game.machine(), other.machine()
    chance = random.Random(1)
    first, second = one.initial(), two.initial()
    while not one.terminal(first):
        joint_move = [chance.choice(moves) for moves in one.legal(first)]
        names = [scrambler.scramble(one.move_name(role, move)) for role, move in enumerate(joint_move)]
        assert {scrambler.scramble(fluent) for fluent in one.fluents(first)} == set(two.fluents(second))
        second = two.next(second, [two.move_number(role, text) for role, text in enumerate(names)])
        first = one.next(first, joint_move)
    assert two.terminal(second)
    assert one.goals(first) == two.goals(second)


def test_back_again() -> None:
    scrambler = Scrambler(1)
    text = "(<= (next (cell ?x 3 random)) (does red (drop ?x)) (not (distinct ?x noop)))"
    scrambled = scrambler.scramble(text)
    assert scrambler.unscramble(scrambled) == text
    assert scrambler.unscramble(scrambler.scramble("(drop 3)").upper()) == "(drop 3)"
    assert scrambler.unscramble("(neverheardof 3)") == "(neverheardof 3)"
    for kept in ("<=", "next", "random", "does", "not", "distinct", " 3 "):
        assert kept in scrambled
    for word in ("cell", "red", "drop", "noop"):
        assert word not in scrambled
    assert Scrambler(1).scramble(text) == scrambled != Scrambler(2).scramble(text)


def test_many_words_stay_apart() -> None:
    scrambler = Scrambler(1)
    words = [f"w{number}x" for number in range(50_000)]
    assert len(set(scrambler.scramble(" ".join(words)).split())) == len(words)
