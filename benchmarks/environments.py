"""Environment steps per second of ours, Pgx, PettingZoo's classic environments and OpenSpiel from Python.

For the others: pip install pgx jax 'pettingzoo[classic]' open_spiel (Pgx may be elsewhere: --pgx PYTHON)

One thread, random legal actions, observations and masks delivered as numpy arrays; processor time, so that other work
on the machine does not count. Where a library is missing its column is empty. `--json` prints one object.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

PGX = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "othello": "othello",
    "chess": "chess",
    "hex": "hex",
    "backgammon": "backgammon",
}
PETTINGZOO = {"tic_tac_toe": "tictactoe_v3", "connect_four": "connect_four_v3", "chess": "chess_v6"}
OPENSPIEL = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "othello": "othello",
    "breakthrough": "breakthrough",
    "chess": "chess",
    "hex": "hex(board_size=9)",
    "backgammon": "backgammon",
}
GAMES = ("tic_tac_toe", "connect_four", "othello", "breakthrough", "hex", "backgammon", "chess")

ON_PGX = """
import sys, time
import jax, jax.numpy as jnp, numpy as np, pgx
from pgx.experimental import auto_reset
name, n, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
env = pgx.make(name)
one = auto_reset(env.step, env.init)
step = jax.jit(lambda state, action, key: jax.vmap(one)(state, action, jax.random.split(key, n)))
draw = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1))
state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), n))
key = jax.random.PRNGKey(1)
steps, begun = -3, 0.0
while True:
    if steps == 0:
        begun = time.process_time()
    key, one_key, other = jax.random.split(key, 3)
    state = step(state, draw(one_key, state.legal_action_mask), other)
    for part in (state.observation, state.legal_action_mask, state.rewards, state.terminated):
        np.asarray(part)
    steps += 1
    if steps > 0 and time.process_time() - begun > seconds:
        break
print(n * steps / (time.process_time() - begun))
"""


def rate(work: Callable[[], int], seconds: float) -> float:
    """Steps per second of processor time."""
    work()
    steps, begun = 0, time.process_time()
    while (passed := time.process_time() - begun) < seconds:
        steps += work()
    return steps / passed


def ours(game: str, batch: int, seconds: float) -> float:
    """The vector environment."""
    import woodstock as ws

    env = ws.VectorEnv(game, batch, copy=False)
    env.reset(seed=0)

    def work() -> int:
        env.step(env.sample())
        return batch

    return rate(work, seconds)


def on_pgx(game: str, batch: int, seconds: float, python: str) -> float | None:
    """Pgx with its own automatic reset, compiled by JAX for one thread."""
    if game not in PGX:
        return None
    one_thread = {
        "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
        "JAX_PLATFORMS": "cpu",
        "OMP_NUM_THREADS": "1",
    }
    command = [python, "-c", ON_PGX, PGX[game], str(batch), str(seconds)]
    # JAX takes a thread for each core that it may use.
    pinned = ["taskset", "-c", str(min(os.sched_getaffinity(0))), *command]
    done = subprocess.run(pinned, env={**os.environ, **one_thread}, capture_output=True, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None


def on_pettingzoo(game: str, seconds: float) -> float | None:
    """A classic environment, one game after another."""
    try:
        module: Any = importlib.import_module(f"pettingzoo.classic.{PETTINGZOO[game]}")
    except (KeyError, ImportError):
        return None
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

    return rate(work, seconds)


def on_open_spiel(game: str, seconds: float) -> float | None:
    """One game after another, as `open_spiel.python.rl_environment` steps them."""
    try:
        import pyspiel
    except ImportError:
        return None
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

    return rate(work, seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each figure")
    parser.add_argument("--pgx", default=sys.executable, help="the Python that has Pgx")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    rows = []
    for game in wanted.games:
        own = ours(game, wanted.batch, wanted.seconds)
        others = {
            "pgx": on_pgx(game, wanted.batch, wanted.seconds, wanted.pgx),
            "pettingzoo": on_pettingzoo(game, wanted.seconds),
            "openspiel": on_open_spiel(game, wanted.seconds),
        }
        rows.append({"game": game, "woodstock": own, **others})
        if not wanted.json:
            told = (f"{name} {value:,.0f} ({own / value:.1f} times)" for name, value in others.items() if value)
            print(f"{game}: {own:,.0f} steps per second; " + "; ".join(told), flush=True)
    if wanted.json:
        print(json.dumps({"batch": wanted.batch, "rows": rows}))


if __name__ == "__main__":
    main()
