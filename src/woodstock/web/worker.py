"""A process of the page: it does one job after another, for one game at a time.

What it is asked and what it answers is JSON: it reads the rules of strangers, so nothing that it says is run.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from woodstock.errors import WoodstockError
from woodstock.processes.channel import Channel
from woodstock.web.loaded_game import LoadedGame, moves_of

if TYPE_CHECKING:
    from woodstock.web.thinking import Thinker

LONGEST = 64 << 20
"""Bytes of an answer."""


class Jobs:
    """What can be asked for. Each job says which game it is about; the last one is kept."""

    def __init__(self) -> None:
        self._source: dict[str, Any] | None = None
        self._loaded: LoadedGame | None = None
        self._thinker: Thinker | None = None

    def loaded(self, source: dict[str, Any]) -> LoadedGame:
        """The game that a job is about."""
        if self._loaded is None or source != self._source:
            self._source, self._loaded, self._thinker = source, LoadedGame(source), None
        return self._loaded

    def on_game(self, name: str, source: dict[str, Any], given: dict[str, Any]) -> Any:
        """A job about a game."""
        loaded = self.loaded(source)
        if "moves" in given:
            given["moves"] = moves_of(given["moves"])
        if name in _OF_LOADED_GAME:
            return getattr(loaded, name)(**given)
        return _function(_ON_GAMES[name])(loaded, **given)

    def think(self, source: dict[str, Any], **given: Any) -> Iterator[dict[str, Any]]:
        """A player thinks, in slices."""
        from woodstock.web.thinking import Thinker

        loaded = self.loaded(source)
        self._thinker = self._thinker or Thinker(loaded)
        return self._thinker.think(**{**given, "moves": moves_of(given["moves"])})

    def leave(self, moves: object) -> None:
        """A player lets go of the match that these moves led through."""
        if self._thinker is not None:
            self._thinker.leave(moves_of(moves))


_OF_LOADED_GAME = ("facts", "situation", "follow", "check_moves", "joint_move", "any_move", "meant", "names")

# What a job needs is loaded when it is asked for: a process that only shows positions is there sooner.
_ON_GAMES = {
    "look": "looking.look",
    "orbits": "studying.orbits",
    "beliefs": "studying.beliefs",
    "turn_network": "studying.turn_network",
    "try_out": "rulesheets.try_out",
    "record": "records.record",
    "html": "records.html",
    "picture": "gallery.picture",
}
_ALONE = {
    "ready": "worker.ready",
    "check": "rulesheets.check",
    "read_record": "records.read",
    "study_network": "constraints.study",
    "open_quantified": "quantified.opened",
    "answer_quantified": "quantified.answered",
    "list_tournaments": "tournaments.listed",
    "tournament": "tournaments.standing",
    "write_tournament": "tournaments.written",
}


def ready() -> bool:
    """The process is there."""
    return True


def _function(place: str) -> Callable[..., Any]:
    """The function of this room that does a job."""
    module, _, name = place.partition(".")
    found: Callable[..., Any] = getattr(importlib.import_module(f"woodstock.web.{module}"), name)
    return found


def main(line: Channel) -> None:
    """Do jobs until the server hangs up."""
    jobs = Jobs()
    while (data := line.receive()) is not None:
        for answer in _answers(jobs, json.loads(data)):
            line.send(answer)


def _answers(jobs: Jobs, asked: dict[str, Any]) -> Iterator[bytes]:
    """The answers to one question; the last one has no `more`."""
    name, given = asked["do"], asked["given"]
    try:
        if name == "think":
            for thought in jobs.think(**given):
                yield _encoded({"more": thought})
            yield _encoded({"done": None})
        elif name == "leave":
            jobs.leave(**given)
            yield _encoded({"done": None})
        elif name in _ALONE:
            yield _encoded({"done": _function(_ALONE[name])(**given)})
        elif name in _OF_LOADED_GAME or name in _ON_GAMES:
            source = given.pop("source")
            yield _encoded({"done": jobs.on_game(name, source, given)})
        else:
            yield _encoded({"error": f"nobody knows how to {name}"})
    except WoodstockError as error:
        place = error.place
        where = {"line": place.line, "column": place.column} if place else {}
        yield _encoded({"error": error.message, **where})
    except Exception as error:  # noqa: BLE001 (a player may raise anything, and the page goes on)
        yield _encoded({"error": f"{type(error).__name__}: {error}"[:500], "unexpected": True})


def _encoded(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer).encode()
