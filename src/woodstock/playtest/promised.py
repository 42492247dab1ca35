"""What the heads of the rules promise: goals, moves, fluents and percepts by their names, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from woodstock.engine import Game
from woodstock.gdl import Function, NormalRule, Symbol, Term, to_kif
from woodstock.place import Place

Places = dict[str, Place | None]


@dataclass(frozen=True, slots=True)
class Promised:
    """All of it; goals by role."""

    goals: tuple[dict[int, Place | None], ...]
    rewarded: tuple[bool, ...]
    """By role, whether some rule gives it a goal."""
    informed: tuple[bool, ...]
    """By role, whether some rule shows it something."""
    moves: Places
    fluents: Places


def promised(game: Game) -> Promised:
    """What the rules of a game promise. A rule whose head is about a variable is about every role."""
    goals = list(_heads(game, "goal"))
    sees = list(_heads(game, "sees"))
    return Promised(
        goals=tuple(_goals(goals, role) for role in game.roles),
        rewarded=tuple(any(_about(rule, role) for rule in goals) for role in game.roles),
        informed=tuple(any(_about(rule, role) for rule in sees) for role in game.roles),
        moves=_named(_heads(game, "legal")),
        fluents=_named((*_heads(game, "init"), *_heads(game, "next"))),
    )


def outermost(text: str) -> str:
    """The outermost name of a term that is given as KIF text.

    >>> outermost("(mark 1 2)"), outermost("noop")
    ('mark', 'noop')
    """
    return text.strip("()").split()[0]


def _heads(game: Game, keyword: str) -> Iterator[NormalRule]:
    return (rule for rule in game.rules if rule.head.name == keyword)


def _about(rule: NormalRule, role: str) -> bool:
    owner: Term = rule.head.arguments[0]
    return not isinstance(owner, Symbol) or to_kif(owner) == role


def _goals(rules: list[NormalRule], role: str) -> dict[int, Place | None]:
    found: dict[int, Place | None] = {}
    for rule in rules:
        value = rule.head.arguments[1]
        if _about(rule, role) and isinstance(value, Symbol) and value.name.isdigit():
            found.setdefault(int(value.name), rule.place)
    return found


def _named(rules: Iterator[NormalRule] | tuple[NormalRule, ...]) -> Places:
    found: Places = {}
    for rule in rules:
        term = rule.head.arguments[-1]
        if isinstance(term, Symbol | Function):
            found.setdefault(term.name, rule.place)
    return found
