"""Play-testing, held to the naive oracle, which visits every state of a small game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings

import woodstock as ws
from ground.test_random_games import sheets as random_sheets
from oracles.naive import Oracle
from playtest import sheets
from woodstock.engine.game import Game, compile_game, interpreted
from woodstock.engine.source import Source
from woodstock.errors import RestrictionError
from woodstock.playtest import PlayTest, play_test
from woodstock.referee import position

Codes = set[tuple[str, str]]


def compiled(text: str) -> Game:
    return compile_game(Source("tested", text.encode()), cache=False)


def played(text: str) -> PlayTest:
    return play_test(compiled(text), playouts=300)


def codes(test: PlayTest) -> Codes:
    return {(one.severity, one.code) for one in test.findings}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (sheets.SOUND, set()),
        (sheets.SEVERAL_GOALS, {("error", "several-goals")}),
        (sheets.NO_GOAL, {("error", "no-goal-at-end")}),
        (sheets.STUCK, {("error", "no-move")}),
        (sheets.ENDLESS, {("error", "no-end")}),
        (
            sheets.IDLE,
            {
                ("warning", "no-choice"),
                ("warning", "never-legal"),
                ("warning", "never-true"),
                ("warning", "not-winnable"),
                ("warning", "goal-unreached"),
            },
        ),
        (sheets.BLIND, {("warning", "sees-nothing")}),
        (sheets.COMPETING, set()),
        (sheets.WASTED, {("hint", "goal-falls")}),
    ],
    ids=["sound", "several", "none", "stuck", "endless", "idle", "blind", "competing", "wasted"],
)
def test_what_is_found(text: str, expected: Codes) -> None:
    assert codes(played(text)) == expected
    slow = play_test(interpreted(Source("tested", text.encode())), playouts=50)
    assert codes(slow) == codes(played(text))


def test_examples_lead_there() -> None:
    for text, code in ((sheets.SEVERAL_GOALS, "several-goals"), (sheets.NO_GOAL, "no-goal-at-end")):
        (finding,) = (one for one in played(text).findings if one.code == code)
        machine = compiled(text).machine()
        state = position.follow(machine, machine.initial(), " ".join(finding.example))[-1][0]
        assert machine.terminal(state)
        assert len(machine.every_goal(state)[0]) == (2 if code == "several-goals" else 0)
        assert " ".join(finding.example) in finding.message
    (finding,) = played(sheets.STUCK).findings
    assert finding.example == ("go", "go")


def test_a_game_that_mostly_does_not_end() -> None:
    """Some playouts end, so this may be meant."""
    text = sheets.ENDLESS.replace("(legal x stay)", "(legal x stay) (legal x climb)").replace(
        "(<= terminal", "(<= (next (side top)) (does x climb) (true (side nowhere)))\n(<= terminal"
    )
    assert ("error", "no-end") in codes(played(text))
    game = ws.load("tic_tac_toe")
    assert ("warning", "no-end") in codes(play_test(game, playouts=500, limit=7))
    assert ("error", "no-end") in codes(play_test(game, playouts=500, limit=4))


def visited(oracle: Oracle) -> Iterator[frozenset[str]]:
    """Every state of a game."""
    seen = {oracle.initial()}
    waiting = list(seen)
    while waiting:
        state = waiting.pop()
        yield state
        moves = oracle.legal(state)
        if oracle.terminal(state) or not all(moves.values()):
            continue
        for joint in product(*moves.values()):
            after = oracle.next(state, dict(zip(moves, joint, strict=True)))
            if after not in seen:
                seen.add(after)
                waiting.append(after)


def judged(oracle: Oracle) -> Codes:
    """The errors that brute force finds."""
    found: Codes = set()
    states = list(visited(oracle))
    ends = [state for state in states if oracle.terminal(state)]
    for state in ends:
        for role, goals in oracle.goals(state).items():
            if len(goals) > 1 and role != "random":
                found.add(("error", "several-goals"))
            if not goals and role != "random":
                found.add(("error", "no-goal-at-end"))
    stuck = any(not all(oracle.legal(state).values()) for state in states if not oracle.terminal(state))
    if stuck:
        found.add(("error", "no-move"))
    if not ends and not stuck:
        found.add(("error", "no-end"))
    return found


@pytest.mark.long
@settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
@given(random_sheets())
def test_errors_of_random_games_are_those_that_brute_force_finds(text: str) -> None:
    try:
        game = compiled(text)
    except RestrictionError:
        assume(False)
    test = play_test(game, playouts=100, limit=60)
    found = {(one.severity, one.code) for one in test.findings if one.severity == "error"}
    expected = judged(Oracle(text))
    assert test.seen.complete
    assert found - {("error", "no-end")} == expected - {("error", "no-end")}
    assert ("error", "no-end") not in expected - found


@pytest.mark.parametrize("text", [sheets.SEVERAL_GOALS, sheets.NO_GOAL], ids=["several", "none"])
def test_lanes_and_machines_count_ends_that_are_wrong(text: str) -> None:
    game, slow = compiled(text), interpreted(Source("tested", text.encode())).machine()
    machine = game.machine()
    runs = (
        (6000, game.playouts(6000, seed=3)),
        (6000, machine.playouts_from([machine.initial()], [6000], 3, 2000)),
        (600, slow.playouts_from([slow.initial()], [600], 3, 2000)),
    )
    oracle = Oracle(text)
    several = chance_of(oracle, lambda goals: len(goals) > 1)
    missing = chance_of(oracle, lambda goals: not goals)
    assert (several > 0, missing > 0) == (text == sheets.SEVERAL_GOALS, text == sheets.NO_GOAL)
    for count, sums in runs:
        for found, chance in ((sums.several, several), (sums.missing, missing)):
            spread = 4 * math.sqrt(chance * (1 - chance) / count)
            assert abs(int(found[0]) / count - chance) <= spread


def chance_of(oracle: Oracle, wrong: Callable[[set[int]], bool]) -> float:
    """The probability that a random match ends with goals of x that are wrong, by going through all matches."""

    def chance(state: frozenset[str]) -> float:
        if oracle.terminal(state):
            return float(wrong(oracle.goals(state)["x"]))
        moves = oracle.legal(state)
        joints = [dict(zip(moves, joint, strict=True)) for joint in product(*moves.values())]
        return sum(chance(oracle.next(state, joint)) for joint in joints) / len(joints)

    return chance(oracle.initial())
