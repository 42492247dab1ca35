"""Symmetries on disk: read as they were written, and not read at all when they are not."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import woodstock as ws
from woodstock.engine import cache as disk
from woodstock.symmetry import Detection, cache, find


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path))
    return tmp_path


def test_what_was_found_is_found_again(folder: Path) -> None:
    game = ws.load("tic_tac_toe")
    assert cache.read(game, "rules") is None
    with Detection(game) as detection:
        first = detection.best(time.monotonic() + 60.0)
    assert first is not None and list(folder.glob("*.symmetries"))
    begun = time.monotonic()
    with Detection(game) as detection:
        assert detection.finished
        second = detection.best(begun)
    assert second is not None
    assert [one.tolist() for one in second.generators] == [one.tolist() for one in first.generators]
    assert (second.at_start, second.vertices, second.points) == (first.at_start, first.vertices, first.points)
    assert second.group() is not None
    assert cache.read(game, "constraints") is None


def test_a_game_that_is_not_kept_keeps_nothing(folder: Path) -> None:
    game = ws.load("tic_tac_toe", cache=False)
    cache.write(game, find(game))
    assert not list(folder.iterdir())


@pytest.mark.usefixtures("folder")
def test_entries_that_are_not_right_are_ignored() -> None:
    game = ws.load("tic_tac_toe")
    found = find(game)
    cache.write(game, found)
    (path,) = disk.folder().glob(f"{disk.key(game.source)}.rules.*")
    whole = path.read_bytes()
    assert cache.read(game, "rules") is not None
    path.write_bytes(whole[:-3])
    assert cache.read(game, "rules") is None
    disk.keep(path.name, b"no array")
    assert cache.read(game, "rules") is None
    other = ws.load("matching_pennies")
    cache.write(other, find(other))
    (foreign,) = disk.folder().glob(f"{disk.key(other.source)}.rules.*")
    foreign.replace(path)
    assert cache.read(game, "rules") is None


@pytest.mark.usefixtures("folder")
def test_what_other_sources_found_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ws.load("tic_tac_toe")
    cache.write(game, find(game))
    assert cache.read(game, "rules") is not None
    monkeypatch.setattr(cache, "sources_digest", lambda *_: "of other sources")
    assert cache.read(game, "rules") is None
