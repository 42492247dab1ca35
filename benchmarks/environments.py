"""Environment steps per second of ours, Pgx, PettingZoo's classic environments and OpenSpiel from Python.

One thread each, on the same core; random legal actions; observations and masks delivered as numpy arrays; processor
time, so that other work on the machine does not count. All sides are measured in turn, several times, and the median
counts.

    .venv/bin/python benchmarks/environments.py [GAME ..] [--peers PYTHON] [--json] [--plot FILE]

Pgx and PettingZoo's classic environments may be installed elsewhere, as in

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install pgx jax 'pettingzoo[classic]'

and `--peers /tmp/peers/bin/python` says where. A library that is missing, or has no such game, is left out.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Work = Callable[[], int]
"""Makes some steps, and counts them."""

GAMES = ("tic_tac_toe", "connect_four", "othello", "breakthrough", "hex", "backgammon", "chess")
PGX = {game: game for game in GAMES if game != "breakthrough"}
PETTINGZOO = {"tic_tac_toe": "tictactoe_v3", "connect_four": "connect_four_v3", "chess": "chess_v6"}
OPENSPIEL = {game: game for game in GAMES} | {"hex": "hex(board_size=9)"}

ONE_THREAD = {
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
    "OMP_NUM_THREADS": "1",
}


# --- the sides --------------------------------------------------------------------------------------------------------


def woodstock(game: str, batch: int) -> Work:
    """The vector environment."""
    import woodstock as ws

    env = ws.VectorEnv(game, batch, copy=False)
    env.reset(seed=0)

    def work() -> int:
        env.step(env.sample())
        return batch

    return work


def pgx(game: str, batch: int) -> Work:
    """Pgx with its own automatic reset, compiled by JAX."""
    jax: Any = importlib.import_module("jax")
    library: Any = importlib.import_module("pgx")
    auto_reset = importlib.import_module("pgx.experimental").auto_reset
    env = library.make(PGX[game])
    one = auto_reset(env.step, env.init)
    step = jax.jit(lambda state, action, key: jax.vmap(one)(state, action, jax.random.split(key, batch)))
    draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf), axis=-1))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch))
    key = jax.random.PRNGKey(1)

    def work() -> int:
        nonlocal state, key
        key, own, other = jax.random.split(key, 3)
        state = step(state, draw(own, state.legal_action_mask), other)
        for part in (state.observation, state.legal_action_mask, state.rewards, state.terminated):
            np.asarray(part)
        return batch

    return work


def pettingzoo(game: str, batch: int) -> Work:  # noqa: ARG001 (one game after another)
    """A classic environment."""
    module: Any = importlib.import_module(f"pettingzoo.classic.{PETTINGZOO[game]}")
    env, rng = module.env(), np.random.default_rng(0)

    def work() -> int:
        env.reset(seed=0)
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
        return steps

    return work


def openspiel(game: str, batch: int) -> Work:  # noqa: ARG001 (one game after another)
    """One game after another, as `open_spiel.python.rl_environment` steps them."""
    pyspiel: Any = importlib.import_module("pyspiel")
    loaded, rng = pyspiel.load_game(OPENSPIEL[game]), np.random.default_rng(0)

    def work() -> int:
        state = loaded.new_initial_state()
        steps = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                np.asarray(state.observation_tensor(), dtype=np.float32)
                np.asarray(state.legal_actions_mask(), dtype=np.bool_)
                steps += 1
            state.apply_action(legal[rng.integers(len(legal))])
        return steps

    return work


SIDES: dict[str, Callable[[str, int], Work]] = {
    "woodstock": woodstock,
    "pgx": pgx,
    "pettingzoo": pettingzoo,
    "openspiel": openspiel,
}
ELSEWHERE = ("pgx", "pettingzoo")


# --- measuring --------------------------------------------------------------------------------------------------------


def serve(side: str, game: str, batch: int) -> None:
    """Measure once for each line of seconds that comes in. What JAX compiles is compiled once."""
    work = SIDES[side](game, batch)
    for _ in range(3):
        work()
    print("ready", flush=True)
    for line in sys.stdin:
        steps, begun = 0, time.process_time()
        while (passed := time.process_time() - begun) < float(line):
            steps += work()
        print(steps / passed, flush=True)


class Measured:
    """A side in a process of its own, on one core."""

    def __init__(self, side: str, game: str, batch: int, python: str) -> None:
        core = str(min(os.sched_getaffinity(0)))
        command = ["taskset", "-c", core, python, __file__, game, "--serve", side, "--batch", str(batch)]
        self._process = subprocess.Popen(
            command,
            env={**os.environ, **ONE_THREAD},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.there = self._answer() == "ready"

    def rate(self, seconds: float) -> float:
        """Steps per second of processor time."""
        assert self._process.stdin
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        return float(self._answer())

    def end(self) -> None:
        """Let the process go."""
        self._process.communicate()

    def _answer(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()


def measured(game: str, wanted: argparse.Namespace) -> dict[str, Any]:
    """The median rate of each side, and the median of how many times ours is theirs, round by round."""
    pythons = {side: wanted.peers if side in ELSEWHERE else sys.executable for side in SIDES}
    started = {side: Measured(side, game, wanted.batch, python) for side, python in pythons.items()}
    there = {side: one for side, one in started.items() if one.there}
    rounds = [{side: one.rate(wanted.seconds) for side, one in there.items()} for _ in range(wanted.rounds)]
    for one in started.values():
        one.end()
    return {
        "game": game,
        "rates": {side: statistics.median(row[side] for row in rounds) for side in there},
        "times": {
            side: statistics.median(row["woodstock"] / row[side] for row in rounds)
            for side in there
            if side != "woodstock"
        },
    }


# --- showing ----------------------------------------------------------------------------------------------------------


def told(row: dict[str, Any]) -> str:
    """A line of text."""
    others = (f"{side} {row['rates'][side]:,.0f} ({times:.1f} times)" for side, times in row["times"].items())
    return f"{row['game']}: {row['rates']['woodstock']:,.0f} steps per second; " + "; ".join(others)


def plot(rows: list[dict[str, Any]], batch: int, file: Path) -> None:
    """Bars, a group for each game, on a logarithmic scale."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    names = {"woodstock": "woodstock", "pgx": "Pgx (CPU)", "openspiel": "OpenSpiel", "pettingzoo": "PettingZoo"}
    colours = {"woodstock": "#0b6e4f", "pgx": "#d17b0f", "openspiel": "#4a6fa5", "pettingzoo": "#8d6a9f"}
    mpl.rcParams.update({"svg.hashsalt": "woodstock", "svg.fonttype": "none"})
    figure, axes = plt.subplots(figsize=(11, 4.5))
    width = 0.22
    for side, name in names.items():
        bars = []
        for place, row in enumerate(rows):
            there = [one for one in names if one in row["rates"]]
            if side in there:
                bars.append((place + (there.index(side) - (len(there) - 1) / 2) * width, row["rates"][side]))
        drawn = axes.bar([x for x, _ in bars], [rate for _, rate in bars], width, label=name, color=colours[side])
        axes.bar_label(drawn, [short(rate) for _, rate in bars], fontsize=6, padding=1)
    axes.set_yscale("log")
    axes.set_ylim(100, 10 * max(rate for row in rows for rate in row["rates"].values()))
    axes.set_xticks(range(len(rows)), [row["game"].replace("_", " ") for row in rows])
    axes.set_ylabel("environment steps per second")
    axes.set_title(f"One thread, {batch:,} games at once (OpenSpiel and PettingZoo: one)", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, ncols=len(names), loc="upper right", fontsize=8)
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)


def short(rate: float) -> str:
    """`28 M`, `2.8 k`, `130 k`."""
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.2g} {unit}" if rate < 100 * size else f"{rate / size:.0f} {unit}"
    return f"{rate:.0f}"


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each figure of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", default=sys.executable, help="the Python that has Pgx and PettingZoo's classics")
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--plot", type=Path, help="draw the figures, as SVG or PNG")
    parser.add_argument("--results", type=Path, help="what --json printed before, in place of measuring")
    parser.add_argument("--serve", choices=SIDES, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.serve:
        serve(wanted.serve, wanted.games[0], wanted.batch)
        return
    before = json.loads(wanted.results.read_text()) if wanted.results else {"batch": wanted.batch, "rows": []}
    rows = before["rows"]
    for game in () if wanted.results else wanted.games:
        rows.append(measured(game, wanted))
        if not wanted.json:
            print(told(rows[-1]), flush=True)
    if wanted.json:
        print(json.dumps({"batch": before["batch"], "rows": rows}, indent=1))
    if wanted.plot:
        plot(rows, before["batch"], wanted.plot)


if __name__ == "__main__":
    main()
