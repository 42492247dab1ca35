"""Draws every shared rulesheet, and prints how well that goes.

    python benchmarks/contact_sheet.py [--folder DIR] [--only TEXT] [--out sheet.html]

The page has one picture for each rulesheet that is valid, of a position some random moves from the start. The table
says how many seconds of a processor the picture took once the rules were compiled, how wide it is, and how many fluents
it leaves out.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import re
import time
import warnings
from dataclasses import dataclass
from html import escape
from pathlib import Path

import woodstock as ws
from woodstock.drawing import picture
from woodstock.engine.machine import Machine, State

STEPS = 12
_WIDTH = re.compile(r'width="([\d.]+)"')
_OPTIONS: tuple[tuple[str, ...], ...] = ((), ("lenient",), ("fold_case",), ("lenient", "fold_case"))


@dataclass(frozen=True)
class Row:
    """What became of one rulesheet."""

    file: str
    svg: str = ""
    seconds: float = 0.0
    left_out: int = 0
    boards: int = 0
    error: str = ""
    empty: bool = False
    """Does something hold, and nothing of it is shown?"""

    @property
    def width(self) -> float:
        """In pixels."""
        found = _WIDTH.search(self.svg)
        return float(found[1]) if found else 0.0


def loaded(path: Path) -> ws.Game:
    """The game of a rulesheet, read as it must be."""
    first: ws.WoodstockError | None = None
    for options in _OPTIONS:
        try:
            return ws.load(path, lenient="lenient" in options, fold_case="fold_case" in options)
        except ws.WoodstockError as error:
            first = first or error
    assert first is not None
    raise first


def later(machine: Machine, steps: int) -> State:
    """A state some random moves from the start, before the game is over."""
    chance = random.Random(1)
    state = machine.initial()
    for _ in range(steps):
        if machine.terminal(state):
            break
        following = machine.next(state, [chance.choice(own) for own in machine.legal(state)])
        if machine.terminal(following):
            break
        state = following
    return state


def drawn(path: Path, file: str) -> Row:
    """Draw one rulesheet."""
    try:
        game = loaded(path)
        state = later(game.machine(), STEPS if game.circuit is not None else 2)
        begun = time.process_time()
        shown = picture(game, state)
        text = shown.svg()
        seconds = time.process_time() - begun
    except ws.WoodstockError as error:
        return Row(file, error=str(error))
    scene = shown.scene
    boards = sum(bool(board.tokens or board.lines) for board in scene.boards) + len(scene.trays)
    told = bool(scene.turn or scene.status or boards)
    return Row(file, text, seconds, len(scene.left_out), boards, empty=bool(shown.fluents) and not told)


def summary(rows: list[Row]) -> list[str]:
    """The shares that the drawing is held to."""
    good = [row for row in rows if not row.error]
    count = max(len(good), 1)
    return [
        f"valid rulesheets             {len(good)} of {len(rows)}",
        f"every fluent drawn or told   {sum(not row.left_out for row in good) / count:.1%}",
        f"with a board, dice or cards  {sum(row.boards > 0 for row in good) / count:.1%}",
        f"slowest picture              {max((row.seconds for row in good), default=0):.2f} s",
        f"widest picture               {max((row.width for row in good), default=0):.0f} px",
        f"empty pictures               {sum(row.empty for row in good)}",
    ]


def sheet(rows: list[Row], lines: list[str]) -> str:
    """The page. Each picture is an image of its own, so that its style sheet does not meet those of the others."""
    from base64 import b64encode

    cards = []
    for row in rows:
        if row.error:
            continue
        data = b64encode(row.svg.encode()).decode()
        about = f"{row.file}: {row.seconds:.2f} s" + (f", {row.left_out} left out" if row.left_out else "")
        image = f'<img alt="" src="data:image/svg+xml;base64,{data}">'
        cards.append(f"<figure>{image}<figcaption>{escape(about)}</figcaption></figure>")
    style = (
        "body{font-family:sans-serif}"
        "main{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(20rem,1fr))}"
        "figure{margin:0}img{max-width:100%;max-height:24rem}figcaption{font-size:.8rem}"
    )
    return (
        f'<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>{style}</style>'
        f"<h1>Contact sheet</h1><pre>{escape(chr(10).join(lines))}</pre><main>{''.join(cards)}</main>\n"
    )


def main() -> None:
    """Draw all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path(os.environ.get("WOODSTOCK_RULESHEETS", "rulesheets")))
    parser.add_argument("--only", default="", help="rulesheets whose path has this in it")
    parser.add_argument("--out", type=Path, help="where to write the page")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ws.FallbackWarning)
    with (arguments.folder / "INDEX.csv").open() as index:
        files = [row["file"] for row in csv.DictReader(index) if arguments.only in row["file"]]
    rows: list[Row] = []
    for file in files:
        row = drawn(arguments.folder / file, file)
        rows.append(row)
        said = row.error.splitlines()[0][:100] if row.error else f"{row.seconds:5.2f} s {row.width:5.0f} px"
        print(f"{file:60} {said}" + (f"  {row.left_out} left out" if row.left_out else ""), flush=True)
    lines = summary(rows)
    print("\n".join(lines))
    if arguments.out:
        arguments.out.write_text(sheet(rows, lines), encoding="utf-8")


if __name__ == "__main__":
    main()
