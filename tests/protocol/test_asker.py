"""Asking a player: in time, whatever it does, and on the others' time if that is wanted."""

from __future__ import annotations

import queue
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

import woodstock as ws
from protocol.rules import HANDS, bundled
from referee.rascals import Own
from woodstock.engine.game import Game, compile_game
from woodstock.engine.source import Source
from woodstock.errors import WoodstockError
from woodstock.protocol import follower
from woodstock.protocol.asker import Asker, forced
from woodstock.protocol.follower import game_until, source_of
from woodstock.protocol.knowledge import knowledge_of
from woodstock.referee import Player, Seat, Turn


class Dutiful:
    """Takes its time, and writes down what it was asked."""

    turns: list[Turn]
    pause = 0.01

    def start(self, seat: Seat) -> None:
        if seat.hidden and not self.sighted:
            raise WoodstockError("this player needs to see the state")
        Dutiful.turns = []

    sighted = False

    def choose(self, turn: Turn) -> int:
        Dutiful.turns.append(turn)
        assert turn.deadline is not None
        time.sleep(max(0.0, turn.deadline - time.monotonic()) * 0.9)
        return turn.legal[-1]

    def stop(self) -> None:
        pass


class Sighted(Dutiful):
    sighted = True


class Failing(Dutiful):
    def choose(self, turn: Turn) -> int:
        raise RuntimeError("no idea")


class Hanging(Dutiful):
    let_go = threading.Event()

    def choose(self, turn: Turn) -> int:
        self.let_go.wait(30)
        return turn.legal[0]


@dataclass
class Asked:
    """An asker with a player in this process, at the start of a game."""

    game: Game
    make: type[Player]
    ponder: bool = False

    def __post_init__(self) -> None:
        self.asker = Asker(Own(self.make, own_process=False), 1 << 30, ponder=self.ponder)
        ready: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self.asker.begin(self.game, 0, 1, time.monotonic() + 5, 1.0, lambda: ready.put(True))
        assert ready.get(timeout=5)
        self.answers: queue.SimpleQueue[int] = queue.SimpleQueue()

    def choose(self, seconds: float) -> Turn:
        knowledge = knowledge_of(self.game, 0, 1)
        turn = knowledge.turn(time.monotonic() + seconds, shown=self.asker.shown)
        self.asker.choose(turn, self.answers.put)
        return turn


def test_a_choice() -> None:
    asked = Asked(ws.load("tic_tac_toe"), Dutiful)
    turn = asked.choose(0.5)
    assert asked.answers.get(timeout=1) == turn.legal[-1]
    asked.asker.leave()


def test_a_player_that_fails() -> None:
    asked = Asked(ws.load("tic_tac_toe"), Failing)
    turn = asked.choose(0.5)
    assert asked.answers.get(timeout=1) == turn.legal[0]
    asked.asker.leave()


def test_a_player_that_hangs() -> None:
    """It is not waited for; what comes too late to be asked is not asked."""
    asked = Asked(ws.load("tic_tac_toe"), Hanging)
    turn = asked.choose(0.2)
    assert asked.answers.get(timeout=1) == turn.legal[0]
    asked.choose(-1.0)
    with pytest.raises(queue.Empty):
        asked.answers.get(timeout=0.3)
    Hanging.let_go.set()
    asked.asker.leave()


@pytest.mark.parametrize(("make", "shown"), [(Dutiful, True), (Sighted, False)])
def test_games_with_percepts(make: type[Player], shown: bool) -> None:
    """A player that refuses to play blind is shown a state that is possible."""
    asked = Asked(compile_game(Source("hands", HANDS.encode()), cache=False), make)
    assert asked.asker.shown is shown
    asked.choose(0.2)
    asked.answers.get(timeout=1)
    assert (Dutiful.turns[0].state is not None) is shown
    asked.asker.leave()


@pytest.mark.clock
def test_thinking_on_the_opponents_time() -> None:
    """After its answer the player is asked on, about the state that its move leads to."""
    game = ws.load("tic_tac_toe")
    asked = Asked(game, Dutiful, ponder=True)
    turn = asked.choose(0.2)
    move = asked.answers.get(timeout=1)
    time.sleep(0.4)
    pondered = Dutiful.turns[1:]
    assert len(pondered) >= 2
    assert turn.state is not None
    after = forced(game.machine(), turn.state, 0, move)
    assert {one.state for one in pondered} == {after}
    assert all(len(one.legal) > 1 for one in pondered)
    begun = time.monotonic()
    asked.choose(0.5)
    asked.answers.get(timeout=5)
    assert time.monotonic() - begun < 0.9
    asked.asker.leave()


def test_no_thinking_on_without_the_option() -> None:
    asked = Asked(ws.load("tic_tac_toe"), Dutiful)
    asked.choose(0.1)
    asked.answers.get(timeout=1)
    time.sleep(0.2)
    assert len(Dutiful.turns) == 1
    asked.asker.leave()


def test_forced() -> None:
    machine = ws.load("tic_tac_toe").machine()
    state = machine.initial()
    after = forced(machine, state, 0, machine.legal(state)[0][0])
    assert after is not None
    assert "(control o)" in machine.fluents(after)
    assert forced(machine, state, 1, machine.legal(state)[1][0]) is None


@pytest.mark.filterwarnings("ignore::woodstock.FallbackWarning")
def test_compiling_before_a_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path))
    rules = bundled("tic_tac_toe")
    assert game_until(rules, time.monotonic() + 60, 1 << 30).circuit is not None
    # From the cache there is no time needed.
    assert game_until(rules, time.monotonic(), 1 << 30).circuit is not None
    with pytest.raises(WoodstockError):
        game_until("((role x) (<= (p ?x)", time.monotonic() + 1, 1 << 30)


def test_rules_that_do_not_compile_in_time_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def endless(*_: object, **__: object) -> None:
        over.wait(60)
        raise WoodstockError("too late")

    monkeypatch.setattr(follower, "compile_game", endless)
    monkeypatch.setattr(follower, "cached", lambda _: None)
    game = game_until(bundled("connect_four"), time.monotonic() + 0.2, 1 << 30)
    over.set()
    assert game.circuit is None
    assert game.roles == ("red", "yellow")
    assert not game.sees


def test_interpreted_games_are_shown_as_well() -> None:
    from woodstock.engine.game import interpreted

    game = interpreted(source_of(HANDS))
    assert game.sees
    twin = game.shown()
    assert not twin.sees
    machine, other = game.machine(), twin.machine()
    state = machine.initial()
    assert other.fluents(state) == machine.fluents(state) == ["(step 0)"]
    assert other.legal(state) == machine.legal(state)
