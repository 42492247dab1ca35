"""The fallback interpreter: what its answers must be, whatever the order of the rules and their bodies."""

from __future__ import annotations

import signal
import threading
import time
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.inline import COUNTER
from woodstock import games
from woodstock.engine.interpreter import EvaluationLimitError, InterpreterLimits, InterpreterMachine
from woodstock.engine.machine import Machine
from woodstock.errors import BrokenGameError, IllegalMoveError, RestrictionError, WoodstockError
from woodstock.gdl import NormalRule, normalise, parse


def machine(text: str, limits: InterpreterLimits | None = None) -> InterpreterMachine:
    return InterpreterMachine(normalise(parse(text)), limits)


def answers(rules: str, goal: str) -> list[str]:
    """The instances of `?x` for which the goal holds, as the fluents of an initial state."""
    game = machine(f"(role r) {rules} (<= (init ?x) {goal})")
    return game.fluents(game.initial())


def test_a_machine_is_a_machine() -> None:
    game: Machine = machine(COUNTER)
    assert game.roles == ("r",)
    assert game.chance is None


def test_stepping() -> None:
    game = machine(COUNTER)
    start = game.initial()
    assert game.fluents(start) == ["(n 0)"]
    moves = game.legal(start)
    assert [[game.move_name(0, move) for move in moves[0]]] == [["(add 1)", "stay"]]
    assert moves[0] == sorted(moves[0])
    add, stay = (game.move_number(0, name) for name in ("(add 1)", "stay"))
    assert game.next(start, [stay]) == start
    after = game.next(start, [add])
    assert game.fluents(after) == ["(n 1)"]
    assert game.state(["(n 1)"]) == after
    assert hash(game.state([" ( n   1 ) "])) == hash(after)
    assert game.percepts(start, [add]) == [["(moved (add 1))"]]
    assert not game.terminal(after)
    assert game.goals(after) == (None,)
    end = game.state(["(n 3)"])
    assert game.terminal(end)
    assert game.goals(end) == (100,)
    assert game.legal(end) == [[]]


def test_a_state_has_no_trailing_zero_bytes() -> None:
    game = machine(COUNTER)
    assert game.state([]) == b""
    assert game.fluents(game.state([])) == []
    for fluents in (["(n 0)"], ["(n 3)", "(n 1)"], ["stay"]):
        state = game.state(fluents)
        assert not state.endswith(b"\0")
        assert game.fluents(state) == sorted(fluents)


@pytest.mark.parametrize("text", ["(unknown 1)", "(n 0", "n)", "(n 0) 1", "()", "", "((n) 0)", "(n)", "(n 0 0)"])
def test_text_that_is_no_fluent_or_move(text: str) -> None:
    game = machine(COUNTER)
    with pytest.raises(WoodstockError):
        game.state([text])
    with pytest.raises(IllegalMoveError):
        game.move_number(0, text)


def test_illegal_moves() -> None:
    game = machine(COUNTER)
    start = game.initial()
    for joint_move in ([game.move_number(0, "(add 2)")], [10**6], [-1], [], [0, 0]):
        with pytest.raises(IllegalMoveError):
            game.next(start, joint_move)
    with pytest.raises(IllegalMoveError):
        game.move_name(0, 999)


def test_no_legal_move_before_the_end() -> None:
    game = machine("(role a) (role b) (init s) (<= (legal a x) (true s)) (<= terminal (true t))")
    with pytest.raises(BrokenGameError):
        game.legal(game.initial())
    assert game.playouts(2).broken == 2


def test_legal_for_what_is_no_role_is_ignored() -> None:
    game = machine("(role a) (legal a x) (legal hole y) (<= terminal (true t)) (<= (next t) (does a x))")
    assert game.legal(game.initial()) == [[0]]


def test_the_lowest_of_several_goals() -> None:
    game = machine("(role a) (role b) (role random) (goal a 70) (goal a 30) (goal b 05) (terminal)")
    assert game.goals(game.initial()) == (30, 5, None)
    assert game.chance == 2


def test_copies_share_numbers() -> None:
    game = machine(COUNTER)
    twin = game.copy()
    state = twin.next(twin.initial(), [twin.move_number(0, "(add 1)")])
    assert game.fluents(state) == ["(n 1)"]
    assert game.legal(state) == twin.legal(state)
    assert game.move_name(0, game.legal(state)[0][0]) == twin.move_name(0, twin.legal(state)[0][0])


