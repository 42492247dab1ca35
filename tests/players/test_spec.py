"""Players by name, and their options."""

from __future__ import annotations

import pytest

from referee.fakes import Sticks
from woodstock.errors import UnknownPlayerError
from woodstock.players import LegalPlayer, RandomPlayer, names, options, parse, registry
from woodstock.referee import play


class Tuned(LegalPlayer):
    def __init__(self, c: float = 1.4, *, threads: int = 1, pondering: bool = False, label: str | None = None) -> None:
        self.options = (c, threads, pondering, label)


@pytest.fixture
def tuned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._PLAYERS, "tuned", Tuned)


def made(text: str) -> tuple[float, int, bool, str | None]:
    player = parse(text).make()
    assert isinstance(player, Tuned)
    return player.options


def test_names() -> None:
    assert names() == (
        "cfr",
        "fc-ucb",
        "grave",
        "grave-sym",
        "legal",
        "mac-ucb",
        "mac-ucb-sym",
        "minimax",
        "random",
        "ucb",
        "uct",
        "uct-sym",
        "woodstock",
    )
    assert isinstance(parse("random").make(), RandomPlayer)
    assert isinstance(parse(" legal ").make(), LegalPlayer)
    assert parse("random").make() is not parse("random").make()


@pytest.mark.usefixtures("tuned")
def test_options_are_read_by_their_types() -> None:
    assert made("tuned") == (1.4, 1, False, None)
    assert made("tuned:c=0.7,threads=2") == (0.7, 2, False, None)
    assert made("tuned: pondering = yes , label=x") == (1.4, 1, True, "x")
    assert made("tuned:threads=-2") == (1.4, -2, False, None)
    assert parse("tuned:c=0.7").name == "tuned:c=0.7"
    assert [(one.name, one.kind, one.default) for one in options("tuned")] == [
        ("c", "real", 1.4),
        ("threads", "whole", 1),
        ("pondering", "flag", False),
        ("label", "text", None),
    ]


@pytest.mark.usefixtures("tuned")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("randm", "there is no player 'randm'; did you mean 'random'? The players are cfr, fc-ucb, grave"),
        ("zzz", "the players are cfr, fc-ucb, grave, grave-sym, legal, mac-ucb, mac-ucb-sym, minimax, random, tuned"),
        ("", "there is no player ''"),
        ("random:c=1", "player 'random': there is no option 'c'; there are none"),
        ("tuned:thread=1", "did you mean 'threads'? The options are c, threads, pondering and label"),
        ("tuned:threads=x", "player 'tuned': option 'threads' must be a whole number, not 'x'"),
        ("tuned:c=x", "must be a number, not 'x'"),
        ("tuned:pondering=2", "must be true or false, not '2'"),
        ("tuned:", "write an option as option=value"),
        ("tuned:c", "write an option as option=value, not 'c'"),
        ("tuned:c=1,c=2", "given twice"),
        ("uct:threads=0", "player 'uct': option 'threads' must be a whole number from 1 to 256, not 0"),
        ("uct:playouts=0", "option 'playouts' must be a whole number of at least 1, not 0"),
        ("uct:hidden=all", "option 'hidden' must be sets or samples, not 'all'"),
        (
            "mac-ucb:simulation=5",
            "there is no option 'simulation'; did you mean 'simulations'? The options are solving, ",
        ),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(UnknownPlayerError) as caught:
        parse(text)
    assert message in str(caught.value)


def test_the_simple_players() -> None:
    record = play(Sticks(9), [LegalPlayer(), LegalPlayer()])
    assert len(record.moves) == 9
    one, two = (play(Sticks(60), [RandomPlayer(), LegalPlayer()], seed=seed) for seed in (1, 2))
    assert one.moves != two.moves
    assert {joint_move[0] for joint_move in one.moves} == {"noop", "(take 1)", "(take 2)"}
