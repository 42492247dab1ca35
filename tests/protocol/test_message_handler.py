"""The player's side, as bytes on the wire: conversations with ggp-base and Dresden's controller, by a fake clock."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from protocol.fake_clock import run
from protocol.inline import Spawner
from protocol.rules import HANDS, bundled, one_line
from woodstock.players import parse
from woodstock.processes.async_channel import AsyncChannel
from woodstock.protocol.access import Access
from woodstock.protocol.conversation import Answer, Conversation
from woodstock.protocol.following import Choice, Follower
from woodstock.protocol.message_handler import MessageHandler
from woodstock.protocol.messages import Info, News, Play
from woodstock.protocol.ongoing_match import SILENCE
from woodstock.protocol.orders import Choose, SetUp, Update
from woodstock.protocol.scrambling import Scrambler
from woodstock.protocol.server import Server

AVAILABLE = "( ( name woodstock ) ( status available ) ( species computer ) )"
BUSY = "( ( name woodstock ) ( status busy ) ( species computer ) )"
TICTACTOE = bundled("tic_tac_toe")


def ggp_base(message: str) -> bytes:
    """As ggp-base's `HttpWriter` sends it."""
    return (
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\nReceiver: woodstock\r\n"
        f"Content-Type: text/acl\r\nContent-Length: {len(message)}\r\n\r\n{message}"
    ).encode()


def ggp_base_get(message: str) -> bytes:
    from urllib.parse import quote_plus

    return (
        f"GET /{quote_plus(message)} HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\n"
        "Receiver: woodstock\r\n\r\n\r\n"
    ).encode()


def dresden(message: str) -> bytes:
    """As Dresden's `RemotePlayer` sends it."""
    return (
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: Gamecontroller\r\nReceiver: localhost\r\n"
        f"Content-type: text/acl\r\nContent-length: {len(message)}\r\n\r\n{message}"
    ).encode()


class Table:
    """A server without a frontend, and somebody who talks to it as if there were one."""

    def __init__(self, spawner: Spawner, envelope: Callable[[str], bytes] = ggp_base) -> None:
        self.spawner = spawner
        self.handler = MessageHandler(SetUp(parse("random")), spawn=spawner)
        self.server = Server(self.handler)
        self.envelope = envelope

    async def says(self, message: str, reply: str, seconds: float | None = None) -> None:
        """Send a message and compare the answer; `seconds` is how long it may have taken at the most."""
        answer, taken = await self.asks(self.envelope(message))
        head, _, body = answer.partition("\r\n\r\n")
        assert head.startswith("HTTP/1.0 200 OK\r\nContent-type: text/acl\r\n")
        assert "Access-Control" not in head
        assert f"\r\nContent-length: {len(body)}\r\n" in head
        assert body == reply
        if seconds is not None:
            assert taken <= seconds

    async def asks(self, data: bytes) -> tuple[str, float]:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        talk = Conversation(Access())
        # One that sends too little hangs up at last.
        said = talk.take(data, self.handler.availability(), begun) or talk.take(b"", self.handler.availability(), begun)
        assert said is not None
        if isinstance(said, Answer):
            return said.data.decode(), 0.0
        sent: list[tuple[bytes, float]] = []
        await self.server.answer(said, lambda answer: sent.append((answer, loop.time())))
        ((answer, left_at),) = sent
        return answer.decode(), left_at - begun


def talk(
    conversation: Callable[[Table], Coroutine[Any, Any, None]],
    envelope: Callable[[str], bytes] = ggp_base,
    thinks: float = 0.0,
    gets_ready: float = 0.0,
) -> Table:
    async def main() -> Table:
        table = Table(Spawner(thinks, gets_ready), envelope)
        await table.handler.open()
        await conversation(table)
        await table.handler.close()
        return table

    return run(main())


