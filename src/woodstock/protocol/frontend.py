"""The frontend: the process that reads what strangers send, so that the one that keeps the clocks does not have to.

It accepts connections, reads their messages, and answers those whose first words are enough. It passes the others, with
their connections, to the handler, which sends the answer. It is a plain loop over plain sockets, because a process that
uses little CPU time is scheduled at once, however busy the machine is. The first piece of a message is read as soon as
it arrives; a message of a match usually fits in one. Everything else waits for the next turn of a steady pace: further
pieces, answers to strangers, and what they send after their answer.
"""

from __future__ import annotations

import contextlib
import gc
import selectors
import socket
import sys
import time
from collections import deque

from woodstock.printable import one_line
from woodstock.processes.channel import Channel
from woodstock.processes.handing import Giver
from woodstock.processes.trusted import pack, unpack
from woodstock.protocol.access import Access
from woodstock.protocol.availability import Availability
from woodstock.protocol.client import delays
from woodstock.protocol.connection import Connection, State
from woodstock.protocol.conversation import Answer, Passed
from woodstock.protocol.http import CONTINUE, write_response

CONNECTIONS = 256
"""Connections at a time. When there are more, one that has its answer has to go, else the one that has been sending
longest: those who mean it are done in a moment."""

HELD = 64 << 20
"""Bytes of all messages that are not complete yet."""

SLOWEST_REQUEST = 10.0
"""Seconds in which a message has to be complete."""

PACE = 0.002
"""Seconds from one turn of those who take turns to the next: at most 8 MB of long messages are read in a second."""

PACE_OF_A_MATCH = 0.005
"""The same during a match, when nobody has anything long to say."""

CHUNK = 1 << 14
"""Bytes that are read in one go."""

_TAKEN = 32
"""Connections that are taken in one go."""
_LINGER = 1.0
_DRAINED = 256 << 10


