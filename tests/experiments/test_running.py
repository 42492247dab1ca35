"""What goes out and what comes in: batches, rounds, resuming, disturbed and deadly tasks, sequential stopping."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from experiments.pools import Inline, disturbed, rows_of
from woodstock.experiments import Experiment, Runner, RunStatus, Store, parse, report
from woodstock.experiments.running import batch_size
from woodstock.experiments.sprt import Verdict
from woodstock.experiments.work import Batch, Done, Lost, work

COINS = """
kind = "experiments.kinds_of_ours.CoinKind"
seed = 3
{top}
[work]
tosses = {tosses}
{work}
[work.coins]
{coins}
{sections}
"""


def coins(text: str, *, tosses: int = 40, top: str = "", work: str = "", sections: str = "") -> Experiment:
    lines = "\n".join(f'coin{number} = "{coin}"' for number, coin in enumerate(text.split(",")))
    return parse("coins", COINS.format(coins=lines, tosses=tosses, top=top, work=work, sections=sections))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


def run(experiment: Experiment, path: Path, pool: Inline, seconds: float | None = None) -> RunStatus:
    with Store(path, experiment.kind, create=True) as store:
        return Runner(experiment, store, pool, seconds=seconds).run()


def rows(experiment: Experiment, path: Path) -> dict[str, list[dict[str, object]]]:
    with Store(path, experiment.kind) as store:
        return {cell.key: rows_of(store, cell.key) for cell in experiment.plan.cells if not cell.missing}


def test_everything_is_done_once(path: Path) -> None:
    experiment = coins("fair 0.5,fair 0.9")
    pool = Inline()
    status = run(experiment, path, pool)
    assert (status.done, status.total, status.failed) == (80, 80, 0)
    counted = Counter((batch.key, number) for batch in pool.batches for number in batch.numbers)
    assert set(counted.values()) == {1}
    assert len(counted) == 80
    again = Inline()
    assert run(experiment, path, again).done == 80
    assert again.batches == []


def test_the_order_in_which_batches_come_back_does_not_matter(path: Path, tmp_path: Path) -> None:
    experiment = coins("fair 0.5,fair 0.9", top="batch_seconds = 0.0001")
    run(experiment, path, Inline())
    for seed in range(3):
        other = tmp_path / f"{seed}.sqlite"
        run(experiment, other, Inline(slots=5, seed=seed))
        assert rows(experiment, other) == rows(experiment, path)


def test_a_run_that_ends_early_is_gone_on_with(path: Path, tmp_path: Path) -> None:
    experiment = coins("fair 0.5,fair 0.9", top="batch_seconds = 0.0001")

    def stop_after(limit: int) -> Inline:
        left = iter(range(limit))

        def fate(_: Batch, done: Done) -> Done:
            if next(left, None) is None:
                raise KeyboardInterrupt
            return done

        return Inline(fate=fate)

    finished = 0
    for limit in (0, 1, 3):
        with pytest.raises(KeyboardInterrupt):
            run(experiment, path, stop_after(limit))
        found = sum(len(own) for own in rows(experiment, path).values())
        assert found >= finished
        finished = found
    assert run(experiment, path, Inline()).done == 80
    undisturbed = tmp_path / "undisturbed.sqlite"
    run(experiment, undisturbed, Inline())
    assert rows(experiment, path) == rows(experiment, undisturbed)
    with Store(path, experiment.kind) as store:
        runs = store.runs()
    assert len(runs) == 4
    assert all(one["ended"] >= one["began"] for one in runs)


def test_rounds_fill_the_table_evenly(path: Path) -> None:
    """Every cell gets a rotation first, then ten times as many, and so on."""
    experiment = coins("fair 0.5,fair 0.9", tosses=400, work="rotation = 2")
    pool = Inline(slots=1)
    run(experiment, path, pool)
    reached: Counter[str] = Counter()
    for batch in pool.batches:
        first, second = (reached[cell.key] for cell in experiment.plan.cells)
        assert first <= max(2, 10 * second)
        reached[batch.key] += len(batch.numbers)
        assert batch.numbers[0] % 2 == 0
    assert [batch.numbers for batch in pool.batches[:2]] == [(0, 1), (0, 1)]
    assert [batch.key for batch in pool.batches[:2]] == [cell.key for cell in experiment.plan.cells]


@pytest.mark.parametrize(
    ("mean", "rotation", "size"),
    [(None, 2, 2), (20.0, 2, 1), (10.0, 2, 1), (5.0, 2, 2), (3.0, 2, 4), (3.0, 3, 6), (1e-6, 2, 10_000), (1.0, 1, 10)],
)
def test_batches_take_ten_seconds_at_least(mean: float | None, rotation: int, size: int) -> None:
    assert batch_size(mean, rotation, 10.0) == size
    if mean is not None and size < 10_000:
        assert size * mean >= 10


@pytest.mark.clock
def test_time_is_up(path: Path) -> None:
    experiment = coins("sleep 0.02", tosses=1000, top="batch_seconds = 0.1")
    status = run(experiment, path, Inline(), seconds=0.4)
    assert 0 < status.done < 1000
    assert status.seconds_left == pytest.approx((1000 - status.done) * 0.02 / 2, rel=0.5)
    assert run(experiment, path, Inline(), seconds=0.0).done == status.done


@pytest.mark.clock
def test_estimates_are_by_cell(path: Path) -> None:
    """The estimate of what is left knows that one coin takes its time, and says of which coin nothing is known."""
    experiment = coins("sleep 0.05,fair 0.5", tosses=100)
    with Store(path, experiment.kind, create=True) as store:
        runner = Runner(experiment, store, Inline(slots=1), seconds=0.0)
        assert (runner.status().seconds_left, runner.status().untimed) == (None, 2)
        slow, quick = experiment.plan.cells
        key = Batch(slow.key, experiment.kind_name, slow.setup, (0, 1))
        runner.run()
        store.write(1, slow.key, work(key).rows)
        runner = Runner(experiment, store, Inline(slots=1), seconds=0.0)
        status = runner.status()
        assert status.untimed == 1
        assert status.seconds_left == pytest.approx(198 * 0.05, rel=0.3)
        store.write(1, quick.key, work(Batch(quick.key, experiment.kind_name, quick.setup, (0, 1))).rows)
        status = Runner(experiment, store, Inline(slots=2), seconds=0.0).status()
        assert status.untimed == 0
        assert status.seconds_left == pytest.approx(98 * 0.05 / 2, rel=0.3)


def test_disturbed_batches_are_run_again(path: Path) -> None:
    tries: Counter[int] = Counter()

    def busy_at_first(batch: Batch, done: Done) -> Done:
        tries.update(batch.numbers)
        return disturbed(done, lambda number: 0.5 if tries[number] < 3 else 0.05)

    experiment = coins("fair 0.5", tosses=20, sections="[fairness]\nlimit = 0.1\nreruns = 2")
    status = run(experiment, path, Inline(fate=busy_at_first))
    assert (status.done, status.disturbed) == (20, 0)
    assert set(tries.values()) == {3}


def test_a_machine_that_is_always_busy_is_told_of(path: Path) -> None:
    experiment = coins("fair 0.5", tosses=20, sections="[fairness]\nreruns = 1")
    pool = Inline(fate=lambda _, done: disturbed(done, lambda _: 0.3))
    status = run(experiment, path, pool)
    assert (status.done, status.disturbed) == (20, 20)
    assert sum(len(batch.numbers) for batch in pool.batches) == 40
    with Store(path, experiment.kind) as store:
        assert "20 tasks were disturbed by a busy machine" in report(experiment, store).table().notes
        assert Runner(experiment, store, Inline()).status().disturbed == 20


def test_failures_are_entries(path: Path) -> None:
    experiment = coins("raise,closed,fair 0.5,missing", tosses=10)
    status = run(experiment, path, Inline())
    assert (status.done, status.total, status.failed) == (30, 30, 15)
    found = rows(experiment, path)
    assert [row["failure"] for row in found["coin0 3"][:2]] == [None, "WoodstockError: the coin rolled off the table"]
    assert {row["failure"] for row in found["coin1 3"]} == {"WoodstockError: the mint is closed"}
    with Store(path, experiment.kind) as store:
        told = report(experiment, store)
        assert [row[1] for row in told.table().rows][1:] == ["-", told.table().rows[2][1], "not available"]
        assert "15 tasks failed" in told.table().notes
        assert "not available: no such coin" in told.table().notes
        assert told.entries[0].tally["tosses"] == 5
        assert store.forget_failures() == 15
        assert Runner(experiment, store, Inline()).run().done == 30


def test_a_task_that_kills_its_worker_is_an_entry(path: Path) -> None:
    """The others of its batch are done; it is tried alone before it is given up."""

    def deadly(batch: Batch, done: Done) -> Done | Lost:
        return Lost("its worker died") if 7 in batch.numbers else done

    experiment = coins("fair 0.5", tosses=30)
    pool = Inline(fate=deadly)
    status = run(experiment, path, pool)
    assert (status.done, status.failed) == (30, 1)
    failed = [row for own in rows(experiment, path).values() for row in own if row["failure"]]
    assert [(row["number"], row["failure"]) for row in failed] == [(7, "its worker died, 5 times")]
    assert sum(batch.numbers == (7,) for batch in pool.batches) == 5


def test_workers_that_die_of_something_else_cost_nothing(path: Path, tmp_path: Path) -> None:
    deaths = iter(range(6))

    def unlucky(_: Batch, done: Done) -> Done | Lost:
        return done if next(deaths, None) is None else Lost("its worker died")

    experiment = coins("fair 0.5,fair 0.9", tosses=30)
    assert run(experiment, path, Inline(slots=3, fate=unlucky)).failed == 0
    other = tmp_path / "quiet.sqlite"
    run(experiment, other, Inline())
    assert rows(experiment, path) == rows(experiment, other)


def test_what_exists_once_is_used_by_one_batch_at_a_time(path: Path) -> None:
    experiment = coins("fair 0.5,fair 0.9", tosses=30, work='alone = ["http://localhost:1"]')
    pool = Inline(slots=4)
    assert run(experiment, path, pool).done == 60
    assert pool.most_at_once == 1
    plenty = Inline(slots=4)
    run(coins("fair 0.5,fair 0.9", tosses=60), path, plenty)
    assert plenty.most_at_once > 1


def test_a_sequential_test_stops_a_cell(path: Path) -> None:
    experiment = coins(
        "fair 0.9,fair 0.5,fair 0.3",
        tosses=2000,
        top="batch_seconds = 0.0001",
        work="rotation = 2",
        sections="[sprt]\nelo0 = 0\nelo1 = 50",
    )
    pool = Inline(slots=3, seed=1)
    status = run(experiment, path, pool)
    assert status.done == status.total < 3000
    with Store(path, experiment.kind) as store:
        told = report(experiment, store)
        strong, _, weak = (entry.test for entry in told.entries)
        assert strong is not None and weak is not None
        assert (strong.verdict, weak.verdict) == (Verdict.STRONGER, Verdict.NOT_STRONGER)
        assert told.table().rows[0][1].endswith(", stronger")
        assert told.rows()[0]["sprt"]["verdict"] == "stronger"
        # Whoever comes first, the verdict comes after the same number of pairs.
        other = path.with_name("other.sqlite")
        run(experiment, other, Inline(slots=1))
        with Store(other, experiment.kind) as again:
            assert report(experiment, again).entries[0].test == strong


def test_a_second_client_is_turned_away(path: Path) -> None:
    experiment = coins("fair 0.5")
    with Store(path, experiment.kind, create=True) as store, Store(path, experiment.kind) as other:
        with (
            store.running("coins", "coin", "", experiment.scale, {}),
            pytest.raises(Exception, match="another client is running this experiment"),
        ):
            Runner(experiment, other, Inline()).run()
        Runner(experiment, other, Inline()).run()


def test_versions_must_agree() -> None:
    with pytest.raises(Exception, match=r"the client has 0\.0: install the same one"):
        work(Batch("key", "match", None, (0,), version="0.0"))
