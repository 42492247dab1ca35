"""Draws every bundled game for the gallery in the docs.

    python benchmarks/gallery.py [--out docs]

Writes `gallery.md` and a picture of each game in `gallery/`: a position some random moves from the start. Games with
percepts are shown as their first player knows them.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import woodstock as ws
from woodstock import games
from woodstock.drawing import Picture, known_picture, picture

STEPS = 14
LONGER = {"cant_stop": 120, "pickomino": 200, "yahtzee": 40, "war": 24}
"""Steps of games that need another number until there is something to see."""
HEAD = """# Gallery

Every bundled game, drawn from its rules, in a position some random moves from the start. Games with percepts are shown
as their first player knows them. `benchmarks/gallery.py` generates this page; [drawing](drawing.md) explains how.
"""


def shown(name: str) -> Picture:
    """A position of a game, before it is over."""
    game = ws.load(name)
    machine = game.machine()
    chance = random.Random(name)
    state, moves, history = machine.initial(), [""], []
    own = next(role for role in range(len(game.roles)) if role != game.chance)
    for _ in range(LONGER.get(name, STEPS)):
        joint_move = [chance.choice(legal) for legal in machine.legal(state)]
        following = machine.next(state, joint_move)
        if machine.terminal(following):
            break
        history.append((joint_move[own], tuple(machine.percepts(state, joint_move)[own])))
        moves = [machine.move_name(role, move) for role, move in enumerate(joint_move)]
        state = following
    return known_picture(game, own, history, seconds=300) if game.sees else picture(game, state, moves)


def main() -> None:
    """Draw all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "docs")
    arguments = parser.parse_args()
    (arguments.out / "gallery").mkdir(parents=True, exist_ok=True)
    lines = [HEAD]
    for name in games.names():
        (arguments.out / "gallery" / f"{name}.svg").write_text(shown(name).svg() + "\n", encoding="utf-8")
        lines.append(f"## {games.metadata(name).title}\n\n![{name}](gallery/{name}.svg)\n")
    (arguments.out / "gallery.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