# Evaluation ------------------------------------------------------------------------------------------------------

EDGES = "(edge a b) (edge b c) (edge c a) (edge c d)"
PATHS = {
    "right": "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))",
    "left": "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))",
    "both": "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))",
    "mutual": """(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (hop ?x ?z))
        (<= (hop ?x ?z) (path ?x ?y) (skip ?y ?z)) (<= (skip ?y ?z) (path ?y ?z))""",
}


@pytest.mark.parametrize("kind", PATHS)
def test_transitive_closure_with_cycles(kind: str) -> None:
    rules = EDGES + PATHS[kind]
    assert answers(rules, "(path b ?x)") == ["a", "b", "c", "d"]
    assert answers(rules, "(path ?x d)") == ["a", "b", "c"]
    assert answers(rules, "(path d ?x)") == []
    assert answers(rules, "(path ?x ?x)") == ["a", "b", "c"]
    assert len(answers(rules + "(<= (pair (p ?x ?y)) (path ?x ?y))", "(pair ?x)")) == 12


def test_long_recursion() -> None:
    numbers = " ".join(f"(succ {n} {n + 1})" for n in range(5000))
    up = numbers + "(<= (reach ?x ?y) (succ ?x ?y)) (<= (reach ?x ?z) (succ ?x ?y) (reach ?y ?z))"
    assert answers(up, "(reach 4990 ?x)") == [str(n) for n in range(4991, 5001)]
    yes = up + "(<= (far yes) (reach 0 5000))"
    assert answers(yes, "(far ?x)") == ["yes"]
    even = numbers + "(even 0) (<= (even ?y) (succ ?x ?y) (odd ?x)) (<= (odd ?y) (succ ?x ?y) (even ?x))"
    assert answers(even + "(<= (is even) (even 4000)) (<= (is odd) (odd 4000))", "(is ?x)") == ["even"]


def test_arithmetic_by_counting() -> None:
    numbers = " ".join(f"(succ {n} {n + 1}) (number {n})" for n in range(101)) + "(number 101)"
    plus = """(<= (plus ?x 0 ?x) (number ?x))
        (<= (plus ?x ?y1 ?z1) (succ ?y ?y1) (succ ?z ?z1) (plus ?x ?y ?z))"""
    assert answers(numbers + plus, "(plus 40 60 ?x)") == ["100"]
    assert answers(numbers + plus, "(plus ?x 60 99)") == ["39"]
    assert answers(numbers + plus, "(plus ?x ?x 100)") == ["50"]


def test_lists() -> None:
    rules = """(letter a) (letter b) (letter c)
        (<= (member ?x (cons ?x ?t)) (letter ?x) (list ?t))
        (<= (member ?x (cons ?y ?t)) (member ?x ?t))
        (<= (list ?l) (suffix ?l (cons a (cons b nil))))
        (<= (suffix ?l ?l) (whole ?l)) (whole (cons a (cons b nil))) (whole (cons b nil)) (whole nil)
        (<= (suffix ?l (cons ?x ?t)) (letter ?x) (suffix ?l ?t))
        (<= (append nil ?l ?l) (whole ?l))
        (<= (append (cons ?x ?s) ?l (cons ?x ?r)) (append ?s ?l ?r))"""
    assert answers(rules, "(member ?x (cons a (cons b nil)))") == ["a", "b"]
    assert answers(rules, "(append (cons c nil) (cons a (cons b nil)) ?x)") == ["(cons c (cons a (cons b nil)))"]


def test_parts_of_a_function_asked_for() -> None:
    rules = "(at (pos 1 2) x) (at (pos 2 2) y) (at (pos 2 3) z) (<= (same ?p ?c) (at ?p ?c))"
    assert answers(rules, "(same (pos 2 ?x) ?c)") == ["2", "3"]
    assert answers(rules, "(same (pos ?x ?x) ?c)") == ["2"]
    assert answers(rules, "(same (pos 2 3) ?x)") == ["z"]
    assert answers(rules, "(at (pos ?x 2) ?c)") == ["1", "2"]
    assert answers(rules, "(same (neg ?x) ?c)") == []


