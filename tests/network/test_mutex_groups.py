"""MutexGroups of fluents: what is conjectured from names, what is proved, and what is refused."""

from __future__ import annotations

import pytest

import woodstock as ws
from network.stages import walk
from woodstock.engine.reached import reached
from woodstock.gdl import normalise, parse
from woodstock.ground import ground
from woodstock.ground.program import GroundProgram
from woodstock.ground.proof import ProofLimits
from woodstock.kif.terms import parts
from woodstock.network.encoding import MutexGroup, MutexGroups, compact, proved_mutex_groups
from woodstock.network.encoding.mutex_groups import conjectures, show


def program(text: str) -> GroundProgram:
    return ground(normalise(parse(text)))


def found(text: str) -> dict[str, MutexGroup]:
    return {group.name: group for group in proved_mutex_groups(program(text)).known}


BUNDLED = {
    "breakthrough": {"(cell 1 1 ?)": (3, True), "(cell 8 8 ?)": (3, True), "(control ?)": (2, False)},
    "checkers": {"(cell 1 3 ?)": (5, True), "(control ?)": (2, False)},
    "connect_four": {"(cell 1 1 ?)": (3, True), "(cell 7 6 ?)": (3, True), "(control ?)": (2, False)},
    "matching_pennies": {"(coin alice ?)": (3, False), "(coin bob ?)": (3, False), "(coin random ?)": (3, False)},
    "othello": {"(cell 1 1 ?)": (3, True), "(cell 4 4 ?)": (2, False), "(control ?)": (2, False)},
    "random_tic_tac_toe_2x2": {"(cell x1 y1 ?)": (3, False), "(control ?)": (3, True), "(row ? ?)": (5, True)},
    "tic_tac_toe": {"(cell 2 2 ?)": (3, True), "(control ?)": (2, False)},
}


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_games(name: str) -> None:
    game = ws.load(name)
    ground_program = ground(game.rules)
    mutex_groups = proved_mutex_groups(ground_program, reached=reached(game.machine())).known
    by_name = {group.name: (len(group.domain), group.idle is not None) for group in mutex_groups}
    assert BUNDLED[name].items() <= by_name.items()
    members = [number for group in mutex_groups for number, _ in group.members]
    assert len(members) == len(set(members))
    machine = game.machine()
    for state in walk(machine, 50):
        holding = {ground_program.fluents.index(fluent) for fluent in machine.fluents(state)}
        for group in mutex_groups:
            count = sum(number in holding for number, _ in group.members)
            assert count == 1 or (count == 0 and group.idle is not None)


def test_states_that_are_reached_change_nothing_but_the_time() -> None:
    game = ws.load("breakthrough")
    ground_program = ground(game.rules)
    alone, helped = (
        proved_mutex_groups(ground_program),
        proved_mutex_groups(ground_program, reached=reached(game.machine())),
    )
    assert set(alone.known) == set(helped.known)


def test_coins_of_both_players_are_no_family() -> None:
    """In matching pennies two players are in control at the start."""
    mutex_groups = proved_mutex_groups(ground(ws.load("matching_pennies").rules))
    assert "(control ?)" not in {group.name for group in mutex_groups.known}


WALK = """
(role walker) (place a) (place b) (place c)
(init (at a)) (init (light off))
(<= (legal walker (go ?p)) (place ?p))
(<= (legal walker stay) (true (at a)))
(<= (next (at ?p)) (does walker (go ?p)))
(<= (next (at ?p)) (does walker stay) (true (at ?p)))
(<= (next (light on)) (true (light off)))
(<= (next (light off)) (true (light on)))
(<= terminal (true (at c)))
(<= (goal walker 100) (true (at c)))
"""


def test_exactly_one() -> None:
    mutex_groups = found(WALK)
    assert mutex_groups["(at ?)"].domain == ("a", "b", "c")
    assert mutex_groups["(light ?)"].domain == ("off", "on")


