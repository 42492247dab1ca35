"""Asking the player of a match, in a thread of its own: whatever it does, somebody goes on following the match."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from woodstock.engine import Game
from woodstock.engine.machine import Machine, State
from woodstock.errors import WoodstockError
from woodstock.referee import Clocks, Failure, Kind, Seated, Turn, seat
from woodstock.referee.player import MOMENT
from woodstock.referee.process import OwnProcess
from woodstock.referee.schedule import Entrant

_SLICES = 20
"""A thought on the others' time takes this part of the play clock: so late is at most the next turn."""
_SHORTEST, _LONGEST = 0.02, 0.5
_PONDERED = 60.0
"""Seconds without a message after which nobody thinks on."""


class Asker:
    """Sets the player up and asks it, one question at a time."""

    def __init__(self, entrant: Entrant, memory: int, *, ponder: bool) -> None:
        self._seated: Seated = seat(entrant, memory)
        self._ponder = ponder
        self._jobs: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="woodstock-asker", daemon=True)
        self._thread.start()
        self.shown = False
        """Is the player shown a state that is only possible? So it is in games with percepts, if it refuses them."""
        if isinstance(self._seated, OwnProcess):
            self._seated.warm()

    def begin(self, game: Game, role: int, seed: int, deadline: float, play: float, done: Callable[[], None]) -> None:
        """Let the player get ready, and say when it is. Where it cannot play, legal moves are made for it."""
        self._machine = game.machine()
        self._role = role
        self._play = play
        self._moves: set[int] = set()

        def get_ready() -> None:
            failure = self._start(game, role, seed, deadline)
            if failure and game.sees and failure.kind is Kind.EXCEPTION:
                self.shown = True
                self._start(game.shown(), role, seed, deadline)
            done()

        self._jobs.put(get_ready)

    def choose(self, turn: Turn, done: Callable[[int], None]) -> None:
        """Ask for a move before the turn's deadline; the first legal one is played for a player that fails. When it is
        too late to ask, nothing is said."""

        def ask() -> None:
            if turn.deadline is not None and time.monotonic() >= turn.deadline:
                return
            answer = self._ask(turn)
            if isinstance(answer, Failure):
                done(turn.legal[0])
                return
            done(answer)
            self._moves.update(turn.legal)
            if self._ponder and turn.state is not None and not self.shown:
                self._think_on(turn, answer)

        self._jobs.put(ask)

    def leave(self) -> None:
        """The match is over: let the player go, if it can be reached soon."""
        self._jobs.put(self._seated.stop)
        self._jobs.put(None)
        self._thread.join(1.0)
        self._seated.close()

    def _start(self, game: Game, role: int, seed: int, deadline: float) -> Failure | None:
        try:
            self._seated.open(game)
            left = max(MOMENT, deadline - time.monotonic())
            return self._seated.start(game, role, seed, Clocks(left, self._play))
        except WoodstockError as error:
            return Failure(Kind.CRASH, str(error))

    def _ask(self, turn: Turn) -> int | Failure:
        try:
            return self._seated.choose(turn)
        except Exception as error:  # noqa: BLE001 (whatever a player that was not set up does, the match goes on)
            return Failure(Kind.CRASH, repr(error))

    def _think_on(self, turn: Turn, move: int) -> None:
        """Ask again and again in small portions, and throw the answers away: what counts is the tree that a player
        keeps. Where the others have no choice, the state after the move is thought about, else this one. A player that
        has one move only in it would not think, so a move that it once had is put beside it.
        """
        assert turn.state is not None
        state = forced(self._machine, turn.state, self._role, move) or turn.state
        legal = self._machine.legal(state)[self._role]
        if len(legal) == 1:
            legal += sorted(self._moves - set(legal))[:1]
        if len(legal) == 1:
            return
        portion = min(max(self._play / _SLICES, _SHORTEST), _LONGEST)
        until = time.monotonic() + _PONDERED + 2 * self._play
        while self._jobs.empty() and time.monotonic() < until:
            begun = time.monotonic()
            answer = self._ask(replace(turn, state=state, legal=tuple(legal), deadline=begun + portion))
            if isinstance(answer, Failure) or time.monotonic() - begun < portion / 4:
                return  # it fails, or it has nothing to think about

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            with contextlib.suppress(WoodstockError):  # rules that go no further: the others hear of it by themselves
                job()


def forced(machine: Machine, state: State, role: int, move: int) -> State | None:
    """The state after this move of a role, if all others have one move only and the game goes on."""
    legal = machine.legal(state)
    legal[role] = [move]
    if any(len(moves) > 1 for moves in legal):
        return None
    after = machine.next(state, [moves[0] for moves in legal])
    return None if machine.terminal(after) else after