def test_negation_below_the_level_of_predicates() -> None:
    game = machine("""(role a) (role b) (terminal)
        (<= (goal ?r 100) (role ?r) (best ?r)) (<= (goal ?r 0) (role ?r) (not (goal ?r 100))) (best b)""")
    assert game.goals(game.initial()) == (0, 100)


def test_negation_along_a_chain() -> None:
    rules = "(move a b) (move b c) (move c d) (move a c) (<= (win ?x) (move ?x ?y) (not (win ?y)))"
    assert answers(rules, "(win ?x)") == ["a", "c"]


def test_a_loop_through_negation_is_reported() -> None:
    with pytest.raises(RestrictionError, match="stratified"):
        answers("(q a) (<= (p ?x) (q ?x) (not (r ?x))) (<= (r ?x) (q ?x) (p ?x))", "(p ?x)")


def test_unbound_variables_are_reported_with_their_place() -> None:
    with pytest.raises(RestrictionError, match="line 3") as caught:
        answers("\n(q a)\n(<= (p ?x) (q ?x) (not (r ?y)))", "(p ?x)")
    assert caught.value.place is not None
    with pytest.raises(RestrictionError, match="head"):
        answers("(q a) (<= (p ?x ?y) (q ?x))", "(p ?y ?x)")


BODY = ["(true (cell ?x ?p))", "(next_to ?x ?y)", "(not (true (cell ?y wall)))", "(distinct ?x ?z)", "(reach ?y ?z)"]


@pytest.mark.parametrize("order", list(permutations(range(5))))
def test_the_order_of_the_body_does_not_matter(order: tuple[int, ...]) -> None:
    body = " ".join(BODY[i] for i in order)
    game = machine(f"""(role r) (init (cell 1 king)) (init (cell 3 wall)) (init (cell 4 pawn))
        (next_to 1 2) (next_to 2 3) (next_to 4 5) (next_to 5 4) (next_to 4 1)
        (<= (reach ?x ?y) (next_to ?x ?y)) (<= (reach ?x ?z) (reach ?x ?y) (next_to ?y ?z))
        (<= (legal r (go ?p ?x ?z)) {body}) (<= terminal (true over))""")
    legal = {game.move_name(0, move) for move in game.legal(game.initial())[0]}
    assert legal == {"(go king 1 3)", *(f"(go pawn 4 {z})" for z in (1, 2, 3, 5))}


def shuffled(draw: st.DrawFn, rules: tuple[NormalRule, ...]) -> list[NormalRule]:
    bodies = [draw(st.permutations(rule.body)) for rule in rules]
    mixed = [NormalRule(rule.head, tuple(body)) for rule, body in zip(rules, bodies, strict=True)]
    roles = [rule for rule in mixed if rule.head.name == "role"]
    return [*roles, *draw(st.permutations([rule for rule in mixed if rule.head.name != "role"]))]


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_shuffled_rules_play_alike(data: st.DataObject) -> None:
    rules = normalise(parse(games.text("tic_tac_toe")))
    other = InterpreterMachine(data.draw(st.composite(shuffled)(rules)))
    assert other.perft(4) == [9, 72, 504, 3024]


# Counting and playouts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("tic_tac_toe", [9, 72, 504, 3024, 15120, 54720]),
        ("connect_four", [7, 49, 343, 2401]),
        ("breakthrough", [22, 484, 11132]),
        ("othello", [4, 12, 56, 244]),
        ("matching_pennies", [4, 8, 0]),
        ("random_tic_tac_toe_2x2", [4, 8, 32, 48]),
    ],
)
def test_perft(name: str, counts: list[int]) -> None:
    assert machine(games.text(name)).perft(len(counts)) == counts


def test_playouts_follow_the_seed_alone() -> None:
    game = machine(games.text("connect_four"))
    first = game.playouts(5, seed=7)
    game.perft(3)
    again = machine(games.text("connect_four")).playouts(5, seed=7)
    assert (first.states, first.mean_goals) == (again.states, again.mean_goals)
    assert first.playouts == 5
    assert first.mean_length * 5 == first.states
    assert sum(first.mean_goals) == 100
    assert game.playouts(5, seed=8).states != first.states


