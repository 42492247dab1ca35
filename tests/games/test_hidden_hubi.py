"""Schnappt Hubi: its houses, and random games in lockstep with a house in Python."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product

import woodstock as ws
from oracles.named import Named
from oracles.worlds import lockstep, random_games
from woodstock import games

Room = tuple[int, int]
House = Mapping[frozenset[Room], str]
WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
ROOMS: list[Room] = [(x, y) for x in range(1, 5) for y in range(1, 5)]
FIGURES = ("mouse", "rabbit")
PASSABLE = {"mouse": {"open", "hole"}, "rabbit": {"open", "window"}}


def step(room: Room, way: str) -> Room | None:
    there = room[0] + WAYS[way][0], room[1] + WAYS[way][1]
    return there if there in ROOMS else None


def plan(number: int) -> House:
    """As the rulesheet writes it down."""
    house = {frozenset({room, there}): "open" for room in ROOMS for way in WAYS if (there := step(room, way))}
    for way, x, y, kind in re.findall(rf"\(special {number} (\w+) (\d) (\d) (\w+)\)", games.text("schnappt_hubi")):
        there = step((int(x), int(y)), {"across": "east", "up": "north"}[way])
        assert there is not None
        house[frozenset({(int(x), int(y)), there})] = kind
    return house


@cache
def houses() -> dict[tuple[int, int], House]:
    """What the mouse is told in every room of every house."""
    rules = Named(ws.load("schnappt_hubi").machine())
    found: dict[tuple[int, int], dict[frozenset[Room], str]] = {}
    for number, turn, room in product(range(1, 5), range(1, 9), ROOMS):
        held = [f"(house {number} {turn})", "(cell {} {} mouse)".format(*room), "(cell 4 4 rabbit)", "(cell 2 2 hubi)"]
        state = rules.machine.state([*held, "(control mouse)", "(round 1)"])
        for way in WAYS:
            if there := step(room, way):
                seen = rules.percepts(state, {"mouse": f"(go {way})", "rabbit": "noop", "random": "noop"})["mouse"]
                (kind,) = (percept.strip("()").split()[1] for percept in seen if percept.startswith("(there_is"))
                assert found.setdefault((number, turn), {}).setdefault(frozenset({room, there}), kind) == kind
    return dict(found)


def test_every_plan_comes_in_all_eight_ways() -> None:
    turns: list[Callable[[int, int], Room]] = [
        lambda x, y: (x, y), lambda x, y: (5 - x, y), lambda x, y: (x, 5 - y), lambda x, y: (5 - x, 5 - y),
        lambda x, y: (y, x), lambda x, y: (5 - y, x), lambda x, y: (y, 5 - x), lambda x, y: (5 - y, 5 - x),
    ]  # fmt: skip
    for number in range(1, 5):
        images = {
            frozenset((frozenset(turn(*room) for room in rooms), kind) for rooms, kind in plan(number).items())
            for turn in turns
        }
        assert images == {frozenset(houses()[number, turn].items()) for turn in range(1, 9)}
        assert len(images) == 8


def test_both_get_everywhere_without_the_magic_door() -> None:
    for house in houses().values():
        assert len(house) == 24
        assert list(house.values()).count("magic") == 1
        for figure in FIGURES:
            reached: set[Room] = set()
            todo = [(1, 1)]
            while todo:
                room = todo.pop()
                if room not in reached:
                    reached.add(room)
                    doors = [rooms for rooms, kind in house.items() if room in rooms and kind in PASSABLE[figure]]
                    todo += [there for rooms in doors for there in rooms]
            assert reached == set(ROOMS)


class Haunted:
    """Who is where, and what time it is."""

    def __init__(self) -> None:
        self.house: House | None = None
        self.rooms: dict[str, Room] = {"mouse": (1, 1), "rabbit": (4, 4)}
        self.mover = "random"
        self.awake = self.caught = False
        self.rounds = 0

    def legal(self) -> Mapping[str, set[str]]:
        waiting = {role: {"noop"} for role in (*FIGURES, "random")}
        if self.house is None:
            return waiting | {"random": {f"(build {number} {turn})" for number, turn in houses()}}
        if "hubi" not in self.rooms:
            return waiting | {"random": {f"(hide {x} {y})" for x, y in ROOMS}}
        room = self.rooms["hubi" if self.mover == "random" else self.mover]
        moves = {f"(go {way})" for way in WAYS if step(room, way)}
        if self.mover == "random":
            moves.add("stay")
        elif self.awake:
            moves.add("listen")
        return waiting | {self.mover: moves}

    def play(self, joint: Mapping[str, str]) -> Mapping[str, set[str]]:
        move = joint[self.mover].strip("()").split()
        heard: set[str] = set()
        if move[0] == "build":
            self.house = houses()[int(move[1]), int(move[2])]
            return dict.fromkeys(FIGURES, heard)
        if move[0] == "hide":
            self.rooms["hubi"] = int(move[1]), int(move[2])
        elif self.mover == "random" and move[0] == "go":
            there = step(self.rooms["hubi"], move[1])
            assert there is not None
            self.rooms["hubi"] = there
        elif move[0] == "go":
            heard = self.go(move[1])
        elif move[0] == "listen":
            x, y = self.rooms["hubi"]
            heard = {f"(listens {self.mover})", f"(row {y})" if self.mover == "mouse" else f"(column {x})"}
        with_hubi = {figure for figure in FIGURES if self.awake and self.rooms[figure] == self.rooms["hubi"]}
        heard |= {f"(hubi_with {figure})" for figure in with_hubi}
        self.caught = len(with_hubi) == 2
        self.open_door(heard)
        self.rounds += self.mover == "rabbit"
        followers = {"mouse": "rabbit", "rabbit": "random" if self.awake else "mouse", "random": "mouse"}
        self.mover = followers[self.mover]
        return dict.fromkeys(FIGURES, heard)

    def go(self, way: str) -> set[str]:
        assert self.house is not None
        room = self.rooms[self.mover]
        there = step(room, way)
        assert there is not None
        kind = self.house[frozenset({room, there})]
        if kind in PASSABLE[self.mover] or (kind == "magic" and self.awake):
            self.rooms[self.mover] = there
        return {f"(goes {self.mover} {way})", f"(there_is {kind})"}

    def open_door(self, heard: set[str]) -> None:
        assert self.house is not None
        sides = frozenset(self.rooms[figure] for figure in FIGURES)
        if not self.awake and self.house.get(sides) == "magic":
            self.awake = True
            heard.add("opens")

    def over(self) -> bool:
        return self.caught or (self.rounds == 30 and self.mover == "mouse")

    def goals(self) -> Mapping[str, int]:
        return dict.fromkeys(FIGURES, 100 if self.caught else 25 * self.awake)


def test_random_games() -> None:
    results = random_games("schnappt_hubi", Haunted, 100)
    assert {goals["mouse"] for goals in results} >= {0, 25}


def test_games_that_wake_hubi() -> None:
    """Figures that know the house go where they should, most of the time."""
    rules = Named(ws.load("schnappt_hubi").machine())
    results = []
    for seed in range(100):
        rng = random.Random(seed)
        world = Haunted()

        def choose(role: str, moves: list[str], rng: random.Random = rng, world: Haunted = world) -> str:
            if role != world.mover or world.house is None or role == "random" or rng.random() < 0.3:
                return rng.choice(moves)
            (door,) = (rooms for rooms, kind in world.house.items() if kind == "magic")
            wanted = world.rooms["hubi"] if world.awake else sorted(door)[FIGURES.index(role)]
            goes = [move for move in moves if move.startswith("(go")]
            return min(goes, key=lambda move: (distance(world, role, move, wanted), rng.random()))

        results.append(lockstep(rules, world, choose)["mouse"])
    assert results.count(100) > 20
    assert results.count(25) > 5


def distance(world: Haunted, figure: str, move: str, wanted: Room) -> int:
    """How far it is after this move, by the ways this figure can use."""
    assert world.house is not None
    there = step(world.rooms[figure], move.strip("()").split()[1])
    assert there is not None
    usable = {rooms for rooms, kind in world.house.items() if kind in PASSABLE[figure]}
    level = {there} if frozenset({world.rooms[figure], there}) in usable else {world.rooms[figure]}
    steps = 0
    while wanted not in level:
        level |= {room for rooms in usable if rooms & level for room in rooms}
        steps += 1
    return steps
