"""Games: how they are loaded, and that they travel to other processes as they are."""

from __future__ import annotations

import multiprocessing
import operator
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import woodstock as ws
from engine.inline import ENDLESS
from woodstock import games
from woodstock.engine import FallbackWarning, Game
from woodstock.engine.game import interpreted
from woodstock.engine.source import find
from woodstock.errors import GroundingLimitError, RestrictionError, UnknownGameError, WoodstockError

SHEET = """
(role r) (init s) (legal r a) (legal r b)
(<= (next s) (true s) (does r b)) (<= (next t) (does r a))
(<= terminal (true t)) (<= (goal r 100) (true t)) (<= (goal r 0) (not (true t)))
"""


LOADING = ("ground_seconds", "build_seconds", "cached")


def written(folder: Path, text: str) -> Path:
    path = folder / "sheet.kif"
    path.write_text(text)
    return path


@pytest.mark.parametrize("name", games.names())
def test_a_game_is_the_same_after_pickling(name: str) -> None:
    game = ws.load(name)
    copy = pickle.loads(pickle.dumps(game))
    assert isinstance(copy, Game)
    assert copy == game and copy.name == name and copy.roles == game.roles
    # It may be one that was here before: then it took its own time to load.
    assert {key: value for key, value in copy.info().items() if key not in LOADING} == {
        key: value for key, value in game.info().items() if key not in LOADING
    }
    assert copy.rules == game.rules
    assert copy.machine().perft(2) == game.machine().perft(2)


def test_what_a_game_has_worked_out_does_not_travel() -> None:
    game = ws.load("tic_tac_toe")
    before = len(pickle.dumps(game))
    assert game.rules and game.machine().perft(1) == [9]
    assert len(pickle.dumps(game)) == before


def test_an_interpreted_game_can_be_pickled() -> None:
    with pytest.warns(FallbackWarning):
        game = ws.load("tic_tac_toe", limits=ws.Limits(rules=1), cache=False)
    copy = pickle.loads(pickle.dumps(game))
    assert copy.circuit is None and copy.machine().perft(2) == [9, 72]


def test_a_game_travels_to_a_process_that_is_started_afresh(tmp_path: Path) -> None:
    game = ws.load("connect_four")
    path = tmp_path / "game.pickle"
    path.write_bytes(pickle.dumps(game))
    code = (
        "import pathlib, pickle, sys; game = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes());"
        "print(game.name, game.machine().perft(3))"
    )
    answer = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True, timeout=60)
    assert answer.stdout.strip() == "connect_four [7, 49, 343]"


def test_a_game_travels_to_a_spawned_worker() -> None:
    game = ws.load("matching_pennies")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(operator.methodcaller("info"), (game,)) == game.info()


def test_endless_rules_are_an_error_that_names_the_function(tmp_path: Path) -> None:
    path = written(tmp_path, ENDLESS)
    with pytest.raises(GroundingLimitError, match="nest s without limit"):
        ws.load(path, limits=ws.Limits(seconds=20, rules=3000))


CHAIN = """
(role r) (init (n z)) (legal r go) (legal r stay)
(<= (next (n (s ?x))) (does r go) (true (n ?x)))
(<= (next (n ?x)) (does r stay) (true (n ?x)))
(<= terminal (true (n (s (s (s ?x)))))) (<= (goal r 100) (true (n (s ?x))))
"""


def test_a_chain_that_the_end_of_the_game_bounds_is_interpreted(tmp_path: Path) -> None:
    """The grounder does not know that nothing follows the end, and builds the chain for ever; a match does not."""
    path = written(tmp_path, CHAIN)
    with pytest.warns(FallbackWarning, match="the rules are interpreted"):
        game = ws.load(path, limits=ws.Limits(seconds=20, rules=3000))
    machine = game.machine()
    state = machine.initial()
    for step in range(3):
        assert not machine.terminal(state), step
        state = machine.next(state, [machine.move_number(0, "go")])
    assert machine.terminal(state) and machine.goals(state) == (100,)


