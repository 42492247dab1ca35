"""What is seen on the boards that hide something: latent tic-tac-toe in lockstep with a grid in Python, and who sees
the wolf and inky."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product

import woodstock as ws
from games.translations.sheets import words
from oracles.named import Named
from oracles.worlds import lockstep, random_games
from woodstock.engine.machine import State

CELLS = list(product(range(1, 11), repeat=2))
LINES = [
    [(x + n * dx, y + n * dy) for n in range(5)]
    for (x, y), (dx, dy) in product(CELLS, [(1, 0), (0, 1), (1, 1), (1, -1)])
    if (x + 4 * dx, y + 4 * dy) in CELLS
]


class Latent:
    """The marks, and which of them nobody has seen."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], str] = {}
        self.latent: set[tuple[int, int]] = set()
        self.turn = 0

    @property
    def mover(self) -> str:
        return ("x", "o", "random")[self.turn % 3]

    def legal(self) -> Mapping[str, set[str]]:
        free = [cell for cell in CELLS if cell not in self.marks]
        if self.mover == "random":
            moves = {f"(place {x} {y} {mark})" for x, y in free for mark in "xo"}
        else:
            moves = {f"(mark {x} {y})" for x, y in {*free, *self.latent}}
        return {role: moves if role == self.mover else {"noop"} for role in ("x", "o", "random")}

    def play(self, joint: Mapping[str, str]) -> Mapping[str, set[str]]:
        name, column, row, *mark = words(joint[self.mover])
        cell = int(column), int(row)
        seen: set[str] = set()
        if name == "place":
            self.marks[cell] = mark[0]
            self.latent.add(cell)
            self.turn += 1
        else:
            seen = {f"(tries {column} {row})"}
            if cell in self.latent:
                self.latent.remove(cell)
                seen.add(f"(found {self.marks[cell]})")
            else:
                self.marks[cell] = self.mover
                self.turn += 1
        seen |= {f"(line {mark})" for mark in self.lines()}
        return {"x": seen, "o": seen}

    def lines(self) -> set[str]:
        return {mark for mark in "xo" if any(all(self.marks.get(cell) == mark for cell in line) for line in LINES)}

    def over(self) -> bool:
        return bool(self.lines()) or len(self.marks) == len(CELLS)

    def goals(self) -> Mapping[str, int]:
        value = 50 if not self.lines() else 100 * ("x" in self.lines())
        return {"x": value, "o": 100 - value}


def test_random_games_of_latent_tic_tac_toe() -> None:
    results = random_games("tic_tac_toe_latent_3p_10x10", Latent, 12)
    assert {goals["x"] for goals in results} == {0, 100}


