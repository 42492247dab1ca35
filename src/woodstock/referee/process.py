"""A player in its own process, so that it can neither starve nor crash anything else."""

from __future__ import annotations

import contextlib
import pickle
from typing import TYPE_CHECKING

from woodstock.engine.machine import Machine
from woodstock.errors import WoodstockError
from woodstock.processes.process import Process
from woodstock.processes.trusted import pack
from woodstock.referee.clocks import Call, Clocks, Margin
from woodstock.referee.failures import TRACE_LENGTH
from woodstock.referee.in_process import GRACE
from woodstock.referee.messages import REPLY_LENGTH, Choose, Load, Message, Reply, Start, Stop, Tell, decode_reply
from woodstock.referee.playable import Playable
from woodstock.referee.player import Turn
from woodstock.referee.record import Kind
from woodstock.referee.report import from_dict
from woodstock.referee.seated import Failure, Halted, Seated, brief
from woodstock.report import Report

if TYPE_CHECKING:
    from woodstock.referee.schedule import Entrant

LOADING = 60.0
"""Seconds in which a process has to start and to read the game."""

RESTARTS = 3
"""How often in one match a process is started again. A player that needs more than that is not asked again."""

MEMORY = 4 << 30
"""Bytes of address space a player's process may use, unless the caller says otherwise."""


