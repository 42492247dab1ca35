"""Networks on disk: found again, never trusted; preprocessed, they have the solutions that they had before."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import woodstock as ws
from engine.forged import changed, said, signed
from network.stages import walk
from woodstock.core import NO_VALUE, solve_states
from woodstock.engine import Game, digests, networks, preparing
from woodstock.engine.game_network import GameNetwork
from woodstock.network import Network, NetworkError, Table, Variable, uniform
from woodstock.network.encoding import Cell, Stage
from woodstock.network.encoding.stored import packed, unpacked
from woodstock.search.mac_ucb import stage_names
from woodstock.solver import StageSolver, preprocessed


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    own = tmp_path / "cache"
    monkeypatch.setenv("WOODSTOCK_CACHE", str(own))
    return own


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.network"))


def both(game: Game, encoding: str = "compact") -> tuple[Stage, Stage]:
    return game.network(encoding), game.network(encoding, preprocessed=True)


@pytest.mark.parametrize("encoding", ["compact", "propositional"])
@pytest.mark.parametrize("name", ["tic_tac_toe", "matching_pennies", "random_tic_tac_toe_2x2"])
def test_the_second_process_reads_what_the_first_built(
    name: str, encoding: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = both(ws.load(name), encoding)
    assert len(entries(folder)) == 2
    monkeypatch.setattr(networks, "_encoded", pytest.fail)
    monkeypatch.setattr(networks, "preprocess", pytest.fail)
    read = both(ws.load(name), encoding)
    assert read == built
    assert [stage.seconds for stage in read] == [stage.seconds for stage in built]
    monkeypatch.undo()
    assert ws.load(name).network(encoding).unroll(2) == built[0].unroll(2)


def test_no_network_is_read_or_written_when_the_game_is_not_kept(folder: Path) -> None:
    both(ws.load("tic_tac_toe", cache=False))
    assert not folder.exists()
    both(ws.load("tic_tac_toe"))
    kept = [path.stat().st_mtime_ns for path in entries(folder)]
    uncached = ws.load("tic_tac_toe", cache=False)
    assert networks.kept(uncached, "compact", preprocessed=True) is None
    assert [path.stat().st_mtime_ns for path in entries(folder)] == kept


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "truncated": lambda content: content[: len(content) // 2],
    "a bit flipped": lambda content: content[:100] + bytes([content[100] ^ 1]) + content[101:],
    "signed noise": lambda _: signed(os.urandom(300)),
    "signed pickle": lambda _: signed(b"\x80\x04N."),
    "of no variables": said(names=[]),
    "of no values": said(values=[]),
    "with other families": said(families=[["x", 3, None]]),
    "with other fractions": said(satisfaction="1/0x"),
    "with unknown kinds": changed(kinds=np.full(18, 200, dtype=np.uint8)),
    "with too few kinds": changed(kinds=np.zeros(1, dtype=np.uint8)),
    "with places that there are not": changed(places=np.full(5, 10**6)),
    "with cells that there are not": changed(cells=np.full(10, -(10**6))),
    "with ends of another shape": changed(ends=np.zeros((3, 3), dtype=np.int64)),
    "with objects": changed(cells=np.array(["x"])),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_an_entry_that_is_damaged_or_foreign_is_ignored_and_written_anew(
    damage: Callable[[bytes], bytes], folder: Path
) -> None:
    built = ws.load("tic_tac_toe").network()
    (path,) = entries(folder)
    sound = path.read_bytes()
    path.write_bytes(damage(sound))
    assert ws.load("tic_tac_toe").network() == built
    with np.load(io.BytesIO(path.read_bytes()[32:])) as again, np.load(io.BytesIO(sound[32:])) as before:
        assert np.array_equal(again["cells"], before["cells"])


def test_a_network_that_may_turn_out_better_another_time_is_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = networks._encoded

    def unfinished(*arguments: Any, **how: Any) -> Stage:
        return replace(made(*arguments, **how), proof_finished=False)

    monkeypatch.setattr(networks, "_encoded", unfinished)
    both(ws.load("tic_tac_toe"))
    assert entries(folder) == []


def test_the_process_that_makes_a_network_in_time_fills_the_cache_and_is_not_needed_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ws.load("connect_four").network_by(time.monotonic() + 120)
    assert made is not None
    assert len(entries(folder)) == 2
    monkeypatch.setattr(preparing, "_ENTRY", "nowhere:main")
    assert ws.load("connect_four").network_by(time.monotonic() + 120) == made
    assert ws.load("connect_four").network_by(time.monotonic()) is None, "there is no time to read it"


def test_what_cannot_be_said_in_names_and_integers_is_not_kept() -> None:
    stage = ws.load("tic_tac_toe").network()
    again = unpacked(packed(stage), lambda _: stage.rebuild)
    assert again is not None and GameNetwork.of(again) == stage
    odd = Network([Variable("terminal", ((1, 2), 3))])
    with pytest.raises(NetworkError, match="Only names and integers"):
        packed(replace(stage, network=odd))
    drawn = Network([Variable("y", (0, 1), stochastic=True)], probabilities=[uniform("y", (0, 1))])
    with pytest.raises(NetworkError, match="Only shares"):
        packed(replace(stage, network=drawn))


def test_whatever_makes_a_network_is_covered_by_its_digest() -> None:
    from engine.test_digests import imported

    covered = {path for part in (*networks.ENCODER, *digests.COMPILER) for path in digests.sources(part)}
    chain = [path for part in ("network", "engine/networks.py", "solver") for path in digests.sources(part)]
    found = {file for path in chain for file in imported(path)}
    ours = {digests._PACKAGE / "engine" / name for name in ("__init__.py", "digests.py")}
    assert {file for file in found if file not in ours} <= covered


# --- preprocessing ------------------------------------------------------------------------------------------------

QUICK = [
    "tic_tac_toe",
    "connect_four",
    "random_tic_tac_toe_2x2",
    "matching_pennies",
    "guess_dice",
    "kuhn_poker",
    "leduc_poker",
    "meier",
    "monty_hall",
    "orchard",
    "nim",
    "quarto",
    "knightthrough",
    "sheep_and_wolf",
    "eight_puzzle",
    "lights_out",
    "war",
]
LONGER = ["yahtzee", "breakthrough"]
SLOW = [
    "pig",
    "othello",
    "awale",
    "cant_stop",
    "checkers",
    "kaseklau",
    "pickomino",
    "backgammon",
    "chess",
    "bomberman",
    "pacman",
    "hex",
    "pentago",
    "amazons",
]


@pytest.mark.parametrize(
    "name",
    [
        *QUICK,
        *(pytest.param(name, marks=pytest.mark.long) for name in LONGER),
        *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW),
    ],
)
def test_preprocessing_keeps_the_solutions_of_every_state(name: str) -> None:
    game = ws.load(name)
    machine = game.machine()
    assert isinstance(machine, ws.CircuitMachine)
    solvers = []
    for stage in both(game):
        solver = StageSolver(stage.network)
        solvers.append((solver.core, stage_names(stage, solver.numbering)))
    for state in walk(machine, 12):
        words = np.frombuffer(state, dtype=np.uint64).tolist()
        before, after = (solve_states(machine.core, core, names, False, words) for core, names in solvers)
        assert after == before
        assert after[0][0]


def test_a_state_of_which_preprocessing_knows_that_nothing_follows_has_no_solutions() -> None:
    """Who has no legal move when the light is off has no solution then: the value off is taken away."""
    game = ws.load("matching_pennies")
    stage, machine = game.network(), game.machine()
    assert isinstance(machine, ws.CircuitMachine)
    names = [cell.variable for cell in stage.current]
    without = stage.network.with_constraints([*stage.network.constraints, Table((names[0],), [("heads",), ("tails",)])])
    smaller = replace(stage, network=preprocessed(without)[0])
    assert smaller.network.variable(names[0]).domain == ("heads", "tails")
    solver = StageSolver(smaller.network)
    spoken = stage_names(smaller, solver.numbering)
    words = np.frombuffer(machine.initial(), dtype=np.uint64).tolist()
    assert solve_states(machine.core, solver.core, spoken, False, words) == [([], [])]
    assert Cell(names[0], "unset") in stage.current
    assert NO_VALUE == 2**32 - 1
