"""A player at work, in a process of its own. It thinks in slices, and tells after each what it thinks so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from woodstock.drawing import Layout
from woodstock.drawing.notation import short_form
from woodstock.engine.turns import turns_of
from woodstock.errors import WoodstockError
from woodstock.players.spec import PlayerSpec, entrant
from woodstock.positions.position import Position
from woodstock.referee import Clocks, Failure, position
from woodstock.referee.player import Player, Seat, Turn, report_of
from woodstock.referee.report import to_dict
from woodstock.referee.schedule import Seats
from woodstock.referee.seated import Seated
from woodstock.web.clicks import steps
from woodstock.web.loaded_game import LoadedGame, Moves

_SLICE = 0.25
"""Seconds after which a player that has time tells for the first time what it thinks; later it does so less often."""
_LONGEST_SLICE = 1.0
_LINE = 12
"""Joint moves of the expected line that are told."""
_WHOLE = ("minimax", "cfr")
"""Players that start from scratch each time they are asked: they are asked once."""
_START = 1.0
"""Seconds that a player has to get ready."""


class Thinker:
    """A player that is kept from turn to turn, as long as the match goes on from where it was."""

    def __init__(self, loaded: LoadedGame) -> None:
        self._loaded = loaded
        self._key: tuple[str, str] | None = None
        self._followed: list[list[str]] = []
        self._player: Player | None = None
        self._elsewhere: Seated | None = None
        self._plays = 0
        """How many PLAY messages the remote player got."""

    def think(
        self, moves: Moves, role: str, player: str, seconds: float, seed: int, sliced: bool = True
    ) -> Iterator[dict[str, Any]]:
        """What the player thinks, again and again until the time is over. The last word is the move that it makes."""
        loaded = self._loaded
        game = loaded.game
        line = loaded.positions(moves)
        seat = game.seat(role)
        turn = _turn(line, seat)
        given = [list(one) for one in moves]
        begun = time.monotonic()
        if self._key != (role, player) or given[: len(self._followed)] != self._followed:
            self._begin(role, player, seed, seconds)
        self._followed, self._key = given, (role, player)
        if self._elsewhere is not None:
            self._catch_up(line)
            yield {**self._asked(turn, seat), "elapsed": round(time.monotonic() - begun, 3)}
            return
        found: dict[str, Any] = {}
        sliced = sliced and player.partition(":")[0].strip() not in _WHOLE
        for more in self._slices(turn, seconds, sliced):
            found = {**self._told(turn, seat, more), "elapsed": round(time.monotonic() - begun, 3)}
            if not more["last"]:
                yield {**found, "last": False}
            if found["proved"]:
                break
        yield {**found, "last": True}

    def _begin(self, role: str, player: str, seed: int, seconds: float) -> None:
        """A new player takes the seat."""
        self.leave()
        game = self._loaded.game
        chosen = entrant(player)
        if isinstance(chosen, Seats):
            self._elsewhere, self._plays = chosen.seat(), 0
            self._elsewhere.open(game)
            _hold(self._elsewhere.start(game, game.seat(role), seed, Clocks(max(_START, seconds), seconds)))
            return
        assert isinstance(chosen, PlayerSpec)
        self._player = chosen.make()
        self._player.start(
            Seat(
                game=game,
                machine=game.machine(),
                role=game.seat(role),
                seed=seed,
                hidden=bool(game.sees),
                start_deadline=time.monotonic() + _START,
                play_clock=seconds,
            )
        )

    def leave(self, moves: Moves = ()) -> None:
        """Let the player go. One that is elsewhere is told how the match ended, if these moves end it."""
        if self._elsewhere is not None and self._key is not None and moves:
            line = self._loaded.positions(moves)
            if line[-1].is_over and list(moves[: len(self._followed)]) == self._followed:
                self._catch_up(line)
                self._elsewhere.end(_turn(line, self._loaded.game.seat(self._key[0]), position.news))
        if self._player is not None:
            self._player.stop()
        if self._elsewhere is not None:
            self._elsewhere.stop()
            self._elsewhere.close()
        self._player = self._elsewhere = self._key = None

    def _slices(self, turn: Turn, seconds: float, sliced: bool) -> Iterator[dict[str, Any]]:
        """Choices, the later the better. A player with a budget of its own is asked once."""
        assert self._player is not None
        end = time.monotonic() + seconds
        slice_ = _SLICE if sliced else seconds
        while True:
            now = time.monotonic()
            until = end if end - now < 1.5 * slice_ else now + slice_
            asked = Turn(
                turn.step, turn.legal, turn.state, turn.last, turn.own_last, turn.percepts, until, turn.history
            )
            best = self._player.choose(asked)
            if best not in turn.legal:
                raise WoodstockError("the player answered with something that is not a legal move")
            early = time.monotonic() < until - 0.5 * slice_
            last = until == end or early or len(turn.legal) == 1
            yield {"best": best, "last": last}
            if last:
                return
            slice_ = min(_LONGEST_SLICE, 1.6 * slice_)

    def _told(self, turn: Turn, seat: int, choice: dict[str, Any]) -> dict[str, Any]:
        """The report, or where the player tells nothing its choice."""
        machine = self._loaded.game.machine()
        name = machine.move_name(seat, choice["best"])
        report = report_of(self._player)
        if report is not None:
            told = to_dict(report, machine)
            return {**told, "best": name, **self._marked(told)}
        unknown = {"value": None, "visits": 0, "low": None, "high": None, "proved": False}
        return {
            "role": machine.roles[seat],
            "best": name,
            "moves": [{"move": machine.move_name(seat, move), **unknown} for move in turn.legal],
            "line": [],
            "values": [],
            "nodes": 0,
            "playouts": 0,
            "proved": False,
            "seconds": 0.0,
            "note": "",
            "marks": {},
            "line_marks": [],
        }

    def _marked(self, told: dict[str, Any]) -> dict[str, Any]:
        """Where on the board the moves are, and those of the expected line; moves of those who wait are left out."""
        layout = self._loaded.layout
        turns = turns_of(self._loaded.game)
        machine = self._loaded.game.machine()
        line: list[dict[str, Any]] = []
        for joint_move in told["line"][:_LINE]:
            numbers = [[machine.move_number(role, move)] for role, move in enumerate(joint_move)]
            busy = turns.busy(numbers) or range(len(joint_move))
            marks = [mark(layout, joint_move[role], machine.roles[role]) for role in busy]
            cells = [cell for one in marks for cell in one["cells"]]
            line.append({"short": ", ".join(one["short"] for one in marks), "cells": cells})
        role = told["role"]
        return {"marks": {one["move"]: mark(layout, one["move"], role) for one in told["moves"]}, "line_marks": line}

    def _catch_up(self, line: list[Position]) -> None:
        """Tell a remote player the steps that it was not asked for: those where it had no choice, and those made
        before it sat down. What it answers is not played."""
        assert self._elsewhere is not None and self._key is not None
        seat = self._loaded.game.seat(self._key[0])
        while self._plays < len(line) - 1:
            _hold(self._elsewhere.choose(_turn(line[: self._plays + 1], seat)))
            self._plays += 1

    def _asked(self, turn: Turn, seat: int) -> dict[str, Any]:
        """What a remote player answers."""
        assert self._elsewhere is not None
        self._plays += 1
        best = _hold(self._elsewhere.choose(turn))
        return {**self._told(turn, seat, {"best": best}), "last": True}


def mark(layout: Layout, move: str, role: str) -> dict[str, Any]:
    """A move in short, with the first and the last cell that it speaks of."""
    found = [cells[0] for cells in steps(layout, move, role)]
    return {"short": short_form(layout, move), "cells": [*found[:1], *found[1:][-1:]]}


def _hold(answer: int | Failure | None) -> int:
    if isinstance(answer, Failure):
        raise WoodstockError(f"the player did not answer: {answer.kind}: {answer.detail}")
    return answer or 0


def _turn(line: list[Position], seat: int, told: Callable[..., Turn] = position.turn) -> Turn:
    """What the player of a role is told."""
    game = line[0].game
    steps = [(one.state, tuple(move.number for move in one.last)) for one in line[1:]]
    return told(game, game.machine(), line[0].state, steps, seat)
