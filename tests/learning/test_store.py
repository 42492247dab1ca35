"""What was learned is kept as it is, and a file that is not as we wrote it is refused with a clear error."""

from __future__ import annotations

import io
import json
import pickle
import warnings
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from learning.samples import load, random_learned
from woodstock.errors import DamagedFileError, WoodstockError
from woodstock.learning import Learned, archive, load_for, store

NAME = "tic_tac_toe"


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("WOODSTOCK_LEARNED", str(tmp_path / "learned"))
    return tmp_path / "learned"


def same(one: Learned, other: Learned) -> bool:
    facts = ("game", "digest", "names", "seconds", "positions", "generations", "curve", "mix")
    weights = ("roles", "fluents", "phases")
    return (
        all(getattr(one, name) == getattr(other, name) for name in facts)
        and all(getattr(one.weights, name) == getattr(other.weights, name) for name in weights)
        and np.array_equal(one.weights.rows, other.weights.rows)
        and np.array_equal(one.weights.outputs, other.weights.outputs)
    )


def test_what_is_kept_comes_back() -> None:
    learned = random_learned(NAME)
    path = store.keep(learned)
    assert same(store.read(path), learned)
    found = load_for(load(NAME))
    assert found is not None
    assert same(found, learned)
    [listed] = store.kept()
    assert isinstance(listed, Learned)
    assert same(listed, learned)
    assert list(store.folder().iterdir()) == [path]  # no other file is left behind
    assert store.delete(learned.digest)
    assert not store.delete(learned.digest)
    assert load_for(load(NAME)) is None


def test_files_travel(tmp_path: Path) -> None:
    learned = random_learned(NAME)
    store.export_to(learned, tmp_path / "file")
    assert same(store.import_from(tmp_path / "file"), learned)
    assert load_for(load(NAME)) is not None


def test_the_folder_is_in_the_data_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("WOODSTOCK_LEARNED")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert store.folder() == tmp_path / "woodstock" / "learned"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert store.folder() == Path.home() / ".local/share/woodstock/learned"


def test_a_game_that_takes_too_long_to_recognise_is_unknown() -> None:
    store.keep(random_learned("breakthrough"))
    assert load_for(load("breakthrough"), seconds=0.0) is None


def packed() -> bytes:
    buffer = io.BytesIO()
    archive.pack(random_learned(NAME), buffer)
    return buffer.getvalue()


def test_numpy_reads_the_file_without_pickles() -> None:
    with np.load(io.BytesIO(packed()), allow_pickle=False) as file:
        assert sorted(file.files) == ["checksum", "header", "outputs", "rows"]
        assert json.loads(file["header"].tobytes())["game"] == NAME


class Trap:
    """What a pickle may do to those who read it."""

    sprung = False

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return _spring, ()


def _spring() -> None:
    Trap.sprung = True


def arrays() -> dict[str, Any]:
    with np.load(io.BytesIO(packed()), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def written(content: dict[str, Any], *, signed: bool = True) -> bytes:
    """A file of these arrays, whose checksum is right."""
    if signed:
        data = {name: np.asarray(content[name]).tobytes() for name in ("header", "rows", "outputs")}
        content = content | {"checksum": np.frombuffer(archive._checksum(data), dtype=np.uint8)}
    buffer = io.BytesIO()
    np.savez(buffer, **content)
    return buffer.getvalue()


def with_header(**changes: Any) -> bytes:
    content = arrays()
    header = json.loads(content["header"].tobytes()) | changes
    return written(content | {"header": np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)})


def raw(members: dict[str, bytes], how: int = zipfile.ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", how) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return buffer.getvalue()


def members() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed())) as file:
        return {name: file.read(name) for name in file.namelist()}


def huge() -> bytes:
    """An array that says it has a hundred tebibytes."""
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": (5 << 20, 5 << 20)})
    return raw(members() | {"rows.npy": file.getvalue() + bytes(64)})


def flipped(at: int) -> bytes:
    content = bytearray(packed())
    content[at] ^= 1
    return bytes(content)


