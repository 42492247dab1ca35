"""Tables and figures: what the results say, in every form."""

from __future__ import annotations

import csv
import io
import math
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from experiments.pools import Inline
from woodstock.experiments import Experiment, ExperimentError, Runner, Store, parse, report
from woodstock.experiments.kinds import Measure
from woodstock.experiments.report import Report, pooled, run_lines, shown
from woodstock.experiments.store import Row
from woodstock.experiments.tables import Table
from woodstock.referee import wilson

DUEL = """
title = "Duels"
source = "nobody"
[match]
matches = 40
budget = 1
[match.players]
A = "random"
B = "legal"
C = "missing-player"
[match.games]
tic_tac_toe = { label = "Tic-tac-toe" }
nim = {}
[paper]
columns = ["A vs. B", "A vs. C"]
note = "a made-up paper"
[paper.rows]
"Tic-tac-toe" = [61.25, 70]
"""


def results(experiment: Experiment, path: Path, points: Mapping[str, Sequence[float | None]]) -> Report:
    """The report of results that are made up: the points of each cell's matches, by game and pairing."""
    with Store(path, experiment.kind, create=True) as store:
        for cell in experiment.plan.cells:
            place = f"{cell.labels['game']} {cell.labels['pairing']}"
            rows = [
                Row(number, 2.0, {"points": score, "goal": None if score is None else 100 * score, "others": 50})
                for number, score in enumerate(points.get(place, []))
            ]
            store.write(1, cell.key, rows)
        return report(experiment, store)


def test_the_table_against_sums_by_hand(tmp_path: Path) -> None:
    experiment = parse("duels", DUEL)
    chance = random.Random(1)
    scores = [chance.choice([0.0, 0.5, 1.0, None]) for _ in range(40)]
    told = results(experiment, tmp_path / "r.sqlite", {"Tic-tac-toe A vs. B": scores, "nim A vs. B": [1.0, 1.0]})
    finished = [score for score in scores if score is not None]
    low, high = wilson(sum(finished), len(finished))
    header, first, second = told.table().header, *told.table().rows
    assert header == ["game", "A vs. B", "paper", "A vs. C", "paper", "B vs. C"]
    share = 100 * sum(finished) / len(finished)
    assert first == [
        "Tic-tac-toe",
        f"{share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]",
        "61.2 %",
        "not available",
        "70.0 %",
        "not available",
    ]
    assert second[1].startswith("100.0 % [34.2, 100.0]")
    assert second[2] == "-"
    row = told.rows()[0]
    assert (row["game"], row["pairing"], row["done"], row["total"], row["paper"]) == (
        "Tic-tac-toe",
        "A vs. B",
        40,
        40,
        61.25,
    )
    assert row["score"] == pytest.approx(share / 100)
    assert row["score_interval"] == pytest.approx([low, high])
    assert row["wins"] == pytest.approx(finished.count(1.0) / len(finished))
    assert row["goal"] == pytest.approx(share)
    assert row["seconds"] == 2.0
    assert told.rows()[3]["elo"] is None  # infinite
    notes = told.table().notes
    assert "source: nobody" in notes and "a made-up paper" in notes
    assert "42 of 80 tasks done, seed 0" in notes
    assert any(note.startswith("not available: there is no player 'missing-player'") for note in notes)


def test_more_results_than_are_asked_for(tmp_path: Path) -> None:
    """A smaller scale looks at the first matches alone."""
    from woodstock.experiments import Scale

    results(parse("duels", DUEL), tmp_path / "r.sqlite", {"nim A vs. B": [1.0] * 4 + [0.0] * 36})
    small = parse("duels", DUEL, Scale(0.1))
    with Store(tmp_path / "r.sqlite", small.kind) as store:
        told = report(small, store)
    assert told.rows()[3]["score"] == 1.0
    assert told.done == 4


def test_strengths(tmp_path: Path) -> None:
    told = results(parse("duels", DUEL), tmp_path / "r.sqlite", {"nim A vs. B": [1.0] * 30 + [0.0] * 10})
    (extra,) = told.extras
    # 30 of 40 points are a lead of 190.85 Elo points, half of it above the mean.
    assert [row[:2] for row in extra.rows] == [["A", "+95"], ["B", "-95"]]
    assert [row[3:] for row in extra.rows] == [["40", "30"], ["40", "10"]]


