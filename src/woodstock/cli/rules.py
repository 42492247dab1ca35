"""`woodstock check` and `woodstock info`: what there is to say about the rules."""

from __future__ import annotations

import dataclasses
import warnings
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

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


def check(
    game: GameName,
    as_json: Json = False,
    lenient: Lenient = False,
    fold_case: FoldCase = False,
    static: Annotated[bool, typer.Option("--static", help="Only read the rules; do not play.")] = False,
    playouts: Annotated[int, typer.Option(metavar="N", min=1, help="Random playouts to play.")] = 2000,
) -> int:
    """Check the rules of a game, and play-test it.

    This covers syntax, the restrictions of GDL, likely mistakes, and what goes wrong in random matches.

    Exits with 0 if the rules are valid, with 1 if they violate a restriction or something goes wrong in play, and with
    2 if they cannot be read.
    """
    from woodstock import gdl
    from woodstock.engine.source import find

    source = find(game, lenient=lenient, fold_case=fold_case)
    text = source.text
    with waiting("Checking the rules", quiet=as_json):
        problems = gdl.check(text, fold_case=fold_case)
    if lenient:
        problems = _tolerated(problems, text, fold_case=fold_case)
    unreadable = next((problem for problem in problems if problem.code in _UNREADABLE), None)
    knowledge = None
    if not static and not _errors(problems):
        found, knowledge = _played(source, playouts, quiet=as_json)
        problems = (*problems, *found)
    errors = _errors(problems)
    if as_json:
        answer: dict[str, Any] = {"ok": not errors, "problems": [problem.as_dict() for problem in problems]}
        emit(answer | ({"information": knowledge} if knowledge else {}))
    elif not unreadable:
        for problem in problems:
            where = f"{game}:{problem.place.line}:{problem.place.column}" if problem.place else game
            print(one_line(f"{where}: {problem.severity}: {problem.message} [{problem.code}]"))
        print(f"{game}: {_verdict(problems)}")
        if knowledge:
            print(one_line(f"{game}: information: {_sentence(knowledge)}"))
    if unreadable:
        complain(SourceError(game, WoodstockError(unreadable.message, unreadable.place)))
        return codes.BAD_INPUT
    return codes.NO if errors else codes.OK


@loads_games
def info(game: GameName, as_json: Json = False, *, loading: Loading) -> int:
    """Show the size of a game and how it plays."""
    loaded = loading.load(game, quiet=as_json)
    with waiting("Finding out what players see", quiet=as_json):
        knowledge = _knowledge_of(loaded)
    with waiting("Playing", quiet=as_json):
        play = _in_short(loaded)
    answer: dict[str, Any] = {"name": loaded.name, **loaded.info(), "information": knowledge, "play": play}
    shown = {**answer, "information": _sentence(knowledge), "play": _told(play)}
    pairs = [(name.replace("_", " "), _shown(value)) for name, value in shown.items()]
    return respond(as_json, answer, lambda: facts(pairs))


# --- playing --------------------------------------------------------------------------------------------------------


def _played(source: Source, playouts: int, *, quiet: bool) -> tuple[list[Problem], dict[str, Any] | None]:
    """What shows when the rules are played, and what players can know where they have percepts."""
    from woodstock.engine.game import FallbackWarning, compile_game
    from woodstock.engine.interpreter import EvaluationLimitError
    from woodstock.gdl import Problem
    from woodstock.ground import Limits
    from woodstock.playtest import play_test

    try:
        with warnings.catch_warnings(), waiting("Loading the game", quiet=quiet):
            warnings.simplefilter("ignore", FallbackWarning)
            game = compile_game(source, limits=Limits(seconds=_GROUND_SECONDS))
        with waiting("Playing", quiet=quiet):
            found = play_test(game, playouts=playouts).findings
        with waiting("Finding out what players see", quiet=quiet):
            knowledge = _knowledge_of(game) if game.sees else None
    except EvaluationLimitError as error:
        return [Problem("warning", "not-played", f"the game was not played: {error.message}", error.place)], None
    except WoodstockError as error:
        return [Problem("error", "unplayable", error.message, error.place)], None
    return list(found), knowledge


def _in_short(game: Game) -> dict[str, Any]:
    """How random matches go, as JSON values."""
    from woodstock.playtest import play_test

    tested = play_test(game)
    tally = tested.tally
    return {
        "playouts": tally.playouts,
        "finished": tally.finished,
        "capped": tally.capped,
        "broken": tally.broken,
        "mean_length": tally.mean_length,
        "problems": [one.as_dict() for one in tested.findings if one.severity != "hint"],
    }


def _told(play: dict[str, Any]) -> str:
    """The same for people."""
    codes_found = list(dict.fromkeys(f"{one['severity']} {one['code']}" for one in play["problems"]))
    went = f"{play['playouts']:,} playouts of {play['mean_length']:.1f} steps"
    return f"{went}; " + (
        f"{', '.join(codes_found)}: woodstock check tells more" if codes_found else "nothing is wrong"
    )


# --- problems -------------------------------------------------------------------------------------------------------


def _errors(problems: Sequence[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.severity == "error"]


def _verdict(problems: Sequence[Problem]) -> str:
    """Valid or not, and how much there is of each kind of problem."""
    counts = Counter(problem.severity for problem in problems)
    told = [_count(counts[kind], kind) for kind in ("error", "warning", "hint") if counts[kind]]
    if counts["error"]:
        return f"not valid: {', '.join(told)}"
    return ", ".join(["valid", *told])


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
    """The class of the game as JSON values."""
    from woodstock.beliefs import knowledge_class

    found = dataclasses.asdict(knowledge_class(game))
    return {"class": found.pop("kind"), **found}


def _sentence(knowledge: dict[str, Any]) -> str:
    """For people: the class, how sure it is, and why it is not a better one."""
    sure = "" if knowledge["proved"] else f", as far as can be seen from {knowledge['states']} states"
    why = f"; {knowledge['witness']}" if knowledge["witness"] else ""
    return f"{knowledge['class']} ({_MEANING[knowledge['class']]}{sure}){why}"
