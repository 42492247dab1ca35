"""Games with percepts against public rulesheets of the same games: the same moves and ends along random games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest

import woodstock as ws
from games.translations.hidden_sheets import SHEETS
from games.translations.sheets import words
from oracles.named import Named
from sheets import path_of
from woodstock.engine.machine import State

GAMES = 60

pytestmark = pytest.mark.sheets


@dataclass(frozen=True)
class Moment:
    """A step on both sides: where it was made, what was seen by each role, and where it led."""

    before: State
    state: State
    other: State
    percepts: Mapping[str, set[str]]
    theirs: Mapping[str, set[str]]


def load(name: str) -> tuple[Named, Named]:
    return Named(ws.load(name).machine()), Named(ws.load(path_of(SHEETS[name].file)).machine())


def moments(name: str, ours: Named, theirs: Named, seed: int) -> Iterator[Moment]:
    """One random game on both sides, with the same legal moves and the same end."""
    rng = random.Random(seed)
    sheet = SHEETS[name]
    state, other = ours.initial(), theirs.initial()
    while not ours.terminal(state):
        assert not theirs.terminal(other)
        fluents, legal = ours.fluents(state), ours.legal(state)
        moves = {role: {sheet.move(role, move, fluents): move for move in legal[role]} for role in ours.roles}
        assert {sheet.roles[role]: set(own) for role, own in moves.items()} == theirs.legal(other)
        choice = {role: rng.choice(sorted(own)) for role, own in moves.items()}
        own = {role: moves[role][move] for role, move in choice.items()}
        their = {sheet.roles[role]: move for role, move in choice.items()}
        seen, they_saw = ours.percepts(state, own), theirs.percepts(other, their)
        before, state, other = state, ours.next(state, own), theirs.next(other, their)
        yield Moment(before, state, other, seen, they_saw)
    assert theirs.terminal(other)


@pytest.mark.parametrize("name", SHEETS)
def test_in_lockstep(name: str) -> None:
    ours, theirs = load(name)
    for seed in range(GAMES):
        for moment in moments(name, ours, theirs, seed):
            end = moment
        goals, other = ours.goals(end.state), theirs.goals(end.other)
        assert all(same_goals(name, ours.fluents(end.state), goals, other)), (goals, other)


def same_goals(
    name: str, fluents: frozenset[str], goals: Mapping[str, set[int]], other: Mapping[str, set[int]]
) -> Iterator[bool]:
    """Role by role, up to what differs on purpose: the head comments of the rulesheets say so."""
    match name:
        case "mastermind":
            yield (goals["player"] != {0}) == (other["player"] == {100})
        case "pacman_hidden":
            yield (goals["blinky"] == {100}) == ({100} in (other["blinky"], other["inky"]))
        case "krieg_tic_tac_toe" if {"(line white)", "(line black)"} <= fluents:
            yield goals["white"] == goals["black"] == {50}
        case "meier" if exact(fluents) or goals[claimant(fluents)] == {0}:
            yield from (goals[role] == other[role] for role in ("p1", "p2"))
        case "meier":
            yield other[claimant(fluents)] == {0}
        case _:
            yield from (goals[ours] == other[theirs] for ours, theirs in SHEETS[name].roles.items() if ours != "random")


def exact(fluents: frozenset[str]) -> bool:
    """Was the very throw claimed?"""
    return any(fluent.replace("dice", "claimed") in fluents for fluent in fluents if fluent.startswith("(dice"))


def claimant(fluents: frozenset[str]) -> str:
    (player,) = (words(fluent)[1] for fluent in fluents if fluent.startswith("(doubted"))
    return player


@pytest.mark.parametrize("name", SHEETS)
def test_as_many_histories(name: str) -> None:
    ours, theirs = load(name)
    assert ours.machine.perft(SHEETS[name].perft) == theirs.machine.perft(SHEETS[name].perft)  # type: ignore[attr-defined]


def test_the_vacuum_cleaner_sees_the_same() -> None:
    ours, theirs = load("vacuum_cleaner_random")
    for seed in range(GAMES):
        for moment in moments("vacuum_cleaner_random", ours, theirs, seed):
            assert moment.percepts["agent"] == moment.theirs["agent"]


def test_inky_is_seen_by_both_where_one_would_see_her() -> None:
    ours, theirs = load("pacman_hidden")
    for seed in range(10):
        for moment in moments("pacman_hidden", ours, theirs, seed):
            either = moment.theirs["pacman"] | moment.theirs["blinky"]
            wanted = {tuple(words(percept)[2:]) for percept in either if words(percept)[1] == "inky"}
            seen = {tuple(words(percept)[1:3]) for percept in moment.percepts["pacman"] if words(percept)[0] == "at"}
            assert seen == wanted
