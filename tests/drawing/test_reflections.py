"""Mirrors and steps around a torus, held to the symmetries of the rules' own graph."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import woodstock as ws
from drawing.boards import evidence_of
from woodstock.drawing.detector import detect
from woodstock.drawing.evidence import gathered
from woodstock.drawing.readings import Reader
from woodstock.drawing.reflections import Mirror
from woodstock.drawing.variables import MOVE
from woodstock.symmetry import find
from woodstock.symmetry.group import closure

FALLING = """
(role red) (role blue) (init (control red))
(rank 1) (rank 2) (rank 3) (rank 4) (above 1 2) (above 2 3) (above 3 4)
(<= (base (cell ?p ?q ?c)) (rank ?p) (rank ?q) (role ?c)) (<= (base (control ?r)) (role ?r))
(<= (input ?r (drop ?q)) (role ?r) (rank ?q)) (<= (input ?r noop) (role ?r))
(<= (filled ?p ?q) (true (cell ?p ?q ?c)))
(<= (lands 1 ?q) (rank ?q) (not (filled 1 ?q)))
(<= (lands ?p ?q) (above ?o ?p) (filled ?o ?q) (not (filled ?p ?q)))
(<= (legal ?r (drop ?q)) (true (control ?r)) (lands ?p ?q))
(<= (legal red noop) (true (control blue))) (<= (legal blue noop) (true (control red)))
(<= (next (cell ?p ?q ?r)) (does ?r (drop ?q)) (lands ?p ?q))
(<= (next (cell ?p ?q ?r)) (true (cell ?p ?q ?r)))
(<= (next (control blue)) (true (control red))) (<= (next (control red)) (true (control blue)))
(<= open (lands ?p ?q)) (<= terminal (not open)) (<= (goal ?r 50) (role ?r))
"""
"""A game whose names say nothing of columns and rows: pieces fall along the first coordinate."""

AROUND = """
(role ann) (init (at 1 2)) (init (count 0))
(n 1) (n 2) (n 3) (n 4) (sum 1 1 2) (sum 1 2 3) (sum 1 3 4) (sum 1 4 1)
(next_count 0 1) (next_count 1 2) (next_count 2 3) (next_count 3 4) (next_count 4 5) (next_count 5 6)
(<= (base (at ?i ?j)) (n ?i) (n ?j)) (base (count 0)) (<= (base (count ?m)) (next_count ?k ?m))
(input ann right) (input ann down) (legal ann right) (legal ann down)
(<= (next (at ?k ?j)) (does ann right) (true (at ?i ?j)) (sum 1 ?i ?k))
(<= (next (at ?i ?k)) (does ann down) (true (at ?i ?j)) (sum 1 ?j ?k))
(<= (next (count ?m)) (true (count ?k)) (next_count ?k ?m))
(<= terminal (true (count 6))) (goal ann 50)
"""
"""A walk around a torus that no relation of two names tells."""


def mirror_of(reader: Reader, form: str) -> Mirror:
    best = reader.readings(form)[0]
    return Mirror(reader, form, (best.keys[0], best.keys[1]))


def loaded(folder: Path, text: str) -> ws.Game:
    path = folder / "sheet.kif"
    path.write_text(text)
    return ws.load(path)


@pytest.mark.parametrize(
    ("game", "form", "mirrors"),
    [
        ("tic_tac_toe", "(cell ? ? ?)", (True, True)),
        ("connect_four", "(cell ? ? ?)", (True, False)),
        ("breakthrough", "(cell ? ? ?)", (True, False)),
    ],
)
def test_mirrors(game: str, form: str, mirrors: tuple[bool, bool]) -> None:
    mirror = mirror_of(Reader(evidence_of(game)), form)
    assert (mirror.reflects(0), mirror.reflects(1)) == mirrors


@pytest.mark.parametrize("game", ["tic_tac_toe", "connect_four"])
def test_mirrors_are_symmetries_of_the_rules(game: str) -> None:
    """The graph of the rules as the oracle: a mirror is one of its automorphisms if and only if it passes here."""
    found = find(ws.load(game))
    points = found.points
    elements = closure(found.generators, len(points), 5000)
    assert elements is not None
    mirror = mirror_of(Reader(evidence_of(game)), "(cell ? ? ?)")
    fluents = list(points.fluents)
    for axis in (0, 1):
        names = mirror.reader.order(mirror.form, mirror.keys[axis]).names
        renaming = dict(zip(names, reversed(names), strict=True))
        images = [fluents.index(mirror.renamed("", name, axis, renaming)) for name in fluents]
        for role, own in enumerate(points.moves):
            images += [points.move(role, own.index(mirror.renamed(MOVE, name, axis, renaming))) for name in own]
        whole = np.array([*images, *range(points.first_role, len(points))], dtype=np.int32)
        assert mirror.reflects(axis) == any((whole == element).all() for element in elements)


def test_the_axis_without_a_mirror_is_upright(tmp_path: Path) -> None:
    evidence = gathered(loaded(tmp_path, FALLING))
    board = detect(evidence).boards[0]
    assert (board.layers[0].column, board.layers[0].row) == (2, 1) and board.rows == ("4", "3", "2", "1")
    unseen = detect(replace(evidence, machine=None)).boards[0]
    assert unseen.layers[0].column == 1, "something else tells which way round this board is"


def test_a_torus_by_its_symmetries(tmp_path: Path) -> None:
    evidence = gathered(loaded(tmp_path, AROUND))
    mirror = Mirror(Reader(evidence), "(at ? ?)", (0, 1))
    assert not mirror.reader.order("(at ? ?)", 0).wraps
    assert mirror.turns(0) and mirror.turns(1)


@pytest.mark.parametrize("game", ["connect_four", "amazons", "othello", "lights_out", "gomoku"])
def test_boards_with_ends_are_none(game: str) -> None:
    assert all(not board.wraps for board in detect(evidence_of(game)).boards)