@pytest.mark.parametrize("envelope", [ggp_base, ggp_base_get])
def test_a_match_with_ggp_base(envelope: Callable[[str], bytes]) -> None:
    async def conversation(table: Table) -> None:
        await table.says("( INFO )", AVAILABLE)
        await table.says(f"( PREVIEW {TICTACTOE} 20 )", "ready")
        await table.says(f"( START ttt.1 x {TICTACTOE} 30 15)", "ready", 30)
        await table.says("( INFO )", BUSY)
        await table.says(f"( START ttt.2 x {TICTACTOE} 30 15)", "busy")
        await table.says(f"( PREVIEW {TICTACTOE} 20 )", "busy")
        await table.says("( PLAY ttt.1 NIL )", "(mark 1 1)", 15)
        await table.says("( PLAY ttt.1 (( mark 1 1 ) noop ) )", "noop", 15)
        await table.says("( PLAY ttt.2 NIL )", "busy")
        await table.says("( PLAY ttt.1 (noop ( mark 2 2 ) ) )", "(mark 1 2)", 15)
        await table.says("( PLAY ttt.1 (( mark 1 2 ) noop ) )", "noop", 15)
        await table.says("( PLAY ttt.1 (noop ( mark 3 3 ) ) )", "(mark 1 3)", 15)
        await table.says("( STOP ttt.2 NIL )", "busy")
        await table.says("( STOP ttt.1 (( mark 1 3 ) noop ) )", "done")
        await table.says("( PLAY ttt.1 NIL )", "busy")
        await table.says("( STOP ttt.1 NIL )", "busy")
        await table.says("( INFO )", AVAILABLE)
        await table.says(f"( START ttt.2 o {TICTACTOE} 30 15)", "ready", 30)
        await table.says("( PLAY ttt.2 NIL )", "noop", 15)
        await table.says("( ABORT ttt.1 )", "busy")
        await table.says("( ABORT ttt.2 )", "aborted")
        await table.says("( INFO )", AVAILABLE)

    table = talk(conversation, envelope)
    assert all(follower.closed for follower in table.spawner.made)


def test_a_match_with_dresden() -> None:
    """Every symbol in upper case, but for the keywords of GDL nothing is known by its name."""

    async def conversation(table: Table) -> None:
        await table.says(f"(START MATCH.7 O {TICTACTOE.upper()} 30 15)", "ready", 30)
        await table.says("(PLAY MATCH.7 NIL)", "NOOP", 15)
        await table.says("(PLAY MATCH.7 ((MARK 2 2) NOOP))", "(MARK 1 1)", 15)
        await table.says("(PLAY MATCH.7 (NOOP (MARK 1 1)))", "NOOP", 15)
        await table.says("(STOP MATCH.7 ((MARK 3 3) NOOP))", "done")

    talk(conversation, dresden)


@pytest.mark.parametrize("numbered", [True, False])
def test_gdl_ii_with_dresden(numbered: bool) -> None:
    """Both forms of percepts, told apart by their shape; the older one sends them in lower case beside rules in upper
    case."""
    rules = one_line(HANDS).upper()

    async def conversation(table: Table) -> None:
        await table.says(f"(START M.1 BOB {rules} 30 15)", "ready")
        await table.says("(PLAY M.1 0 NIL NIL)" if numbered else "(PLAY M.1 NIL)", "NOOP", 15)
        first = "(PLAY M.1 1 NOOP ((TIME 0) ))" if numbered else "(PLAY M.1 ((time 0) ))"
        await table.says(first, "(GUESS LEFT)", 15)
        second = "(PLAY M.1 2 (GUESS LEFT) (YES (TIME 1) ))" if numbered else "(PLAY M.1 (yes (time 1) ))"
        await table.says(second, "(GUESS LEFT)", 15)
        last = "(STOP M.1 3 (GUESS LEFT) ((TIME 2) ))" if numbered else "(STOP M.1 ((time 2)))"
        await table.says(last, "done")

    table = talk(conversation, dresden)
    # After the first answer both hands are possible again; the right states are known, and no others.
    knowledge = table.spawner.made[0]._knowledge
    machine = table.spawner.made[0]._machine
    states = {frozenset(machine.fluents(state)) for state in knowledge._belief.states}  # type: ignore[union-attr]
    assert states == {frozenset({"(STEP 2)", "(RIGHT 1)", f"(IN {hand})"}) for hand in ("LEFT", "RIGHT")}


def test_scrambled_rules() -> None:
    scrambler = Scrambler(5)
    rules = scrambler.scramble(TICTACTOE)

    async def conversation(table: Table) -> None:
        await table.says(f"( START m {scrambler.scramble('x')} {rules} 30 15)", "ready")
        await table.says("( PLAY m NIL )", scrambler.scramble("(mark 1 1)"))
        told = scrambler.scramble("(mark 1 1) noop")
        await table.says(f"( PLAY m ({told}) )", scrambler.scramble("noop"))

    talk(conversation)


def test_a_start_with_more_arguments_and_other_cases() -> None:
    async def conversation(table: Table) -> None:
        await table.says("(ping)", AVAILABLE)
        await table.says(f"(sTaRt m X {TICTACTOE} 30 15 (some more) 1)", "ready")
        await table.says("(pLaY m nil)", "(mark 1 1)")
        await table.says("(play m ((MARK 1 1) NOOP))", "noop")
        await table.says("(stop m nil)", "done")

    talk(conversation)


