"""The manager's side: what it sends to players elsewhere, by a script of answers and a fake clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import woodstock as ws
from protocol.rules import HANDS
from woodstock.engine.game import Game, compile_game
from woodstock.engine.source import Source
from woodstock.errors import UnknownPlayerError, WoodstockError
from woodstock.players import LegalPlayer, entrant
from woodstock.protocol import Address, Remote, RemoteEntrant
from woodstock.protocol.address import Version
from woodstock.protocol.messages import Play, Start, Stop, parse
from woodstock.referee import Clocks, Ending, Kind, Player, Record, Seated, play, replay

Answer = str | Exception


class Script:
    """A player made of answers; remembers what it was sent and how long it was given."""

    def __init__(self, *answers: Answer, then: Callable[[str], Answer] | None = None) -> None:
        self._answers = list(answers)
        self._then = then
        self.sent: list[str] = []
        self.given: list[float | None] = []

    def __call__(self, message: str, seconds: float | None) -> str:
        self.sent.append(message)
        self.given.append(seconds)
        answer = self._answers.pop(0) if self._answers else self._then(message) if self._then else "done"
        if isinstance(answer, Exception):
            raise answer
        return answer


def hosted(game: Game, script: Script, others: int = 1, options: str = "") -> Record:
    remote = Remote(Address.parse(f"http://there:9147?grace=0.5{options}"), script)
    players: list[Player | Seated] = [remote, *(LegalPlayer() for _ in range(others))]
    return play(game, players, clocks=Clocks(10, 5), seed=1)


def tail(message: str) -> str:
    """A message without its beginning and the name of the match, which comes from the seed."""
    _, match, rest = message.lstrip("( ").split(" ", 2)
    assert match.startswith("woodstock.")
    return rest


@pytest.fixture(scope="module")
def tic_tac_toe() -> Game:
    return ws.load("tic_tac_toe")


@pytest.fixture(scope="module")
def hands() -> Game:
    return compile_game(Source("hands", HANDS.encode()), cache=False)


MARKS = ["( MARK 2 1 )", "noop", "(mark 2 2)", "NOOP", "(mark  2   3)"]


def test_a_match_in_gdl(tic_tac_toe: Game) -> None:
    script = Script("READY", *MARKS, "done")
    record = hosted(tic_tac_toe, script)
    assert record.ending is Ending.TERMINAL
    assert record.goals == (100, 0)
    assert record.deviations == ()
    start, *plays, stop = script.sent
    rules = tail(start)
    assert rules.startswith("x (( role x ) ( role o ) ")
    assert rules.endswith(" ) 10 5)")
    assert [tail(message) for message in plays] == [
        "NIL )",
        "(( mark 2 1 ) noop ) )",
        "(noop ( mark 1 1 ) ) )",
        "(( mark 2 2 ) noop ) )",
        "(noop ( mark 1 2 ) ) )",
    ]
    assert stop.startswith("( STOP ")
    assert tail(stop) == "(( mark 2 3 ) noop ) )"
    # The clock and the grace; the answer to STOP has time of its own.
    assert script.given == [10.5, *[5.5] * 5, 3.5]
    message = parse(start)
    assert isinstance(message, Start)
    sent = compile_game(Source("sent", message.rules.encode()), cache=False)
    replay(sent.machine(), record)


def test_a_match_in_gdl_ii(hands: Game) -> None:
    remote = Script("ready", "noop", "(guess left)", "(GUESS RIGHT)", "done")
    address = Address.parse("http://there?grace=0.5")
    record = play(hands, [LegalPlayer(), Remote(address, remote)], clocks=Clocks(10, 5))
    assert record.deviations == ()
    assert [tail(message) for message in remote.sent[1:]] == [
        "0 NIL NIL)",
        "1 noop ((time 0)))",
        "2 (guess left) ((time 1) yes))",
        "3 (guess right) ((time 2)))",
    ]
    assert remote.sent[-1].startswith("(STOP ")


def test_the_older_form_of_percepts(hands: Game) -> None:
    script = Script("ready", "noop", "(guess left)", "(guess right)", "done")
    address = Address.parse("http://there?protocol=gdl-ii-old")
    play(hands, [LegalPlayer(), Remote(address, script)], clocks=Clocks(10, 5))
    assert [tail(message) for message in script.sent[1:]] == [
        "NIL )",
        "(( time 0 ) ) )",
        "(( time 1 ) yes ) )",
        "(( time 2 ) ) )",
    ]


def test_a_game_without_percepts_for_a_player_of_gdl_ii(tic_tac_toe: Game) -> None:
    script = Script("ready", *MARKS, "done")
    record = hosted(tic_tac_toe, script, options="&protocol=gdl-ii")
    assert record.deviations == ()
    message = parse(script.sent[0])
    assert isinstance(message, Start)
    seen = compile_game(Source("sent", message.rules.encode()), cache=False)
    assert seen.sees
    machine = seen.machine()
    legal = machine.legal(machine.initial())
    move = [machine.move_number(0, "(mark 2 1)"), legal[1][0]]
    news = parse(script.sent[2])
    assert isinstance(news, Play)
    assert news.news.turn == 1
    assert news.news.move == "(mark 2 1)"
    assert sorted(news.news.told or ()) == machine.percepts(machine.initial(), move)[0]


def test_percepts_cannot_be_told_in_gdl(hands: Game) -> None:
    remote = Remote(Address.parse("http://there?protocol=gdl"), Script())
    with pytest.raises(WoodstockError, match="percepts"):
        play(hands, [remote, LegalPlayer()], clocks=Clocks(1, 1))


def test_scrambling(tic_tac_toe: Game) -> None:
    script = Script("ready", then=lambda _: "done")
    legal: list[str] = []

    def choose(message: str) -> Answer:
        if "STOP" in message:
            return "done"
        # The player finds its moves in the rules it was sent, whatever they are called.
        start = parse(script.sent[0])
        assert isinstance(start, Start)
        game = compile_game(Source("sent", start.rules.encode()), cache=False)
        machine = game.machine()
        state = machine.initial()
        for text in script.sent[2:]:
            heard = parse(text)
            assert isinstance(heard, Play)
            joint = [machine.move_number(role, name) for role, name in enumerate(heard.news.told or ())]
            state = machine.next(state, joint)
        role = game.roles.index(start.role)
        legal.append(machine.move_name(role, machine.legal(state)[role][0]).upper())
        return legal[-1]

    script._then = choose
    record = hosted(tic_tac_toe, script, options="&scramble=yes")
    assert record.deviations == ()
    assert record.ending is Ending.TERMINAL
    assert "mark" not in script.sent[0]
    assert all("MARK" not in move for move in legal)
    assert any("(mark" in move for joint in record.moves for move in joint)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("(mark 9 9)", Kind.ILLEGAL),
        ("", Kind.ILLEGAL),
        ("((", Kind.ILLEGAL),
        ("(mark 1 1) (mark 1 2)", Kind.ILLEGAL),
        ("nil", Kind.ILLEGAL),
        ("<html>\x00</html>", Kind.ILLEGAL),
        (TimeoutError(), Kind.TIMEOUT),
        (ConnectionRefusedError(111, "Connection refused"), Kind.CRASH),
        (ValueError("too much"), Kind.ILLEGAL),
        (WoodstockError("not HTTP"), Kind.ILLEGAL),
    ],
    ids=str,
)
def test_a_player_that_answers_wrong_is_replaced(tic_tac_toe: Game, answer: Answer, kind: Kind) -> None:
    script = Script("ready", then=lambda message: answer if "PLAY" in message else "done")
    record = hosted(tic_tac_toe, script)
    assert record.ending is Ending.TERMINAL
    assert {note.kind for note in record.deviations} == {kind}
    assert {note.role for note in record.deviations} == {"x"}
    assert len(record.deviations) == len(record.moves)
    replay(tic_tac_toe.machine(), record)
    codes = {error for step in record.to_dict(tic_tac_toe.machine())["errors"] for error in step} - {""}
    assert {code[:2] for code in codes} == {{Kind.TIMEOUT: "TO", Kind.ILLEGAL: "IL", Kind.CRASH: "CE"}[kind]}


def test_a_player_that_is_busy(tic_tac_toe: Game) -> None:
    record = hosted(tic_tac_toe, Script(then=lambda _: "busy"))
    assert record.ending is Ending.TERMINAL
    assert record.deviations[0].step == -1
    assert "busy" in record.deviations[0].detail


def test_a_match_that_is_cut_off_is_aborted(tic_tac_toe: Game) -> None:
    script = Script("ready", "(mark 1 1)", "aborted")
    remote = Remote(Address.parse("http://there"), script)
    record = play(tic_tac_toe, [remote, LegalPlayer()], clocks=Clocks(10, 5), limit=1)
    assert record.ending is Ending.LENGTH
    assert script.sent[-1].startswith("( ABORT woodstock.tic_tac_toe.")


def test_preview_comes_once(tic_tac_toe: Game) -> None:
    script = Script("whatever", then=lambda message: "ready" if "START" in message else "noop")
    remote = Remote(Address.parse("http://there?preview=3&grace=0"), script)
    for seed in range(2):
        play(tic_tac_toe, [remote, LegalPlayer()], clocks=Clocks(10, 5), seed=seed)
    assert [message.split()[1] for message in script.sent].count("PREVIEW") == 1
    assert script.given[0] == 3
    assert script.sent[0].endswith(" 3 )")


def test_all_are_asked_at_once() -> None:
    """Players elsewhere think at the same time: each waits for the other to be asked before it answers."""
    import threading

    game = ws.load("rock_paper_scissors")
    together = threading.Barrier(2, timeout=10)

    def answer(message: str) -> Answer:
        if "STOP" in message:
            return "done"
        together.wait()
        return "ready" if "START" in message else "rock"

    record = play(
        game, [Remote(Address.parse("http://there"), Script(then=answer)) for _ in range(2)], clocks=Clocks(10, 5)
    )
    assert record.deviations == ()
    assert set(record.moves[0]) == {"rock"}


def test_the_end_is_told_with_what_may_be_known(tic_tac_toe: Game) -> None:
    script = Script("ready", *MARKS, "done")
    hosted(tic_tac_toe, script)
    message = parse(script.sent[-1])
    assert isinstance(message, Stop)
    assert message.news.told == ("(mark 2 3)", "noop")


def test_addresses() -> None:
    assert Address.parse(" http://localhost:80/ ") == Address("http://localhost:80/", "localhost", 80)
    assert Address.parse("HTTP://there").port == 9147
    assert Address.parse("http://[::1]:9148").host == "::1"
    full = Address.parse("http://h?protocol=gdl-ii&scramble=yes&preview=2.5&grace=0")
    assert (full.version, full.scramble, full.preview, full.grace) == (Version.GDL_II, True, 2.5, 0)
    assert isinstance(entrant("http://there:1"), RemoteEntrant)
    assert entrant("uct").name == "uct"
    for text in (
        "https://there",
        "http://",
        "http://there:port",
        "http://there:99999",
        "http://there/path",
        "http://there?x=1",
        "http://there?grace=soon",
        "http://there?grace=-1",
        "http://there?protocol=latin",
        "http://there?scramble=perhaps",
    ):
        with pytest.raises(UnknownPlayerError):
            entrant(text)


def test_clocks_are_needed(tic_tac_toe: Game) -> None:
    remote = Remote(Address.parse("http://there"), Script())
    with pytest.raises(WoodstockError, match="clocks"):
        play(tic_tac_toe, [remote, LegalPlayer()], clocks=Clocks(10, None))


def test_no_position_out_of_nowhere(tic_tac_toe: Game) -> None:
    from woodstock.referee.player import Turn

    remote = Remote(Address.parse("http://there"), Script("ready"))
    remote.open(tic_tac_toe)
    remote.start(tic_tac_toe, 0, 1, Clocks(1, 1))
    machine = tic_tac_toe.machine()
    turn = Turn(0, (0,), machine.initial(), None, None, ())
    answer = remote.choose(replace(turn, step=3))
    assert not isinstance(answer, int)
    assert answer.kind is Kind.EXCEPTION


def test_one_match_at_a_time(tic_tac_toe: Game) -> None:
    with pytest.raises(WoodstockError, match="one match at a time"):
        ws.match(tic_tac_toe, "http://there", "random", play=1, matches=4, jobs=2)
