"""Calls of the core at random, in child processes: see tests/fuzzing."""

from __future__ import annotations

import pytest

from fuzzing.run import run_worker
from fuzzing.signatures import read_stub


def test_the_fuzzer_knows_what_there_is() -> None:
    calls = {str(call) for call in read_stub().calls}
    assert {"Machine.next", "Search.report", "Uct.__init__", "make_cfr", "Lanes.kernel", "Cfr.settings"} <= calls


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 60))])
def test_no_call_of_the_core_ends_the_process(seed: int) -> None:
    death = run_worker(seed, 600 if seed == 0 else 4000)
    assert death is None, str(death)
