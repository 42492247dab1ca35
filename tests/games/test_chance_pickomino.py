"""Pickomino against a second set of rules, by lists and counting."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

import woodstock as ws
from oracles.named import Named
from woodstock.engine.machine import State

FACES = ("1", "2", "3", "4", "5", "worm")
PIPS = dict(zip(FACES, (1, 2, 3, 4, 5, 5), strict=True))


def worms(tiles: list[int]) -> int:
    return sum((tile - 21) // 4 + 1 for tile in tiles)


@pytest.fixture(scope="module")
def pickomino() -> Named:
    return Named(ws.load("pickomino").machine())


def play(rules: Named, state: State, role: str, move: str) -> State:
    return rules.next(state, {each: move if each == role else "noop" for each in rules.roles})


@dataclass
class Rules:
    """The game, written again without logic."""

    centre: set[int] = field(default_factory=lambda: set(range(21, 37)))
    stacks: list[list[int]] = field(default_factory=lambda: [[], []])
    aside: Counter[str] = field(default_factory=Counter)
    turn: int = 0
    turns: int = 0

    def stops(self) -> set[str]:
        """Tiles to be had by stopping now."""
        total = sum(PIPS[face] * n for face, n in self.aside.items())
        if not self.aside["worm"]:
            return set()
        lower = [tile for tile in self.centre if tile <= total]
        found = {f"(claim {max(lower)})"} if lower else set()
        other = self.stacks[1 - self.turn]
        return found | ({f"(steal {total})"} if other[-1:] == [total] else set())

    def end_turn(self, move: str) -> None:
        own = self.stacks[self.turn]
        if move == "fail":
            back = own.pop() if own else 0
            highest = max(self.centre)
            if back:
                self.centre.add(back)
            if back < highest:
                self.centre.discard(highest)
        else:
            kind, tile = move.strip("()").split()
            if kind == "claim":
                self.centre.discard(int(tile))
            else:
                self.stacks[1 - self.turn].pop()
            own.append(int(tile))
        self.aside.clear()
        self.turn = 1 - self.turn
        self.turns += 1

    def fluents(self) -> set[str]:
        held = {f"(lies {tile} centre)" for tile in self.centre} | {f"(control player{self.turn + 1})"}
        for player, stack in zip(("player1", "player2"), self.stacks, strict=True):
            held |= {f"(lies {tile} {player})" for tile in stack} | {f"(top {player} {tile})" for tile in stack[-1:]}
            held |= {f"(on {upper} {lower})" for lower, upper in pairwise(stack)}
        return held | {f"(turns {place})" for place in range(7) if self.turns >> place & 1}


KINDS = ("(lies", "(top", "(on", "(control", "(turns")


def test_in_lockstep(pickomino: Named) -> None:
    kinds = set[str]().union(*(lockstep(pickomino, seed) for seed in range(24)))
    assert kinds == {"take", "roll", "claim", "steal", "fail"}


def lockstep(pickomino: Named, seed: int) -> set[str]:
    """A game on both sides, compared at every step. Gives the kinds of moves that came up."""
    rng = random.Random(seed)
    other = Rules()
    kinds = set[str]()
    state = pickomino.initial()
    greed = rng.random()
    while not pickomino.terminal(state):
        assert other.centre
        assert other.turns < 128
        fluents = pickomino.fluents(state)
        assert {fluent for fluent in fluents if fluent.split()[0] in KINDS} == other.fluents()
        mover = f"player{other.turn + 1}"
        shown = Counter[str]()
        for _ in range(8 - other.aside.total()):
            assert pickomino.legal(state)["random"] == {f"(roll {face})" for face in FACES}
            face = rng.choice(FACES)
            shown[face] += 1
            state = play(pickomino, state, "random", f"(roll {face})")
        takes = {f"(take {face})" for face in shown if not other.aside[face]}
        legal = pickomino.legal(state)
        assert legal[mover] == (takes or {"fail"})
        assert legal["random"] == {"noop"}
        # High faces lead to tiles more often than any other.
        move = max(legal[mover]) if rng.random() < 0.6 else rng.choice(sorted(legal[mover]))
        state = play(pickomino, state, mover, move)
        kinds.add(move.strip("()").split()[0])
        if move == "fail":
            other.end_turn(move)
            continue
        face = move.strip("()").split()[1]
        other.aside[face] = shown[face]
        left = 8 - other.aside.total()
        expected = other.stops() | ({"roll"} if left else set())
        legal = pickomino.legal(state)
        assert legal[mover] == (expected or {"fail"})
        stops = sorted(legal[mover] - {"roll"})
        move = rng.choice(stops) if stops and (not left or rng.random() > greed) else "roll"
        state = play(pickomino, state, mover, move)
        kinds.add(move.strip("()").split()[0])
        if move != "roll":
            other.end_turn(move)
    assert not other.centre or other.turns == 128
    scores = [(worms(stack), max(stack, default=0)) for stack in other.stacks]
    goal = 100 if scores[0] > scores[1] else 0 if scores[0] < scores[1] else 50
    assert (pickomino.goals(state)["player1"], pickomino.goals(state)["player2"]) == ({goal}, {100 - goal})
    return kinds


@pytest.mark.parametrize(
    ("one", "two", "goals"),
    [
        ([], [], (50, 50)),
        ([36], [33], (100, 0)),  # four worms each
        ([21, 22, 25], [36], (0, 100)),  # four worms each
        ([29, 30], [36], (100, 0)),
        (list(range(29, 37)), list(range(21, 29)), (100, 0)),
    ],
)
def test_who_wins(pickomino: Named, one: list[int], two: list[int], goals: tuple[int, int]) -> None:
    state = pickomino.machine.state([*(f"(lies {t} player1)" for t in one), *(f"(lies {t} player2)" for t in two)])
    assert pickomino.terminal(state)
    assert pickomino.machine.goals(state)[:2] == goals


def test_the_last_turn(pickomino: Named) -> None:
    """Fewer worms than the other, and the centre is not empty: it ends by the limit alone."""
    other = Rules(centre={21, 22, 30}, stacks=[[36, 25], [33]], turn=1, turns=127)
    dice = [*(f"(showing {face} 0)" for face in FACES), "(to_roll 0)", "(hand 0)", "(sum 20)", "(phase decide)"]
    state = pickomino.machine.state([*other.fluents(), *dice, "(aside worm)"])
    assert pickomino.legal(state)["player2"] == {"fail"}
    state = play(pickomino, state, "player2", "fail")
    other.end_turn("fail")
    assert other.centre == {21, 22, 30, 33}
    assert {fluent for fluent in pickomino.fluents(state) if fluent.endswith("centre)")} == {
        f"(lies {tile} centre)" for tile in other.centre
    }
    assert pickomino.terminal(state)
    assert pickomino.machine.goals(state)[:2] == (100, 0)
