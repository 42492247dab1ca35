"""Would a code generator pay? One straight-line kernel per game against the loop over tables.

    python benchmarks/codegen.py [GAME ..]

For each game the gates of its circuit are written out twice in C, for 512 lanes: as straight-line code, one statement a
gate, and as a table of batches of one shape that a loop runs, which is what the lane kernels do. Both are compiled with
the system's compiler and timed on the same random wires. What counts in the end is the time to compile against the time
saved.
"""

from __future__ import annotations

import ctypes
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

import woodstock as ws

HEAD = """
#include <stdint.h>
typedef uint64_t Wire __attribute__((vector_size(64), aligned(64)));
"""


def gates_of(circuit: ws.Game) -> list[tuple[int, list[int]]]:
    """The gates as node and literals, components left out."""
    assert circuit.circuit is not None
    arrays = circuit.circuit.arrays
    first = 1 + arrays["fluents"] + len(arrays["legal"])
    inside = {node for begin, _, end in arrays["components"].reshape(-1, 3) for node in range(begin, end)}
    offsets, literals = arrays["offsets"], arrays["literals"].tolist()
    return [
        (first + at, literals[offsets[at] : offsets[at + 1]])
        for at in range(len(offsets) - 1)
        if first + at not in inside
    ]


def straight_line(gates: list[tuple[int, list[int]]]) -> str:
    """A function per thousand gates: compilers take more than linear time on huge functions."""
    functions = []
    for part in range(0, len(gates), 1000):
        lines = [
            f"v[{node}] = {' & '.join(('~' if literal & 1 else '') + f'v[{literal >> 1}]' for literal in literals)};"
            for node, literals in gates[part : part + 1000]
        ]
        body = "\n".join(lines)
        functions.append(f"static void part{part // 1000}(Wire* v) {{\n{body}\n}}")
    calls = " ".join(f"part{number}(v);" for number in range(len(functions)))
    return HEAD + "\n".join(functions) + f"\nvoid run(Wire* v) {{ {calls} }}\n"


def batches(gates: list[tuple[int, list[int]]]) -> str:
    """The table and the loop over it; gates in dependency order, batched by shape within their level."""
    level: dict[int, int] = defaultdict(int)
    groups: defaultdict[tuple[int, int, int], list[tuple[int, list[int]]]] = defaultdict(list)
    for node, literals in gates:
        level[node] = 1 + max(level[literal >> 1] for literal in literals)
        inverted = sum(literal & 1 for literal in literals)
        groups[level[node], len(literals) - inverted, inverted].append((node, sorted(literals, key=lambda x: x & 1)))
    code: list[int] = []
    for (_, plain, inverted), members in sorted(groups.items()):
        code += [plain, inverted, len(members)]
        for node, literals in members:
            code += [node, *(literal >> 1 for literal in literals)]
    return (
        HEAD
        + f"static const uint32_t code[] = {{{','.join(map(str, code))}}};\n"
        + """
void run(Wire* v) {
  const uint32_t* at = code;
  while (at != code + sizeof code / sizeof *code) {
    const uint32_t plain = at[0], inverted = at[1], count = at[2];
    at += 3;
    for (uint32_t n = 0; n < count; ++n) {
      Wire all = ~(Wire){0};
      for (uint32_t i = 0; i < plain; ++i) all &= v[at[1 + i]];
      for (uint32_t i = 0; i < inverted; ++i) all &= ~v[at[1 + plain + i]];
      v[at[0]] = all;
      at += 1 + plain + inverted;
    }
  }
}
"""
    )


def compiled(source: str, folder: Path, name: str) -> tuple[ctypes.CDLL, float]:
    """The library, and the seconds it took to compile."""
    path = folder / f"{name}.c"
    path.write_text(source)
    begun = time.perf_counter()
    command = ["cc", "-O1", "-march=native", "-w", "-shared", "-fPIC", "-o", str(path.with_suffix(".so")), str(path)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(path.with_suffix(".so"))), time.perf_counter() - begun


def seconds_per_pass(library: ctypes.CDLL, wires: int) -> float:
    """The median over several runs of many passes."""
    memory = np.random.default_rng(1).integers(0, 2**63, (wires + 1) * 8 + 8, dtype=np.uint64)
    address = (memory.ctypes.data + 63) // 64 * 64
    passes = max(1, 2_000_000 // wires)
    times = []
    for _ in range(7):
        begun = time.perf_counter()
        for _ in range(passes):
            library.run(ctypes.c_void_p(address))
        times.append((time.perf_counter() - begun) / passes)
    return statistics.median(times)


def main() -> None:
    """Print a row for each game."""
    print(f"{'game':16} {'gates':>7} {'table':>11} {'straight':>11} {'gain':>6} {'compile':>9} {'pays after':>14}")
    for name in sys.argv[1:] or ["tic_tac_toe", "connect_four", "breakthrough", "othello"]:
        game = ws.load(name)
        gates = gates_of(game)
        with tempfile.TemporaryDirectory() as folder:
            table, _ = compiled(batches(gates), Path(folder), "table")
            straight, compile_seconds = compiled(straight_line(gates), Path(folder), "straight")
            before, after = (seconds_per_pass(library, gates[-1][0] + 1) for library in (table, straight))
        pays = f"{compile_seconds / (before - after) / 1e6:10.1f} M steps" if before > after else "never"
        print(
            f"{game.name:16} {len(gates):7} {1e6 * before:8.2f} us {1e6 * after:8.2f} us {before / after:6.2f} "
            f"{compile_seconds:7.2f} s {pays:>14}",
            flush=True,
        )


if __name__ == "__main__":
    main()
