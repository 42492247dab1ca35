"""Compiled games on disk: found again, and never trusted."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import woodstock as ws
from engine.forged import changed, repacked, said, signed
from woodstock.circuit import Circuit
from woodstock.core import builder_digest
from woodstock.engine import Game, cache, digests
from woodstock.engine.source import Source, find

SHEET = "(role r) (init s) (legal r a) (legal r b) (<= (next t) (does r a)) (<= terminal (true t)) (goal r 50)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache for every test."""
    own = tmp_path / "cache"
    monkeypatch.setenv("WOODSTOCK_CACHE", str(own))
    return own


def entry(folder: Path) -> Path:
    """The one entry."""
    (path,) = folder.iterdir()
    return path


def is_cached(game: Game) -> bool:
    return bool(game.info()["cached"])


def same(left: Circuit | None, right: Circuit | None) -> bool:
    assert left is not None and right is not None
    names = ("roles", "fluents", "moves", "percepts", "goals")
    return all(getattr(left, name) == getattr(right, name) for name in names) and all(
        np.array_equal(left.arrays[name], right.arrays[name]) for name in left.arrays | right.arrays
    )


@pytest.mark.parametrize("name", ["matching_pennies", "connect_four"])
def test_the_second_load_comes_from_the_cache_and_equals_the_first(name: str, folder: Path) -> None:
    first, second = ws.load(name), ws.load(name)
    assert (is_cached(first), is_cached(second)) == (False, True)
    assert same(first.circuit, second.circuit)
    assert first.roles == second.roles and first.sees == second.sees
    assert {**first.info(), "cached": True} == second.info()
    assert first.machine().perft(3) == second.machine().perft(3)
    assert entry(folder).name == f"{cache.key(first.source)}.circuit"


def test_no_cache_is_read_or_written_when_it_is_not_wanted(folder: Path) -> None:
    assert not is_cached(ws.load("tic_tac_toe", cache=False))
    assert not folder.exists()
    ws.load("tic_tac_toe")
    assert not is_cached(ws.load("tic_tac_toe", cache=False))


def test_other_rules_and_other_ways_to_read_them_have_other_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("name", b"text")
    keys = {
        cache.key(source),
        cache.key(Source("name", b"text ")),
        cache.key(Source("name", b"text", lenient=True)),
        cache.key(Source("name", b"text", fold_case=True)),
    }
    assert len(keys) == 4
    assert cache.key(Source("other name", b"text")) in keys
    monkeypatch.setattr(cache, "compiler_digest", lambda: "another")
    assert cache.key(source) not in keys


def without(name: str) -> Callable[[bytes], bytes]:
    def drop(head: dict[str, Any], arrays: dict[str, Any]) -> None:
        head.pop(name, None)
        arrays.pop(name, None)

    return lambda content: repacked(content, drop)


def an_array() -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.arange(3))
    return buffer.getvalue()


