"""Kaseklau against a second set of rules, by counting, and the exact chances of its dice and tiles."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

import woodstock as ws
from oracles.named import Named
from woodstock.engine.machine import State


@pytest.fixture(scope="module")
def kaseklau() -> Named:
    return Named(ws.load("kaseklau").machine())


def play(rules: Named, state: State, role: str, move: str) -> State:
    return rules.next(state, {each: move if each == role else "noop" for each in rules.roles})


@dataclass
class Rules:
    """The game, written again without logic."""

    cat: int = 0
    mouse: int = 2
    rooms: list[int] = field(default_factory=lambda: [6] * 5)
    unseen: Counter[int] = field(default_factory=lambda: Counter({1: 10, 2: 10, 3: 10}))
    banked: list[int] = field(default_factory=lambda: [0, 0])
    open: int = 0
    turn: int = 0
    rolls: int = 0

    def end_turn(self, keep: bool) -> None:
        self.banked[self.turn] += self.open if keep else 0
        self.open = 0
        self.turn = 1 - self.turn

    def over(self) -> bool:
        return self.rooms.count(0) == 3 or self.rolls == 128

    def fluents(self) -> set[str]:
        held = {f"(in {self.cat + 1} cat)", f"(in {self.mouse + 1} mouse)", f"(control player{self.turn + 1})"}
        held |= {f"(tiles {room + 1} {n})" for room, n in enumerate(self.rooms)}
        held |= {f"(unseen {worth} {self.unseen[worth]})" for worth in (1, 2, 3)}
        held |= {f"(score player{player + 1} {n})" for player, n in enumerate(self.banked)}
        held |= {f"(rolls {place})" for place in range(7) if self.rolls >> place & 1}
        return held | {f"(tally {self.banked[self.turn] + self.open})"}


@pytest.mark.parametrize("seed", range(30))
def test_in_lockstep(kaseklau: Named, seed: int) -> None:
    rng = random.Random(seed)
    other = Rules()
    state = kaseklau.initial()
    patience = rng.random()
    while not kaseklau.terminal(state):
        assert not other.over()
        held = {fluent for fluent in kaseklau.fluents(state) if not fluent.startswith("(phase")}
        assert held == other.fluents()
        mover = f"player{other.turn + 1}"
        assert kaseklau.legal(state)["random"] == {f"(roll {c} {m})" for c in (1, 2, 3) for m in (1, 2, 3)}
        cat, mouse = rng.randint(1, 3), rng.randint(1, 3)
        state = play(kaseklau, state, "random", f"(roll {cat} {mouse})")
        other.cat, other.mouse = (other.cat + cat) % 5, (other.mouse + mouse) % 5
        other.rolls += 1
        if other.cat == other.mouse:
            other.end_turn(keep=False)
            continue
        if other.rooms[other.mouse]:
            draws = {f"(draw {worth} {i})": worth for worth, n in other.unseen.items() for i in range(1, n + 1)}
            assert kaseklau.legal(state)["random"] == draws.keys()
            draw = rng.choice(sorted(draws))
            state = play(kaseklau, state, "random", draw)
            other.unseen[draws[draw]] -= 1
            other.rooms[other.mouse] -= 1
            other.open += draws[draw]
        if other.over():
            break
        assert kaseklau.legal(state)[mover] == {"again", "stop"}
        if rng.random() < patience:
            state = play(kaseklau, state, mover, "again")
        else:
            state = play(kaseklau, state, mover, "stop")
            other.end_turn(keep=True)
    assert other.over()
    assert kaseklau.terminal(state)
    final = list(other.banked)
    final[other.turn] += other.open
    goal = 100 if final[0] > final[1] else 0 if final[0] < final[1] else 50
    assert (kaseklau.goals(state)["player1"], kaseklau.goals(state)["player2"]) == ({goal}, {100 - goal})


@pytest.mark.parametrize(("ahead", "caught"), [(1, 2), (2, 1), (3, 1), (4, 2)])
def test_the_chance_to_be_caught(kaseklau: Named, ahead: int, caught: int) -> None:
    """Of nine throws; two dice of three sides differ by -2, -1, 0, 1, 2 in 1, 2, 3, 2, 1 ways."""
    other = Rules(cat=1, mouse=(1 + ahead) % 5)
    state = kaseklau.machine.state([*other.fluents(), "(phase roll)"])
    after = [play(kaseklau, state, "random", move) for move in kaseklau.legal(state)["random"]]
    assert len(after) == 9
    assert sum("(control player2)" in kaseklau.fluents(each) for each in after) == caught


@pytest.mark.parametrize("mouse", [1, 3])
def test_the_last_roll(kaseklau: Named, mouse: int) -> None:
    """A tile is still taken, and the open tiles count; caught, they are lost."""
    other = Rules(cat=0, mouse=1, banked=[5, 6], open=2, rolls=127)
    state = kaseklau.machine.state([*other.fluents(), "(phase roll)"])
    state = play(kaseklau, state, "random", f"(roll 2 {mouse})")
    if mouse == 1:
        assert kaseklau.terminal(state)
        assert kaseklau.machine.goals(state)[:2] == (0, 100)
    else:
        assert not kaseklau.terminal(state)
        state = play(kaseklau, state, "random", "(draw 1 10)")
        assert kaseklau.terminal(state)
        assert kaseklau.machine.goals(state)[:2] == (100, 0)
