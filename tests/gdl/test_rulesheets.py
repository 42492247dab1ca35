"""All public rulesheets get their right verdict."""

from __future__ import annotations

import pytest

from sheets import FOLDER, path_of
from woodstock.gdl import (
    TOLERABLE,
    check,
    ground_unsafe,
    normalise,
    parse,
    to_infix,
    to_kif,
    unsafe_variables,
)

FILES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.kif"))

pytestmark = pytest.mark.sheets

INVALID = {
    "ggp-base-tests/test_case_3e.kif": {"unsafe"},
    "ggp-base-tests/test_case_3f.kif": {"unsafe"},
    "ggp-base-tests/test_invalid_function_arities_differ.kif": {"arity-clash"},
    "ggp-base-tests/test_invalid_sentence_arities_differ.kif": {"arity-clash"},
    "ggp-cpp/Tiger_vs_Dogs.kif": {"no-terminal"},
    "ggp-cpp/ticTacToe2.kif": {"syntax"},
    "ggp-gamecontroller/7wonders.kif": {"syntax"},
    "ggp-gamecontroller/bigMoney.kif": {"unsafe", "arity-clash"},
    "ggp-gamecontroller/blind_breakthrough_7x7.kif": {"unsafe"},
    "ggp-gamecontroller/dominion.kif": {"unsafe", "arity-clash"},
    "ggp-gamecontroller/sushi_go.kif": {"unsafe", "arity-clash"},
    "ggp_python/sto_dicegame.kif": {"unsafe", "arity-clash"},
    "tflaherty-ggp/firesheep.kif": {"depends-on-does"},
}
"""The rulesheets that break GDL, and how; all others have no error."""

SLIPS = {
    "ggp-repository/chessAlex.kif": "case",
    "tflaherty-ggp/clobber.kif": "missing-true",
    "sancho-ggp-base/untwistybig.kif": "missing-true",
    "ggp_python/sto_dicegame.kif": "probabilities",
    "ggp-base-tests/test_case_3b.kif": "unsafe-unused",
    "ggp-base-tests/test_case_3c.kif": "undefined-relation",
}


def text(file: str) -> bytes:
    return path_of(file).read_bytes()


@pytest.mark.parametrize("file", FILES)
def test_verdict(file: str) -> None:
    errors = [problem for problem in check(text(file)) if problem.severity == "error"]
    assert {problem.code for problem in errors} == INVALID.get(file, set())
    assert all(problem.place is not None or problem.code in ("no-role", "no-terminal") for problem in errors)


LONG = ("sancho-ggp-base/arithmetic_arithmetic-stupid.kif", "ggpserver/CHIMPANZEE.3361621913.kif")
"""Thousands of lines of the same kind."""


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, marks=pytest.mark.slow) if file in LONG else file
        for file in FILES
        if INVALID.get(file) != {"syntax"}
    ],
)
def test_round_trips(file: str) -> None:
    rules = parse(text(file))
    assert parse(to_kif(rules)) == rules
    assert parse(to_infix(rules)) == rules


@pytest.mark.parametrize("file", sorted(SLIPS))
def test_slips(file: str) -> None:
    assert SLIPS[file] in {problem.code for problem in check(text(file))}


@pytest.mark.parametrize("file", [file for file in FILES if "unsafe" in INVALID.get(file, ())])
def test_unsafe_rulesheets_can_be_repaired(file: str) -> None:
    assert INVALID[file] <= TOLERABLE
    rules = ground_unsafe(normalise(parse(text(file))))
    assert not any(unsafe_variables(rule) for rule in rules)