def bad_files() -> Iterator[tuple[str, bytes, str]]:
    good = arrays()
    nowhere = np.array(good["rows"])
    nowhere[3, 3] = np.nan
    deep = b"[" * 100_000
    yield "empty", b"", "not a file of learned weights"
    yield "text", b"hello, world", "not a file of learned weights"
    yield "half", packed()[: len(packed()) // 2], "not a file of learned weights"
    yield "pickle", pickle.dumps(Trap()), "not a file of learned weights"
    yield "object array", written(good | {"rows": np.array([[Trap()]])}, signed=False), "of another kind"
    yield "pickle for an array", raw(members() | {"rows.npy": pickle.dumps(Trap())}), "cannot be read"
    yield "more arrays", written(good | {"more": good["rows"]}), "other arrays"
    yield "fewer arrays", raw({"header.npy": b"", "rows.npy": b""}), "other arrays"
    yield "twice the same", _twice(), "other arrays"
    yield "compressed", raw(members(), zipfile.ZIP_DEFLATED), "packed in another way"
    yield "huge array", huge(), "another size than it says"
    yield (
        "wrong checksum",
        written(good | {"rows": good["rows"] + 1, "checksum": good["checksum"]}, signed=False),
        ("checksum"),
    )
    yield "flipped bit", flipped(len(packed()) // 2), "not a file|checksum|read"
    yield "other type", written(good | {"rows": good["rows"].astype(np.float64)}), "another kind"
    yield "other order", written(good | {"rows": np.asfortranarray(good["rows"])}), "another kind"
    yield "flat", written(good | {"rows": good["rows"].reshape(-1)}), "another kind"
    yield "a row too few", written(good | {"rows": good["rows"][1:].copy()}), "do not fit"
    yield "narrow", written(good | {"rows": good["rows"][:, 1:].copy()}), "do not fit"
    yield "not a number", written(good | {"rows": nowhere}), "not finite"
    yield "no JSON", written(good | {"header": np.frombuffer(b"{", dtype=np.uint8)}), "header"
    yield "deep JSON", written(good | {"header": np.frombuffer(deep, dtype=np.uint8)}), "header"
    yield "a list", written(good | {"header": np.frombuffer(b"[1]", dtype=np.uint8)}), "header"
    yield "later format", with_header(format=2), "another version"
    yield "no digest", with_header(digest="../../etc/passwd"), "header"
    yield "no fluents", with_header(fluents=None), "header"
    yield "fluents that are numbers", with_header(fluents=list(range(len(good["rows"]) - 1))), "header"
    yield "names that are none", with_header(names=[["relation", "x", 1]]), "header"
    yield "endless seconds", with_header(seconds=float("inf")), "header"
    yield "a text for a number", with_header(positions="many"), "header"
    yield "a part that is more than all", with_header(mix=1.5), "header"
    yield "a curve that is none", with_header(curve=[[1, 2]]), "header"


def _twice() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, content in [*members().items(), ("rows.npy", b"")]:
            file.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize("content", [pytest.param(one, id=name) for name, *one in bad_files()])
def test_a_bad_file_is_refused(content: list[Any], own_folder: Path, tmp_path: Path) -> None:
    data, reason = content
    own_folder.mkdir()
    path = own_folder / f"{random_learned(NAME).digest}.npz"
    path.write_bytes(data)
    with pytest.raises(DamagedFileError, match=reason) as caught:
        store.read(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)
    assert not Trap.sprung
    with pytest.warns(store.LearnedWarning, match="cannot be used"):
        assert load_for(load(NAME)) is None  # a player goes on without it
    assert [type(one) for one in store.kept()] == [DamagedFileError]
    elsewhere = tmp_path / "file.npz"
    elsewhere.write_bytes(data)
    path.unlink()
    with pytest.raises(DamagedFileError):
        store.import_from(elsewhere)
    assert not path.exists()


def test_a_file_under_the_name_of_another_game_is_refused() -> None:
    learned, other = random_learned(NAME), random_learned("nim")
    path = store.keep(learned)
    path.rename(store.path_of(other.digest))
    with pytest.warns(store.LearnedWarning, match="another game"):
        assert load_for(load("nim")) is None


def test_a_file_that_is_too_large_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    path = store.keep(random_learned(NAME))
    monkeypatch.setattr(archive, "LARGEST", 1000)
    with pytest.raises(DamagedFileError, match="larger than"):
        store.read(path)


def test_names_that_are_no_terms_are_reported() -> None:
    """The checksum is right: somebody means it."""
    store.folder().mkdir(parents=True)
    learned = random_learned(NAME)
    fluents = ["((((", *learned.weights.fluents[1:]]
    store.path_of(learned.digest).write_bytes(with_header(fluents=fluents))
    with pytest.warns(store.LearnedWarning, match="cannot be used"):
        assert load_for(load(NAME)) is None


def test_where_nothing_can_be_written_the_error_has_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("WOODSTOCK_LEARNED", str(tmp_path / "file" / "learned"))
    with pytest.raises(WoodstockError, match="cannot be written"):
        store.keep(random_learned(NAME))
    assert list(store.kept()) == []
    assert load_for(load(NAME)) is None
