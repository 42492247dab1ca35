"""What users import: every public name is documented, and its example runs."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import pytest

import woodstock as ws

FLAGS = doctest.ELLIPSIS
MODULES = "move joint moment position pictured game view analysis playing stored pictures symmetries".split()
OTHERS = (
    "", ".errors", ".games", ".players", ".players.meeting", ".engine.game", ".engine.game_network",
    ".ground.clingo", ".rl.vector_env",
)  # fmt: skip

CLASSES = ("Analysis", "Game", "Move", "Position", "VectorEnv", "View")


def examples(*modules: ModuleType) -> Iterator[doctest.DocTest]:
    finder = doctest.DocTestFinder()
    for module in modules:
        yield from (found for found in finder.find(module, module=module) if found.examples)


OF_POSITIONS = list(examples(*(import_module(f"woodstock.positions.{name}") for name in MODULES)))
OF_OTHERS = list(examples(*(import_module(f"woodstock{name}") for name in OTHERS)))


@pytest.mark.parametrize("example", OF_POSITIONS + OF_OTHERS, ids=lambda example: example.name)
def test_examples_run(example: doctest.DocTest) -> None:
    result = doctest.DocTestRunner(optionflags=FLAGS).run(example)
    assert result.failed == 0 and result.attempted > 0


@pytest.mark.parametrize("name", ws.__all__)
def test_every_public_name_has_an_example(name: str) -> None:
    if name == "__version__":
        return
    assert ">>>" in getattr(ws, name).__doc__, name


@pytest.mark.parametrize("name", CLASSES)
def test_everything_that_a_public_class_offers_has_an_example(name: str) -> None:
    """Its own and what it inherits of ours; a field has a line of its own in the class."""
    kind = getattr(ws, name)
    ours = [base for base in kind.__mro__ if base.__module__.startswith("woodstock")]
    offered = {own for base in ours for own in vars(base) if not own.startswith("_")}
    for own in offered - set(getattr(kind, "__dataclass_fields__", {})):
        shown = getattr(kind, own)
        documented = inspect.getdoc(shown) or ""
        assert ">>>" in documented or documented.startswith("Alias for field"), own


def test_help_reads_well() -> None:
    for call in (ws.match, ws.analyse, ws.play_out, ws.load):
        parameters = inspect.signature(call).parameters
        assert parameters and "kwargs" not in parameters and not {"args"} & set(parameters)
    assert list(inspect.signature(ws.match).parameters)[:2] == ["game", "players"]


def test_lists_are_called_and_are_packages() -> None:
    assert ws.games() == list(ws.games.names()) and "chess" in ws.games("board")
    assert ws.players() == list(ws.players.names())
    with pytest.raises(ws.WoodstockError, match="tag"):
        ws.games("nonsense")


def test_a_name_costs_its_own_imports_only() -> None:
    """Nor do the lists depend on what was imported before."""
    code = (
        "import sys, woodstock as ws\n"
        "assert 'woodstock.engine' not in sys.modules and 'numpy' not in sys.modules\n"
        "from woodstock.games import text\n"
        "assert len(ws.games()) > 60 and 'uct' in ws.players()\n"
        "from woodstock import games, players\n"
        "assert games() and players() and games.names()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


@pytest.mark.clock
def test_the_import_takes_less_than_a_tenth_of_a_second() -> None:
    code = "import time; begun = time.process_time(); import woodstock; print(time.process_time() - begun)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True) for _ in range(5)]
    assert min(float(run.stdout) for run in runs) < 0.1


def test_a_game_at_the_prompt_is_one_line() -> None:
    for name in ("chess", "kuhn_poker"):
        assert len(repr(ws.load(name))) < 60
    assert not hasattr(ws.load("chess"), "facts")