def test_the_clock_is_kept_by_one_that_thinks_for_ever() -> None:
    """The answer leaves before the clock, less a margin, with a move that is legal."""

    async def conversation(table: Table) -> None:
        await table.says(f"( START m x {TICTACTOE} 10 5)", "ready", 9.99)
        for moves in ("NIL", "(( mark 1 1 ) noop )", "(noop ( mark 2 2 ) )"):
            answer, taken = await table.asks(ggp_base(f"( PLAY m {moves} )"))
            assert 4.8 < taken < 4.87
            assert answer.endswith(("\r\n\r\n(mark 1 1)", "\r\n\r\nnoop", "\r\n\r\n(mark 1 2)"))

    talk(conversation, thinks=1e6, gets_ready=1e6)


@pytest.mark.parametrize("thinks", [0.0, 1.0, 4.8])
def test_the_answer_leaves_when_it_is_there(thinks: float) -> None:
    async def conversation(table: Table) -> None:
        await table.says(f"( START m x {TICTACTOE} 10 5)", "ready")
        _, taken = await table.asks(ggp_base("( PLAY m NIL )"))
        assert taken == pytest.approx(thinks, abs=0.01)

    talk(conversation, thinks=thinks)


def test_the_player_is_given_what_is_left() -> None:
    """The deadline is the arrival and the clock, less the way there and back and the margins."""

    async def main() -> None:
        spawner = Spawner()
        handler = MessageHandler(SetUp(parse("random")), spawn=spawner)
        from woodstock.protocol.messages import parse as read

        now = asyncio.get_running_loop().time()
        await handler.answer(read(f"( START m x {TICTACTOE} 10 5)"), now)
        await handler.answer(read("( PLAY m NIL )"), arrived=now - 0.5, delay=0.25)
        order = spawner.made[0].orders[-1]
        assert isinstance(order, Choose)
        assert now + 4.05 < order.deadline < now + 4.25 - 0.13

    run(main())


def test_margins_grow_with_delays() -> None:
    async def main() -> None:
        handler = MessageHandler(SetUp(parse("random")), spawn=Spawner())
        before = handler._times(0.0, 10.0)
        reply = (await handler.answer(Info())).__class__("noop", asyncio.get_running_loop().time() - 0.1)
        handler.sent(reply)
        after = handler._times(0.0, 10.0)
        assert before[0] == pytest.approx(9.75)
        assert after[0] == before[0]  # what is kept in reserve is enough
        handler.sent(type(reply)("noop", asyncio.get_running_loop().time() - 0.4))
        assert handler._times(0.0, 10.0)[0] == pytest.approx(10 - 0.802)
        short = handler._times(0.0, 0.1)
        assert 0.02 < short[1] < short[0] < 0.07
        for _ in range(500):
            handler.sent(type(reply)("noop", asyncio.get_running_loop().time()))
        assert handler._times(0.0, 10.0)[0] == before[0]

    run(main())


def test_a_core_that_stalled_once() -> None:
    """Two turns later the player has as much of its clock as before."""

    async def conversation(table: Table) -> None:
        given: list[float] = []
        told = ["NIL", "(( mark 1 1 ) noop )", "(noop ( mark 2 2 ) )", "(( mark 1 2 ) noop )", "(noop ( mark 3 3 ) )"]
        await table.says(f"( START m x {TICTACTOE} 10 1)", "ready")
        for turn, news in enumerate(told):
            now = asyncio.get_running_loop().time()
            await table.asks(ggp_base(f"( PLAY m {news} )"))
            order = table.spawner.made[0].orders[-1]
            assert isinstance(order, Choose)
            given.append(order.deadline - now)
            if turn == 1:  # the answer left only when the core ran again, and update were as late
                table.handler._replying.observe(0.4)
                table.handler._update_delay.observe(0.4)
        assert given[2] < 0.5 * given[0]
        assert given[4] == pytest.approx(given[0])

    talk(conversation)


def test_messages_that_come_twice_or_late() -> None:
    async def conversation(table: Table) -> None:
        await table.says(f"( START m x {TICTACTOE} 30 15)", "ready")
        await table.says(f"( START m x {TICTACTOE} 30 15)", "busy")
        await table.says("( PLAY m NIL )", "(mark 1 1)")
        await table.says("( PLAY m NIL )", "(mark 1 1)")
        await table.says("( PLAY m (( mark 1 1 ) noop ) )", "noop")
        await table.says("( PLAY m (( mark 1 1 ) noop ) )", "noop")
        await table.says("( PLAY m NIL )", "noop")
        await table.says("( PLAY m (noop ( mark 3 3 ) ) )", "(mark 1 2)")
        await table.says("( PLAY m (( mark 1 1 ) noop ) )", "(mark 1 2)")  # out of order
        await table.says("( PLAY m (nonsense ( mark 3 3 ) ) )", "(mark 1 2)")
        await table.says("( PLAY m (one two three) )", "(mark 1 2)")
        await table.says("( PLAY m (( mark 1 2 ) noop ) )", "noop")

    talk(conversation)