class OwnProcess(Seated):
    """The process is kept from match to match, so the game is loaded once. One that answers late is waited for a
    little longer before the match goes on, so that it never thinks in another's time; one that still says nothing is
    killed, and a new one takes its place at its next turn. The referee's clock runs while messages are on their way.
    """

    def __init__(self, entrant: Entrant, memory: int | None = MEMORY) -> None:
        self._entrant = entrant
        self._memory = memory
        self._margin = Margin()
        self._game: Playable | None = None
        self._child: _Child | None = None
        self._spare: _Child | None = None
        self._closed = False

    def warm(self) -> None:
        """Start the process before there is a game: then only the game has to be loaded when there is one."""
        with contextlib.suppress(OSError):
            self._spare = self._spare or _Child(self._memory)

    def open(self, game: Playable) -> None:
        """Start the process and load the game, if that is not done."""
        if game is not self._game:
            self._kill()
            try:
                self._payload = pack((game, self._entrant))
            except (AttributeError, TypeError, pickle.PicklingError) as error:
                raise WoodstockError(
                    f"the game or the player cannot be sent to a separate process: {brief(str(error))}"
                ) from error
            self._game = game
            self._worked = False
        if self._child is None:
            failure = self._spawn()
            for _ in range(RESTARTS):
                # Somebody killed it, or the system did, short of memory: that says nothing about the next one.
                if not failure or not failure.killed:
                    break
                failure = self._spawn()
            # One that never worked will not, unless it was killed each time; one that did may do so again. No match is
            # lost for these.
            if failure and not self._worked and not failure.killed:
                raise WoodstockError(f"a player's process did not start: {failure.detail}")
            self._worked = self._worked or not failure

    def start(self, game: Playable, role: int, seed: int, clocks: Clocks) -> Failure | None:
        """Let a new player get ready."""
        self._machine: Machine = game.machine()
        self._role = role
        self._seed = seed
        self._clocks = clocks
        self._restarts = 0
        if self._child is None:
            return Failure(Kind.CRASH, "its process did not start")
        return self._get_ready(clocks.start)

    def choose(self, turn: Turn) -> int | Failure:
        """Ask for a move: a legal one, or what went wrong."""
        if self._child is None and (failure := self._restart()):
            return failure
        machine, role = self._machine, self._role
        legal = {machine.move_name(role, move): move for move in turn.legal}
        call = Call(turn.clock(self._clocks.play), self._margin)
        reply = self._ask(
            Choose(
                step=turn.step,
                legal=tuple(legal),
                state=None if turn.state is None else tuple(machine.fluents(turn.state)),
                last=None if turn.last is None else tuple(map(machine.move_name, range(len(turn.last)), turn.last)),
                own_last=None if turn.own_last is None else machine.move_name(role, turn.own_last),
                percepts=turn.percepts,
                history=tuple((machine.move_name(role, move), seen) for move, seen in turn.history),
                seconds=call.given,
            ),
            call,
        )
        if isinstance(reply, Failure):
            return reply
        match reply.value:
            case str() as name if name in legal:
                return legal[name]
            case ["illegal", str() as described]:
                return Failure(Kind.ILLEGAL, f"answered {brief(described)}, which is not a legal move")
            case other:
                return Failure(Kind.ILLEGAL, f"answered {brief(repr(other))}, which is not a legal move")

    def stop(self) -> Failure | None:
        """Let the player go; the process stays for the next match, unless it is in the middle of something."""
        if self._child is None:
            return None
        if self._child.busy:
            self._kill()
            return None
        reply = self._ask(Stop(), Call(GRACE, self._margin))
        return reply if isinstance(reply, Failure) else None

    def report(self) -> Report | None:
        """What the player thought, if it reports that."""
        if self._child is None:
            return None
        reply = self._ask(Tell(), Call(GRACE, self._margin))
        if isinstance(reply, Failure) or reply.value is None:
            return None
        with contextlib.suppress(WoodstockError):
            return from_dict(reply.value, self._machine)
        return None

    def close(self) -> None:
        """End the process, whatever it does. The thread that waits for its answer then learns that it is gone."""
        self._closed = True
        for child in (self._child, self._spare):
            if child is not None:
                child.process.kill()
                child.process.wait()

    def _get_ready(self, clock: float | None) -> Failure | None:
        call = Call(clock, self._margin)
        reply = self._ask(Start(self._role, self._seed, call.given, self._clocks.play), call)
        return reply if isinstance(reply, Failure) else None

    def _restart(self) -> Failure | None:
        """A new process in the middle of a match. It gets ready within the play clock."""
        if self._restarts >= RESTARTS:
            return Failure(Kind.CRASH, f"its process was restarted {RESTARTS} times; it gets no more turns")
        self._restarts += 1
        return self._spawn() or self._get_ready(self._clocks.play)

    def _spawn(self) -> Failure | None:
        """Start a process and load the game, on nobody's clock."""
        try:
            self._child, self._spare = self._spare or _Child(self._memory), None
        except OSError as error:
            return Failure(Kind.CRASH, f"its process could not be started: {error}")
        if self._closed:  # closed from another thread, perhaps just now
            self._kill()
            raise Halted
        call = Call(LOADING, Margin())
        reply = self._ask(Load(self._payload), call)
        if isinstance(reply, Failure):
            self._kill()
            return reply
        return None

    def _ask(self, message: Message, call: Call) -> Reply | Failure:
        """The reply to a message; after a failure the process may be gone."""
        child = self._child
        assert child is not None
        try:
            reply = child.ask(message, call)
            if reply is None and child.wait(call, GRACE) is not None:
                return Failure(Kind.TIMEOUT, "did not answer in time")
        except TimeoutError:  # not even the question could be sent
            reply = None
        except (EOFError, OSError, ValueError) as error:
            nonsense = isinstance(error, ValueError)
            fate = "sent something that is not a reply" if nonsense else child.process.fate()
            killed = not nonsense and child.process.killed
            self._kill()
            if self._closed:
                raise Halted from None
            return Failure(Kind.CRASH, f"its process {fate}", killed)
        if reply is None:
            self._kill()
            return Failure(Kind.TIMEOUT, "did not answer at all; its process was killed")
        if reply.failure is not None:
            return Failure(Kind.EXCEPTION, brief(reply.failure), trace=reply.trace[: 2 * TRACE_LENGTH])
        return reply

    def _kill(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.process.end()


class _Child:
    """A running process and the channel to it. It handles one message at a time."""

    def __init__(self, memory: int | None) -> None:
        self.process = Process("woodstock.referee.child:main", memory=memory, longest=REPLY_LENGTH)
        self.busy = False
        """Is a message being handled? Then no other may be sent."""

    def ask(self, message: Message, call: Call) -> Reply | None:
        """The reply, or `None` when it does not come in time. A process that ended or talks nonsense raises."""
        self.busy = True
        self.process.channel.send(pack(message), call.end)
        return self.wait(call)

    def wait(self, call: Call, longer: float = 0.0) -> Reply | None:
        """The reply to what was asked, if it arrives before the end of the call, or this number of seconds later."""
        data = self.process.channel.receive(None if call.end is None else call.end + longer)
        if data is None:
            return None
        reply = decode_reply(data)
        self.busy = False
        call.answered(reply.seconds)
        return reply
