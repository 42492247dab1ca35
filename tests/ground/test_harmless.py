"""Every transform keeps the game: with and without it, random games go the same way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pytest

from ground.eager import make_eager
from ground.lockstep import agree, same_names
from sheets import path_of
from woodstock import games
from woodstock.circuit import build
from woodstock.engine import CircuitMachine
from woodstock.gdl import NormalRule, normalise, parse
from woodstock.ground import GroundProgram, ground
from woodstock.ground.chain import TRANSFORMS, Transform, relevant, transform

CHAINS = {"all": TRANSFORMS, **{step.__name__: (relevant, step) for step in TRANSFORMS if step is not relevant}}
"""The whole chain, and each transform alone, at work whether it pays or not."""

SHEETS = """
ggp-repository/2pffa_v1.kif ggp-repository/2pttc_v1.kif ggp-repository/3pConnectFour.kif ggp-repository/asteroids.kif
ggp-repository/battle.kif ggp-repository/battlebrushes.kif ggp-repository/beatMania_v1.kif
ggp-repository/bomberman2p.kif ggp-repository/brain_teaser_extended.kif ggp-repository/breakthroughSuicide.kif
ggp-repository/catcha_mouse.kif ggp-repository/chickentictactoe.kif ggp-repository/chineseCheckers3_v1.kif
ggp-repository/choicethroughalt.kif ggp-repository/chomp.kif ggp-repository/cittaceot.kif
ggp-repository/connectFourSimultaneous.kif ggp-repository/copolymer_4.kif ggp-repository/dotsAndBoxesSuicide.kif
ggp-repository/eightPuzzle.kif ggp-repository/englishDraughts.kif ggp-repository/escortLatch.kif
ggp-repository/futoshiki6.kif ggp-repository/guess.kif ggp-repository/hitori.kif ggp-repository/hodgepodge.kif
ggp-repository/kalaha6x2x4.kif ggp-repository/kitten_escapes_from_fire.kif ggp-repository/knightThrough.kif
ggp-repository/lightsOnSimul4.kif ggp-repository/lightsOut.kif ggp-repository/linesOfAction.kif
ggp-repository/majorities.kif ggp-repository/max_knights.kif ggp-repository/pacman3p.kif
ggp-repository/pawnWhopping_v1.kif ggp-repository/peg.kif ggp-repository/pentago_v1.kif ggp-repository/queens.kif
ggp-repository/reversi.kif ggp-repository/rubiksCubeSuperflip.kif ggp-repository/ruleDepthLinear.kif
ggp-repository/sheepAndWolf.kif ggp-repository/shmup.kif ggp-repository/simultaneousWin2.kif
ggp-repository/solitaireChineseCheckers.kif ggp-repository/ticTacToe.kif ggp-repository/tictactoe-init1_v1.kif
ggp-repository/tron_10x10.kif ggp-repository/troublemaker01.kif ggp-repository/ttcc4_2player_small.kif
ggp-repository/wallmaze.kif ggp-repository/withConviction.kif scully/mastermind448.kif scully/latenttictactoe.kif
stanford/buttonsandlights.kif
""".split()

EAGER = {
    "rigid": ["ggp-repository/bomberman2p.kif", "ggp-cpp/pacman2psmall.kif"],
    "specialise": """ggp-repository/ticTacToe.kif ggp-repository/connectFourSimultaneous.kif ggp-repository/shmup.kif
        ggp-repository/pentago_v1.kif ggp-repository/hitori.kif ggp-repository/brain_teaser_extended.kif
        ggp-repository/pawnWhopping_v1.kif ggp-repository/cittaceot.kif scully/latenttictactoe.kif
        ggp_python/ii_kriegtictactoe.kif""".split(),
}
SMALL = """
ggp-repository/2pttc_v1.kif ggp-repository/battlebrushes.kif ggp-repository/catcha_mouse.kif
ggp-repository/copolymer_4.kif ggp-repository/eightPuzzle.kif ggp-repository/escortLatch.kif ggp-repository/guess.kif
ggp-repository/hodgepodge.kif ggp-repository/lightsOut.kif ggp-repository/majorities.kif ggp-repository/peg.kif
ggp-repository/simultaneousWin2.kif ggp-repository/ttcc4_2player_small.kif ggp-repository/wallmaze.kif
scully/latenttictactoe.kif
""".split()
"""Small enough to ground whatever the transforms make of them; `EAGER` names those where a rarer one has work."""


WIDE = """
awale connect_four connect_four_20x20 connect_four_simultaneous gomoku othello pentago reversi_suicide
tic_tac_toe_latent_3p_10x10
""".split()
"""Bundled games in which asking for everything takes the grounder too long."""


@lru_cache(maxsize=1)
def rules_of(text: str | bytes) -> tuple[NormalRule, ...]:
    return normalise(parse(text))


def made(rules: Sequence[NormalRule]) -> tuple[GroundProgram, CircuitMachine]:
    program = ground(rules, transforms=())
    return program, CircuitMachine(build(program))


plainly_made = lru_cache(maxsize=1)(made)
"""What several chains are compared with, one after another."""


def compare(
    rules: tuple[NormalRule, ...], steps: Sequence[Transform], plain: Sequence[Transform] = (relevant,)
) -> None:
    """Ground with one chain and with the other. A transform that finds nothing to do proves nothing: that is a skip."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        if steps is not TRANSFORMS:
            make_eager(monkeypatch)
        changed, unchanged = transform(rules, steps), transform(rules, plain)
    if changed == unchanged:
        pytest.skip("changes nothing here")
    (one, left), (other, right) = made(changed), plainly_made(unchanged)
    same_names(one, other)
    assert agree(left, right) > 0


@pytest.mark.parametrize("chain", CHAINS)
@pytest.mark.parametrize("name", sorted(games.names()))
def test_bundled_games(name: str, chain: str) -> None:
    if chain == "demand" and name in WIDE:
        pytest.skip("asking for everything takes the grounder too long here")
    compare(rules_of(games.text(name)), CHAINS[chain])


def sheet(name: str) -> tuple[NormalRule, ...]:
    return rules_of(path_of(name).read_bytes())


@pytest.mark.sheets
@pytest.mark.parametrize(
    ("name", "chain"),
    sorted((name, chain) for chain in CHAINS for name in (SHEETS if chain == "all" else EAGER.get(chain, SMALL))),
)
def test_shared_rulesheets(name: str, chain: str) -> None:
    compare(sheet(name), CHAINS[chain])


@pytest.mark.sheets
@pytest.mark.parametrize("chain", CHAINS)
def test_every_transform_has_work_in_some_rulesheet(chain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else all comparisons with it are skipped."""
    make_eager(monkeypatch)
    rules = map(sheet, EAGER.get(chain, SMALL))
    assert any(transform(own, CHAINS[chain]) != transform(own, (relevant,)) for own in rules)


@pytest.mark.sheets
@pytest.mark.parametrize("name", ["ggp-repository/ticTacToe.kif", "ggp-repository/hitori.kif"])
def test_relevance_on_shared_rulesheets(name: str) -> None:
    compare(sheet(name), (relevant,), ())
