"""`woodstock play` with typed lines from a pipe."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import woodstock as ws
from cli.running import Result, woodstock
from referee.fakes import Sticks
from referee.rascals import Sage
from woodstock.cli.person import Person, matching
from woodstock.errors import UnknownPlayerError
from woodstock.players import LegalPlayer, parse, registry
from woodstock.players.levels import LEVELS, USUAL, level
from woodstock.referee import play as play_match
from woodstock.referee.records import read


def play(monkeypatch: pytest.MonkeyPatch, lines: str, *arguments: object) -> Result:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return woodstock("play", *arguments)


def test_a_whole_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    lines = "help\nmoves\nboard\nnonsense\n\nmark\n1\nmark 1 2\n(mark 1 3)\n"
    result = play(monkeypatch, lines, "tic_tac_toe", "--as", "x", "--against", "legal:", "--records", path)
    assert result.code == 2
    result = play(monkeypatch, lines, "tic_tac_toe", "--as", "x", "--against", "legal", "--records", path, "--seed", 0)
    assert result.code == 0
    assert result.err == ""
    out = result.out
    assert out.startswith("You are x against o; type help for help.\n")
    assert "quit   leave the match" in out
    assert "hint   ask woodstock for a move" in out
    assert "'nonsense' is not a move here" in out
    assert "Which one? (mark 1 1), (mark 1 2)" in out
    assert "* x (mark 1 1), o noop" in out
    # The first free cells are the opponent's: (1, 2) is taken, so that line is refused, and then the input ends.
    assert "'mark 1 2' is not a move here" in out
    assert out.endswith("You left the match.\n")
    # What was played is kept, as what it is.
    (record,) = read(path)
    own = [next(move for move in joint_move if move != "noop") for joint_move in record.moves]
    assert (record.ending, own) == ("aborted", ["(mark 1 1)", "(mark 1 2)", "(mark 1 3)", "(mark 2 1)"])
    assert woodstock("replay", path).code == 0


def test_to_the_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    # The opponent takes (1, 1), (1, 2), (1, 3) in this order: the person, second, does not stop it.
    result = play(
        monkeypatch, "mark 3 1\nMARK 3 2\n", "tic_tac_toe", "--as", "o", "--against", "legal", "--records", path
    )
    assert result.code == 0
    assert result.out.endswith("x (legal): 100\no (you): 0\n")
    assert "1 x x x\n" in result.out
    (record,) = read(path)
    assert record.players == ("legal", "you")
    assert record.human == (False, True)
    assert [joint_move[1] for joint_move in record.moves if joint_move[1] != "noop"] == ["(mark 3 1)", "(mark 3 2)"]
    shown = woodstock("replay", path, "--show").out
    assert "o is you" in shown
    assert "match 0: tic_tac_toe, 5 joint moves: true, terminal, goals 100 0" in shown


@pytest.mark.parametrize("lines", ["", "quit\n", "junk\n" * 200])
def test_leaving(monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    result = play(monkeypatch, lines, "connect_four")
    assert result.code == 0
    assert result.err == ""
    assert result.out.endswith("You left the match.\n")


def test_ctrl_c_leaves_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: False, readline=interrupt))
    result = woodstock("play", "connect_four")
    assert (result.code, result.err) == (130, "")
    assert result.out.endswith("You left the match.\n")


def test_a_terminal_completes_moves() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "woodstock.cli", "play", "tic_tac_toe"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True) as process:
        os.close(theirs)
        said = until(ours, b"> ")
        os.write(ours, b"mark 2 2\n")
        said += until(ours, b"> ")
        os.write(ours, b"mark 3\t 1\n")
        said += until(ours, b"> ")
        os.write(ours, b"q\t\n")
        said += until(ours, b"You left the match.")
        assert process.wait(20) == 0
    os.close(ours)
    assert b"* x (mark 2 2), o noop" in said


def until(handle: int, wanted: bytes) -> bytes:
    """What a terminal shows until the wanted text is there."""
    said = b""
    deadline = time.monotonic() + 30
    while wanted not in said and time.monotonic() < deadline:
        if select.select([handle], [], [], 0.1)[0]:
            said += os.read(handle, 4096)
    assert wanted in said, said
    return said


def test_thoughts_of_the_opponent_are_told_after_its_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._PLAYERS, "sage", Sage)
    out = play(monkeypatch, "1\n", "tic_tac_toe", "--against", "sage").out
    thoughts = r"\* x noop, o \(mark 3 3\)\n  o \(.*\): 0\.\d\d s, goal 75 \(20 to 80\), 12 nodes, 34 playouts"
    assert len(re.findall(thoughts, out)) == 1
    assert out.count("playouts") == 1


def test_chance_and_several_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    result = play(monkeypatch, "1\n", "matching_pennies", "--as", "bob")
    assert result.code == 0
    assert "alice (easy): " in result.out
    assert "bob (you): " in result.out


def test_what_is_hidden_stays_hidden(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("take 1\ntake 2\n"))
    record = play_match(Sticks(5, sees=True), [Person(), LegalPlayer()])
    assert [joint_move[0] for joint_move in record.moves] == ["(take 1)", "noop", "(take 2)", "noop"]
    out = capsys.readouterr().out
    assert "You see: (left 5); then (left 4)\n" in out
    assert "(turn" not in out


def test_what_was_seen_while_there_was_no_choice_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The card is dealt two steps before the first decision; the other's bet comes after the own one."""
    monkeypatch.setattr("sys.stdin", io.StringIO("pass\npass\n"))
    record = play_match(ws.load("kuhn_poker"), [Person(), LegalPlayer()], seed=1)
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("You see")]
    card = record.moves[0][2].split()[2].rstrip(")")
    assert lines == [f"You see: (card {card})", "You see: (bets first pass); then (bets second bet)"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tic_tac_toe", "--as", "z"], "has no role z to play; the roles are x, o"),
        (["matching_pennies", "--as", "random"], "has no role random to play"),
        (["tic_tac_toe", "--against", "random", "--against", "legal"], "has 1 other roles"),
        (["tic_tac_toe", "--against", "randm"], "did you mean 'random'?"),
    ],
)
def test_what_is_wrong_is_said(monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str) -> None:
    result = play(monkeypatch, "", *arguments)
    assert result.code == 2
    assert message in result.complaint()


