"""Results on disk: written once, whatever happens."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from experiments.kinds_of_ours import CoinKind
from experiments.pools import rows_of
from woodstock.experiments import ExperimentError, Scale, Store
from woodstock.experiments.matches import MatchKind
from woodstock.experiments.store import Progress, Row, stored

HEADS, TAILS = {"heads": 1.0}, {"heads": 0.0}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "results.sqlite", CoinKind(), create=True)


def test_first_come(store: Store) -> None:
    assert store.write(1, "a", [Row(0, 1.0, HEADS, b"one"), Row(1, 1.0, HEADS)]) == 2
    assert store.write(2, "a", [Row(1, 1.0, TAILS, b"late"), Row(2, 3.0, TAILS, b"two")]) == 1
    assert store.write(2, "b", [Row(1, 1.0, {}, failure="it broke", disturbance=0.4)]) == 1
    assert [row["heads"] for row in rows_of(store, "a")] == [1.0, 1.0, 0.0]
    assert store.done("a") == {0, 1, 2}
    assert store.done("c") == set()
    both = {"a": 3, "b": 2}
    assert store.progress(0.1, both) == {"a": Progress(3, 0, 0, 5.0), "b": Progress(1, 1, 1, 1.0)}
    assert store.progress(0.5, both)["b"].disturbed == 0
    assert store.progress(0.1, {"a": 2, "nobody": 5}) == {"a": Progress(2, 0, 0, 2.0)}
    assert store.tallies(CoinKind(), both) == {"a": {"tosses": 3, "heads": 2.0}, "b": {"tosses": 0, "heads": 0}}
    assert store.tallies(CoinKind(), {"a": 1})["a"] == {"tosses": 1, "heads": 1.0}
    assert store.column("b", "heads") == [(1, None)]
    assert list(store.records("a")) == [(0, b"one"), (2, b"two")]
    assert store.failures(5) == [("b", 1, "it broke")]


def test_all_of_a_batch_or_nothing(store: Store) -> None:
    with pytest.raises(sqlite3.Error):
        store.write(1, "a", [Row(0, 1.0, HEADS), Row(1, 1.0, {"heads": object()})])  # type: ignore[dict-item]
    assert store.done("a") == set()
    assert store.write(1, "a", [Row(0, 1.0, HEADS)]) == 1


def test_another_reader_sees_what_is_written(store: Store) -> None:
    other = Store(store.path, CoinKind())
    store.write(1, "a", [Row(0, 1.0, HEADS)])
    assert Store(store.path, CoinKind()).done("a") == {0}
    other.close()


def test_what_is_kept_of_the_experiment(store: Store) -> None:
    scale = Scale(0.5, 0.1, ("chess",), (("UCT", "uct:c=0.7"),))
    with store.running("coins", "coin", "text", scale, {"machine": "this one"}) as run:
        assert run == 1
    assert stored(store.path) == ("coins", "text", scale)
    (run_,) = store.runs()
    assert run_["machine"] == "this one"


def test_files_that_are_something_else(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="run the experiment first"):
        Store(tmp_path / "none.sqlite", CoinKind())
    noise = tmp_path / "noise.sqlite"
    noise.write_bytes(b"no database at all, but long enough to be looked at" * 100)
    with pytest.raises(ExperimentError, match="is not a file of results"):
        Store(noise, CoinKind())
    with pytest.raises(ExperimentError, match="is not a file of results"):
        stored(noise)
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE mine (x)")
    with pytest.raises(ExperimentError, match="for something else"):
        Store(other, CoinKind())
    Store(tmp_path / "coins.sqlite", CoinKind(), create=True).close()
    with pytest.raises(ExperimentError, match="another kind of experiment"):
        Store(tmp_path / "coins.sqlite", MatchKind())
    with pytest.raises(ExperimentError, match="run the experiment first"):
        stored(tmp_path / "coins.sqlite")
    with closing(sqlite3.connect(tmp_path / "coins.sqlite")) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(ExperimentError, match="another version"):
        Store(tmp_path / "coins.sqlite", CoinKind())


def test_unknown_columns(store: Store) -> None:
    with pytest.raises(ExperimentError, match="the columns are heads"):
        store.column("a", "tails")