def a_zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("head.npy", b"nothing")
    return buffer.getvalue()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "short": lambda content: content[:20],
    "only a checksum": lambda content: content[:32],
    "truncated": lambda content: content[: len(content) // 2],
    "one byte short": lambda content: content[:-1],
    "one byte long": lambda content: content + b"\0",
    "a bit flipped": lambda content: content[:100] + bytes([content[100] ^ 1]) + content[101:],
    "another checksum": lambda content: bytes(32) + content[32:],
    "signed nothing": lambda _: signed(b""),
    "signed noise": lambda _: signed(os.urandom(300)),
    "signed text": lambda _: signed(b"hello"),
    "signed pickle": lambda _: signed(b"\x80\x04N."),
    "signed array": lambda _: signed(an_array()),
    "signed zip": lambda _: signed(a_zip()),
    "signed zip cut short": lambda content: signed(content[32:-40]),
    "of another key": said(key="0" * 64),
    "without facts": without("facts"),
    "facts that are none": said(facts=7),
    "without fluents": without("fluents"),
    "without literals": without("literals"),
    "too few names": said(fluents=["s"]),
    "names of no moves": said(moves=[[], []]),
    "names of other goals": said(goals=[[1, 2, 3]]),
    "another type": changed(next=np.zeros(2)),
    "another shape": changed(next=np.zeros((1, 2), dtype=np.uint32)),
    "no circuit": changed(next=np.array([4000, 0], dtype=np.uint32)),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_an_entry_that_is_damaged_or_foreign_is_ignored_and_written_anew(
    damage: Callable[[bytes], bytes], folder: Path, tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.kif"
    sheet.write_text(SHEET)
    first = ws.load(sheet)
    path = entry(folder)
    sound = path.read_bytes()
    broken = damage(sound)
    assert broken != sound
    path.write_bytes(broken)
    again = ws.load(sheet)
    assert not is_cached(again) and same(first.circuit, again.circuit)
    assert is_cached(ws.load(sheet))


def test_an_entry_of_another_builder_is_not_looked_at(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    ours = builder_digest()
    ws.load("tic_tac_toe")
    for digest, known in (("another", False), ("another", True), (ours, True)):
        monkeypatch.setattr(digests, "builder_digest", lambda digest=digest: digest)
        digests.compiler_digest.cache_clear()
        assert is_cached(ws.load("tic_tac_toe")) == known
    assert len(list(folder.iterdir())) == 2


def test_an_entry_moved_to_another_key_is_ignored(folder: Path) -> None:
    ws.load("tic_tac_toe")
    source = find("connect_four")
    entry(folder).rename(folder / f"{cache.key(source)}.circuit")
    assert cache.read(source) is None
    assert ws.load("connect_four").machine().perft(1) == [7]


@pytest.mark.parametrize("place", ["file", "file/below", "/proc/nowhere/cache", "x" * 300])
def test_a_cache_that_cannot_be_written_is_no_error(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path / place))
    for _ in range(2):
        game = ws.load("tic_tac_toe")
        assert not is_cached(game) and game.machine().perft(2) == [9, 72]


def test_the_folder_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WOODSTOCK_CACHE", "/a/b")
    assert cache.folder() == Path("/a/b")
    monkeypatch.delenv("WOODSTOCK_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/c")
    assert cache.folder() == Path("/c/woodstock")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "woodstock"


def test_the_oldest_entries_go_when_there_are_too_many(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["tic_tac_toe", "matching_pennies", "random_tic_tac_toe_2x2"]
    paths = []
    for age, name in enumerate(names):
        paths.append(folder / f"{cache.key(ws.load(name).source)}.circuit")
        os.utime(paths[-1], (age, age))
    newest = folder / f"{cache.key(find('connect_four'))}.circuit"
    ws.load("connect_four")
    assert all(path.exists() for path in paths)
    room = newest.stat().st_size + paths[-1].stat().st_size
    monkeypatch.setattr(cache, "_LARGEST", room + 500)  # times in an entry are a few digits longer or shorter
    assert min(path.stat().st_size for path in paths) > 1000
    newest.unlink()
    ws.load("connect_four")
    assert [path.exists() for path in paths] == [False, False, True]
    assert newest.exists()
    monkeypatch.setattr(cache, "_LARGEST", 0)
    ws.load("tic_tac_toe")
    assert list(folder.iterdir()) == []


def test_what_killed_writers_left_is_swept(folder: Path) -> None:
    folder.mkdir()
    left, being_written = folder / "left.part", folder / "now.part"
    for path in (left, being_written):
        path.write_bytes(b"half an entry")
    os.utime(left, (0, 0))
    ws.load("tic_tac_toe")
    assert sorted(path.suffix for path in folder.iterdir()) == [".circuit", ".part"]
    assert being_written.exists()


def test_nothing_but_entries_is_left_behind(folder: Path) -> None:
    ws.load("tic_tac_toe")
    assert [path.suffix for path in folder.iterdir()] == [".circuit"]


def test_many_writers_and_readers_at_once(folder: Path) -> None:
    game = ws.load("tic_tac_toe", cache=False)
    assert game.circuit is not None
    cache.write(game.source, game.circuit, game._facts)

    def work(_: int) -> bool:
        assert game.circuit is not None
        cache.write(game.source, game.circuit, game._facts)
        found = cache.read(game.source)
        return found is not None and same(found[0], game.circuit)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(100)))
    assert len(list(folder.iterdir())) == 1


@pytest.mark.long
def test_processes_that_start_together_share_an_entry(folder: Path) -> None:
    code = "import woodstock as ws; print(ws.load('connect_four').machine().perft(2))"
    children = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [child.communicate(timeout=60)[0].strip() for child in children] == ["[7, 49]"] * 3
    assert entry(folder).suffix == ".circuit"
    assert is_cached(ws.load("connect_four"))