LISTS = """
(role r) (init (stack nil)) (init (step 1)) (after 1 2) (after 2 3) (after 3 4)
(<= (legal r push) (true (step ?n)))
(<= (legal r rest) (true (step ?n)))
(all_red nil)
(<= (all_red (list red ?l)) (all_red ?l))
(<= (next (stack (list red ?l))) (true (stack ?l)) (does r push))
(<= (next (stack ?l)) (true (stack ?l)) (does r rest))
(<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
(<= terminal (true (step 4)))
(<= (goal r 100) (true (stack ?l)) (all_red ?l) (distinct ?l nil))
(<= (goal r 0) (true (stack nil)))
"""
"""There are endlessly many lists, but those of a match are short: the game is finite, and other systems play it."""


def test_lists_that_are_only_asked_about_are_no_endless_game(tmp_path: Path) -> None:
    path = tmp_path / "lists.kif"
    path.write_text(LISTS)
    with pytest.warns(FallbackWarning):
        game = ws.load(path, limits=ws.Limits(seconds=5, rules=20_000), cache=False)
    machine = game.machine()
    assert machine.perft(3) == [2, 4, 8]
    state = machine.initial()
    for move in ("push", "rest", "push"):
        state = machine.next(state, [machine.move_number(0, move)])
    assert machine.fluents(state) == ["(stack (list red (list red nil)))", "(step 4)"]
    assert machine.goals(state) == (100,)


PATHS = """
(role red) (role blue)
(cell a) (cell b) (cell c) (cell d) (cell e) (cell f)
(edge a b) (edge b c) (edge d e) (edge e f) (edge a d) (edge b e) (edge c f) (edge b d) (edge c e)
(<= (adjacent ?x ?y) (edge ?x ?y)) (<= (adjacent ?x ?y) (edge ?y ?x))
(left a) (left d) (right c) (right f)
(init (turn red)) (<= (init (free ?x)) (cell ?x))
(<= (legal ?r (claim ?x)) (true (turn ?r)) (true (free ?x)))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (next (owner ?x ?r)) (does ?r (claim ?x)))
(<= (next (owner ?x ?r)) (true (owner ?x ?r)))
(<= (next (free ?x)) (true (free ?x)) (does ?r (claim ?y)) (distinct ?x ?y))
(<= (next (turn blue)) (true (turn red))) (<= (next (turn red)) (true (turn blue)))
(is_list nil)
(<= (is_list (list ?x ?l)) (cell ?x) (is_list ?l))
(<= (member ?x (list ?x ?l)) (is_list (list ?x ?l)))
(<= (member ?x (list ?y ?l)) (is_list (list ?y ?l)) (member ?x ?l))
(<= (path ?x (list ?x nil)) (left ?x) (true (owner ?x red)))
(<= (path ?y (list ?y ?l)) (path ?x ?l) (adjacent ?x ?y) (true (owner ?y red)) (not (member ?y ?l)))
(<= connected (path ?x ?l) (right ?x))
(<= open (true (free ?x)))
(<= terminal connected) (<= terminal (not open))
(<= (goal red 100) connected) (<= (goal red 0) (not connected))
(<= (goal blue 100) (not connected)) (<= (goal blue 0) connected)
"""
"""Red is to connect left and right. A path is the list of the cells it visits, none twice: finite, but not for who does
not look at `not`."""


