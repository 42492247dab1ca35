"""`woodstock serve` and `woodstock host` on the command line."""

from __future__ import annotations

import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cli.running import woodstock
from protocol.serving import descendants, serving
from woodstock.ground import Limits
from woodstock.protocol.follower import limits_of


@pytest.mark.long
def test_where_it_listens() -> None:
    """On this machine alone, unless it is told otherwise; then it says so."""
    for options, warned in (((), False), (("--host", "0.0.0.0"), True)):
        process = subprocess.Popen(
            [sys.executable, "-m", "woodstock.cli", "serve", "--port", "0", "--player", "legal", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        host = options[1] if options else "127.0.0.1"
        assert line.startswith(f"legal listens at http://{host}:")
        with socket.create_connection(("127.0.0.1", int(line.rsplit(":", 1)[1])), 5) as connection:
            connection.sendall(b"GET /(info) HTTP/1.0\r\n\r\n")
            assert b"200 OK" in connection.recv(1000)
        process.terminate()
        _, err = process.communicate(timeout=20)
        assert process.returncode == 0
        assert ("warning: anyone who can reach 0.0.0.0" in err) is warned
        assert "Traceback" not in err


@pytest.mark.long
def test_a_port_that_is_taken() -> None:
    with serving("legal") as served:
        result = woodstock("serve", "--port", served.port, "--player", "legal")
        assert result.code == 2
        assert "cannot listen" in result.line()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_whoever_is_told_the_address_finds_it_warm() -> None:
    """The first match may begin at once, and have a short start clock: the engine has been loaded by then."""
    with serving("legal") as served:
        maps = [Path(f"/proc/{pid}/maps").read_text() for pid in descendants(served.pid)]
    assert any("woodstock/core/_core" in text for text in maps)


def test_rules_of_strangers_have_no_wider_limits_than_ones_own() -> None:
    usual = Limits()
    assert limits_of(24 * 3600.0, 64 << 30) == replace(usual, wall=usual.wall_seconds)
    assert limits_of(1.5, 1 << 30) == Limits(1.5, 1 << 30, usual.rules, 1.5)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["serve", "--player", "nobody"], "no player"),
        (["serve", "--player", "uct:playouts=0"], "at least 1"),
        (["serve", "--player", "http://there"], "no player"),
        (["serve", "--name", "two words"], "one word"),
        (["serve", "--port", "99999"], "port"),
        (["serve", "--longest-clock", "0"], "longest-clock"),
        (["host", "tic_tac_toe", "http://there"], "takes 2 player"),
        (["host", "tic_tac_toe", "https://there", "random"], "not the address"),
        (["host", "tic_tac_toe", "http://there", "random", "--protocol", "latin"], "no protocol"),
        (["host", "tic_tac_toe", "human", "human"], "one person"),
        (["host", "tic_tac_toe", "human", "random", "--json"], "terminal"),
        (["match", "tic_tac_toe", "http://there?x=1", "random"], "no option"),
        (["match", "tic_tac_toe", "http://there", "random", "--jobs", "2"], "one match at a time"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_complaints(arguments: list[str], complaint: str) -> None:
    result = woodstock(*arguments)
    assert result.code == 2
    assert complaint in result.complaint()


def test_a_person_and_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1\n1\n1\n1\n"))
    result = woodstock("host", "tic_tac_toe", "human", "legal", "--play", 1)
    assert result.code == 0, result.err
    assert "You are x" in result.out
    assert "wins as" in result.out or "drawn" in result.out
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    result = woodstock("host", "tic_tac_toe", "human", "legal", "--play", 1)
    assert result.code == 0
    assert "You left the match." in result.out