@pytest.mark.clock
def test_playouts_are_capped_and_timed() -> None:
    endless = machine("(role r) (init a) (legal r x) (<= (next ?x) (true ?x)) (<= terminal (true b))")
    report = endless.playouts(3, limit=50)
    assert (report.playouts, report.capped, report.states) == (0, 3, 150)
    begun = time.perf_counter()
    assert machine(games.text("tic_tac_toe")).playouts(seconds=0.2).playouts > 0
    assert time.perf_counter() - begun < 5
    with pytest.raises(ValueError, match="give a number"):
        endless.playouts()


def test_choice_is_uniform() -> None:
    game = machine("""(role random) (init start) (<= (legal random (pick ?n)) (number ?n) (true start))
        (number 0) (number 25) (number 50) (number 75) (number 100)
        (<= (next (got ?n)) (does random (pick ?n))) (<= terminal (true (got ?n)))
        (<= (goal random ?n) (true (got ?n)))""")
    report = game.playouts(20_000)
    assert abs(report.mean_goals[0] - 50) < 1  # the mean of 20,000 has a standard deviation of 0.25


# Hostile rules ---------------------------------------------------------------------------------------------------


def test_an_endless_counter_plays_until_its_limit() -> None:
    text = "(role r) (init (n 0)) (legal r x) (<= (next (n (s ?x))) (true (n ?x))) (<= terminal (true never))"
    game = machine(text)
    assert game.playouts(1, limit=500).capped == 1
    state = game.initial()
    for _ in range(300):
        state = game.next(state, [game.move_number(0, "x")])
    (fluent,) = game.fluents(state)
    assert fluent.count("(s ") == 300
    assert game.state([fluent]) == state
    with pytest.raises(EvaluationLimitError, match="deep"):
        machine(text, InterpreterLimits(term_depth=100)).playouts(1)


@pytest.mark.clock
@pytest.mark.parametrize(
    "rules",
    [
        "(<= (p ?x) (p (s ?x)))",
        "(<= (p ?x) (p (f ?x ?x)))",
        "(p 0) (<= (p (s ?x)) (p ?x))",
        "(p 0) (<= (p (f ?x ?y)) (p ?x) (p ?y))",
        "(p 0) (q 0) (<= (p (l ?x)) (p ?x)) (<= (p (r ?x)) (p ?x))",
        "(<= (p ?x) (q ?x)) (<= (q ?x) (p (s ?x))) (q 0)",
    ],
)
def test_derivations_without_end(rules: str) -> None:
    text = f"(role r) (init (n 1)) {rules} (<= (legal r ?y) (p ?y)) (<= (legal r x) (true (n ?x)) (p ?x))"
    game = machine(text, InterpreterLimits(seconds=20, table_cells=20_000_000, terms=1_000_000))
    begun = time.perf_counter()
    for _ in range(2):
        with pytest.raises(EvaluationLimitError):
            game.legal(game.initial())
    assert time.perf_counter() - begun < 60
    assert game.fluents(game.initial()) == ["(n 1)"]


@pytest.mark.clock
def test_a_query_ends_at_its_deadline() -> None:
    holes = " ".join(f"(hole {i})" for i in range(13))
    pigeons = [f"?p{i}" for i in range(14)]
    apart = " ".join(f"(distinct {a} {b})" for a, b in combinations(pigeons, 2))
    body = " ".join(f"(hole {pigeon})" for pigeon in pigeons)
    begun = time.perf_counter()
    with pytest.raises(EvaluationLimitError, match="longer"):
        machine(f"(role r) {holes} (<= (init fits) {body} {apart})", InterpreterLimits(seconds=0.3))
    assert time.perf_counter() - begun < 5


def test_left_recursion_alone_has_no_answers() -> None:
    assert answers("(q a) (<= (p ?x) (p ?x)) (<= (p ?x) (r ?x)) (<= (r ?x) (p ?x))", "(p ?x)") == []


@pytest.mark.clock
def test_an_interrupt_ends_long_calls() -> None:
    game = machine(games.text("othello"))
    for call in (lambda: game.playouts(seconds=60), lambda: game.perft(12)):
        main = threading.main_thread().ident
        assert main is not None
        threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT)).start()
        begun = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            call()
        assert time.perf_counter() - begun < 10
        assert game.perft(2) == [4, 12]


@pytest.mark.parametrize("head", ["(true a)", "(does r a)"])
def test_heads_that_cannot_be(head: str) -> None:
    with pytest.raises(RestrictionError):
        machine(f"(role r) (<= {head} (role r))")
