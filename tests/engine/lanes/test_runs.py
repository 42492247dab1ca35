"""What a run of playouts promises: how many are counted, what caps, breaks and ends them, that it can be repeated."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import pytest

import woodstock as ws
from engine.lanes.enumeration import enumerate_lines
from engine.lanes.test_kernels import assert_same
from engine.lanes.walking import random_states
from woodstock.engine import CircuitMachine
from woodstock.errors import IllegalMoveError

Load = Callable[[str], ws.Game]
Written = Callable[[str], ws.Game]

# Ends after four steps, with a choice at each.
FOUR_STEPS = """
(role r) (init (step 0)) (after 0 1) (after 1 2) (after 2 3) (after 3 4)
(legal r a) (legal r b)
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= (next odd) (does r a) (not (true odd)))
(<= (next odd) (does r b) (true odd))
(<= terminal (true (step 4)))
(<= (goal r 100) (true odd))
(<= (goal r 0) (not (true odd)))
"""

# Three doors at every step: one ends the game, one leaves the second role without a move, one leads on.
DOORS = """
(role r) (role s) (init closed)
(legal r out) (legal r trap) (legal r on)
(<= (legal s wait) (not (true trapped)))
(<= (legal s sleep) (not (true trapped)))
(<= (next closed) (does r on))
(<= (next trapped) (does r trap))
(<= (next free) (does r out))
(<= terminal (true free))
(<= (goal r 100) (true free))
"""


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_seed_and_a_number_of_threads_give_the_same_result_again(threads: int, load: Load) -> None:
    game = load("connect_four")
    first = game.playouts(5_000, seed=9, threads=threads)
    assert_same(game.playouts(5_000, seed=9, threads=threads), first)
    others = [game.playouts(5_000, seed=seed, threads=threads) for seed in range(5)]
    assert len({(int(other.lengths[0]), *other.goals[0].tolist()) for other in [first, *others]}) == 6


def test_threads_draw_from_streams_of_their_own(load: Load) -> None:
    game = load("connect_four")
    one, two = (game.playouts(2_000, seed=3, threads=threads) for threads in (1, 2))
    halves = game.playouts(1_000, seed=3)
    assert one.lengths[0] != two.lengths[0]
    assert two.lengths[0] != 2 * halves.lengths[0], "the threads did not play the same games"


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 2, 7, 511, 512, 513, 1000, 1024, 5003])
def test_exactly_as_many_are_counted_as_are_asked_for(count: int, threads: int, load: Load) -> None:
    game = load("tic_tac_toe")
    result = game.playouts(count, seed=count, threads=threads)
    assert result.playouts.tolist() == [count]
    assert int(result.goals.sum()) == 100 * count
    assert result.states == int(result.lengths[0])
    assert 5 * count <= result.states <= 9 * count
    assert result.mean_goals.sum() == pytest.approx(100 if count else 0)


@pytest.mark.parametrize("threads", [1, 2])
def test_many_starts_with_one_playout_each(threads: int, load: Load) -> None:
    game = load("connect_four")
    machine = game.machine()
    assert isinstance(machine, CircuitMachine)
    starts = list(dict.fromkeys(random_states(machine, 3000, random.Random(5))))[:1500]
    assert len(starts) == 1500
    result = game.playouts(1, start=starts, seed=6, threads=threads)
    assert np.all(result.playouts == 1)
    assert np.array_equal(result.squares, result.goals**2)
    assert np.all(result.goals.sum(axis=1) == 100)
    assert np.array_equal(result.wins, result.goals == 100)
    free = [42 - sum("blank" not in name and name.startswith("(cell") for name in machine.fluents(s)) for s in starts]
    assert np.all(result.lengths >= 1) and np.all(result.lengths <= np.array(free))


def test_no_starts_are_no_error(load: Load) -> None:
    result = load("tic_tac_toe").playouts(10, start=[])
    assert result.playouts.shape == (0,) and result.goals.shape == (0, 2) and result.states == 0


def test_over_before_it_begins_has_length_0(load: Load) -> None:
    game = load("tic_tac_toe")
    machine = game.machine()
    rng, state = random.Random(1), machine.initial()
    while not machine.terminal(state):
        state = machine.next(state, [rng.choice(own) for own in machine.legal(state)])
    result = game.playouts(1000, start=[state, machine.initial()], seed=1)
    assert result.playouts.tolist() == [1000, 1000]
    assert result.lengths[0] == 0 and result.lengths[1] > 0
    assert result.goals[0].tolist() == [1000 * (goal or 0) for goal in machine.goals(state)]


def test_a_first_joint_move_can_be_forced(load: Load) -> None:
    game = load("tic_tac_toe")
    machine = game.machine()
    joint = [own[-1] for own in machine.legal(machine.initial())]
    child = machine.next(machine.initial(), joint)
    result = game.playouts(100_000, moves=[joint], seed=2)
    plain = game.playouts(100_000, start=child, seed=2)
    assert np.array_equal(result.goals, plain.goals)
    assert result.lengths[0] == plain.lengths[0] + 100_000
    exact = enumerate_lines(machine, child)
    exact.check(plain)
    other = [own[0] for own in machine.legal(machine.initial())]
    both = game.playouts(500, start=[machine.initial()] * 2, moves=[joint, other], seed=3)
    assert both.playouts.tolist() == [500, 500]
    others = game.playouts(500, start=[child, machine.next(machine.initial(), other)], seed=3)
    assert np.array_equal(both.goals, others.goals)
    with pytest.raises(IllegalMoveError):
        game.playouts(1, moves=[[99, 0]])


@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_games_longer_than_the_limit_are_capped_and_count_in_nothing_else(limit: int, written: Written) -> None:
    result = written(FOUR_STEPS).playouts(2_000, limit=limit)
    assert result.capped.tolist() == [2_000]
    assert result.playouts.tolist() == result.broken.tolist() == result.lengths.tolist() == [0]
    assert not result.goals.any() and not result.squares.any() and not result.wins.any()
    assert result.states == 2_000 * limit


@pytest.mark.parametrize("limit", [4, 5, 1000])
def test_games_as_long_as_the_limit_are_not_capped(limit: int, written: Written) -> None:
    game = written(FOUR_STEPS)
    result = game.playouts(2_000, limit=limit)
    assert result.playouts.tolist() == [2_000] and result.capped.tolist() == [0]
    assert result.states == result.lengths[0] == 8_000


def test_a_forced_move_counts_towards_the_limit(written: Written) -> None:
    game = written(FOUR_STEPS)
    assert game.playouts(10, moves=[[0]], limit=4).playouts.tolist() == [10]
    assert game.playouts(10, moves=[[0]], limit=3).capped.tolist() == [10]


@pytest.mark.parametrize("limit", [1, 3, 6])
def test_finished_capped_and_broken_ones_come_in_the_right_shares(limit: int, written: Written) -> None:
    game = written(DOORS)
    n = 300_000
    result = game.playouts(n, limit=limit, seed=limit)
    # Each step leads on with 1/3; broken is seen one step after the trap, and a cap comes first.
    shares = {
        "playouts": sum(3.0**-step for step in range(1, limit + 1)),
        "broken": sum(3.0**-step for step in range(1, limit)),
    }
    shares["capped"] = 1 - shares["playouts"] - shares["broken"]
    assert int(result.playouts[0] + result.broken[0] + result.capped[0]) == n
    for field, share in shares.items():
        found = int(getattr(result, field)[0])
        assert abs(found - n * share) <= 4 * np.sqrt(n * share * (1 - share)) + 1e-6, field
    assert result.goals[0].tolist() == [100 * int(result.playouts[0]), 0]
    assert result.wins[0].tolist() == [int(result.playouts[0]), 0]
    report = game.machine().playouts(30_000, limit=limit)
    assert abs(report.broken / 30_000 - shares["broken"]) < 0.015
    assert abs(report.capped / 30_000 - shares["capped"]) < 0.015


@pytest.mark.clock
def test_after_the_seconds_none_begins_and_all_begun_are_finished(load: Load) -> None:
    game = load("connect_four")
    begun = time.monotonic()
    result = game.playouts(2**62, seconds=0.05, threads=2)
    assert time.monotonic() - begun < 5
    assert 0 < int(result.playouts[0]) < 2**40
    assert result.capped[0] == result.broken[0] == 0
    assert result.states == int(result.lengths[0]), "every step belongs to a playout that was counted"
    assert int(result.goals.sum()) == 100 * int(result.playouts[0])
    assert game.playouts(2**62, seconds=0.0).states == 0


def test_short_games_do_not_count_for_more_when_time_runs_out(written: Written) -> None:
    """Half of the games take one step, the others 300; the clock runs out in the midst of the first 512."""
    rules = "(role r) (init (step 0)) (legal r a) (legal r b)\n"
    rules += "".join(f"(after {step} {step + 1})\n" for step in range(300))
    rules += """(<= (next (step ?n)) (true (step ?m)) (after ?m ?n) (not cut))
    (<= cut (true (step 0)) (does r a))
    (<= (next short) cut)
    (<= terminal (true short)) (<= terminal (true (step 300)))
    (<= (goal r 100) (true short)) (<= (goal r 0) (true (step 300)))"""
    game = written(rules)
    short = total = seed = 0
    while total < 50_000:  # a slow computer may not even begin in so short a time
        result = game.playouts(2**62, seed=seed, seconds=5e-5)
        short += int(result.wins[0, 0])
        total += int(result.playouts[0])
        seed += 1
    assert abs(short - total / 2) <= 5 * np.sqrt(total / 4)


@pytest.mark.clock
def test_ctrl_c_ends_playouts_soon() -> None:
    script = "import woodstock as ws; g = ws.load('othello'); print('go', flush=True); g.playouts(2**62, threads=2)"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"go\n"
        time.sleep(0.3)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        try:
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert time.monotonic() - begun < 10
    assert b"KeyboardInterrupt" in errors