def test_chance_is_fresh_each_time_and_the_seed_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def seed(*arguments: object) -> int | None:
        path = tmp_path / "mine.jsonl"
        result = play(monkeypatch, "quit\n", "tic_tac_toe", "--against", "legal", "--records", path, *arguments)
        (record,) = read(path)
        assert arguments or result.out.startswith(f"seed {record.seed}: ")
        return record.seed

    assert len({seed() for _ in range(4)}) > 1
    assert seed("--seed", 7) == 7


def test_back_and_forth(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Against one that takes the first free cell, in reading order."""
    path = tmp_path / "mine.jsonl"
    lines = "mark 3 3\nmark 2 2\nundo\nundo\nredo\nline\nmark 3 2\nredo\nswap\nmark 2 1\nresign\n"
    options = ("tic_tac_toe", "--against", "legal", "--records", path, "--seed", 1)
    result = play(monkeypatch, lines, *options)
    assert result.code == 0
    assert "1. x (mark 3 3), o noop\n2. x noop, o (mark 1 1)\n" in result.out
    assert "'redo' is not a move here" in result.out  # another move was made: there is nothing to make again
    assert "You are o against x" in result.out
    assert result.out.endswith("You gave up.\n")
    (record,) = read(path)
    own = ["(mark 3 3)", "(mark 1 1)", "(mark 3 2)", "(mark 1 2)", "(mark 1 3)", "(mark 2 1)", "(mark 2 2)"]
    assert [next(move for move in joint if move != "noop") for joint in record.moves] == own
    assert record.ending == "resigned"
    assert record.players == ("legal", "you")
    assert woodstock("replay", path).code == 0


def test_what_is_taken_back_is_as_if_it_had_not_been(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Chance draws again what it had drawn."""
    matches = []
    for at, lines in enumerate(("1\nundo\n1\n", "1\n")):
        path = tmp_path / f"{at}.jsonl"
        play(monkeypatch, lines, "pig", "--against", "legal", "--records", path, "--seed", 5)
        (record,) = read(path)
        matches.append(record.moves)
    one, other = matches
    assert one == other


def test_two_people_at_one_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "mark 1 1\nmark 2 1\nmark 1 2\nmark 2 2\nmark 1 3\n"
    for word in ("human", "person"):
        result = play(monkeypatch, lines, "tic_tac_toe", "--against", word, "--seed", 0)
        assert result.code == 0
        assert "It is the turn of o." in result.out
        assert result.out.endswith("x (human): 100\no (human): 0\n")


@pytest.mark.long
def test_hints_and_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "rules\nmark 1 1\nmark 2 1\nmark 1 2\nmark 2 2\nhint\nquit\n"
    out = play(monkeypatch, lines, "tic_tac_toe", "--against", "human", "--seed", 0).out
    assert "a full grid without such a line is a draw" in out
    assert "hint: (mark 1 3), worth about 100 of 100\n" in out


def test_a_move_that_is_called_like_a_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "mine.kif"
    path.write_text(
        "(role me) (init start) (legal me quit) (legal me undo) (<= (next (did ?m)) (does me ?m))"
        "(<= terminal (not (true start))) (<= (goal me 100) (true (did quit))) (<= (goal me 0) (not (true (did quit))))"
    )
    assert play(monkeypatch, "quit\n", path, "--seed", 0).out.endswith("me (you): 100\n")
    assert play(monkeypatch, ":quit\n", path, "--seed", 0).out.endswith("You left the match.\n")


def test_levels() -> None:
    """Each is a player that there is; the weaker ones do not depend on the machine."""
    assert list(LEVELS) == ["beginner", "easy", "medium", "hard", "best"]
    budgets = [parse(LEVELS[name].player).options.get("playouts") for name in LEVELS]
    assert budgets == [*sorted(budgets[:3]), None, None]  # type: ignore[type-var]
    assert LEVELS["hard"].seconds < LEVELS["best"].seconds
    assert level("Easy").name == USUAL == "easy"
    with pytest.raises(UnknownPlayerError, match="did you mean beginner"):
        level("begginer")


@pytest.mark.slow
@pytest.mark.parametrize(("weak", "strong"), [("beginner", "easy"), ("easy", "medium")])
def test_each_level_beats_the_one_below(weak: str, strong: str) -> None:
    result = ws.match("connect_four", LEVELS[strong].player, LEVELS[weak].player, matches=40, swap=True, seed=1, play=9)
    assert result.points[0] > 26


@pytest.mark.long
def test_keys_hit_too_early_are_dropped() -> None:
    """Lines typed while the program starts are no moves."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "woodstock.cli", "play", "tic_tac_toe", "--against", "legal", "--seed", "0"]
    os.write(ours, b"mark 3 3\nmark 3 2\n")
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True) as process:
        os.close(theirs)
        said = until(ours, b"> ")
        time.sleep(0.5)
        os.write(ours, b"quit\n")
        said += until(ours, b"You left the match.")
        assert process.wait(60) == 0
    os.close(ours)
    assert b"* x" not in said


@pytest.mark.long
def test_who_thinks_is_told() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "woodstock.cli", "play", "tic_tac_toe", "--seed", "0"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True) as process:
        os.close(theirs)
        said = until(ours, b"> ")
        os.write(ours, b"mark 2 2\n")
        said += until(ours, b"> ")
        os.write(ours, b"quit\n")
        said += until(ours, b"You left the match.")
        assert process.wait(60) == 0
    os.close(ours)
    assert b"o (easy) is preparing" in said
    assert b"o (easy) is thinking" in said


def test_words_for_moves() -> None:
    names = ["(drop 1)", "(drop 10)", "pass", "noop"]
    assert matching("1", names) == ["(drop 1)"]
    assert matching("4", names) == ["noop"]
    assert matching("0", names) == matching("5", names) == matching("99999999999999999999", names) == []
    assert matching("drop 1", names) == matching("(DROP  1)", names) == ["(drop 1)"]
    assert matching("drop", names) == ["(drop 1)", "(drop 10)"]
    assert matching("p", names) == ["pass"]
    assert matching("()", names) == []
    assert matching("3", ["5", "3"]) == ["3"]
