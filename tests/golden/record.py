"""Records a game to be replayed: `python tests/golden/record.py NAME ..` writes a golden file for each bundled game.

A golden file says what the rules did when it was recorded: a random playthrough with its final goals, and how many
sequences of joint moves there are of each length. Record anew only when the rules were meant to change.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import woodstock as ws
from woodstock.engine import CircuitMachine, InterpreterMachine

FOLDER = Path(__file__).parent
SEED = 1
POSITIONS = 100_000
DEPTH = 12


@dataclass(frozen=True)
class Golden:
    """One recorded game: moves are KIF text, one for each role in each step; `perft` counts for depth 1, 2, .."""

    game: str
    seed: int
    moves: list[list[str]]
    goals: list[int | None]
    perft: list[int]


def read(name: str) -> Golden:
    """The golden file of a game."""
    return Golden(**json.loads((FOLDER / f"{name}.json").read_text()))


def record(name: str, seed: int = SEED) -> Golden:
    """Play a random game and count."""
    machine = ws.load(name).machine()
    rng = random.Random(seed)
    state = machine.initial()
    moves: list[list[str]] = []
    while not machine.terminal(state):
        joint = [rng.choice(choices) for choices in machine.legal(state)]
        moves.append([machine.move_name(role, move) for role, move in enumerate(joint)])
        state = machine.next(state, joint)
    return Golden(name, seed, moves, list(machine.goals(state)), counts(machine))


def counts(machine: CircuitMachine | InterpreterMachine) -> list[int]:
    """The sequences of each length, as deep as `POSITIONS` allow, one step at least."""
    found = machine.perft(1)
    while found[-1] and len(found) < DEPTH:
        growth = found[-1] / found[-2] if len(found) > 1 else found[-1]
        if found[-1] * growth > POSITIONS:
            break
        found = machine.perft(len(found) + 1)
    return found


def write(golden: Golden) -> None:
    """One step of the game to a line, so that a difference shows where it is."""
    parts = asdict(golden)
    steps = ",\n".join(f"  {json.dumps(step)}" for step in parts.pop("moves"))
    lines = [f'"{key}": {json.dumps(value)}' for key, value in parts.items()]
    lines.insert(2, f'"moves": [\n{steps}\n]')
    (FOLDER / f"{golden.game}.json").write_text("{" + ",\n".join(lines) + "}\n")


if __name__ == "__main__":
    for game in sys.argv[1:]:
        write(record(game))
