"""`woodstock solve`: answers, exit codes and refusals."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from cli.running import woodstock
from woodstock.network import AllDifferent, Network, Row, Table, Universal, Utility, Variable, repeat, uniform
from woodstock.network.xcsp3 import write_xcsp3

FACES = tuple(range(1, 7))


@pytest.fixture
def csp(tmp_path: Path) -> Path:
    return written(tmp_path, Network([Variable(name, (0, 1, 2)) for name in "abc"], [AllDifferent(("a", "b", "c"))]))


@pytest.fixture
def dice(tmp_path: Path) -> Path:
    """The dice of the documentation: roll once more, or keep what is there?"""
    rows = product(FACES, ("keep", "roll"), FACES)
    worth: dict[Row, Fraction] = {(f, c, s): Fraction(f if c == "keep" else s, 6) for f, c, s in rows}
    network = Network(
        [
            Variable("first", FACES, stochastic=True),
            Variable("choice", ("keep", "roll"), stage=2),
            Variable("second", FACES, stochastic=True, stage=2),
        ],
        utilities=[Utility(("first", "choice", "second"), "me", worth)],
        probabilities=[uniform("first", FACES), uniform("second", FACES)],
        players=["me"],
    )
    return written(tmp_path, network)


def written(folder: Path, network: Network) -> Path:
    file = folder / "network.xml"
    file.write_text(write_xcsp3(network))
    return file


def quantified(folder: Path, rows: list[tuple[int, int]]) -> Path:
    """For all y there is an x with (y, x) among the rows."""
    network = Network(
        [Variable("y", (0, 1), stochastic=True), Variable("x", (0, 1), stage=2)],
        [Table(("y", "x"), rows)],
        probabilities=[Universal("y", 2)],
    )
    return written(folder, network)


def test_a_solution_of_a_csp(csp: Path) -> None:
    answer = woodstock("solve", csp, "--json")
    assert answer.code == 0
    (solution,) = answer.json()["solutions"]
    assert sorted(solution.values()) == [0, 1, 2]
    assert answer.json()["status"] == "satisfiable"
    assert "\nsatisfiable: 1 solution\nnodes " in woodstock("solve", csp).out


@pytest.mark.parametrize("by", ["mac", "fc"])
def test_all_solutions_of_a_csp(csp: Path, by: str) -> None:
    answer = woodstock("solve", csp, "--all", "--by", by, "--json").json()
    assert {tuple(solution.values()) for solution in answer["solutions"]} == {
        row for row in product(range(3), repeat=3) if len(set(row)) == 3
    }
    assert answer["complete"]
    lines = woodstock("solve", csp, "--all", "--by", by).out.splitlines()
    assert len(lines) == 8
    assert lines[-2] == "satisfiable: 6 solutions, there are no others"
    assert re.fullmatch(r"nodes \d+  fails \d+  propagations \d+  restarts \d+  seconds \S+", lines[-1])
    some = woodstock("solve", csp, "--limit", 4, "--json").json()
    assert (len(some["solutions"]), some["complete"]) == (4, False)


@pytest.mark.parametrize("options", [[], ["--all"], ["--by", "fc"]])
def test_no_solution(tmp_path: Path, options: list[str]) -> None:
    file = written(tmp_path, Network([Variable(name, (0, 1)) for name in "abc"], [AllDifferent(("a", "b", "c"))]))
    answer = woodstock("solve", file, "--json", *options)
    assert answer.code == 1
    assert answer.json()["status"] == "unsatisfiable"
    assert answer.json()["solutions"] == []
    assert woodstock("solve", file, *options).out.startswith("unsatisfiable\nnodes ")


def test_the_best_policy_of_an_scsp(dice: Path) -> None:
    answer = woodstock("solve", dice, "--json")
    assert answer.code == 0
    found = answer.json()
    assert found["status"] == "satisfiable"
    assert found["value"] == {"me": pytest.approx(17 / 24)}
    assert found["satisfaction"] == 1
    policy = found["policy"]
    assert policy["draw"] == "first"
    choices = {case["value"]: case["then"]["decide"]["choice"] for case in policy["cases"]}
    assert choices == {1: "roll", 2: "roll", 3: "roll", 4: "keep", 5: "keep", 6: "keep"}
    assert all(case["probability"] == pytest.approx(1 / 6) for case in policy["cases"])
    text = woodstock("solve", dice).out
    assert "value of me  17/24\n" in text
    assert "first drawn 6 (1/6)\n  choice=keep\n" in text
    assert "second drawn" not in text  # nothing is decided after it


def test_a_quantified_network(tmp_path: Path) -> None:
    answer = woodstock("solve", quantified(tmp_path, [(0, 1), (1, 0)]), "--json")
    assert (answer.code, answer.json()["status"]) == (0, "satisfiable")
    cases = answer.json()["policy"]["cases"]
    assert {case["value"]: case["then"] for case in cases} == {0: {"decide": {"x": 1}}, 1: {"decide": {"x": 0}}}
    lost = woodstock("solve", quantified(tmp_path, [(0, 0), (0, 1)]), "--json")
    assert (lost.code, lost.json()["status"], lost.json()["policy"]) == (1, "unsatisfiable", None)
    assert woodstock("solve", quantified(tmp_path, [])).out.startswith("status  unsatisfiable\n")


def long_game(stages: int) -> Network:
    step = [(x, y, (x + y) % 4) for x, y in product(range(4), repeat=2)]
    stage = Network(
        [
            Variable("x", tuple(range(4))),
            Variable("move", (0, 1)),
            Variable("y", tuple(range(4)), stochastic=True),
            Variable("after", tuple(range(4)), stage=2),
        ],
        [Table(("x", "y", "after"), step)],
        [Utility(("move", "y"), "p", {(0, 3): 1})],
        [uniform("y", range(4))],
        ["p"],
    )
    return repeat(stage, stages, {"after": "x"})


def test_a_policy_of_many_branches_is_not_printed(tmp_path: Path) -> None:
    file = written(tmp_path, long_game(20))
    answer = woodstock("solve", file, "--json").json()
    assert answer["value"] == {"p": 5.0}
    assert answer["policy"] is None
    assert "too many branches" in woodstock("solve", file).out


def test_running_out_of_time_is_an_answer(tmp_path: Path) -> None:
    n = 60
    hard = Network(
        [Variable(f"x{i}", tuple(range(n))) for i in range(n + 1)],
        [AllDifferent((f"x{i}", f"x{j}")) for i in range(n + 1) for j in range(i)],
    )
    answer = woodstock("solve", written(tmp_path, hard), "--seconds", 0.2, "--json")
    assert (answer.code, answer.json()["status"]) == (0, "unknown")
    answer = woodstock("solve", written(tmp_path, long_game(200)), "--seconds", 0.001, "--json")
    assert (answer.code, answer.json()["status"], answer.json()["value"]) == (0, "unknown", None)


@pytest.mark.parametrize("options", [["--all"], ["--limit", 2]])
def test_options_for_a_csp_or_one_stage(dice: Path, options: list[object]) -> None:
    answer = woodstock("solve", dice, *options)
    assert answer.code == 2
    assert "for a CSP or for one stage" in answer.complaint()


@pytest.mark.parametrize("by", ["mac", "fc"])
def test_the_feasible_decisions_of_one_stage(tmp_path: Path, by: str) -> None:
    """Bet on at most how much a die shows; the bet must hold in at least half of all cases."""
    rows = [(bet, face) for bet in FACES for face in FACES if bet <= face]
    network = Network(
        [Variable("bet", FACES), Variable("face", FACES, stochastic=True)],
        [Table(("bet", "face"), rows)],
        probabilities=[uniform("face", FACES)],
        satisfaction=Fraction(1, 2),
    )
    file = written(tmp_path, network)
    answer = woodstock("solve", file, "--all", "--by", by, "--json").json()
    assert (answer["status"], answer["complete"]) == ("satisfiable", True)
    found = {one["decisions"]["bet"]: one["satisfaction"] for one in answer["solutions"]}
    assert found == pytest.approx({bet: (7 - bet) / 6 for bet in (1, 2, 3, 4)})
    told = woodstock("solve", file, "--limit", 1, "--by", by)
    assert told.out.splitlines()[:2] == ["bet=1: satisfied with probability 1", "satisfiable: 1 solution"]


def test_refusals(tmp_path: Path, csp: Path) -> None:
    assert woodstock("solve", csp, "--all", "--limit", 3).code == 2
    assert woodstock("solve", csp, "--by", "magic").code == 2
    missing = woodstock("solve", tmp_path / "missing.xml")
    assert missing.code == 2
    assert "missing.xml" in missing.complaint()
    broken = tmp_path / "broken.xml"
    broken.write_text("<instance format='XCSP3' type='CSP'>\n<variables><var id='x'> a </var>\n</instance>")
    answer = woodstock("solve", broken, "--json")
    assert answer.code == 2
    assert answer.complaint().startswith(f"{broken}:")


@pytest.mark.long
def test_ctrl_c(tmp_path: Path) -> None:
    n = 60
    hard = Network(
        [Variable(f"x{i}", tuple(range(n))) for i in range(n + 1)],
        [AllDifferent((f"x{i}", f"x{j}")) for i in range(n + 1) for j in range(i)],
    )
    command = [sys.executable, "-m", "woodstock.cli", "solve", str(written(tmp_path, hard))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, out) == (130, "")
    assert err.startswith("error: interrupted")


def test_json_is_one_object(dice: Path) -> None:
    assert isinstance(json.loads(woodstock("solve", dice, "--json").out), dict)


WORK = ("nodes", "fails", "propagations", "restarts", "seconds")
KNAPSACK = """<instance format="XCSP3" type="COP"> <variables> <array id="x" size="[5]"> 0 1 </array> </variables>
<constraints>
<sum> <list> x[] </list> <coeffs> 4 3 5 6 2 </coeffs> <condition> (le,10) </condition> </sum>
</constraints> <objectives>
<maximize type="sum"> <list> x[] </list> <coeffs> 5 4 6 8 1 </coeffs> </maximize>
</objectives> </instance>"""


@pytest.mark.parametrize("by", ["mac", "fc"])
def test_the_best_solution_of_a_cop(tmp_path: Path, by: str) -> None:
    file = tmp_path / "knapsack.xml"
    file.write_text(KNAPSACK)
    answer = woodstock("solve", file, "--by", by, "--json")
    found = answer.json()
    assert (answer.code, found["status"], found["objective"]) == (0, "optimum found", 13)
    assert found["solutions"] == [{"x[0]": 1, "x[1]": 0, "x[2]": 0, "x[3]": 1, "x[4]": 0}]
    assert all(found[name] >= 0 for name in WORK)
    text = woodstock("solve", file, "--by", by).out
    assert "\nobjective 13\noptimum found\nnodes " in text
    assert woodstock("solve", file, "--limit", 1, "--json").json()["status"] == "satisfiable"
    file.write_text(KNAPSACK.replace("(le,10)", "(lt,0)"))
    none = woodstock("solve", file, "--by", by, "--json")
    assert (none.code, none.json()["status"], none.json()["objective"]) == (1, "unsatisfiable", None)
    assert woodstock("solve", file, "--all").code == 2


def test_both_searches_compared(tmp_path: Path, csp: Path, dice: Path) -> None:
    dice = dice.rename(tmp_path / "dice.xml")
    for file in (csp, dice):
        answer = woodstock("solve", written(tmp_path, _queens(6)) if file is csp else file, "--compare", "--json")
        compared = answer.json()["compared"]
        assert list(compared) == ["mac", "fc"]
        assert compared["mac"]["status"] == compared["fc"]["status"] == "satisfiable"
        assert all(set(WORK) <= set(row) for row in compared.values())
        if file is dice:
            assert compared["mac"]["value"] == compared["fc"]["value"] == {"me": pytest.approx(17 / 24)}
    told = woodstock("solve", dice, "--compare").out.splitlines()
    assert [line.split()[0] for line in told] == ["by", "mac", "fc"]
    assert told[0].split() == ["by", "status", *WORK]
    assert woodstock("solve", dice, "--compare", "--by", "fc").code == 2


def _queens(n: int) -> Network:
    names = [f"q{i}" for i in range(n)]
    attacks = [
        Table((names[i], names[j]), [(a, b) for a in range(n) for b in range(n) if abs(a - b) == j - i], allowed=False)
        for i in range(n)
        for j in range(i + 1, n)
    ]
    return Network([Variable(name, tuple(range(n))) for name in names], [AllDifferent(tuple(names)), *attacks])


@pytest.mark.parametrize("by", ["mac", "fc"])
def test_how_it_is_searched_does_not_change_what_is_asked(dice: Path, tmp_path: Path, by: str) -> None:
    """With --by, a network with chance still has a policy, and a quantified one a strategy."""
    found = woodstock("solve", dice, "--by", by, "--json").json()
    assert found["value"] == {"me": pytest.approx(17 / 24)}
    assert found["policy"]["draw"] == "first"
    won = woodstock("solve", quantified(tmp_path, [(0, 1), (1, 0)]), "--by", by, "--json")
    assert (won.code, won.json()["status"]) == (0, "satisfiable")
    lost = woodstock("solve", quantified(tmp_path, [(0, 0), (0, 1)]), "--by", by, "--json")
    assert (lost.code, lost.json()["status"]) == (1, "unsatisfiable")
