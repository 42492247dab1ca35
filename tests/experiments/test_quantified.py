"""The kind `qcsp`: random quantified CSPs between players, and the figures of paper 004."""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments.pools import Inline
from woodstock.experiments import ExperimentError, Runner, Scale, Store, load, names, parse, report
from woodstock.qcsp.generator import Parameters, random_network
from woodstock.qcsp.players import Clock, Entrant
from woodstock.qcsp.playing import games, sign_test
from woodstock.referee import wilson

SMALL = """
kind = "qcsp"
seed = 7
[qcsp]
n = 8
d = 4
p = 0.4
p_ae = 0.5
p_ee = [0.3, 0.5]
players = ["random", "mc-shallow", "woodstock"]
adversary = "random"
budget = 50
instances = 12
[report]
figure = "lines"
"""


def test_results_are_those_of_the_players(tmp_path: Path) -> None:
    experiment = parse("small", SMALL)
    with Store(tmp_path / "r.sqlite", experiment.kind, create=True) as store:
        Runner(experiment, store, Inline()).run()
        told = report(experiment, store)
    won: dict[str, list[bool]] = {name: [] for name in ("random", "mc-shallow", "woodstock")}
    entrants = [Entrant.parse(name) for name in won]
    for p_ee in (0.3, 0.5):
        networks = [random_network(Parameters(8, 4, 0.4, p_ee, 0.5), 7 + number) for number in range(12)]
        played = zip(*games(networks, entrants, Entrant.parse("random"), Clock(budget=50), seed=7), strict=True)
        for (name, all_own), own in zip(won.items(), played, strict=True):
            measure = told.measure(name, f"{p_ee:g}")
            assert measure is not None
            assert (measure.value, (measure.low, measure.high)) == (sum(own) / 12, wilson(sum(own), 12))
            all_own.extend(own)
    assert 0 < sum(won["random"]) < sum(won["woodstock"])
    (paired,) = told.extras
    for one, other, instances, *_, p in paired.rows:
        assert instances == "24"
        assert p == f"{sign_test(won[one], won[other]):.2g}"


def test_the_figures_of_the_paper() -> None:
    figures = [name for name in names() if name.startswith("qcsp-figure-")]
    assert [name[-1] for name in figures] == list("34567")
    for name in figures:
        experiment = load(name, Scale(tasks=0.02, clocks=0.001, only=("woodstock",)))
        cells = experiment.plan.cells
        assert {cell.labels["player"] for cell in cells} == {"woodstock"}
        assert all(cell.tasks == 2 and not cell.clocked for cell in cells)
        assert experiment.layout.figure == "lines"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('players = ["mc-shalow"]', "mc-shallow"),
        ('adversary = "nobody"', "nobody"),
        ("n = 0", "n must be at least 1"),
        ("p_ee = [1.5]", "p_ee is 1.5"),
        ("seconds = 1.0", "either seconds or a budget"),
        ("players = []", "needs players"),
        ("instance = 3", "did you mean instances"),
    ],
)
def test_complaints(line: str, complaint: str) -> None:
    key = line.partition(" =")[0]
    kept = "\n".join(one for one in SMALL.splitlines() if one.partition(" =")[0] != key)
    with pytest.raises(ExperimentError, match=complaint):
        parse("wrong", kept.replace("[qcsp]", f"[qcsp]\n{line}"))
