"""Small rulesheets for tests of symmetries."""

from __future__ import annotations

from pathlib import Path

import woodstock as ws

TAUTOLOGY = """
(role you)
(init p)
(legal you b)
(<= (legal you a) (true p))
(<= (legal you a) (not (true p)))
(<= (next (done)) (does you a))
(<= (next (done)) (does you b))
(<= terminal (true (done)))
(goal you 100)
"""
"""Paper 001, end of section 3.2: a and b do the same, but the rules say so of a in two."""


def hex_of(size: int) -> str:
    """Hex in which a stone knows whether it is linked to either side of its owner, so that both look the same."""
    numbers = range(1, size + 1)
    facts = [f"(index {number})" for number in numbers]
    facts += [f"(follows {number} {number + 1})" for number in numbers[:-1]]
    return (
        "\n".join(facts)
        + f"""
(role red)
(role blue)
(opponent red blue)
(opponent blue red)
(<= (touches ?x ?y ?w ?y) (follows ?x ?w) (index ?y))
(<= (touches ?w ?y ?x ?y) (follows ?x ?w) (index ?y))
(<= (touches ?x ?y ?x ?z) (index ?x) (follows ?y ?z))
(<= (touches ?x ?z ?x ?y) (index ?x) (follows ?y ?z))
(<= (touches ?x ?z ?w ?y) (follows ?x ?w) (follows ?y ?z))
(<= (touches ?w ?y ?x ?z) (follows ?x ?w) (follows ?y ?z))
(<= (side red first ?x 1) (index ?x))
(<= (side red last ?x {size}) (index ?x))
(<= (side blue first 1 ?y) (index ?y))
(<= (side blue last {size} ?y) (index ?y))
(end first)
(end last)
(init (control red))
(<= (occupied ?x ?y) (true (cell ?x ?y ?player)))
(<= (legal ?player (place ?x ?y)) (true (control ?player)) (index ?x) (index ?y) (not (occupied ?x ?y)))
(<= (legal ?player noop) (opponent ?player ?other) (true (control ?other)))
(<= (next (cell ?x ?y ?player)) (does ?player (place ?x ?y)))
(<= (next (cell ?x ?y ?player)) (true (cell ?x ?y ?player)))
(<= (next (control ?player)) (opponent ?player ?other) (true (control ?other)))
(<= (linked ?player ?end ?x ?y) (side ?player ?end ?x ?y) (true (cell ?x ?y ?player)))
(<= (linked ?player ?end ?x ?y)
    (true (cell ?x ?y ?player)) (touches ?x ?y ?w ?z) (linked ?player ?end ?w ?z))
(<= (joined ?player) (linked ?player first ?x ?y) (linked ?player last ?x ?y))
(<= terminal (joined ?player))
(<= (goal ?player 100) (joined ?player))
(<= (goal ?player 0) (role ?player) (not (joined ?player)))
"""
    )


def load(folder: Path, text: str) -> ws.Game:
    path = folder / "sheet.kif"
    path.write_text(text)
    return ws.load(path, cache=False)
