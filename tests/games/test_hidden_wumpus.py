"""The wumpus world in lockstep with a cave in Python, and what careful play is worth."""

from __future__ import annotations

import random
from collections.abc import Mapping

import woodstock as ws
from oracles.named import Named
from oracles.worlds import lockstep, random_games

Cell = tuple[int, int]
WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
CLOCKWISE = ["north", "east", "south", "west"]
DENS = {(x, y) for x in range(1, 5) for y in range(1, 5)} - {(1, 1)}


def beside(cell: Cell) -> set[Cell]:
    found = {(cell[0] + dx, cell[1] + dy) for dx, dy in WAYS.values()}
    return found & (DENS | {(1, 1)})


class Cave:
    """Where everything is, and how the agent is doing."""

    def __init__(self) -> None:
        self.hidden: list[tuple[str, Cell]] = []
        self.agent: Cell | None = None
        self.facing = "east"
        self.arrow = self.alive = True
        self.gold = self.dead = self.out = False
        self.steps = 0

    def where(self, thing: str) -> set[Cell]:
        return {cell for name, cell in self.hidden if name == thing}

    def legal(self) -> Mapping[str, set[str]]:
        if len(self.hidden) < 4:
            thing = ("wumpus", "gold", "pit", "pit")[len(self.hidden)]
            free = DENS - (self.where("gold") | self.where("pit") if thing == "pit" else set())
            return {"agent": {"noop"}, "random": {f"(hide {thing} {x} {y})" for x, y in free}}
        if self.agent is None:
            return {"agent": {"enter"}, "random": {"noop"}}
        moves = {"go", "turn_left", "turn_right", "grab"}
        moves |= {"shoot"} if self.arrow else set()
        moves |= {"climb"} if self.agent == (1, 1) else set()
        return {"agent": moves, "random": {"noop"}}

    def play(self, joint: Mapping[str, str]) -> Mapping[str, set[str]]:
        move = joint["agent"]
        if move == "noop":
            _, thing, x, y = joint["random"].strip("()").split()
            self.hidden.append((thing, (int(x), int(y))))
            return {"agent": set()}
        seen: set[str] = set()
        if move == "enter":
            self.agent = (1, 1)
        else:
            self.steps += 1
            seen = self.act(move)
        assert self.agent is not None
        around = beside(self.agent)
        seen |= {"stench"} if self.where("wumpus") & (around | {self.agent}) else set()
        seen |= {"breeze"} if self.where("pit") & around else set()
        seen |= {"glitter"} if self.agent in self.where("gold") and not self.gold else set()
        return {"agent": seen}

    def act(self, move: str) -> set[str]:
        assert self.agent is not None
        dx, dy = WAYS[self.facing]
        ahead = (self.agent[0] + dx, self.agent[1] + dy)
        if move == "go" and ahead not in beside(self.agent):
            return {"bump"}
        if move == "go":
            self.agent = ahead
            self.dead = ahead in self.where("pit") or (self.alive and ahead in self.where("wumpus"))
            return {"death"} if self.dead else set()
        if move.startswith("turn"):
            turn = 1 if move == "turn_right" else -1
            self.facing = CLOCKWISE[(CLOCKWISE.index(self.facing) + turn) % 4]
        if move == "grab" and self.agent in self.where("gold"):
            self.gold = True
        if move == "shoot":
            self.arrow = False
            line = {(self.agent[0] + n * dx, self.agent[1] + n * dy) for n in range(1, 5)}
            if line & self.where("wumpus"):
                self.alive = False
                return {"scream"}
        self.out = move == "climb"
        return set()

    def over(self) -> bool:
        return self.dead or self.out or self.steps == 60

    def goals(self) -> Mapping[str, int]:
        return {"agent": 0 if not self.out else 100 if self.gold else 25}


def test_random_games() -> None:
    results = random_games("wumpus", Cave, 400)
    assert {goals["agent"] for goals in results} >= {0, 25}


def test_games_that_go_deep() -> None:
    """Who does not climb before the gold is found sees much more of the cave."""
    rules = Named(ws.load("wumpus").machine())
    found = []
    for seed in range(400):
        rng = random.Random(seed)
        cave = Cave()

        def choose(role: str, moves: list[str], rng: random.Random = rng, cave: Cave = cave) -> str:
            glitters = cave.agent is not None and cave.agent in cave.where("gold") and not cave.gold
            if role == "agent" and "grab" in moves and glitters:
                return "grab"
            if role == "agent" and "climb" in moves:
                return "climb" if cave.gold else rng.choice([move for move in moves if move != "climb"])
            return rng.choice([*moves, *["go"] * (3 * ("go" in moves))])

        found.append(lockstep(rules, cave, choose)["agent"])
    assert found.count(100) > 5
