"""Files of experiments: what they say, and what is said of those that make no sense."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woodstock.experiments import ExperimentError, Scale, load, names, parse

SMALL = """
title = "Small"
seed = 5
[match]
matches = 10
play = 1.0
[match.players]
A = "uct"
B = "random"
[match.games]
tic_tac_toe = { label = "Tic-tac-toe" }
chinese_checkers_3p = { matches = 4, play = [1.0, 2.0] }
"""


def test_a_small_file() -> None:
    experiment = parse("small", SMALL)
    first, second, third = experiment.plan.cells
    assert first.labels == {"game": "Tic-tac-toe", "pairing": "A vs. B", "play": "1 s"}
    assert (first.tasks, first.rotation, first.clocked, first.threads) == (10, 2, True, 1)
    assert second.setup.players == ("uct", "random", "random")
    # Four matches are not a whole number of rotations over three seats.
    assert (second.tasks, second.rotation, third.labels["play"]) == (6, 3, "2 s")
    assert len({cell.key for cell in experiment.plan.cells}) == 3
    assert experiment.tasks == 22


def test_scales() -> None:
    experiment = parse("small", SMALL, Scale(0.3, 0.01, ("tic_tac_toe",), (("A", "grave:ref=20"),)))
    (cell,) = experiment.plan.cells
    assert cell.tasks == 4
    assert (cell.setup.clocks.play, cell.setup.players) == (0.01, ("grave:ref=20", "random"))
    assert "clocks are 0.01 times those of the labels" in experiment.plan.notes
    assert parse("small", SMALL, Scale(1e-9)).plan.cells[0].tasks == 2
    with pytest.raises(ExperimentError, match="has no game chess"):
        parse("small", SMALL, Scale(only=("chess",)))
    with pytest.raises(ExperimentError, match="has no player 'C': it has A, B"):
        parse("small", SMALL, Scale(players=(("C", "uct"),)))


def test_keys_name_all_that_decides(tmp_path: Path) -> None:
    """Whatever changes results changes the key; a scale of the number of matches does not."""
    key = parse("small", SMALL).plan.cells[0].key
    assert parse("other", SMALL, Scale(0.2)).plan.cells[0].key == key
    for one, other in (
        ("seed = 5", "seed = 6"),
        ("play = 1.0", "play = 1.5"),
        ('A = "uct"', 'A = "uct:c=0.5"'),
        ("matches = 10", "matches = 10\nopening = 2"),
        ("matches = 10", "matches = 10\nlimit = 50"),
        ("matches = 10", 'matches = 10\nseats = "fixed"'),
        ("matches = 10", "matches = 10\nstart = 5"),
    ):
        assert parse("small", SMALL.replace(one, other)).plan.cells[0].key != key
    sheet = tmp_path / "tic_tac_toe.kif"
    sheet.write_text(
        "(role x) (<= (legal x go)) (init (step 1)) (<= terminal (true (step 2))) (next (step 2)) (goal x 100)"
    )
    text = (
        SMALL.replace("tic_tac_toe = ", f'"{sheet}" = ')
        .replace('B = "random"', "")
        .replace("matches = 10", 'matches = 10\npairings = [["A"]]')
    )
    alone = parse("small", text).plan.cells[0]
    assert alone.setup.count == 1
    assert alone.key != key


def test_budgets_stand_for_clocks() -> None:
    experiment = parse("small", SMALL.replace("play = 1.0", "budget = 50").replace(", play = [1.0, 2.0]", ""))
    cell = experiment.plan.cells[0]
    assert cell.setup.players == ("uct:playouts=50", "random")
    assert (cell.clocked, cell.setup.clocks.play) == (False, None)
    elsewhere = parse("small", SMALL.replace("play = 1.0", "budget = 5"), Scale(players=(("B", "http://localhost:1"),)))
    assert "plays by the clock" in str(elsewhere.plan.cells[0].missing)


def test_players_that_are_not_there_are_told() -> None:
    """They begin to work once the registry knows them; an address can take their place."""
    text = SMALL.replace('B = "random"', 'B = "does-not-exist"')
    cell = parse("small", text).plan.cells[0]
    assert "there is no player 'does-not-exist'" in str(cell.missing)
    assert parse("small", text).tasks == 0
    filled = parse("small", text, Scale(players=(("B", "http://localhost:9147"),))).plan.cells[0]
    assert filled.missing is None
    assert filled.alone == {"http://localhost:9147"}
    unknown = parse("small", SMALL.replace("tic_tac_toe =", "no_such_game ="))
    assert "no bundled game is called 'no_such_game'" in str(unknown.plan.cells[0].missing)


def test_seats_together() -> None:
    text = SMALL.replace("matches = 10", 'matches = 10\nseats = "together"').replace(
        'B = "random"', 'B = "random"\nC="legal"'
    )
    one, other, third = parse("small", text, Scale(only=("tic_tac_toe",))).plan.cells
    # A takes all seats, whoever is named second: the two cells share their results.
    assert one.key == other.key != third.key
    assert one.setup.players == ("uct", "uct")
    assert parse("small", text, Scale(only=("tic_tac_toe",))).tasks == 20


def test_sweeps() -> None:
    text = SMALL + '\n[match.sweep]\nplayer = "A"\noption = "c"\nvalues = [0.1, 0.4]\n'
    cells = parse("small", text, Scale(only=("tic_tac_toe",))).plan.cells
    assert [cell.setup.players[0] for cell in cells] == ["uct:c=0.1", "uct:c=0.4"]
    assert [cell.labels["c"] for cell in cells] == ["0.1", "0.4"]
    assert parse("small", text).layout.columns == "c"
    along = text.replace("values", "also = { threads = [1, 2] }\nvalues").replace('"uct"', '"uct:c=3"')
    cells = parse("small", along).plan.cells
    assert [cell.setup.players[0] for cell in cells[:2]] == ["uct:c=0.1,threads=1", "uct:c=0.4,threads=2"]
    assert [cell.threads for cell in cells[:2]] == [1, 2]
    assert "whole number" in str(parse("small", along.replace("[1, 2]", "[1.5, 2]")).plan.cells[0].missing)
    with pytest.raises(ExperimentError, match=r"also\.bias has 1 values for 2 steps"):
        parse("small", text.replace("values", "also = { bias = 1.0 }\nvalues"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 5", "sead = 5", "takes no 'sead': did you mean seed?"),
        ("seed = 5", "seed = 5.5", "seed must be a whole number"),
        ("seed = 5", 'kind = "chess"', "there is no kind 'chess' of experiment: the kinds are match, network"),
        ("seed = 5", 'kind = "os.path"', "no kind"),
        ("seed = 5", 'kind = "os.getcwd"', "is not a kind of experiment"),
        ("matches = 10", "matches = 0", "match.matches must be at least 1"),
        ("matches = 10", "matches = true", "must be a whole number"),
        ("matches = 10", 'seats = "swap"', "is one of rotate, fixed, together"),
        ("play = 1.0", "play = -1", "are positive numbers"),
        ("play = 1.0", "", "either play, a clock in seconds for each move, or budget"),
        ("play = 1.0", "play = 1.0\nbudget = 5", "either play, a clock"),
        ("play = 1.0", "play = 1.0\nstart = 0.0", "must be a positive number of seconds"),
        ("play = 1.0", 'play = 1.0\npairings = [["A", "C"]]', "a pairing is a list of players out of A, B"),
        ('A = "uct"', "A = 3", "must be a text"),
        ("tic_tac_toe = {", "tic_tac_toe = 3 #", "is a table"),
        ("[match.games]", "[match.sweep]", "match.sweep takes no"),
        ("title = ", "title = = ", "this is not TOML"),
    ],
)
def test_senseless_files(old: str, new: str, message: str) -> None:
    with pytest.raises(ExperimentError) as raised:
        parse("small", SMALL.replace(old, new, 1))
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ('[report]\nrows = "colour"', "report.rows is one of game, pairing, play"),
        ('[report]\nvalue = "beauty"', "report.value is one of score, wins"),
        ('[report]\nfigure = "pie"', "is one of bars, lines, progress"),
        ('[paper]\ncolumns = ["x"]\n[paper.rows]\nchess = [1, 2]', "has 2 figures for 1 columns"),
        ("[sprt]\nelo0 = 5\nelo1 = 5", "elo0 must be below elo1"),
        ("[fairness]\nlimit = 2", "is a share between 0 and 1"),
        ('[match.sweep]\nplayer = "C"', "has a player, an option of it, and values"),
    ],
)
def test_senseless_sections(extra: str, message: str) -> None:
    with pytest.raises(ExperimentError) as raised:
        parse("small", SMALL + extra)
    assert message in str(raised.value)


@given(st.text(max_size=200))
def test_any_text_is_refused_in_one_way(text: str) -> None:
    with pytest.raises(ExperimentError):
        parse("text", text)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="did you mean paper-000-table-3"):
        load("paper-000-tabel-3")
    big = tmp_path / "big.toml"
    big.write_bytes(b"#" * (2 << 20))
    with pytest.raises(ExperimentError, match="longer than"):
        load(big)
    big.write_bytes(b"\xff\xfe")
    with pytest.raises(ExperimentError, match="not text in UTF-8"):
        load(big)


def test_built_in() -> None:
    """As many matches as the paper tells: 1,800,000 duels are 15 games, 3 pairings, 8 clocks and 5000 matches."""
    assert {"paper-000-table-2", "paper-000-table-3", "paper-000-table-4", "paper-000-figure-5"} <= set(names())
    assert {"paper-000-figure-6", "paper-001-table-1"} <= set(names())
    assert {"paper-002-figure-2-mac-ucb", "paper-002-figure-2-mac-ucb-sym"} <= set(names())
    table_3 = load("paper-000-table-3")
    assert len(table_3.plan.cells) == 45
    assert not any(cell.missing for cell in table_3.plan.cells)
    assert {cell.tasks for cell in table_3.plan.cells} == {5000, 5001}
    table_4 = load("paper-000-table-4")
    assert len(table_4.plan.cells) == 15 * 8
    assert table_4.paper.value("Chess", "60 s") == 60.8
    # What two tables of the paper say of the same matches agrees.
    for game, figures in (table_3.paper.rows or {}).items():
        assert table_4.paper.value(game, "30 s") == figures[0]
    assert load("paper-000-table-2").paper.value("Checkers", "domain") == 262144


def test_built_in_with_symmetries() -> None:
    """66,000 contests, once there are all players: 20 games with 300 and 5 with 1000 matches, 6 opponents."""
    stand_ins = tuple((label, "random") for label in ("MAC-UCB-SYM", "UCT-SYM", "GRAVE-SYM", "SANCHO"))
    experiment = load("paper-001-table-1", Scale(players=stand_ins))
    assert len(experiment.plan.cells) == 150
    assert sum(cell.tasks for cell in experiment.plan.cells) == 66_000
    assert experiment.paper.value("Chess", "MAC-UCB-SYM vs. UCT") == 95.8
    labels = {cell.labels["game"] for cell in experiment.plan.cells}
    assert labels == set(experiment.paper.rows or {})


@pytest.mark.parametrize("name", names())
def test_papers_and_labels_agree(name: str) -> None:
    experiment = load(name)
    rows = {cell.labels[experiment.layout.rows] for cell in experiment.plan.cells}
    assert set(experiment.paper.rows or {}) <= rows
    if experiment.layout.columns == "measure":
        assert set(experiment.paper.columns) <= set(experiment.kind.measures)
    else:
        assert set(experiment.paper.columns) <= {
            cell.labels[experiment.layout.columns] for cell in experiment.plan.cells
        }
