"""What others wrote never reaches the terminal as it is: whatever way it comes in, it is escaped on its way out."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.running import Result, woodstock
from protocol.test_client import player, saying
from referee.test_ggp import BY_OTHERS
from woodstock.cli.output import table
from woodstock.cli.terminal import escaping
from woodstock.printable import escaped, one_line

EVIL = "\x1b[2J\x1b]0;title\x07\x9b31m\x7f\u202e\u2066\u200b\ufeff"
"""Clears the screen, sets the title, colours what follows, and turns its direction around."""

INVALID = b"\xff\xfe\xc0\x80\xed\xa0\x80"
"""No UTF-8."""

WORD = EVIL.encode() + INVALID

RULES = b"""(role ro-%b) (role o) (init (at-%b 0)) (<= (legal ro-%b (go-%b ?x)) (true (at-%b ?x))) (legal o noop)
(<= (next (at-%b 1)) (true (at-%b 0))) (<= terminal (true (at-%b 1))) (goal ro-%b 100) (goal o 0)"""


def shown(result: Result) -> str:
    """All that was printed, if it can do no harm."""
    text = result.out + result.err
    assert all(char.isprintable() or char in "\n\t" for char in text), ascii(text)
    text.encode()
    assert "Traceback" not in text
    assert "internal error" not in text
    return text


def rulesheet(folder: Path, text: bytes) -> Path:
    path = folder / "evil.kif"
    path.write_bytes(text)
    return path


@pytest.mark.parametrize("word", [EVIL.encode(), WORD], ids=["control characters", "no UTF-8"])
def test_rules(tmp_path: Path, word: bytes) -> None:
    path = rulesheet(tmp_path, RULES.replace(b"%b", word))
    for arguments in (
        ("check", path),
        ("info", path),
        ("perft", path, 2),
        ("symmetries", path),
        ("network", path),
        ("match", path, "random", "legal", "--show"),
        ("analyse", path, "--player", "legal", "--seconds", 0.1),
        ("host", path, "legal", "legal"),
        ("play", path, "--as", "o", "--against", "legal"),
    ):
        shown(woodstock(*arguments))
    shown(woodstock("check", rulesheet(tmp_path, b"(role " + word + b") (<= (" + word)))


def test_names_and_moves(tmp_path: Path) -> None:
    for name in (EVIL, INVALID.decode("utf-8", "surrogateescape")):
        for arguments in (
            ("info", name),
            ("info", tmp_path / f"{name}.kif"),
            (name,),
            ("match", "tic_tac_toe", name, name),
            ("match", "tic_tac_toe", "random", f"uct:{name}=1"),
            ("serve", "--name", name),
            ("serve", "--player", name),
            ("host", "tic_tac_toe", f"http://{name}:1", "random"),
            ("analyse", "tic_tac_toe", "--player", "legal", "--moves", name),
            ("replay", tmp_path / name),
            ("solve", tmp_path / name),
            ("experiment", "status", name),
        ):
            result = woodstock(*arguments)
            assert result.code == (0 if arguments[0] == "host" and "1" in result.out else 2)
            shown(result)


@pytest.mark.parametrize("status", [b"200 OK", b"500 " + WORD])
def test_players_elsewhere(status: bytes) -> None:
    answer = b"HTTP/1.0 %b\r\n\r\n%b" % (status, WORD)
    with player(saying(answer)) as port:
        for more in ([], ["--show"], ["--scramble", "--matches", 2]):
            result = woodstock("host", "tic_tac_toe", f"http://127.0.0.1:{port}", "random", "--play", 1, *more)
            assert result.code == 0
            assert "\\x1b" in shown(result)


def test_records(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    step = [f"(mark {EVIL} 1)", "noop"]
    lines = [
        json.dumps({**BY_OTHERS, "gameName": EVIL}),
        json.dumps({**BY_OTHERS, "moves": [step, *list(BY_OTHERS["moves"])[1:]]}),
        json.dumps({**BY_OTHERS, "playerNamesFromHost": [EVIL, "\udcff"], "errors": [[EVIL, EVIL]] * 6}),
        json.dumps({**BY_OTHERS, "matchId": EVIL, "gameMetaURL": EVIL, "goalValues": EVIL}),
        json.dumps({EVIL: EVIL}),
    ]
    for line in lines:
        path.write_text(line)
        for more in ([], ["--show"], ["--game", "tic_tac_toe", "--show"]):
            shown(woodstock("replay", path, *more))
    path.write_bytes(lines[0].encode() + WORD)
    assert "error" in shown(woodstock("replay", path))


def test_networks(tmp_path: Path) -> None:
    path = tmp_path / "network.xml"
    name = "\u202ea\u200b&#x9b;"
    for text in (
        f'<instance format="XCSP3" type="CSP"><variables><var id="{name}"> 0 1 </var></variables>'
        f"<constraints/></instance>",
        f'<instance format="XCSP3" type="{name}"><variables/></instance>',
        f'<instance format="XCSP3" type="CSP"><{name}/></instance>',
        EVIL,
    ):
        path.write_text(text)
        shown(woodstock("solve", path))
        shown(woodstock("qcsp", "solve", path))
    path.write_bytes(WORD)
    assert woodstock("solve", path).code == 2


def test_experiments(tmp_path: Path) -> None:
    path = tmp_path / "evil.toml"
    name = "\\u001b[2J\\u202e"
    for text in (
        f'title = "{name}"\nsource = "{name}"\n[match]\nplay = 0.01\n[match.players]\n"{name}" = "{name}"\n',
        f'title = "{name}"\n"{name}" = 1\n',
        EVIL,
    ):
        path.write_text(text)
        for command in ("status", "report", "run"):
            result = woodstock("experiment", command, path)
            assert result.code == 2
            shown(result)
    path.write_bytes(WORD)
    shown(woodstock("experiment", "status", path))


def test_tables_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The colours are ours, and nothing else is."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("TERM", "dumb")
    with escaping():
        table(["name", EVIL], [[EVIL, "\udcff"]])
        print(EVIL)
    text = terminal.getvalue()
    assert text.count("\\x1b[2J") == 3
    assert all(char.isprintable() or char == "\n" for char in text), ascii(text)


@given(st.text(st.characters() | st.characters(categories=["Cs"])))
def test_escaping(text: str) -> None:
    safe = escaped(text)
    assert all(char.isprintable() or char in "\n\t" for char in safe)
    safe.encode()
    assert escaped(safe) == safe
    if text.isprintable():
        assert safe == text
    assert "\n" not in one_line(text)
