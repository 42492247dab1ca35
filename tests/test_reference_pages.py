"""The reference pages on file formats, environment variables, the cache and benchmarks say what the code says."""

from __future__ import annotations

import json
import re
import sqlite3
import tomllib
from collections.abc import Iterable
from dataclasses import fields, replace
from pathlib import Path

import pytest

import woodstock as ws
from woodstock import gdl
from woodstock.cli import analyse
from woodstock.cli.app import run
from woodstock.drawing import layout, layout_toml
from woodstock.engine import cache, networks
from woodstock.engine.game import compile_game
from woodstock.engine.source import find
from woodstock.experiments import ExperimentError, experiment, kinds, parse
from woodstock.experiments.store import Store
from woodstock.games.metadata import Metadata
from woodstock.network import xcsp3
from woodstock.network.xcsp3 import declarations, markup
from woodstock.qcsp import problem
from woodstock.referee import Record, records
from woodstock.referee.record import Deviation, Kind

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FORMATS, ENVIRONMENT, BENCHMARKS = (
    (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("file-formats", "environment", "benchmarks")
)


def section(page: str, heading: str) -> str:
    """The text below a heading, up to the next one."""
    (text,) = re.findall(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", page, re.DOTALL | re.MULTILINE)
    return str(text)


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a text: the cells of their rows, without the head."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [[re.split(r" ?\| ?", row)[1:-1] for row in table.splitlines()[2:]] for table in found]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def keys(table: Iterable[list[str]]) -> list[str]:
    """What the first cells of a table name."""
    return [name for row in table for name in quoted(row[0])]


def block(heading: str, language: str) -> str:
    """The code below a heading."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", section(FORMATS, heading), re.DOTALL | re.MULTILINE)
    return str(text)


# --- the environment ------------------------------------------------------------------------------------------------

READ = re.compile(r"""\b(?:environ(?:\.get\(|\[|\.pop\(|\.setdefault\()|getenv\()\s*["'](\w+)["']""")


def read_in(*folders: str) -> tuple[set[str], int]:
    """The variables that the code in these folders reads, and how many mentions of the environment name none."""
    names, others = set[str](), 0
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".cpp")):
        text = path.read_text(encoding="utf-8")
        names.update(READ.findall(text))
        others += len(re.findall(r"\benviron\b|\bgetenv\b", text)) - len(READ.findall(text))
    return names, others


def test_every_variable_is_on_the_page() -> None:
    own, benchmarks = tables(section(ENVIRONMENT, "Variables"))
    names, others = read_in("src", "core/woodstock", "bindings")
    assert sorted(keys(own)) == sorted(names)
    assert others == 1, "only processes/process.py copies the whole environment"
    assert {*keys(benchmarks)} == read_in("benchmarks")[0]


def test_every_kind_of_cache_entry_is_on_the_page() -> None:
    text = section(ENVIRONMENT, "The cache")
    (entries,) = tables(text)
    assert sorted(keys(entries)) == sorted([*cache._SUFFIXES, "pictures/"])
    assert f"at most {cache._LARGEST >> 30} GiB" in text
    assert f"up to {networks._LARGEST >> 20} MiB" in text


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("WOODSTOCK_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "woodstock"
    assert "`$XDG_CACHE_HOME/woodstock`, or `~/.cache/woodstock`" in section(ENVIRONMENT, "The cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == tmp_path / "xdg" / "woodstock"
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path / "own"))
    assert cache.folder() == tmp_path / "own"


# --- benchmarks -----------------------------------------------------------------------------------------------------


def test_every_benchmark_is_on_the_page() -> None:
    _, *scripts = tables(BENCHMARKS)
    listed = [quoted(row[0])[0] for table in scripts for row in table]
    there = [path.name for path in (ROOT / "benchmarks").iterdir() if path.suffix in (".py", ".cpp")]
    assert sorted(listed) == sorted(there)
    assert all(len(row) == 4 and row[1] for table in scripts for row in table)


def test_every_figure_is_on_the_page_that_it_links_to() -> None:
    figures, *_ = tables(BENCHMARKS)
    assert len(figures) > 5
    for told, link in figures:
        (target,) = re.findall(r"\]\(([\w-]+\.md)", link)
        page = (DOCS / target).read_text(encoding="utf-8")
        for number in re.findall(r"\d[\d,.]*\d|\b\d\b", re.sub("paper 000", "", told)):
            assert re.search(rf"(?<![\d.,]){re.escape(number)}(?![\d])", page), (number, target)


def test_packages_that_benchmarks_need_are_development_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    known = {re.split(r"[\[><=]", name)[0] for name in project["optional-dependencies"]["dev"]}
    _, *scripts = tables(BENCHMARKS)
    named = {re.split(r"\[", name)[0] for table in scripts for row in table for name in quoted(row[3])}
    assert named <= known | {"pgx", "cosoco"}


# --- files ----------------------------------------------------------------------------------------------------------


def test_a_record_has_the_keys_of_the_page(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    assert run(["match", "nim", "random", "legal", "--seed", "1", "--records", str(file)]) == 0
    record = json.loads(file.read_text())
    whole, own = tables(section(FORMATS, "Match records"))
    assert sorted(keys(whole)) == sorted(record)
    assert [key for row in own for key in quoted(row[0])] == list(record["woodstock"])
    late = replace(Record.from_dict(record), deviations=(Deviation(0, "first", Kind.TIMEOUT, "late"),))
    (noted,) = late.to_dict(None)["woodstock"]["deviations"]
    assert quoted(own[-1][1]) == list(noted)


def test_the_record_of_the_page_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(block("Match records", "json"))
    assert run(["replay", str(file)]) == 0
    file.write_text(block("Match records", "json").replace("[0, 100]", "[100, 0]"))
    assert run(["replay", str(file)]) == 1


def test_the_rulesheet_of_the_page_is_a_game() -> None:
    assert gdl.check(block("Rulesheets", "lisp")) == ()
    assert gdl.parse(block("Rulesheets", "prolog"))[0].head.name == "legal"


def test_the_keys_of_bundled_games() -> None:
    (table,) = tables(section(FORMATS, "Rulesheets"))
    assert keys(table) == [one.name for one in fields(Metadata) if one.name != "name"]


def test_the_layout_of_the_page_is_the_one_that_is_detected(tmp_path: Path) -> None:
    file = tmp_path / "layout.toml"
    assert run(["draw", "tic_tac_toe", "--layout", str(file)]) == 0
    assert file.read_text() == block("Layouts", "toml")


@pytest.mark.parametrize(
    ("heading", "classes", "extra", "missing"),
    [
        ("Keys of `drawing`", (layout.Layout,), {layout_toml._WHOLE}, set()),
        ("Keys of a board", (layout.Board,), set(), {"name"}),
        ("Keys of a layer", (layout.Layer,), set(), set()),
        ("Keys of a piece, a move and a tray", (layout.Piece, layout.MoveForm, layout.Tray), set(), set()),
    ],
)
def test_the_keys_of_layouts(heading: str, classes: tuple[type, ...], extra: set[str], missing: set[str]) -> None:
    (table,) = tables(section(FORMATS, heading))
    known = {one.name for kind in classes for one in fields(kind)}
    assert {*keys(table)} == (known | extra) - missing


def test_the_state_of_the_page_is_one(tmp_path: Path) -> None:
    file = tmp_path / "state"
    file.write_text(block("States", "lisp"))
    assert run(["analyse", "nim", "--state", str(file), "--player", "uct:playouts=10", "--json"]) == 0


def test_the_position_of_the_page_is_one() -> None:
    data = json.loads(block("Positions", "json"))
    assert ws.Position.from_dict(data).to_dict() == data


MATCH = 'play = 1.0\nplayers = { A = "uct", B = "random" }\n'
"""A table `match` that lacks only its games."""


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ("(top)", 'KEY\n[match]\ngames = ["nim"]\n' + MATCH),
        ("match", '[match]\nKEY\ngames = ["nim"]\n' + MATCH),
        ("match.games.NAME", "[match]\n" + MATCH + "[match.games.nim]\nKEY\n"),
        ("match.sweep", '[match]\ngames = ["nim"]\n' + MATCH + "[match.sweep]\nKEY\n"),
        ("network", 'kind = "network"\n[network]\nKEY\ngames = { nim = {} }\n'),
        ("qcsp", 'kind = "qcsp"\n[qcsp]\nKEY\np = 0.2\np_ae = 0.5\nadversary = "random"\n'),
        ("report", '[match]\ngames = ["nim"]\n' + MATCH + "[report]\nKEY\n"),
        ("paper", '[match]\ngames = ["nim"]\n' + MATCH + "[paper]\nKEY\n"),
        ("sprt", '[match]\ngames = ["nim"]\n' + MATCH + "[sprt]\nKEY\n"),
        ("fairness", '[match]\ngames = ["nim"]\n' + MATCH + "[fairness]\nKEY\n"),
    ],
)
def test_the_keys_of_experiments(table: str, text: str) -> None:
    """An unknown key is refused with a list of those that there are."""
    (rows,) = tables(section(FORMATS, "Experiments"))
    listed = {row[0].strip("`"): row[1] for row in rows}
    with pytest.raises(ExperimentError) as refused:
        parse("tested", text.replace("KEY", "zzzzzz = 1"))
    known = set(re.sub(r".*it takes ", "", refused.value.message).split(", "))
    named = {*quoted(listed[table])} - ({"match"} if table == "match.games.NAME" else set())
    inner = {name for name in listed if "." not in name and name != "(top)"} if table == "(top)" else set()
    assert known <= named | inner
    assert named <= known
    assert named


def test_every_kind_of_experiment_has_a_table() -> None:
    (rows,) = tables(section(FORMATS, "Experiments"))
    assert {*kinds._KINDS} <= {*keys(rows)}


def test_the_tables_of_results(tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    kind = kinds.find("match")
    Store(file, kind, create=True).close()
    (rows,) = tables(section(FORMATS, "Results of an experiment"))
    with sqlite3.connect(file) as database:
        made = {
            name: [column[1] for column in database.execute(f"PRAGMA table_info({name})")]
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    made["results"] = [name for name in made["results"] if name not in kind.columns]
    assert {row[0].strip("`"): quoted(row[1]) for row in rows} == made


def test_the_network_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    text = block("Networks", "xml")
    assert run(["qcsp", "generate", "--n", "3", "--d", "2", "--seed", "1"]) == 0
    assert capsys.readouterr().out == text
    assert len(xcsp3.read_xcsp3(text).variables) == 3


def test_the_sizes_of_the_page() -> None:
    (rows, *_) = tables(FORMATS)
    largest = {re.sub(r"[\[\]]", "", row[0].split("(")[0].split(",")[0]): row[3] for row in rows}
    assert largest["rulesheet"] == f"{gdl.Limits().text >> 20} MiB"
    assert largest["layout"] == f"{layout_toml._LONGEST_FILE:,} characters"
    assert largest["state"] == f"{analyse._STATE_LENGTH:,} characters"
    assert largest["match record"] == f"{records.LENGTH:,} characters a record"
    assert largest["experiment"] == f"{experiment._LENGTH >> 20} MiB"
    assert largest["network"] == f"{markup.LARGEST_TEXT:,} characters"
    assert largest["cache"] == f"{cache._LARGEST >> 30} GiB in all"
    rules, network = (section(FORMATS, name).replace("\n", " ") for name in ("Rulesheets", "Networks"))
    limits = gdl.Limits()
    assert f"{limits.tokens:,} symbols and brackets, {limits.rules:,} rules, {limits.depth} levels" in rules
    assert f"{limits.symbol:,} characters in a symbol" in rules
    assert f"{declarations.MOST_VARIABLES:,} variables with at most {declarations.LARGEST_DOMAIN:,} values" in network
    assert f"{markup.DEEPEST} levels of elements" in network
    assert f"{problem.MOST_VARIABLES:,} variables with at most {problem.MOST_VALUES} values" in network


def test_the_entries_of_the_cache_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WOODSTOCK_CACHE", str(tmp_path / "cache"))
    compile_game(find("tic_tac_toe_2x2")).network()
    made = {path.suffix for path in (tmp_path / "cache").iterdir()}
    assert made == {".circuit", ".network"}


# --- the site -------------------------------------------------------------------------------------------------------


def test_every_page_is_in_the_navigation() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert {path.name for path in DOCS.glob("*.md")} <= {*re.findall(r": ([\w-]+\.md)$", nav, re.MULTILINE)}


def test_every_source_file_that_a_page_names_is_there() -> None:
    """Files of C++: one of Python may also be the reader's own."""
    folders = ("core", "bindings", "benchmarks")
    there = {path.name for folder in folders for path in (ROOT / folder).rglob("*.?pp")}
    for page in (*DOCS.glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        named = set(re.findall(r"\b\w+\.[ch]pp\b", page.read_text(encoding="utf-8")))
        assert named <= there, page.name
