"""Rulesheets that somebody is writing: what is wrong with them, and how the game plays as far as it goes."""

from __future__ import annotations

import warnings
from typing import Any

from woodstock import gdl
from woodstock.engine.game import FallbackWarning
from woodstock.engine.interpreter import EvaluationLimitError
from woodstock.gdl import Problem
from woodstock.playtest import play_test
from woodstock.playtest.testing import LIMIT
from woodstock.web.loaded_game import LoadedGame
from woodstock.web.looking import picture_of

_PROBLEMS = 200
_PLAYOUTS = 1000
_SECONDS = 3.0


def check(text: str) -> dict[str, Any]:
    """Syntax, restrictions and likely mistakes, each with its place."""
    problems = gdl.check(text.encode())
    return {
        "ok": not any(problem.severity == "error" for problem in problems),
        "problems": [problem.as_dict() for problem in problems[:_PROBLEMS]],
        "about": gdl.head_comment(text)[:2000],
    }


def try_out(loaded: LoadedGame) -> dict[str, Any]:
    """The first picture, and what random playouts tell."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FallbackWarning)
        game = loaded.game
    found: dict[str, Any] = {"facts": loaded.facts(), "sizes": sizes(loaded), "problems": [], "play": None}
    found["svg"] = picture_of(loaded, game.start(), None).svg(theme="bare")
    try:
        tested = play_test(game, playouts=_PLAYOUTS, seconds=_SECONDS)
    except EvaluationLimitError as error:
        found["problems"] = [Problem("warning", "not-played", f"not played: {error.message}", error.place).as_dict()]
        return found
    # The same playouts once more: this time with their goals.
    tally, sums = tested.tally, game.playouts(_PLAYOUTS, limit=LIMIT, seconds=_SECONDS / 2, seed=0)
    finished = max(1, int(sums.playouts[0]))
    found["problems"] = [problem.as_dict() for problem in tested.findings[:_PROBLEMS]]
    found["play"] = {
        "playouts": tally.playouts,
        "finished": tally.finished,
        "capped": tally.capped,
        "broken": tally.broken,
        "mean_length": tally.mean_length,
        "wins": dict(zip(game.roles, tally.wins, strict=False)),
        "mean_goals": {role: float(goal) / finished for role, goal in zip(game.roles, sums.goals[0], strict=False)},
    }
    return found


def sizes(loaded: LoadedGame) -> dict[str, Any]:
    """How large the compiled game is."""
    info = loaded.game.info()
    return {name: info[name] for name in ("fluents", "moves", "gates") if name in info}
