"""Fuzzes the reader for a while: `python tests/gdl/fuzz.py --minutes 30 [--seed 1] [RULESHEET ..]`.

Mutates the given rulesheets (default: all below WOODSTOCK_RULESHEETS, else a few lines of its own) and soups of tokens.
Exits 1 at the first text that breaks a promise, and writes that text to `fuzz-failure.txt`.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from gdl.test_fuzz import TOKENS, go_through
from sheets import FOLDER
from woodstock.gdl import Syntax, parse, to_infix

OWN = """(role white) (role random) (init (cell 1 1 b)) ; a comment
(<= (legal ?p (mark ?x ?y)) (true (cell ?x ?y b)) (or (true (control ?p)) (and q (not (distinct ?x ?y)))))
(<= (next (cell ?x ?y ?p)) (does ?p (mark ?x ?y))) (<= terminal (not open)) (goal white 100)"""
PIECE = re.compile(r"\s+|[();,.]|[^\s();,.]+")
LONGEST = 4000


def seeds(paths: Sequence[str]) -> list[str]:
    """Texts to begin with, in both syntaxes, no longer than is quick to try."""
    files = [Path(path) for path in paths] or sorted(FOLDER.rglob("*.kif"))
    texts = [OWN, to_infix(parse(OWN))]
    for file in files:
        text = file.read_bytes().decode("utf-8", "surrogateescape")
        texts.append(text)
        try:
            texts.append(to_infix(parse(text)[:200]))
        except Exception as error:  # noqa: BLE001
            print(f"{file}: {error}", file=sys.stderr)
    return texts


def mutated(text: str, chance: random.Random) -> str:
    """A stretch of the text with a few pieces lost, doubled, swapped or replaced."""
    start = chance.randrange(max(1, len(text) - LONGEST))
    pieces = PIECE.findall(text[start : start + chance.randint(1, LONGEST)])
    for _ in range(chance.randint(0, 6)):
        if not pieces:
            break
        here, there = chance.randrange(len(pieces)), chance.randrange(len(pieces))
        match chance.randrange(6):
            case 0:
                del pieces[here]
            case 1:
                pieces.insert(there, pieces[here])
            case 2:
                pieces[here], pieces[there] = pieces[there], pieces[here]
            case 3:
                pieces[here] = chance.choice(TOKENS)
            case 4:
                pieces[here] *= chance.choice((2, 3, 150))
            case _:
                pieces[here] = chr(chance.choice((chance.randrange(256), chance.randrange(0x11000)))) + pieces[here]
    return "".join(pieces)


def main() -> int:
    """Run until the time is over."""
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    arguments.add_argument("rulesheets", nargs="*")
    arguments.add_argument("--minutes", type=float, default=30)
    arguments.add_argument("--seed", type=int, default=0)
    options = arguments.parse_args()
    chance = random.Random(options.seed)
    texts = seeds(options.rulesheets)
    end = time.monotonic() + 60 * options.minutes
    tried, slowest = 0, 0.0
    syntaxes: tuple[Syntax | None, ...] = (None, None, "kif", "infix")
    while time.monotonic() < end:
        if chance.random() < 0.1:
            text = chance.choice(("", " ")).join(chance.choices(TOKENS, k=chance.randint(0, 60)))
        else:
            text = mutated(chance.choice(texts), chance)
        content: str | bytes = text
        if chance.random() < 0.2:
            content = text.encode("utf-8", "surrogatepass")
        began = time.monotonic()
        try:
            go_through(content, chance.choice(syntaxes))
        except Exception:  # noqa: BLE001
            Path("fuzz-failure.txt").write_bytes(text.encode("utf-8", "surrogatepass"))
            traceback.print_exc()
            print(f"seed {options.seed}, text {tried}: written to fuzz-failure.txt", file=sys.stderr)
            return 1
        slowest = max(slowest, time.monotonic() - began)
        tried += 1
    print(f"{tried:,} texts, nothing found; the slowest took {slowest:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
