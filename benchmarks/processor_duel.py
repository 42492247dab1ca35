"""Which of two searches is stronger, given the same processor time a move? For machines that do other things as well.

    python benchmarks/processor_duel.py GAME SEARCH SEARCH [--seconds S] [--pairs N] [--opening PLIES] [--processes N]
                                        [--seed K] [--other PYTHON] [--trials S] [--other-seconds S]

A search is `woodstock`, `uct`, `grave`, `mac-ucb` or `fc-ucb`, with options as on the command line (`woodstock:c=0.3`);
it has 512 MiB, one thread, a process of its own and its tree from move to move, as in a match. `--other` names the
interpreter of another checkout (`../before/.venv/bin/python`), and the second search is then that version's. With
`--other-seconds` the second search has another clock. Each opening of random moves is played twice, once with each in
front; where there are more than two players, the second search has all other seats. With `--trials` the first search
tries for S seconds which knowledge pays, as players do in the start clock, and uses what was found. The score of the
first counts a draw as half, its interval is Wilson's; it is printed as it grows.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duel import score

import woodstock as ws
from woodstock.engine.machine import State
from woodstock.players import parse
from woodstock.players.options import CIRCUIT
from woodstock.referee.seeds import derive
from woodstock.search import Grave, LaneSearch, Searcher, Uct
from woodstock.search.mac_ucb import By, MacUcb

MEMORY = 2**29
ENOUGH = 0.03
"""The part of the time that may be left over: what a search makes of a shorter piece is its overhead."""
TRIAL_MOVE = 0.005
"""Seconds for a move in trials."""


def make(text: str, game: ws.Game, seed: int) -> Searcher:
    """A search by its text."""
    name = text.partition(":")[0]
    options: dict[str, Any] = dict(parse(text).options)
    if name in ("mac-ucb", "fc-ucb"):
        network: By = "mac" if name == "mac-ucb" else "fc"
        usual = network == "mac" and CIRCUIT.default and not options.get("published")
        by: By = "circuit" if options.pop("circuit", usual) else network
        return MacUcb(game, by=by, seed=seed, memory=MEMORY, **options)
    kinds: dict[str, Any] = {"woodstock": LaneSearch, "uct": Uct, "grave": Grave}
    search: Searcher = kinds[name](game, seed=seed, memory=MEMORY, **options)
    return search


def knowing(text: str, game: ws.Game, seconds: float) -> str:
    """The text of a search with the knowledge that trials of so many seconds, and those before, have shown to pay."""
    from woodstock.search.trials import kept_trials  # versions before this one have no such thing

    trials = kept_trials(game, kind="stages" if text.partition(":")[0] in ("mac-ucb", "fc-ucb") else "lanes")
    trials.run(seconds, TRIAL_MOVE)
    print(f"{game.source.name}: {trials.note}", flush=True)
    options = ",".join(f"{name}={value}" for name, value in trials.best.items())
    return f"{text}{',' if ':' in text else ':'}{options}" if options else text


def think(search: Searcher, state: State, seconds: float) -> None:
    """Search for so much processor time, in pieces: on a busy machine a second of the clock is less than that."""
    begun, slowness = time.process_time(), 1.0
    while (left := seconds - (time.process_time() - begun)) > ENOUGH * seconds:
        before, clock = time.process_time(), time.perf_counter()
        search.search(state, seconds=max(0.002, 0.95 * left * slowness))
        used = time.process_time() - before
        if used < 0.0005:  # it is proved
            return
        slowness = (time.perf_counter() - clock) / used


def work() -> None:
    """A search in a process of its own: it reads what to do, a line each, and answers with moves."""
    game: ws.Game | None = None
    search: Searcher | None = None
    for line in sys.stdin:
        order = json.loads(line)
        if "game" in order:
            game = game or ws.load(order["game"])
            search = make(order["search"], game, order["seed"])
            print("ready", flush=True)
        elif search is not None:
            think(search, State(bytes.fromhex(order["state"])), order["seconds"])
            print(search.report(order["role"]).best, flush=True)


class Worker:
    """A search that thinks in another process, of this version or of another one."""

    def __init__(self, python: str) -> None:
        command = [python, str(Path(__file__).resolve()), "--work"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def _ask(self, order: dict[str, Any]) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def begin(self, game: str, search: str, seed: int) -> None:
        """A new match."""
        assert self._ask({"game": game, "search": search, "seed": seed}) == "ready"

    def best(self, state: State, role: int, seconds: float) -> int:
        """The move that it thinks best."""
        return int(self._ask({"state": state.hex(), "role": role, "seconds": seconds}))


@dataclass(frozen=True)
class Pairing:
    """One opening, to be played from both sides."""

    game: str
    searches: tuple[str, str]
    pythons: tuple[str, str]
    seconds: tuple[float, float]
    plies: int
    seed: int


workers: dict[tuple[int, str], Worker] = {}
"""By seat and interpreter: they live as long as the process, for a network takes long to build."""


def scores_of(pairing: Pairing) -> tuple[list[float], int]:
    """What the first search scored in the two matches."""
    machine, scores = ws.load(pairing.game).machine(), []
    chance_role = machine.roles.index("random") if "random" in machine.roles else None
    players = [role for role in range(len(machine.roles)) if role != chance_role]
    for first in players[:2]:
        chance = random.Random(pairing.seed)
        seats = {}
        for role in players:
            number = 0 if role == first else 1
            key = (role, pairing.pythons[number])
            if key not in workers:
                workers[key] = Worker(pairing.pythons[number])
            seats[role] = (workers[key], pairing.seconds[number])
            workers[key].begin(pairing.game, pairing.searches[number], derive(pairing.seed, first, number))
        state, step = machine.initial(), 0
        while not machine.terminal(state):
            joint_move = []
            for role, legal in enumerate(machine.legal(state)):
                if len(legal) == 1 or role == chance_role or step < pairing.plies:
                    joint_move.append(chance.choice(legal))
                else:
                    worker, seconds = seats[role]
                    joint_move.append(worker.best(state, role, seconds))
            state, step = machine.next(state, joint_move), step + 1
        goals = [goal or 0 for goal in machine.goals(state)]
        others = max(goals[role] for role in players if role != first)
        scores.append(0.5 if goals[first] == others else float(goals[first] > others))
    return scores, 0


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("searches", nargs=2)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--opening", type=int, default=2)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--other", default=sys.executable)
    parser.add_argument("--other-seconds", type=float)
    parser.add_argument("--trials", type=float)
    given = parser.parse_args()
    if given.trials is not None:
        given.searches[0] = knowing(given.searches[0], ws.load(given.game), given.trials)
    pythons = (sys.executable, given.other)
    clocks = (given.seconds, given.other_seconds or given.seconds)
    pairings = [
        Pairing(given.game, tuple(given.searches), pythons, clocks, given.opening, derive(given.seed, number))
        for number in range(given.pairs)
    ]
    results = []
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        for result in pool.imap_unordered(scores_of, pairings):
            results.append(result)
            if len(results) % 2 == 0 or len(results) == len(pairings):
                told = " against ".join(
                    f"{search}, {clock} s" for search, clock in zip(given.searches, clocks, strict=True)
                )
                print(f"{given.game}: {told}: {score(results)}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--work"]:
        work()
    else:
        main()