def test_forms() -> None:
    table = Table("Two % of $3", ["a|b", "c_d"], [["1 | 2", "x & y"], ["50 %", "±3"]], ["one note"])
    assert table.markdown() == (
        "## Two % of $3\n\n| a\\|b | c_d |\n| --- | --- |\n| 1 \\| 2 | x & y |\n| 50 % | ±3 |\n\n- one note\n"
    )
    assert list(csv.reader(io.StringIO(table.csv()))) == [["a|b", "c_d"], ["1 | 2", "x & y"], ["50 %", "±3"]]
    latex = table.latex()
    assert r"1 | 2 & x \& y \\" in latex
    assert r"50 \% & $\pm$3 \\" in latex
    assert r"\caption{Two \% of \$3. one note.}" in latex
    assert r"\begin{tabular}{lr}" in latex


def test_details(tmp_path: Path) -> None:
    told = results(parse("duels", DUEL), tmp_path / "r.sqlite", {"nim A vs. B": [1.0, 0.0]})
    details = told.details()
    assert details.header[:5] == ["game", "pairing", "done", "of", "failed"]
    assert len(details.rows) == 6
    assert details.rows[3][:6] == ["nim", "A vs. B", "2", "40", "0", "50.0 % [9.5, 90.5]"]
    assert details.rows[1][-1] == "not available"
    assert details.rows[0][-1] == "-"


def test_means_over_cells() -> None:
    """The mean of independent shares has the error that simulation gives it."""
    assert pooled([]) is None
    assert pooled([Measure(0.25), Measure(0.75)]) == Measure(0.5)
    truths, matches = (0.3, 0.5, 0.9), 200
    chance = random.Random(3)
    means, halves = [], []
    for _ in range(400):
        measures = []
        for truth in truths:
            won = sum(chance.random() < truth for _ in range(matches))
            measures.append(Measure(won / matches, *wilson(won, matches)))
        mean = pooled(measures)
        assert mean is not None and mean.value is not None and mean.low is not None and mean.high is not None
        means.append(mean.value)
        halves.append((mean.high - mean.low) / 2)
    spread = math.sqrt(sum((mean - sum(truths) / 3) ** 2 for mean in means) / len(means))
    assert sum(halves) / len(halves) == pytest.approx(1.96 * spread, rel=0.15)
    assert pooled([Measure(math.inf, 1.0, math.inf), Measure(3.0, 2.0, 4.0)]) == Measure(3.0)


def test_numbers_for_people() -> None:
    assert shown(0.5, "%") == "50.0 %"
    assert shown(61.2, "%", published=True) == "61.2 %"
    assert shown(1234.5, "s") == "1,234 s"
    assert shown(3, "") == "3"
    assert shown(-math.inf, "") == "-∞"
    lines = run_lines(
        [{"began": 0.0, "ended": 90.0, "version": "1", "workers": "local", "machine": "m", "command": ["run"]}]
    )
    assert lines == ["1970-01-01 00:00 UTC, 1.5 minutes, woodstock 1, local, m: `run`"]
    assert "not ended" in run_lines([{"began": 0.0, "ended": None, "version": "1", "workers": "c", "machine": "m"}])[0]


NETWORKS = """
kind = "network"
[network.games]
tic_tac_toe = { label = "TicTacToe" }
nim = {}
no_such_game = {}
[paper]
columns = ["variables", "domain"]
[paper.rows]
"TicTacToe" = [19, 18]
"""


@pytest.mark.long
def test_networks(tmp_path: Path) -> None:
    import woodstock as ws

    experiment = parse("networks", NETWORKS)
    with Store(tmp_path / "n.sqlite", experiment.kind, create=True) as store:
        Runner(experiment, store, Inline()).run()
        told = report(experiment, store)
    stage = ws.load("tic_tac_toe").network()
    first, _, third = told.table().rows
    assert told.table().header == ["game", "variables", "paper", "helpers", "domain", "paper", "constraints", "build"]
    assert first[1] == str(len(stage.network.variables) - stage.helpers)
    assert (first[2], first[5]) == ("19", "18")
    assert first[4] == str(stage.network.largest_domain)
    assert third[1] == "not available"