def test_the_same_message_while_it_is_thought_about() -> None:
    async def conversation(table: Table) -> None:
        await table.says(f"( START m x {TICTACTOE} 30 15)", "ready")
        first, second = await asyncio.gather(
            table.asks(ggp_base("( PLAY m NIL )")), table.asks(ggp_base("( PLAY m NIL )"))
        )
        assert first[0] == second[0]
        assert sum(isinstance(order, Choose) for order in table.spawner.made[0].orders) == 1

    talk(conversation, thinks=3.0)


@pytest.mark.parametrize("during", [False, True])
def test_a_follower_that_is_lost(during: bool) -> None:
    """Between two turns, or in one: another one knows what was played, and its moves are legal."""

    async def conversation(table: Table) -> None:
        await table.says(f"( START m x {TICTACTOE} 30 15)", "ready")
        await table.says("( PLAY m NIL )", "(mark 1 1)")
        await table.says("( PLAY m (( mark 1 1 ) noop ) )", "noop")
        follower = table.spawner.made[0]
        follower.lost, follower.dies_at = not during, 3 if during else None
        await table.says("( PLAY m (noop ( mark 1 2 ) ) )", "(mark 1 3)", 15)
        assert table.spawner.made[0].closed
        await table.says("( PLAY m (( mark 1 3 ) noop ) )", "noop", 15)
        await table.says("( STOP m (noop ( mark 3 3 )) )", "done")

    talk(conversation)


def test_followers_that_are_lost_at_once() -> None:
    """Nobody is asked for ever: the turn is lost, in time."""

    async def conversation(table: Table) -> None:
        await table.says(f"( START m x {TICTACTOE} 30 15)", "ready")
        for follower in table.spawner.made:
            follower.lost = True
        table.spawner.stillborn = True
        await table.says("( PLAY m NIL )", "nil", 15)
        await table.says("( INFO )", BUSY)

    talk(conversation)


def test_rules_that_are_no_game() -> None:
    async def conversation(table: Table) -> None:
        for rules in ("(hello)", "((role x) (<= (p ?x) (not (p ?x))))", "((role", "(())"):
            answer, _ = await table.asks(ggp_base(f"( START m x {rules} 30 15)"))
            assert answer.startswith("HTTP/1.0 40") or answer.endswith("\r\n\r\nbusy"), answer
        await table.says(f"( START m nobody {TICTACTOE} 30 15)", "busy")
        await table.says("( INFO )", AVAILABLE)
        await table.says(f"( START m x {TICTACTOE} 30 15)", "ready")

    talk(conversation)


def test_a_manager_that_is_gone() -> None:
    """A match without messages for long counts as abandoned, and the next one can begin."""

    async def conversation(table: Table) -> None:
        await table.says(f"( START m x {TICTACTOE} 30 15)", "ready")
        await asyncio.sleep(SILENCE + 59)
        await table.says("( INFO )", BUSY)
        await asyncio.sleep(2)
        await table.says("( INFO )", AVAILABLE)
        await table.says(f"( START m2 x {TICTACTOE} 30 15)", "ready")
        await table.says("( PLAY m NIL )", "busy")
        await table.says("( PLAY m2 NIL )", "(mark 1 1)")

    table = talk(conversation)
    assert table.spawner.made[0].closed


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"PUT / HTTP/1.1\r\n\r\n", 405),
        (b"GET / HTTP/1.1\r\nSender: x\r\n\r\n", 400),
        (b"GET /(PLAY HTTP/1.1\r\nSender: x\r\n\r\n", 400),
        (dresden("(SING m1)"), 400),
        (dresden(f"( START m x {TICTACTOE} 3600.5 15)"), 400),
        (dresden(f"( START m x {TICTACTOE} 15 86400)"), 400),
        (dresden(f"( PREVIEW {TICTACTOE} 86400)"), 400),
    ],
    ids=lambda value: value[:20].decode() if isinstance(value, bytes) else value,
)
def test_what_is_refused(data: bytes, status: int) -> None:
    async def conversation(table: Table) -> None:
        answer, _ = await table.asks(data)
        assert answer.startswith(f"HTTP/1.0 {status} ")
        await table.says("( INFO )", AVAILABLE)

    talk(conversation)