def test_a_full_grid_is_a_draw() -> None:
    """All play in a pattern without lines: pairs of equal marks, shifted from row to row."""
    rules = Named(ws.load("tic_tac_toe_latent_3p_10x10").machine())
    world = Latent()

    def fits(mark: str, move: str) -> bool:
        x, y = map(int, words(move)[1:3])
        return mark == ("x" if (x + 2 * y) // 2 % 2 else "o")

    def choose(role: str, moves: list[str]) -> str:
        mark = {"random": words(moves[0])[-1]}.get(role, role)
        fitting = [
            move for move in moves if move != "noop" and fits(words(move)[-1] if role == "random" else mark, move)
        ]
        return (fitting or moves)[0]

    assert lockstep(rules, world, choose) == {"x": 50, "o": 50}
    assert len(world.marks) == 100


def random_steps(rules: Named, rng: random.Random) -> Iterator[tuple[dict[str, str], dict[str, set[str]], State]]:
    """A random game step by step: the joint move, what each role saw, and the state that followed."""
    state = rules.initial()
    while not rules.terminal(state):
        legal = rules.legal(state)
        joint = {role: rng.choice(sorted(legal[role])) for role in rules.roles}
        seen = rules.percepts(state, joint)
        state = rules.next(state, joint)
        yield joint, seen, state


def test_the_wolf_is_seen_beside_a_sheep_alone() -> None:
    rules = Named(ws.load("sheep_and_wolf_hidden").machine())
    rng = random.Random(1)
    shown = hidden = 0
    for _ in range(40):
        for joint, seen, state in random_steps(rules, rng):
            placed = [words(fluent)[1:] for fluent in rules.fluents(state) if fluent.startswith("(cell")]
            sheep = [(int(x), int(y)) for x, y, piece in placed if piece == "sheep"]
            ((a, b),) = [(int(x), int(y)) for x, y, piece in placed if piece == "wolf"]
            near = any(abs(a - x) == abs(b - y) == 1 for x, y in sheep)
            escaped = all(y >= b for _, y in sheep)
            moves = {f"(moves {role} {move[6:]}" for role, move in joint.items() if role != "random" and move != "noop"}
            wanted = moves | {f"(wolf {a} {b})" for _ in range(near)} | {"escaped" for _ in range(escaped)}
            assert seen["west"] == seen["east"] == wanted
            shown, hidden = shown + near, hidden + (not near)
        blocked = all((x, y) in sheep for x in (a - 1, a + 1) for y in (b - 1, b + 1) if 1 <= x <= 8 and 1 <= y <= 8)
        assert rules.goals(state) == {"west": {100 * blocked}, "east": {100 * blocked}, "random": set()}
    assert shown > 100
    assert hidden > 100


def test_the_wolf_goes_as_in_the_game_without_hiding() -> None:
    """There the wolf is a player and starts in one place; two shepherds are one player."""
    ours, theirs = Named(ws.load("sheep_and_wolf_hidden").machine()), Named(ws.load("sheep_and_wolf").machine())
    for seed in range(60):
        rng = random.Random(seed)
        waiting = {"west": "noop", "east": "noop", "random": "noop"}
        state, other = ours.next(ours.initial(), waiting | {"random": "(place 4 8)"}), theirs.initial()
        turns = ["random", "west", "random", "east"]
        while not ours.terminal(state):
            assert not theirs.terminal(other)
            mover = turns[0]
            turns = [*turns[1:], mover]
            partner = "wolf" if mover == "random" else "sheep"
            legal = ours.legal(state)
            assert legal[mover] == theirs.legal(other)[partner]
            assert all(moves == {"noop"} for role, moves in legal.items() if role != mover)
            move = rng.choice(sorted(legal[mover]))
            state = ours.next(state, waiting | {mover: move})
            other = theirs.next(other, {"wolf": "noop", "sheep": "noop"} | {partner: move})
        assert theirs.terminal(other)
        assert ours.goals(state)["west"] == ours.goals(state)["east"] == theirs.goals(other)["sheep"]


def test_inky_is_seen_along_straight_halls() -> None:
    rules = Named(ws.load("pacman_hidden").machine())
    halls = [{(x, y) for x in range(a, b + 1)} for y, a, b in [(1, 3, 6), (3, 1, 8), (6, 1, 8), (8, 3, 6)]]
    halls += [{(y, x) for x, y in hall} for hall in halls]
    rng = random.Random(1)
    seen_at_all = set()
    for _ in range(20):
        for joint, seen, state in random_steps(rules, rng):
            where = {words(f)[3]: (int(words(f)[1]), int(words(f)[2])) for f in rules.fluents(state) if "(cell" in f}
            inky, others = where["inky"], {where["pacman"], where["blinky"]}
            visible = any(inky in hall and hall & others for hall in halls)
            moves = {
                f"(moves {role} {words(joint[role])[1]})" for role in ("pacman", "blinky") if joint[role] != "noop"
            }
            assert seen["pacman"] == seen["blinky"] == moves | {"(at {} {} inky)".format(*inky) for _ in range(visible)}
            seen_at_all.add(visible)
    assert seen_at_all == {True, False}
