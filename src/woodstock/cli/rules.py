"""`woodstock check` and `woodstock info`: what is to be said about the rules."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from woodstock.cli import codes
from woodstock.cli.failure import SourceError, complain
from woodstock.cli.options import FoldCase, GameName, Json, Lenient, Loading, loads_games
from woodstock.cli.output import emit, facts, number, respond, waiting
from woodstock.errors import WoodstockError
from woodstock.printable import one_line

if TYPE_CHECKING:
    from woodstock.engine import Game
    from woodstock.engine.source import Source
    from woodstock.gdl import Problem


_UNREADABLE = ("syntax", "too-large")
"""Codes of problems after which there is nothing left to check."""

_GROUND_SECONDS = 20.0
"""A check does not wait longer than this for a game to be compiled; then its rules are interpreted."""

_MEANING = {
    "complete": "every player knows the state",
    "shared": "all players see the same",
    "private": "players see different things",
}


def check(game: GameName, as_json: Json = False, lenient: Lenient = False, fold_case: FoldCase = False) -> int:
    """Check syntax and the restrictions of GDL, and look for likely mistakes.

    Exits with 0 when the rules are valid, with 1 when they break a restriction, with 2 when they cannot be read.
    """
    from woodstock import gdl
    from woodstock.engine.source import find

    source = find(game, lenient=lenient, fold_case=fold_case)
    text = source.text
    with waiting("Checking the rules", quiet=as_json):
        problems = gdl.check(text, fold_case=fold_case)
    if lenient:
        problems = _tolerated(problems, text, fold_case=fold_case)
    errors = [problem for problem in problems if problem.severity == "error"]
    unreadable = next((problem for problem in errors if problem.code in _UNREADABLE), None)
    with waiting("Finding out what players see", quiet=as_json):
        knowledge = None if errors else _knowledge_of_rules(source)
    if as_json:
        answer: dict[str, Any] = {"ok": not errors, "problems": [_as_dict(problem) for problem in problems]}
        emit(answer | ({"information": knowledge} if knowledge else {}))
    elif not unreadable:
        for problem in problems:
            where = f"{game}:{problem.place.line}:{problem.place.column}" if problem.place else game
            print(one_line(f"{where}: {problem.severity}: {problem.message} [{problem.code}]"))
        others = len(problems) - len(errors)
        verdict = f"not valid: {_count(len(errors), 'error')}" if errors else "valid"
        print(f"{game}: {verdict}" + (f", {_count(others, 'warning')}" if others else ""))
        if knowledge:
            print(one_line(f"{game}: information: {_sentence(knowledge)}"))
    if unreadable:
        complain(SourceError(game, WoodstockError(unreadable.message, unreadable.place)))
        return codes.BAD_INPUT
    return codes.NO if errors else codes.OK


@loads_games
def info(game: GameName, as_json: Json = False, *, loading: Loading) -> int:
    """Show how big a game is and how long it takes to load."""
    loaded = loading.load(game, quiet=as_json)
    with waiting("Finding out what players see", quiet=as_json):
        knowledge = _knowledge_of(loaded)
    answer: dict[str, Any] = {"name": loaded.name, **loaded.info(), "information": knowledge}
    shown = {**answer, "information": _sentence(knowledge)}
    pairs = [(name.replace("_", " "), _shown(value)) for name, value in shown.items()]
    return respond(as_json, answer, lambda: facts(pairs))


def _tolerated(problems: Sequence[Problem], text: bytes, *, fold_case: bool) -> tuple[Problem, ...]:
    """The problems, with those that lenient loading gets over turned into warnings."""
    from woodstock import gdl

    tolerable = set(gdl.TOLERABLE)
    if any(problem.code == "unsafe" for problem in problems):
        repaired = gdl.ground_unsafe(gdl.normalise(gdl.parse(text, fold_case=fold_case)))
        if any(gdl.unsafe_variables(rule) for rule in repaired):
            tolerable.discard("unsafe")
    return tuple(
        dataclasses.replace(problem, severity="warning")
        if problem.severity == "error" and problem.code in tolerable
        else problem
        for problem in problems
    )


def _as_dict(problem: Problem) -> dict[str, Any]:
    return {
        "severity": problem.severity,
        "code": problem.code,
        "message": problem.message,
        "line": problem.place.line if problem.place else None,
        "column": problem.place.column if problem.place else None,
    }


def _shown(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return number(value)
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    return str(value)


def _count(amount: int, noun: str) -> str:
    return f"{amount} {noun}" if amount == 1 else f"{amount} {noun}s"


# --- what players can know ------------------------------------------------------------------------------------------


def _knowledge_of(game: Game) -> dict[str, Any]:
    """The class of the game as what JSON can hold."""
    from woodstock.beliefs import knowledge_class

    found = dataclasses.asdict(knowledge_class(game))
    return {"class": found.pop("kind"), **found}


def _knowledge_of_rules(source: Source) -> dict[str, Any] | None:
    """The class of a game with percepts; `None` for other rules, and for those that cannot be played."""
    from woodstock.engine.game import FallbackWarning, compile_game
    from woodstock.ground import Limits

    try:
        if not any(rule.head.name == "sees" for rule in source.rules()):
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FallbackWarning)
            return _knowledge_of(compile_game(source, limits=Limits(seconds=_GROUND_SECONDS)))
    except WoodstockError:
        return None


def _sentence(knowledge: dict[str, Any]) -> str:
    """For people: the class, how sure it is, and why it is no better one."""
    sure = "" if knowledge["proved"] else f", as far as can be seen from {knowledge['states']} states"
    why = f"; {knowledge['witness']}" if knowledge["witness"] else ""
    return f"{knowledge['class']} ({_MEANING[knowledge['class']]}{sure}){why}"
