"""Matches as files: the record in the form of ggp-base, a page that shows a match, and records of others read."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from woodstock import games
from woodstock.drawing import picture as full_picture
from woodstock.drawing.page import Step, page
from woodstock.errors import WoodstockError
from woodstock.printable import one_line
from woodstock.referee import Record
from woodstock.referee import replay as checked
from woodstock.referee.record import Ending
from woodstock.web.loaded_game import LoadedGame, Moves


def record(loaded: LoadedGame, moves: Moves, about: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a match, as far as it got."""
    game, position = loaded.game, loaded.position(moves)
    players = about["players"]
    goals = position.goals if position.is_over else {}
    ending = Ending.TERMINAL if position.is_over else Ending.RESIGNED if about.get("resigned") else Ending.ABORTED
    made = Record(
        game=game.name,
        roles=game.roles,
        players=tuple(str(players.get(role, "random")) for role in game.roles),
        seed=int(about.get("seed", 0)),
        start_clock=None,
        play_clock=about.get("clock"),
        moves=tuple(tuple(joint_move) for joint_move in moves),
        goals=tuple(goals.get(role) for role in game.roles),
        ending=ending,
        human=tuple(players.get(role) == "person" for role in game.roles),
        began=float(about.get("began", time.time())),
        rules="" if game.name in games.names() else game.source.text.decode("utf-8", "replace"),
    )
    return made.to_dict(game.machine())


def html(loaded: LoadedGame, moves: Moves, about: Mapping[str, Any]) -> str:
    """A match as one page that needs nothing else."""
    line = loaded.positions(moves)
    names = loaded.names(moves)
    game = loaded.game
    steps: list[Step] = []
    for at, position in enumerate(line):
        made = names[at - 1] if at else ()
        told = ", ".join(f"{role} {name}" for role, name in zip(game.roles, made, strict=False) if name)
        shown = full_picture(game, position.state, position.last, title="", layout=loaded.layout)
        steps.append(Step(f"{at}. {told}" if at else "the start", shown.svg()))
    lines = [", ".join(f"{role} is {player}" for role, player in about["players"].items())]
    if line[-1].is_over:
        lines.append("goals: " + ", ".join(f"{role} {goal}" for role, goal in line[-1].goals.items()))
    return page(loaded.facts()["title"], lines, steps)


def read(data: Mapping[str, Any], rules: str | None) -> dict[str, Any]:
    """A record, ours or one of ggp-base, checked against the rules: those given, those it carries, or a bundled game's.

    What is not true in it is told; what cannot be replayed raises.
    """
    found = Record.from_dict(data)
    source: dict[str, Any]
    if rules or found.rules:
        source = {"name": one_line(found.game)[:60], "text": rules or found.rules}
    elif found.game in games.names():
        source = {"name": found.game}
    else:
        shown = one_line(found.game)[:60] or "a game without a name"
        raise WoodstockError(f"the record is of {shown}, which is not a bundled game: paste its rules too")
    loaded = LoadedGame(source)
    problem = ""
    try:
        checked(loaded.game.machine(), found)
    except WoodstockError as error:
        problem = str(error)
    moves = loaded.check_moves([list(joint_move) for joint_move in found.moves])
    players = found.players if len(found.players) == len(loaded.game.roles) else ()
    return {
        "source": source,
        "facts": loaded.facts(),
        "moves": moves,
        "players": dict(zip(loaded.game.roles, players, strict=False)),
        "problem": problem,
        "notes": [
            {"step": note.step, "role": note.role, "kind": str(note.kind), "detail": one_line(note.detail)[:200]}
            for note in found.deviations
        ],
    }
