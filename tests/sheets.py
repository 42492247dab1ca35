"""The collections of public rulesheets, in the folder that WOODSTOCK_RULESHEETS names.

Tests that read them are marked `sheets`, and skipped where the folder is not named.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

NAMED = bool(os.environ.get("WOODSTOCK_RULESHEETS"))
FOLDER = Path(os.environ.get("WOODSTOCK_RULESHEETS") or "WOODSTOCK_RULESHEETS-is-not-set")


def path_of(name: str) -> Path:
    """Where a rulesheet is. The collections are not the same everywhere: what is not there is skipped."""
    if not (FOLDER / name).exists():
        pytest.skip(f"{name} is not among the rulesheets here")
    return FOLDER / name


def marked(names: Iterable[str]) -> list[object]:
    """Names of games for a test: the files among them are public rulesheets."""
    return [pytest.param(name, marks=pytest.mark.sheets) if name.endswith(".kif") else name for name in names]


VARIED = """
fhars-ggp-games/mediocrity.kif ggp-base-tests/simpleMutex.kif ggp-base-tests/test_case_1b.kif
ggp-base-tests/test_case_2b.kif ggp-base-tests/test_case_5e.kif ggp-base-tests/test_clean_not_distinct.kif
ggp-base-tests/test_distinct_beginning_rule.kif ggp-cpp/backgammon.kif ggp-cpp/meier.kif ggp-cpp/montyhall.kif
ggp-cpp/pacman2psmall.kif ggp-gamecontroller/guessSix.kif ggp-gamecontroller/kriegTTT_4x4.kif
ggp-gamecontroller/mastermind.kif ggp-gamecontroller/mastermind2x3.kif ggp-gamecontroller/mastermind_robot.kif
ggp-gamecontroller/montyhall.kif ggp-gamecontroller/vis_pacman3p.kif ggp-project/untwistycomplex.kif
ggp-repository/2pffa_v1.kif ggp-repository/2pffa_zerosum.kif ggp-repository/2pttc_v1.kif
ggp-repository/3pConnectFour.kif ggp-repository/asteroids.kif ggp-repository/asteroidsSerial_v1.kif
ggp-repository/battlebrushes.kif ggp-repository/beatMania_v1.kif ggp-repository/bomberman2p.kif
ggp-repository/brain_teaser_extended.kif ggp-repository/breakthroughSuicide.kif ggp-repository/catcha_mouse.kif
ggp-repository/chickentictactoe.kif ggp-repository/chomp.kif ggp-repository/cittaceot.kif
ggp-repository/connectFourSimultaneous.kif ggp-repository/copolymer_4.kif ggp-repository/copolymer_4_pie.kif
ggp-repository/dotsAndBoxesSuicide.kif ggp-repository/dualConnect4_v1.kif ggp-repository/eightPuzzle.kif
ggp-repository/englishDraughts.kif ggp-repository/escortLatch.kif ggp-repository/futoshiki6.kif ggp-repository/guess.kif
ggp-repository/hallway_v1.kif ggp-repository/hodgepodge.kif ggp-repository/kalaha6x2x4.kif
ggp-repository/kitten_escapes_from_fire.kif ggp-repository/knightfight.kif ggp-repository/knightwar.kif
ggp-repository/lightsOnSimul4.kif ggp-repository/lightsOut.kif ggp-repository/majorities.kif
ggp-repository/max_knights.kif ggp-repository/nineBoardTicTacToePie_v1.kif ggp-repository/onestep.kif
ggp-repository/pacman2p.kif ggp-repository/pacman3p.kif ggp-repository/pawnWhopping_v1.kif ggp-repository/peg.kif
ggp-repository/pentago_v1.kif ggp-repository/quarto.kif ggp-repository/queens.kif ggp-repository/reversi.kif
ggp-repository/rubiksCubeSuperflip.kif ggp-repository/ruleDepthLinear.kif ggp-repository/sheepAndWolf.kif
ggp-repository/shmup.kif ggp-repository/simultaneousWin2.kif ggp-repository/snake_2009_big.kif
ggp-repository/solitaireChineseCheckers.kif ggp-repository/tictactoe-init1_v1.kif ggp-repository/ticTacToe.kif
ggp-repository/tictactoe_3d_6player.kif ggp-repository/tron_10x10.kif ggp-repository/troublemaker01.kif
ggp-repository/urmAdd.kif ggp-repository/withConviction.kif ggp_python/ii_kriegtictactoe.kif ggp_python/ii_montyhall.kif
ggp_python/ii_transit.kif ggplib/traffic2.kif ggpserver-sql/3qbf-5cnf-20var-40cl.1.qdimacs.SAT.kif
ggpserver-sql/javastrike.kif ggpserver-sql/sheep_and_wolf.kif ggpserver/GORILLA.3361629202.kif ggpserver/Maze.kif
ggpserver/SimultaneousTicTacToe.kif lwthatcher/guess6.kif sancho-ggp-base/fifteenPuzzle.kif
sancho-ggp-base/randomDomain.kif sancho-ggp-base/Simple3space.kif scully/latenttictactoe.kif scully/mastermind.kif
scully/mastermind448.kif scully/meier.kif scully/montyhall.kif scully/pennies.kif scully/pick-small.kif
scully/vis_pacman3p.kif stanford/duidoku.kif stanford/trifecta.kif tflaherty-ggp/farmingquandries.kif
tflaherty-ggp/platformJumpers.kif vacuum_cleaner_agent/vacuumcleaner.kif
""".split()
"""Rulesheets that load fast and are quick to follow, chosen for variety: games for one to six, turn-taking and
simultaneous, with chance and percepts (GDL-II), with recursion, arithmetic and function terms, with clocks of two to
four phases, and the odd corners of the syntax."""
