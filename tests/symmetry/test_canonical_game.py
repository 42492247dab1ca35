"""Games known again: by scrambled names and in another order, and no game for another."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

import woodstock as ws
from sheets import FOLDER
from woodstock import games, gdl
from woodstock.engine.game import compile_game
from woodstock.engine.source import Source, find
from woodstock.errors import GdlSyntaxError
from woodstock.gdl import (
    And,
    Atom,
    Distinct,
    Formula,
    Function,
    Literal,
    NormalRule,
    Not,
    Or,
    Rule,
    Symbol,
    Term,
    Variable,
)
from woodstock.protocol.scrambling import Scrambler
from woodstock.symmetry.canonical_game import CanonicalGame, Renaming, canonical_game
from woodstock.symmetry.sheet_graph import Name

THIRTY = """
amazons awale backgammon battleship breakthrough cant_stop checkers chess connect_four connect_four_simultaneous
dots_and_boxes_suicide eight_puzzle english_draughts free_for_all_2p gomoku guess_dice hex knightthrough kuhn_poker
lights_out matching_pennies monty_hall nim orchard othello pentago quarto rock_paper_scissors skirmish_zero_sum
tic_tac_toe
""".split()
SCRAMBLES = 5


@cache
def form_of(name: str) -> CanonicalGame:
    form = canonical_game(find(name))
    assert form is not None
    return form


def disguised(text: str, seed: int) -> str:
    """The rules under other names, of variables too, and with everything in another order whose order says nothing."""
    chance = random.Random(seed)

    def shuffled(formulas: tuple[Formula, ...]) -> tuple[Formula, ...]:
        return tuple(reordered(one) for one in chance.sample(formulas, len(formulas)))

    def reordered(formula: Formula) -> Formula:
        match formula:
            case Not():
                return Not(reordered(formula.formula))
            case And():
                return And(shuffled(formula.formulas))
            case Or():
                return Or(shuffled(formula.formulas))
            case Distinct() if chance.random() < 0.5:
                return Distinct(formula.right, formula.left)
            case _:
                return formula

    rules = gdl.parse(text)
    mixed = [Rule(rule.head, shuffled(rule.body)) for rule in chance.sample(rules, len(rules))]
    return Scrambler(seed).scramble(gdl.to_kif(mixed))


def signatures(source: Source, renaming: Renaming | None = None) -> set[str]:
    """The rules, each with its parts in order, under the names of another game. A variable is told by where it stands:
    rules with different signatures are different, and hardly any two others have the same."""
    names = {} if renaming is None else renaming.names
    return {_signature(rule, names) for rule in gdl.normalise(gdl.parse(source.text))}


def _signature(rule: NormalRule, names: dict[Name, str]) -> str:
    places: dict[str, list[str]] = {}

    def written(kind: str, x: Atom | Term, variables: dict[str, str]) -> str:
        if isinstance(x, Variable):
            return variables.get(x.name, "?")
        arguments = () if isinstance(x, Symbol) else x.arguments
        kind = "constant" if isinstance(x, Symbol) else kind
        name = names.get((kind, x.name, len(arguments)), x.name)
        return f"({' '.join([name, *(written('function', one, variables) for one in arguments)])})"

    def parts(variables: dict[str, str]) -> list[str]:
        out = ["head " + written("predicate", rule.head, variables)]
        for part in set(rule.body):
            if isinstance(part, Distinct):
                sides = sorted([written("function", part.left, variables), written("function", part.right, variables)])
                out.append("distinct " + " ".join(sides))
            else:
                out.append(f"{part.positive} " + written("predicate", part.atom, variables))
        return out

    for name in _variables(rule):
        places[name] = sorted(parts({name: "!"}))
    return "\n".join(sorted(parts({name: str(own) for name, own in places.items()})))


def _variables(rule: NormalRule) -> set[str]:
    found: set[str] = set()
    todo: list[object] = [rule.head, *rule.body]
    while todo:
        match todo.pop():
            case Variable(name=name):
                found.add(name)
            case Distinct(left=left, right=right):
                todo += [left, right]
            case Literal(atom=atom):
                todo.append(atom)
            case Atom(arguments=arguments) | Function(arguments=arguments):
                todo += arguments
    return found


@pytest.mark.parametrize("name", [name for name in THIRTY if name in games.names()])
def test_scrambled_games_are_recognised(name: str) -> None:
    known = form_of(name)
    for seed in range(SCRAMBLES):
        source = Source("scrambled", disguised(games.text(name), seed).encode())
        form = canonical_game(source)
        assert form is not None
        assert form.digest == known.digest and form.same(known)
        renaming = form.renaming(known)
        assert renaming is not None
        assert signatures(source, renaming) == signatures(find(name))


def test_there_are_thirty() -> None:
    assert len([name for name in THIRTY if name in games.names()]) >= 30


def test_no_two_bundled_games_are_the_same() -> None:
    digests = {form_of(name).digest: name for name in games.names()}
    assert len(digests) == len(games.names())
    for one, other in combinations(games.names(), 2):
        assert form_of(one).renaming(form_of(other)) is None


def sheets() -> Iterator[Source]:
    """All bundled games and public rulesheets."""
    yield from map(find, games.names())
    yield from map(find, sorted(FOLDER.rglob("*.kif")))


@pytest.mark.sheets
@pytest.mark.long
def test_no_rulesheet_is_taken_for_another() -> None:
    """Those with one digest are the same game: under the names of the one the other has the same rules."""
    by_digest: dict[str, list[tuple[Source, CanonicalGame]]] = {}
    for source in sheets():
        try:
            form = canonical_game(source)
        except GdlSyntaxError:
            continue
        assert form is not None
        by_digest.setdefault(form.digest, []).append((source, form))
    assert sum(map(len, by_digest.values())) >= 200
    for same in by_digest.values():
        for (one, one_form), (other, other_form) in combinations(same, 2):
            renaming = one_form.renaming(other_form)
            assert renaming is not None
            assert signatures(one, renaming) == signatures(other)


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "battleship", "breakthrough"])
def test_a_renaming_carries_positions_over(name: str) -> None:
    source = Source("scrambled", disguised(games.text(name), 7).encode())
    form = canonical_game(source)
    assert form is not None
    renaming = form_of(name).renaming(form)
    assert renaming is not None
    one, other = ws.load(name), compile_game(source, cache=False)
    first, second = one.machine(), other.machine()
    roles = [other.roles.index(renaming.term(role)) for role in one.roles]
    chance = random.Random(1)
    mine, yours = first.initial(), second.initial()
    for _ in range(30):
        assert {renaming.term(fluent) for fluent in first.fluents(mine)} == set(second.fluents(yours))
        if first.terminal(mine):
            break
        legal, images = first.legal(mine), second.legal(yours)
        for role, own in enumerate(legal):
            names = {renaming.term(first.move_name(role, move)) for move in own}
            assert names == {second.move_name(roles[role], move) for move in images[roles[role]]}
        chosen = [chance.choice(own) for own in legal]
        joint_move = [0] * len(roles)
        for role, move in enumerate(chosen):
            joint_move[roles[role]] = second.move_number(roles[role], renaming.term(first.move_name(role, move)))
        mine, yours = first.next(mine, chosen), second.next(yours, joint_move)
    assert first.terminal(mine) == second.terminal(yours)


def digest(text: str) -> str:
    form = canonical_game(Source("text", text.encode()))
    assert form is not None
    return form.digest


GAME = """
(role red) (role blue) (init (cell 1 2)) (legal red (put a)) (legal blue noop)
(<= (next (cell ?x ?y)) (does red (put ?x)) (true (cell ?y ?x)) (not (held ?x)) (distinct ?x ?y))
(<= (held ?x) (true (cell ?x ?x)))
(<= terminal (true (cell a 2))) (<= (goal red 100) terminal) (<= (goal blue 0) terminal)
"""


def test_what_makes_no_difference() -> None:
    known = digest(GAME)
    assert digest(GAME + "(role red) ; again") == known
    assert digest(GAME.replace("(distinct ?x ?y)", "(distinct ?y ?x)")) == known
    assert digest(GAME.replace("red", "green").replace("held", "cell").replace("?x", "?why")) == known
    assert digest(GAME.replace("1 2", "one two").replace("a 2", "a two")) == known  # no goals
    assert digest(GAME.replace("(role red) (role blue)", "(role blue) (role red)")) == known


def test_what_makes_one() -> None:
    others = [
        GAME.replace("100", "50"),
        GAME.replace("red", "random"),
        GAME.replace("(true (cell ?y ?x))", "(true (cell ?x ?y))"),
        GAME.replace("(not (held ?x))", "(held ?x)"),
        GAME.replace("(distinct ?x ?y)", ""),
        GAME.replace("a 2", "b 2"),
        GAME.replace("(put a)", "put"),
        GAME.replace("(<= (goal blue 0) terminal)", "(goal blue 0)"),
        GAME.replace("(init (cell 1 2))", "(init (cell 2 1))"),
    ]
    assert len({digest(text) for text in [GAME, *others]}) == len(others) + 1


def test_numbers_keep_their_names_where_goals_are_worked_out() -> None:
    worked_out = GAME + "(<= (goal red ?x) (held ?x))"
    assert digest(worked_out) != digest(worked_out.replace("1 2", "3 2"))
    assert digest(GAME) == digest(GAME.replace("1 2", "3 2"))


@pytest.mark.clock
def test_chess_takes_no_time() -> None:
    begun = time.monotonic()
    assert canonical_game(find("chess")) is not None
    assert time.monotonic() - begun < 2
    assert canonical_game(find("chess"), seconds=0) is None
