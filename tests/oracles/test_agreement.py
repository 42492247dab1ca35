"""The machine agrees with the naive oracle, state by state along random games, on bundled and public rulesheets."""

from __future__ import annotations

import random
import time

import pytest

import woodstock as ws
from oracles.naive import Oracle
from oracles.named import Named
from sheets import path_of
from woodstock import games
from woodstock.errors import BrokenGameError

STEPS = 200
SECONDS = 0.3
AT_LEAST = 3
"""A game is followed for so many steps or seconds, whichever comes first, but a few steps in any case."""

LONG = pytest.param(5.0, marks=pytest.mark.slow)

# Chosen for variety and for being quick on both sides: games for one to six, turn-taking and simultaneous, with chance
# and percepts (GDL-II), with recursion, arithmetic, function terms, and the odd corners of the syntax.
RULESHEETS = [
    "fhars-ggp-games/mediocrity.kif",
    "ggp-base-tests/simpleMutex.kif",
    "ggp-base-tests/test_case_1b.kif",
    "ggp-base-tests/test_case_2b.kif",
    "ggp-base-tests/test_case_5e.kif",
    "ggp-base-tests/test_clean_not_distinct.kif",
    "ggp-base-tests/test_distinct_beginning_rule.kif",
    "ggp-cpp/backgammon.kif",
    "ggp-cpp/meier.kif",
    "ggp-cpp/montyhall.kif",
    "ggp-cpp/pacman2psmall.kif",
    "ggp-gamecontroller/guessSix.kif",
    "ggp-gamecontroller/kriegTTT_4x4.kif",
    "ggp-gamecontroller/mastermind.kif",
    "ggp-gamecontroller/mastermind2x3.kif",
    "ggp-gamecontroller/mastermind_robot.kif",
    "ggp-gamecontroller/montyhall.kif",
    "ggp-gamecontroller/sushi_go.kif",
    "ggp-gamecontroller/vis_pacman3p.kif",
    "ggp-project/untwistycomplex.kif",
    "ggp-repository/2pffa_v1.kif",
    "ggp-repository/2pffa_zerosum.kif",
    "ggp-repository/2pttc_v1.kif",
    "ggp-repository/3pConnectFour.kif",
    "ggp-repository/asteroids.kif",
    "ggp-repository/asteroidsSerial_v1.kif",
    "ggp-repository/battlebrushes.kif",
    "ggp-repository/beatMania_v1.kif",
    "ggp-repository/bomberman2p.kif",
    "ggp-repository/brain_teaser_extended.kif",
    "ggp-repository/breakthroughSuicide.kif",
    "ggp-repository/catcha_mouse.kif",
    "ggp-repository/chickentictactoe.kif",
    "ggp-repository/chomp.kif",
    "ggp-repository/cittaceot.kif",
    "ggp-repository/connectFourSimultaneous.kif",
    "ggp-repository/copolymer_4.kif",
    "ggp-repository/copolymer_4_pie.kif",
    "ggp-repository/dotsAndBoxesSuicide.kif",
    "ggp-repository/dualConnect4_v1.kif",
    "ggp-repository/eightPuzzle.kif",
    "ggp-repository/englishDraughts.kif",
    "ggp-repository/escortLatch.kif",
    "ggp-repository/futoshiki6.kif",
    "ggp-repository/guess.kif",
    "ggp-repository/hallway_v1.kif",
    "ggp-repository/hodgepodge.kif",
    "ggp-repository/kalaha6x2x4.kif",
    "ggp-repository/kitten_escapes_from_fire.kif",
    "ggp-repository/knightfight.kif",
    "ggp-repository/knightwar.kif",
    "ggp-repository/lightsOnSimul4.kif",
    "ggp-repository/lightsOut.kif",
    "ggp-repository/majorities.kif",
    "ggp-repository/max_knights.kif",
    "ggp-repository/nineBoardTicTacToePie_v1.kif",
    "ggp-repository/onestep.kif",
    "ggp-repository/pacman2p.kif",
    "ggp-repository/pacman3p.kif",
    "ggp-repository/pawnWhopping_v1.kif",
    "ggp-repository/peg.kif",
    "ggp-repository/pentago_v1.kif",
    "ggp-repository/quarto.kif",
    "ggp-repository/queens.kif",
    "ggp-repository/reversi.kif",
    "ggp-repository/rubiksCubeSuperflip.kif",
    "ggp-repository/ruleDepthLinear.kif",
    "ggp-repository/sheepAndWolf.kif",
    "ggp-repository/shmup.kif",
    "ggp-repository/simultaneousWin2.kif",
    "ggp-repository/snake_2009_big.kif",
    "ggp-repository/solitaireChineseCheckers.kif",
    "ggp-repository/ticTacToe.kif",
    "ggp-repository/tictactoe-init1_v1.kif",
    "ggp-repository/tictactoe_3d_6player.kif",
    "ggp-repository/troublemaker01.kif",
    "ggp-repository/tron_10x10.kif",
    "ggp-repository/urmAdd.kif",
    "ggp-repository/withConviction.kif",
    "ggp_python/ii_kriegtictactoe.kif",
    "ggp_python/ii_montyhall.kif",
    "ggp_python/ii_transit.kif",
    "ggplib/traffic2.kif",
    "ggpserver/GORILLA.3361629202.kif",
    "ggpserver/Maze.kif",
    "ggpserver/SimultaneousTicTacToe.kif",
    "ggpserver-sql/3qbf-5cnf-20var-40cl.1.qdimacs.SAT.kif",
    "ggpserver-sql/javastrike.kif",
    "ggpserver-sql/sheep_and_wolf.kif",
    "lwthatcher/guess6.kif",
    "sancho-ggp-base/fifteenPuzzle.kif",
    "sancho-ggp-base/randomDomain.kif",
    "sancho-ggp-base/Simple3space.kif",
    "scully/latenttictactoe.kif",
    "scully/mastermind.kif",
    "scully/mastermind448.kif",
    "scully/meier.kif",
    "scully/montyhall.kif",
    "scully/pennies.kif",
    "scully/pick-small.kif",
    "scully/vis_pacman3p.kif",
    "stanford/duidoku.kif",
    "stanford/trifecta.kif",
    "tflaherty-ggp/farmingquandries.kif",
    "tflaherty-ggp/platformJumpers.kif",
    "vacuum_cleaner_agent/vacuumcleaner.kif",
]

