"""Pieces whose names do not tell whose they are: a symmetry that exchanges the roles does, and moves say which."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

import woodstock as ws
from drawing.boards import evidence_of
from drawing.test_reflections import loaded, mirror_of
from woodstock.drawing import exchanges
from woodstock.drawing.detector import detect
from woodstock.drawing.evidence import Evidence, gathered
from woodstock.drawing.exchanges import Exchange, Turned
from woodstock.drawing.readings import Reader
from woodstock.drawing.variables import MOVE
from woodstock.symmetry import Permutation, graph_of
from woodstock.symmetry.automorphisms import generators
from woodstock.symmetry.group import closure
from woodstock.symmetry.rule_graph import points_of

PLACING = """
(role ann) (role bob) (init (phase even)) (line 1) (line 2) (line 3) (stone foo) (stone bar)
(<= (init (cell ?m ?n nothing)) (line ?m) (line ?n))
(<= (base (cell ?m ?n ?s)) (line ?m) (line ?n) (stone ?s)) (<= (base (cell ?m ?n nothing)) (line ?m) (line ?n))
(base (phase even)) (base (phase odd))
(<= (input ?r (put ?m ?n)) (role ?r) (line ?m) (line ?n)) (<= (input ?r noop) (role ?r))
(<= (legal ann (put ?m ?n)) (true (phase even)) (true (cell ?m ?n nothing))) (<= (legal ann noop) (true (phase odd)))
(<= (legal bob (put ?m ?n)) (true (phase odd)) (true (cell ?m ?n nothing))) (<= (legal bob noop) (true (phase even)))
(<= (filled ?m ?n) (does ?r (put ?m ?n)))
(<= (next (cell ?m ?n bar)) (true (phase even)) (filled ?m ?n))
(<= (next (cell ?m ?n foo)) (true (phase odd)) (filled ?m ?n))
(<= (next (cell ?m ?n ?s)) (true (cell ?m ?n ?s)) (not (filled ?m ?n)))
(<= (next (phase even)) (true (phase odd))) (<= (next (phase odd)) (true (phase even)))
(<= open (true (cell ?m ?n nothing))) (<= terminal (not open))
(<= (three ?s) (stone ?s) (true (cell ?m 1 ?s)) (true (cell ?m 2 ?s)) (true (cell ?m 3 ?s))) (<= terminal (three ?s))
(<= (goal ann 100) (three bar)) (<= (goal ann 0) (not (three bar)))
(<= (goal bob 100) (three foo)) (<= (goal bob 0) (not (three foo)))
"""
"""Ann puts bars and Bob puts foos, but no rule has a role and a stone in it but for the goals."""

MOVING = """
(role ann) (role bob) (init (control ann)) (file 1) (file 2) (file 3) (side p) (side q)
(above 1 2) (above 2 3) (above 3 4) (above 4 5) (<= (rank ?b) (above ?a ?b)) (rank 1)
(<= (init (cell ?m 1 q)) (file ?m)) (<= (init (cell ?m 5 p)) (file ?m))
(<= (base (cell ?m ?n ?s)) (file ?m) (rank ?n) (side ?s)) (<= (base (control ?r)) (role ?r))
(<= (input ?r (move ?m ?n ?k)) (role ?r) (file ?m) (rank ?n) (rank ?k)) (<= (input ?r noop) (role ?r))
(<= (taken ?m ?n) (true (cell ?m ?n ?s)))
(<= (legal ann (move ?m ?n ?k)) (true (control ann)) (true (cell ?m ?n q)) (above ?n ?k) (not (taken ?m ?k)))
(<= (legal bob (move ?m ?n ?k)) (true (control bob)) (true (cell ?m ?n p)) (above ?k ?n) (not (taken ?m ?k)))
(<= (can ?r) (legal ?r (move ?m ?n ?k)))
(<= (legal ann noop) (true (control bob))) (<= (legal bob noop) (true (control ann)))
(<= (left ?m ?n) (does ?r (move ?m ?n ?k)))
(<= (next (cell ?m ?k ?s)) (does ?r (move ?m ?n ?k)) (true (cell ?m ?n ?s)))
(<= (next (cell ?m ?n ?s)) (true (cell ?m ?n ?s)) (not (left ?m ?n)))
(<= (next (control bob)) (true (control ann))) (<= (next (control ann)) (true (control bob)))
(<= open (true (control ?r)) (can ?r)) (<= terminal (not open))
(<= (goal ann 100) (true (control bob))) (<= (goal ann 0) (true (control ann)))
(<= (goal bob 100) (true (control ann))) (<= (goal bob 0) (true (control bob)))
"""
"""Ann moves q up, Bob moves p down: the board must be turned over when they change places."""


@cache
def game_of(text: str) -> ws.Game:
    with TemporaryDirectory() as folder:
        return loaded(Path(folder), text)


@cache
def evidence(text: str) -> Evidence:
    return gathered(game_of(text))


def colours(text: str) -> dict[str, str]:
    """The colour of each piece, by the role that has it too."""
    layout = detect(evidence(text))
    roles = {colour: role for role, colour in layout.roles.items()}
    return {name: roles.get(piece.colour, piece.colour) for name, piece in layout.pieces.items()}


def test_who_puts_a_stone_has_it() -> None:
    assert colours(PLACING) == {"foo": "bob", "bar": "ann"}


def test_who_moves_a_piece_has_it() -> None:
    assert colours(MOVING) == {"p": "bob", "q": "ann"}


AT_ONCE = """
(role ann) (role bob) (init (clock 1)) (line 1) (line 2) (line 3) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
(<= (init (cell ?m ?n nothing)) (line ?m) (line ?n))
(<= (legal ?r (put ?m ?n)) (role ?r) (true (cell ?m ?n nothing)))
(<= (puts ?m ?n) (does ?r (put ?m ?n)))
(<= (next (cell ?m ?n foo)) (does ann (put ?m ?n)) (does bob (put ?k ?l)) (or (distinct ?m ?k) (distinct ?n ?l)))
(<= (next (cell ?m ?n bar)) (does bob (put ?m ?n)) (does ann (put ?k ?l)) (or (distinct ?m ?k) (distinct ?n ?l)))
(<= (next (cell ?m ?n nothing)) (does ann (put ?m ?n)) (does bob (put ?m ?n)))
(<= (next (cell ?m ?n ?s)) (true (cell ?m ?n ?s)) (not (puts ?m ?n)))
(<= (next (clock ?n)) (true (clock ?m)) (after ?m ?n))
(<= terminal (true (clock 5))) (<= (goal ?r 50) (role ?r))
"""
"""Both put a stone at the same time, and none if it is the same cell."""


def test_who_puts_a_stone_at_the_same_time() -> None:
    assert colours(AT_ONCE) == {"foo": "ann", "bar": "bob"}


def test_without_the_symmetry_nothing_is_told() -> None:
    """Bob may pass and Ann may not: the roles cannot change places."""
    easier = PLACING.replace("(<= (legal bob noop) (true (phase even)))", "(legal bob noop)")
    assert easier != PLACING and colours(easier) == {"foo": "plain", "bar": "plain"}


def test_an_owner_follows_from_that_of_the_partner() -> None:
    reader = Reader(evidence(PLACING))
    reading = reader.readings("(cell ? ? ?)")[0]
    told = exchanges.owners(reader, reading, {"foo": "bob"}, frozenset({"nothing"}))
    assert told == {"foo": "bob", "bar": "ann"}
    # Two pieces of one role are not exchanged.
    both = {"foo": "bob", "bar": "bob"}
    assert exchanges.owners(reader, reading, both, frozenset({"nothing"})) == both


@pytest.mark.parametrize("game", ["quarto", "shmup"])
def test_what_belongs_to_both_has_no_owner(game: str) -> None:
    """Roles change places and the pieces stay: nobody owns the pieces of Quarto, or bullets."""
    reader = Reader(evidence_of(game))
    reading = reader.readings("(cell ? ? ?)")[0]
    names = {name for place in reading.value for name in reader.evidence.domain(reading.form, place)}
    known = {role: role for role in reader.evidence.roles if role in names}
    assert exchanges.owners(reader, reading, known, frozenset({"empty", "blank"})) == known


def test_interpreted_games_are_not_tried() -> None:
    reader = Reader(replace(evidence(PLACING), machine=None))
    assert exchanges.owners(reader, reader.readings("(cell ? ? ?)")[0], {}, frozenset()) == {}


STONES = {"foo": "bar", "bar": "foo"}
PHASES = {"even": "odd", "odd": "even"}
PAWNS = {"p": "q", "q": "p"}
AS_IT_IS = Turned(False, False)


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        (
            PLACING,
            [
                (STONES | PHASES, AS_IT_IS, True),
                (STONES | PHASES, Turned(True, False), True),
                (STONES | PHASES, Turned(False, False, across=True), False),
                (STONES, AS_IT_IS, False),
                (PHASES, AS_IT_IS, False),
            ],
        ),
        (
            MOVING,
            [
                (PAWNS, Turned(False, True), True),
                (PAWNS, Turned(True, True), True),
                (PAWNS, AS_IT_IS, False),
                ({}, Turned(False, True), False),
            ],
        ),
    ],
)
def test_exchanges_are_symmetries_of_the_rules(text: str, ways: list[tuple[dict[str, str], Turned, bool]]) -> None:
    """The graph of the rules as the oracle: an exchange is one of its automorphisms if and only if it passes here."""
    game = game_of(text)
    elements = closure(generators(graph_of(game, "rules", swaps=True)), len(points_of(game.program)), 5000)
    assert elements is not None
    mirror = mirror_of(Reader(evidence(text)), "(cell ? ? ?)")
    for pieces, turned, expected in ways:
        exchange = Exchange(mirror, ("ann", "bob"), pieces, turned)
        whole = whole_of(game, exchange)
        found = whole is not None and any((whole == element).all() for element in elements)
        assert exchange.holds() == found == expected


def whole_of(game: ws.Game, exchange: Exchange) -> Permutation | None:
    """An exchange as a permutation of all fluents, moves and roles; None where an image is not of the game."""
    points = points_of(game.program)
    images = [points.fluents.index(exchange.image("", name)) for name in points.fluents]
    for role, own in enumerate(points.moves):
        others = points.moves[1 - role]
        moved = [exchange.image(MOVE, name) for name in own]
        if not set(moved) <= set(others):
            return None
        images += [points.move(1 - role, others.index(name)) for name in moved]
    return np.array([*images, points.first_role + 1, points.first_role], dtype=np.int32)