def test_paths_as_lists_of_visited_cells_are_no_endless_game(tmp_path: Path) -> None:
    with pytest.warns(FallbackWarning):
        game = ws.load(written(tmp_path, PATHS), limits=ws.Limits(rules=20_000), cache=False)
    machine, rng = game.machine(), random.Random(1)
    edges = {frozenset(edge) for edge in re.findall(r"\(edge (.) (.)\)", PATHS)}
    results = set()
    for _ in range(40):
        state = machine.initial()
        while not machine.terminal(state):
            state = machine.next(state, [rng.choice(own) for own in machine.legal(state)])
        red = set(re.findall(r"\(owner (.) red\)", " ".join(machine.fluents(state))))
        reached = red & {"a", "d"}
        while more := {x for x in red - reached if any(frozenset({x, y}) in edges for y in reached)}:
            reached |= more
        results.add(machine.goals(state))
        assert machine.goals(state) == ((100, 0) if reached & {"c", "f"} else (0, 100))
    assert len(results) == 2
    assert machine.perft(4) == [6, 30, 120, 360]


def test_limits_that_allow_nothing_are_refused() -> None:
    for limits in ({"seconds": 0}, {"memory": 1000}, {"rules": 0}):
        with pytest.raises(WoodstockError, match="limits"):
            ws.Limits(**limits)


def test_rules_that_are_unsafe_but_clear_are_played_when_lenient(tmp_path: Path) -> None:
    path = written(tmp_path, SHEET.replace("(legal r b)", "(legal ?p b)"))
    with pytest.raises(RestrictionError, match="--lenient"):
        ws.load(path)
    machine = ws.load(path, lenient=True).machine()
    assert [machine.move_name(0, move) for move in machine.legal(machine.initial())[0]] == ["a", "b"]
    with pytest.raises(RestrictionError):
        ws.load(path)  # what was kept for the lenient reading is not for the strict one


def test_goals_that_look_at_moves_see_none_when_lenient(tmp_path: Path) -> None:
    sheet = SHEET.replace("(<= (goal r 0) (not (true t)))", "(<= (goal r 7) (does r a)) (<= (goal r 7) (does r b))")
    path = written(tmp_path, sheet)
    with pytest.raises(RestrictionError, match="--lenient"):
        ws.load(path)
    machine = ws.load(path, lenient=True).machine()
    assert machine.goals(machine.initial()) == (None,)


def test_case_is_folded_on_demand(tmp_path: Path) -> None:
    path = written(tmp_path, SHEET.replace("(does r a)", "(does R A)"))
    exact = ws.load(path).machine()
    end = exact.next(exact.initial(), [exact.move_number(0, "a")])
    assert not exact.terminal(end)
    folded = ws.load(path, fold_case=True).machine()
    end = folded.next(folded.initial(), [folded.move_number(0, "a")])
    assert folded.terminal(end) and folded.goals(end) == (100,)


def test_a_path_can_be_text_or_a_path(tmp_path: Path) -> None:
    path = written(tmp_path, SHEET)
    assert ws.load(str(path)).name == ws.load(path).name == "sheet"
    assert ws.load(path).machine().perft(2) == [2, 2]


def test_games_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnknownGameError, match="no rulesheet at"):
        ws.load(tmp_path / "missing.kif")
    with pytest.raises(UnknownGameError, match="tic_tac_toe"):
        ws.load("tic_tac_to")
    with pytest.raises(WoodstockError, match="cannot read"):
        ws.load(tmp_path)


def test_info_tells_sizes() -> None:
    info = ws.load("connect_four").info()
    assert info["roles"] == list(ws.load("connect_four").roles)
    assert info["engine"] == "circuit" and info["chance"] is False and info["sees"] is False
    assert info["moves"] == 7 + 1 + 7 + 1 and info["fluents"] > 80 and info["gates"] > 100
    pennies = ws.load("matching_pennies")
    assert pennies.chance == pennies.roles.index("random") and pennies.info()["chance"] is True


def test_machines_can_be_pickled() -> None:
    machine = ws.load("tic_tac_toe").machine()
    state = machine.next(machine.initial(), [4, 9])
    twin, same = pickle.loads(pickle.dumps((machine, state)))
    assert same == state and twin.legal(state) == machine.legal(state) and twin.fluents(state) == machine.fluents(state)
    with pytest.raises(TypeError, match="pickle the game"):
        pickle.dumps(interpreted(find("nim")).machine())
