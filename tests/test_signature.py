"""The signature of how woodstock plays: the same with every kernel, and a change is noticed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import woodstock as ws
from woodstock.core import kernels

FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("woodstock_signature", FOLDER / "signature.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def expected() -> dict[str, int]:
    lines = (FOLDER / "signature.txt").read_text().splitlines()
    return {part: int(value) for part, _, value in (line.rpartition(" ") for line in lines)}


@pytest.mark.parametrize("kernel", kernels())
def test_every_kernel_gives_the_same(kernel: str, script: ModuleType, expected: dict[str, int]) -> None:
    game = ws.load("connect_four", cache=False)
    assert game.circuit is not None
    game.__dict__["lanes"] = ws.LaneSimulator(game.circuit, kernel)
    found = dict(script.parts("connect_four", game))
    assert found == {part: value for part, value in expected.items() if part.startswith("connect_four ")}


def test_ten_games_and_five_players_are_in_it(script: ModuleType, expected: dict[str, int]) -> None:
    assert (len(script.GAMES), len(script.PLAYERS)) == (10, 5)
    players = [player.partition(":")[0] for player in script.PLAYERS]
    assert [*expected] == [f"{game} {what}" for game in script.GAMES for what in ("perft", "playouts", *players)] + [
        "signature"
    ]


def test_a_change_is_noticed_and_named(
    script: ModuleType, expected: dict[str, int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["signature.py", "--check"])
    monkeypatch.setattr(script, "signature", lambda: expected)
    assert script.main() == 0
    monkeypatch.setattr(script, "signature", lambda: expected | {"nim uct": 1})
    assert script.main() == 1
    assert capsys.readouterr().err == "behaviour differs from signature.txt: nim uct\n"
