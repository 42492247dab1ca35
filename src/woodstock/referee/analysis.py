"""What a player thinks of a position: one turn of a match, and the player's report on it."""

from __future__ import annotations

from typing import Any

from woodstock.errors import WoodstockError
from woodstock.referee.clocks import Clocks
from woodstock.referee.playable import Playable
from woodstock.referee.player import Turn
from woodstock.referee.process import MEMORY
from woodstock.referee.report import to_dict
from woodstock.referee.schedule import Entrant, seat
from woodstock.referee.seated import Failure


def analyse(
    game: Playable,
    entrant: Entrant,
    turn: Turn,
    role: int,
    *,
    start: float | None = None,
    seconds: float | None = None,
    seed: int = 0,
    memory: int | None = MEMORY,
) -> dict[str, Any]:
    """The report as JSON values. A player without a report only has a choice: then no move has a value.

    A player that fails raises `WoodstockError`.
    """
    seated = seat(entrant, memory)
    machine = game.machine()
    try:
        seated.open(game)
        _hold(entrant, seated.start(game, role, seed, Clocks(start, seconds)))
        best = _hold(entrant, seated.choose(turn))
        report = seated.report()
        seated.stop()
    finally:
        seated.close()
    if report is not None:
        return to_dict(report, machine)
    unknown = {"value": None, "visits": 0, "low": None, "high": None, "proved": False}
    return {
        "role": game.roles[role],
        "moves": [{"move": machine.move_name(role, move), **unknown} for move in turn.legal],
        "best": machine.move_name(role, best),
        "line": [],
        "nodes": 0,
        "playouts": 0,
        "depth": 0,
        "proved": False,
        "seconds": 0.0,
        "note": "",
        "stages_by": "",
    }


def _hold(entrant: Entrant, answer: int | Failure | None) -> int:
    """The answer, unless something went wrong."""
    if isinstance(answer, Failure):
        raise WoodstockError(f"{entrant.name} gave no evaluation: {answer.kind}: {answer.detail}")
    return answer or 0