def test_words_of_a_turn_that_cannot_be_read() -> None:
    """Whatever stands in a PLAY, there is an answer, and the match goes on."""

    async def conversation(table: Table) -> None:
        await table.says(f"( START m x {TICTACTOE} 30 15)", "ready")
        for turn in ("0" * 5000, "9" * 5000, "1" * 7, "-1", "1e3"):
            answer, _ = await table.asks(dresden(f"(PLAY m {turn} noop ((see 1)))"))
            assert answer.startswith("HTTP/1.0 400 ")
        await table.says("( PLAY m NIL )", "(mark 1 1)")
        await table.says("( PLAY m (( mark 1 1 ) ; (a comment\n noop ;) another\n) )", "noop")

    talk(conversation)


def test_a_fault_of_ours_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def conversation(table: Table) -> None:
        def fail(*_: object) -> None:
            raise KeyError("what nobody thought of")

        monkeypatch.setattr("woodstock.protocol.conversation.parse", fail)
        answer, _ = await table.asks(ggp_base(f"( START m x {TICTACTOE} 30 15)"))
        assert answer.startswith("HTTP/1.0 500 ")
        monkeypatch.undo()
        monkeypatch.setattr(table.handler, "_on_start", fail)
        answer, _ = await table.asks(ggp_base(f"( START m x {TICTACTOE} 30 15)"))
        assert answer.startswith("HTTP/1.0 500 ")
        await table.says("( INFO )", AVAILABLE)

    talk(conversation)


def test_the_owner_takes_the_player_back() -> None:
    async def conversation(table: Table) -> None:
        noted: list[str] = []
        table.handler._log = noted.append
        assert table.handler.status() == "woodstock is free"
        table.handler.take_back()
        await table.says(f"( START m x {TICTACTOE} 3600 3600)", "ready")
        await asyncio.sleep(100)
        assert table.handler.status() == "match m: x, clocks 3600 s and 3600 s, turn 0, heard 100 s ago"
        table.handler.take_back()
        await table.says("( INFO )", AVAILABLE)
        await table.says("( PLAY m NIL )", "busy")
        await table.says(f"( START m2 x {TICTACTOE} 30 15)", "ready")
        assert noted[0] == "there is no match to end"
        assert noted[2] == "match m was ended by the owner"

    talk(conversation)


def test_a_match_that_ends_in_the_middle_of_a_turn() -> None:
    """No other follower takes over then: nobody would let it go."""

    async def conversation(table: Table) -> None:
        await table.says(f"( START m x {TICTACTOE} 30 15)", "ready")
        await asyncio.sleep(1)
        match, made = table.handler._match, len(table.spawner.made)
        assert match is not None
        table.handler.take_back()
        table.spawner.made[0].lost = True
        reply = await table.handler._on_play(match, Play("m", News()), asyncio.get_running_loop().time())
        assert reply.text == "nil"
        await asyncio.sleep(10)
        assert len(table.spawner.made) == made

    talk(conversation)


def test_a_follower_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    async def conversation(table: Table) -> None:
        async def fail(set_up: SetUp) -> Follower:
            raise OSError("no more processes")

        monkeypatch.setattr(table.handler, "_spawn", fail)
        monkeypatch.setattr(table.handler, "_spare", None)
        answer, _ = await table.asks(ggp_base(f"( START m x {TICTACTOE} 30 15)"))
        assert answer.startswith("HTTP/1.0 500 ")
        await table.says("( INFO )", AVAILABLE)

    talk(conversation)


def test_a_legal_move_is_waited_for_to_the_last_moment() -> None:
    """A follower that is late with the player's choice, with all legal moves, or with both."""

    async def main() -> None:
        ours, theirs = socket.socketpair()
        reader, writer = await asyncio.open_connection(sock=theirs)
        follower = Follower(None, AsyncChannel(reader, writer, 1000))  # type: ignore[arg-type]
        loop = asyncio.get_running_loop()
        now = loop.time()
        for number, kind, after, expected in (
            (1, "legal", 1.0, Choice("go", None)),
            (2, "legal", 6.0, Choice("go", None)),
            (3, "move", 6.0, Choice("go", 7.0)),
            (4, "legal", 9.0, Choice(None, None)),
        ):
            loop.call_later(after, follower._hear, Update(kind, 7.0, number, "go"))
            now = loop.time()
            assert await follower.choice(number, now + 5, now + 8) == expected
            assert loop.time() - now == pytest.approx(min(max(after, 5), 8))
        writer.close()
        ours.close()

    run(main())
