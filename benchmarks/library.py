"""The bundled games in a table: sizes, load time, playouts per second. The page docs/games.md shows what it prints.

    python benchmarks/library.py [GAME ..] [--seconds S]

Every game is loaded without the cache. Times are CPU seconds, of the process that grounds too, so that a busy machine
does not change them much; playouts are lane playouts on one thread, per CPU second.
"""

from __future__ import annotations

import argparse
import resource
import time

import woodstock as ws
from woodstock import games

LIMIT = 2000


def cpu_seconds() -> float:
    """CPU time of this process and of those that it started."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def row(name: str, seconds: float) -> str:
    """The line of one game."""
    metadata = games.metadata(name)
    begun = cpu_seconds()
    game = ws.load(name, cache=False)
    loading = cpu_seconds() - begun
    info = game.info()
    game.playouts(512, limit=LIMIT, seed=1)  # the lanes are made on first use
    begun, end, playouts, steps = cpu_seconds(), time.monotonic() + seconds, 0, 0
    while playouts == 0 or time.monotonic() < end:
        result = game.playouts(4096, limit=LIMIT, seed=playouts)
        playouts += int(result.playouts.sum())
        steps += int(result.lengths.sum())
    pace = float(f"{playouts / (cpu_seconds() - begun):.2g}")
    kinds: list[str] = [
        tag for tag in ("simultaneous", "cooperative", "puzzle", "hidden", "shared") if tag in metadata.tags
    ]
    kinds += ["chance"] if metadata.chance else []
    return (
        f"| `{name}` | {metadata.title} | {metadata.players} | {', '.join(kinds)} | {info['fluents']:,} | "
        f"{info['moves']:,} | {info['gates']:,} | {loading:.1f} | {steps / playouts:.0f} | {pace:,.0f} |"
    )


def main() -> None:
    """Measure and print, game by game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=games.names())
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    print("| game | title | players | kind | fluents | moves | gates | load, s | steps | playouts/s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in given.games:
        print(row(name, given.seconds), flush=True)


if __name__ == "__main__":
    main()