class Frontend:
    """Serves strangers, a step at a time. `word` is the channel on which the handler says how things stand."""

    def __init__(self, listening: socket.socket, word: Channel, handler: Giver, access: Access) -> None:
        self._listening = listening
        self._word = word
        self._handler = handler
        self._access = access
        self._availability = Availability()
        self._open: dict[int, Connection] = {}
        """By descriptor, in the order in which they came."""
        self._waiting: deque[Connection] = deque()
        self._next_turn = 0.0
        self._next_look = 0.0
        self._held = 0
        self._selector = selectors.DefaultSelector()
        listening.setblocking(False)
        self._selector.register(listening, selectors.EVENT_READ)
        self._selector.register(word, selectors.EVENT_READ)
        self._hear()  # what came together with the first message

    def step(self) -> None:
        """Wait for what happens next and see to it."""
        ready = self._selector.select(self._wait(time.monotonic()))
        # First what the handler says: whoever had its answer from there may send the next message already.
        files = [key.fileobj for key, _ in ready]
        if self._word in files:
            self._hear()
        for key, _ in ready:
            if isinstance(key.data, Connection):
                if key.data.watched:  # else it was closed a moment ago, to make room
                    self._readable(key.data)
            elif key.fileobj is self._listening:
                self._take_in()
        now = time.monotonic()
        if self._waiting and now >= self._next_turn:
            self._next_turn = now + self._pace(now)
            connection = self._waiting.popleft()
            connection.queued = False
            self._have_turn(connection)
        if now >= self._next_look:
            self._next_look = now + _LINGER / 4
            self._look_round(now)

    def _wait(self, now: float) -> float | None:
        if self._waiting:
            return max(0.0, self._next_turn - now)
        return max(0.0, self._next_look - now) if self._open else None

    def _pace(self, now: float) -> float:
        return PACE_OF_A_MATCH if self._availability.match is not None and self._availability.busy(now) else PACE

    def _hear(self) -> None:
        """What the handler says: how things stand, or the number of a connection that it has answered."""
        while (data := self._word.receive(0.0)) is not None:
            said = unpack(data)
            if isinstance(said, Availability):
                self._availability = said
            elif (connection := self._open.get(said)) is not None and connection.state is State.AT_THE_DESK:
                self._linger(connection)

    def _take_in(self) -> None:
        for _ in range(_TAKEN):
            try:
                peer, _ = self._listening.accept()
            except (BlockingIOError, InterruptedError):
                return
            except OSError:  # it is gone already, or there are no descriptors left
                if not self._make_room():
                    return
                continue
            peer.setblocking(False)
            if len(self._open) >= CONNECTIONS and not self._make_room():
                with peer, contextlib.suppress(OSError):
                    peer.send(write_response("too many messages at a time", 503))
                continue
            with contextlib.suppress(OSError):
                peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = Connection(peer, self._access, time.monotonic() + SLOWEST_REQUEST)
            self._open[peer.fileno()] = connection
            self._read(connection)

    def _make_room(self) -> bool:
        """Close a connection, if there is one that may be."""
        for state in (State.LINGERING, State.SENDING, State.ANSWERED):
            for connection in self._open.values():
                if connection.state is state:
                    self._close(connection)
                    return True
        return False

    def _readable(self, connection: Connection) -> None:
        """Something has come: the first piece of a message is read at once, as is all of one for the match."""
        if connection.state is State.SENDING and (
            connection.received < CHUNK or connection.conversation.concerns(self._availability)
        ):
            self._read(connection)
        else:
            self._queue(connection)

    def _have_turn(self, connection: Connection) -> None:
        match connection.state:
            case State.SENDING:
                self._read(connection)
            case State.ANSWERED:
                self._send(connection)
            case State.LINGERING:
                self._drain(connection)

    def _read(self, connection: Connection) -> None:
        """Read a piece of a message."""
        data = self._received(connection)
        if data is None:
            return
        self._hear()  # what the handler said before this was sent may have come since the last step
        conversation = connection.conversation
        before = conversation.size
        said = conversation.take(data, self._availability, time.monotonic())
        self._held += conversation.size - before
        if said is None and self._held > HELD:
            said = Answer(write_response("too many long messages at a time", 503))
        match said:
            case None:
                if conversation.gives_leave():
                    with contextlib.suppress(OSError):
                        connection.peer.send(CONTINUE)
                self._watch(connection)
            case Answer():
                if said.fault is not None:
                    sys.stderr.write(one_line(f"a message could not be answered: {said.fault}") + "\n")
                self._reply(connection, said.data)
            case Passed():
                self._pass_on(connection, said)

    def _received(self, connection: Connection) -> bytes | None:
        """What has come; `None` if that is nothing so far, or if the connection is lost, and so closed."""
        try:
            data = connection.peer.recv(CHUNK)
        except (BlockingIOError, InterruptedError):
            self._watch(connection)
            return None
        except OSError:
            self._close(connection)
            return None
        if not connection.received:
            connection.first = time.monotonic()
        connection.received += len(data)
        return data

    def _pass_on(self, connection: Connection, passed: Passed) -> None:
        """Hand a message to the handler, which answers it."""
        self._ignore(connection)
        self._held -= connection.conversation.size
        connection.state = State.AT_THE_DESK
        waited, delay = delays(connection.peer)
        # The clock of a long message runs while it is read.
        arrived = min(connection.first, time.monotonic() - waited)
        number = connection.peer.fileno()
        self._handler.give(pack((number, passed, arrived, delay)), number)

    def _reply(self, connection: Connection, answer: bytes) -> None:
        """Answer a stranger when it is its turn."""
        self._held -= connection.conversation.size
        connection.state = State.ANSWERED
        connection.answer = answer
        self._queue(connection)

    def _send(self, connection: Connection) -> None:
        try:
            connection.peer.send(connection.answer)
            connection.peer.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(connection)
        else:
            self._linger(connection)

    def _linger(self, connection: Connection) -> None:
        """The answer is out. To close while something of the peer is unread would take it back."""
        connection.state = State.LINGERING
        connection.received = 0
        connection.until = time.monotonic() + _LINGER
        self._watch(connection)

    def _drain(self, connection: Connection) -> None:
        data = self._received(connection)
        if data == b"" or connection.received >= _DRAINED:
            self._close(connection)
        elif data is not None:
            self._watch(connection)

    def _look_round(self, now: float) -> None:
        """See to those whose time is over."""
        for connection in list(self._open.values()):
            if now < connection.until:
                continue
            if connection.state is State.SENDING:
                self._reply(connection, write_response("the message did not arrive in time", 408))
            elif connection.state is State.LINGERING:
                self._close(connection)

    def _queue(self, connection: Connection) -> None:
        """Have a connection wait for its turn."""
        self._ignore(connection)
        if not connection.queued:
            if not self._waiting:
                self._next_turn = max(self._next_turn, time.monotonic())
            connection.queued = True
            self._waiting.append(connection)

    def _watch(self, connection: Connection) -> None:
        """Have the system say when something comes."""
        if not connection.watched and not connection.queued:
            connection.watched = True
            self._selector.register(connection.peer, selectors.EVENT_READ, connection)

    def _ignore(self, connection: Connection) -> None:
        if connection.watched:
            connection.watched = False
            self._selector.unregister(connection.peer)

    def _close(self, connection: Connection) -> None:
        self._ignore(connection)
        if connection.queued:
            self._waiting.remove(connection)
        if connection.state is State.SENDING:
            self._held -= connection.conversation.size
        del self._open[connection.peer.fileno()]
        connection.peer.close()


def main(word: Channel, listening: int, handler: int) -> None:
    """Serve strangers until the server hangs up."""
    access = unpack(word.receive())
    frontend = Frontend(socket.socket(fileno=listening), word, Giver(socket.socket(fileno=handler)), access)
    word.send(b"open")
    gc.freeze()
    try:
        while True:
            frontend.step()
    except (EOFError, BrokenPipeError):
        sys.exit(0)