@pytest.mark.parametrize("figure", ["bars", "lines", "progress"])
def test_figures(tmp_path: Path, figure: str) -> None:
    pytest.importorskip("matplotlib")
    from woodstock.experiments.figures import draw

    text = DUEL + f'[report]\nfigure = "{figure}"\n'
    if figure == "lines":
        text = (
            text.replace('B = "legal"', 'B = "legal"')
            .replace("budget = 1", "play = [1.0, 5.0]")
            .replace('figure = "lines"', 'figure = "lines"\ncolumns = "play"')
            .replace('["A vs. B", "A vs. C"]', '["1 s", "5 s"]')
        )
    experiment = parse("duels", text)
    path = tmp_path / "r.sqlite"
    results(experiment, path, {"Tic-tac-toe A vs. B": [1.0, 0.5, 0.0, None] * 10})
    drawn = []
    for name in ("one", "two"):
        files = [tmp_path / f"{name}.svg", tmp_path / f"{name}.png"]
        with Store(path, experiment.kind) as store:
            draw(report(experiment, store), store, files)
        drawn.append(files[0].read_text())
        assert files[1].read_bytes().startswith(b"\x89PNG")
    assert drawn[0] == drawn[1]
    assert "Tic-tac-toe" in drawn[0]
    assert "Duels" in drawn[0]


def test_lines_need_numbers(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from woodstock.experiments.figures import draw

    experiment = parse("duels", DUEL + '[report]\nfigure = "lines"\n')
    results(experiment, tmp_path / "r.sqlite", {})
    with (
        Store(tmp_path / "r.sqlite", experiment.kind) as store,
        pytest.raises(ExperimentError, match="that are numbers"),
    ):
        draw(report(experiment, store), store, [tmp_path / "x.svg"])


def test_csv_is_tidy(tmp_path: Path) -> None:
    """A row for each cell, numbers in columns of their own, and nothing else."""
    told = results(parse("duels", DUEL), tmp_path / "r.sqlite", {"nim A vs. B": [1.0, 0.0, 1.0, 1.0]})
    rows = list(csv.DictReader(io.StringIO(told.tidy().csv())))
    assert [(row["game"], row["pairing"]) for row in rows] == [
        (cell.labels["game"], cell.labels["pairing"]) for cell in told.experiment.plan.cells
    ]
    (nim,) = (row for row in rows if (row["game"], row["pairing"]) == ("nim", "A vs. B"))
    low, high = wilson(3.0, 4)
    assert [float(nim[name]) for name in ("score", "score_low", "score_high", "done", "total")] == [
        0.75,
        low,
        high,
        4,
        40,
    ]
    (tic_tac_toe, *_) = rows
    assert (tic_tac_toe["score"], tic_tac_toe["paper"]) == ("", "61.25")


def test_strengths_of_a_sweep_tell_its_values_apart(tmp_path: Path) -> None:
    text = """
[match]
matches = 4
budget = 1
games = ["nim"]
[match.players]
A = "uct"
B = "random"
[match.sweep]
player = "A"
option = "c"
values = [0.1, 2]
"""
    experiment = parse("swept", text)
    with Store(tmp_path / "r.sqlite", experiment.kind, create=True) as store:
        for cell, score in zip(experiment.plan.cells, (1.0, 0.0), strict=True):
            rows = [Row(number, 1.0, {"points": score, "goal": 100 * score, "others": 50}) for number in range(4)]
            store.write(1, cell.key, rows)
        (strengths,) = report(experiment, store).extras
    assert [row[0] for row in strengths.rows] == ["A (c=0.1)", "B", "A (c=2)"]


def test_stages_by_each_way(tmp_path: Path) -> None:
    experiment = parse("duels", DUEL)
    cell = next(cell for cell in experiment.plan.cells if cell.labels == {"game": "nim", "pairing": "A vs. B"})
    counted = {"choices": 10, "network_stages": 250, "other_choices": 4, "other_circuit_stages": 6}
    with Store(tmp_path / "r.sqlite", experiment.kind, create=True) as store:
        store.write(1, cell.key, [Row(0, 1.0, {"points": 1.0, **counted}), Row(1, 1.0, {"points": 0.0, **counted})])
        stages, strengths = report(experiment, store).extras
    assert stages.header == ["game", "pairing", "player", "moves", "stages a move by the network", "by the circuit"]
    assert stages.rows == [["nim", "A vs. B", "A", "20", "25.0", "0.0"], ["nim", "A vs. B", "B", "8", "0.0", "1.5"]]
    assert strengths.title.startswith("Strengths")
