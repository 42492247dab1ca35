"""What all tests share: a cache for each run, the tiers they are chosen by, and how hypothesis looks for examples."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import sheets

# A shell that runs the tests in the background has them ignore Ctrl-C, and every program they start as well.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says nothing on a busy machine. In CI the same examples are tried each time; new ones are
# for those who can look into what they find.
settings.register_profile(
    "woodstock", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("woodstock")

RECURSION_LIMIT = sys.getrecursionlimit()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow as well (-m slow: these alone)")
    parser.addoption("--quick", action="store_true", help="run one case of every test that is quick")
    parser.addoption("--part", metavar="K/N", help="run the K-th of N parts of the tests: every N-th, from the K-th on")


def pytest_configure(config: pytest.Config) -> None:
    """Give the run a cache and a folder for what is learned of its own, which workers and child processes find in their
    environment: no test reads what an earlier run or the user left. `make test`, which runs two sets of tests, names
    one cache for both."""
    if hasattr(config, "workerinput"):
        return
    learned = tempfile.mkdtemp(prefix="woodstock-tests-learned-")
    os.environ["WOODSTOCK_LEARNED"] = learned
    config.add_cleanup(lambda: shutil.rmtree(learned, ignore_errors=True))
    if named := os.environ.get("WOODSTOCK_TEST_CACHE"):
        os.environ["WOODSTOCK_CACHE"] = named
        return
    folder = tempfile.mkdtemp(prefix="woodstock-tests-")
    os.environ["WOODSTOCK_CACHE"] = folder
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose the tier. Public rulesheets are asked for here and nowhere else."""
    if not sheets.NAMED:
        without = pytest.mark.skip(reason="WOODSTOCK_RULESHEETS names no folder with public rulesheets")
        for item in items:
            if item.get_closest_marker("sheets"):
                item.add_marker(without)
    chosen = items[:]
    if not config.getoption("--slow") and "slow" not in config.getoption("-m"):
        chosen = [item for item in chosen if not item.get_closest_marker("slow")]
    if config.getoption("--quick"):
        # `hypothesis` marks tests of many examples. One case of several is enough.
        others = ("long", "clock", "sheets", "hypothesis")
        quick = [item for item in chosen if not any(map(item.get_closest_marker, others))]
        chosen = list({item.nodeid.partition("[")[0]: item for item in quick}.values())
    if part := config.getoption("--part"):
        chosen = chosen[_part(part)]
    kept = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = chosen


def _part(text: str) -> slice:
    """`2/5` is every fifth from the second on."""
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise pytest.UsageError(f"--part takes two numbers such as 2/5, not {text}")
    return slice(int(part) - 1, None, int(parts))


@pytest.fixture(autouse=True)
def recursion_limit() -> Iterator[None]:
    """What a test raises for its own needs must not hide from the next one that something recurses without end."""
    yield
    sys.setrecursionlimit(RECURSION_LIMIT)