UNSAFE = ["ggp-gamecontroller/sushi_go.kif"]
"""Breaks a restriction where the meaning is clear all the same: in `(not (true (setup ?p ?x)))` nothing gives the
variables a value, so it says that no such fluent holds."""


def follow(oracle: Oracle, named: Named, seed: int, seconds: float) -> int:
    """Walk along random games and compare everything the rules say of each state. Gives the number of steps."""
    assert named.roles == oracle.roles
    rng = random.Random(seed)
    end = time.monotonic() + seconds
    start, ours = oracle.initial(), named.initial()
    theirs = start
    step = 0
    while step < STEPS and (step < AT_LEAST or time.monotonic() < end):
        assert named.fluents(ours) == theirs
        over = oracle.terminal(theirs)
        assert named.terminal(ours) == over
        # A machine gives the lowest where the rules give several goals.
        assert named.goals(ours) == {
            role: {min(goals)} if goals else set() for role, goals in oracle.goals(theirs).items()
        }
        legal = oracle.legal(theirs)
        if not over and not all(legal.values()):
            with pytest.raises(BrokenGameError):
                named.legal(ours)
            return step
        assert named.legal(ours) == legal
        if over:
            if theirs == start:
                return step
            theirs, ours = start, named.initial()
            continue
        joint = {role: rng.choice(sorted(moves)) for role, moves in legal.items()}
        assert named.percepts(ours, joint) == oracle.percepts(theirs, joint)
        theirs, ours = oracle.next(theirs, joint), named.next(ours, joint)
        step += 1
    return step


@pytest.mark.parametrize("seconds", [SECONDS, LONG])
@pytest.mark.parametrize("name", games.names())
def test_bundled_games(name: str, seconds: float) -> None:
    named = Named(ws.load(name).machine())
    assert follow(Oracle(games.text(name)), named, seed=0, seconds=seconds) >= AT_LEAST


@pytest.mark.sheets
@pytest.mark.parametrize("seconds", [SECONDS, LONG])
@pytest.mark.parametrize("file", RULESHEETS)
def test_public_rulesheets(file: str, seconds: float) -> None:
    path = path_of(file)
    oracle = Oracle(path.read_text(encoding="utf-8", errors="replace"))
    follow(oracle, Named(ws.load(path, lenient=file in UNSAFE).machine()), seed=0, seconds=seconds)


@pytest.mark.parametrize("name", games.names())
def test_a_state_can_be_made_from_its_fluents(name: str) -> None:
    machine = ws.load(name).machine()
    rng = random.Random(0)
    state = machine.initial()
    while not machine.terminal(state):
        state = machine.next(state, [rng.choice(moves) for moves in machine.legal(state)])
        assert machine.state(machine.fluents(state)) == state
