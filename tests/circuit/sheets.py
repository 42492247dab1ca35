"""Rulesheets that the tests of circuits share."""

from __future__ import annotations

from pathlib import Path

import woodstock as ws
from sheets import path_of
from woodstock.circuit import Circuit

PUBLIC = """
ggp-repository/amazonsTorus_10x10.kif ggp-repository/asteroids.kif ggp-repository/chickentictactoe.kif
ggp-repository/dotsAndBoxesSuicide.kif ggp-repository/englishDraughts.kif ggp-repository/lightsOnSimul4.kif
ggp-repository/majorities.kif ggp-repository/pacman3p.kif ggp-repository/reversi.kif
ggp-repository/tictactoe_3d_6player.kif ggp-cpp/meier.kif ggp-gamecontroller/mastermind.kif
scully/latenttictactoe.kif scully/montyhall.kif
""".split()
"""Chosen for variety: recursion, many roles, simultaneous moves, chance, percepts, large boards."""

PATHS = """
(role r) (node a) (node b) (node c) (node d)
(init (link a b)) (init (step 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal r (join ?x ?y)) (node ?x) (node ?y) (distinct ?x ?y))
(<= (next (link ?x ?y)) (true (link ?x ?y)) (not (does r (join ?y ?x))))
(<= (next (link ?x ?y)) (does r (join ?x ?y)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(reach a)
(<= (reach ?y) (reach ?x) (true (link ?x ?y)))
(<= terminal (true (step 4)))
(<= (goal r 100) (reach d))
(<= (goal r 0) (not (reach d)))
"""
"""What is reached over links that come and go: recursion that no grounding takes out."""


def compiled(name: str | Path) -> Circuit:
    circuit = ws.load(name).circuit
    assert circuit is not None
    return circuit


def public(file: str) -> Circuit:
    return compiled(path_of(file))