def test_a_conjecture_that_a_move_breaks_is_refused() -> None:
    """It holds at the start, but not for long: two places at once after (go c) from b, none after stay."""
    assert "(at ?)" not in found(WALK + "(<= (next (at b)) (true (at b)) (does walker (go c)))")
    never = found(WALK.replace("(<= (next (at ?p)) (does walker stay) (true (at ?p)))", ""))
    assert never["(at ?)"].domain == ("a", "b", "c", "none")


def test_a_refuted_family_takes_those_with_it_that_lean_on_it() -> None:
    """The shadow is where the walker is: if the walker can be in two places, so can the shadow."""
    shadow = "(init (shadow a)) (<= (next (shadow ?p)) (true (at ?p)))"
    assert {"(at ?)", "(shadow ?)"} <= found(WALK + shadow).keys()
    both = found(WALK + shadow + "(<= (next (at b)) (true (at b)) (does walker (go c)))")
    assert both.keys().isdisjoint({"(at ?)", "(shadow ?)"})
    assert "(light ?)" in both


def test_a_value_of_two_arguments_and_one_within_a_term() -> None:
    mutex_groups = found(
        "(role r) (col 1) (col 2) (row 1) (row 2) (init (robot 1 1)) (init (box (door open))) (init (flag none))"
        "(<= (legal r (go ?x ?y)) (col ?x) (row ?y)) (legal r push)"
        "(<= (next (robot ?x ?y)) (does r (go ?x ?y))) (<= (next (robot ?x ?y)) (does r push) (true (robot ?x ?y)))"
        "(<= (next (box (door closed))) (does r push))"
        "(<= (next (box (door ?s))) (does r (go ?x ?y)) (true (box (door ?s))))"
        "(<= (next (flag up)) (does r push)) (<= terminal (true (robot 2 2))) (goal r 0)"
    )
    assert mutex_groups["(robot ? ?)"].domain == ("1 1", "1 2", "2 1", "2 2")
    assert mutex_groups["(box ?)"].domain == ("(door closed)", "(door open)")
    assert mutex_groups["(flag ?)"].domain == (
        "none",
        "up",
        "- none -",
    )  # none is a value here, so none has another name


def test_fluents_without_arguments() -> None:
    toggle = found(
        "(role r) (init day) (legal r wait) (<= (next night) (true day)) (<= (next day) (true night))"
        "(<= terminal (true night)) (goal r 0)"
    )
    assert toggle["fluent ?"].domain == ("day", "night")


def test_conjectures_group_fluents_that_differ_in_some_places() -> None:
    names = {c.name: [value for _, value in c.members] for c in conjectures(["(f a 1)", "(f a 2)", "(f b 1)"])}
    assert names["(f a ?)"] == ["1", "2"]
    assert names["(f ? 1)"] == ["a", "b"]
    assert names["(f ? ?)"] == ["a 1", "a 2", "b 1"]


def test_terms() -> None:
    assert show(parts("(cell 1 (f x) y)")) == "(cell 1 (f x) y)"


@pytest.mark.long
def test_out_of_time_nothing_is_proved() -> None:
    assert proved_mutex_groups(ground(ws.load("othello").rules), ProofLimits(seconds=0.001)) == MutexGroups(
        (), finished=False
    )


@pytest.mark.long
def test_out_of_work_some_is_proved_and_always_the_same() -> None:
    """Little work is not an accident: the proof is finished, with fewer mutex groups."""
    rules = ground(ws.load("othello").rules)
    every = proved_mutex_groups(rules)
    assert every.finished
    little = [proved_mutex_groups(rules, ProofLimits(work=work)) for work in (0, 300_000, 300_000)]
    assert little[0] == MutexGroups((), finished=True)
    assert little[1] == little[2]
    assert little[1].finished
    assert 0 < len(little[1].known) < len(every.known)


def test_a_stage_says_that_its_proof_was_cut_short() -> None:
    game = ws.load("tic_tac_toe")
    assert game.network().proof_finished
    cut = compact(ground(game.rules), proved=MutexGroups((), finished=False))
    assert not cut.proof_finished
    assert not cut.rebuild(absorbing=True).proof_finished
