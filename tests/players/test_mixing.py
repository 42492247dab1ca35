"""`woodstock` plays a mixed strategy in small games where roles hide things from each other, and searches others."""

from __future__ import annotations

import pytest

from beliefs.sheets import sheet
from players.seats import match
from woodstock.players import parse
from woodstock.players.woodstock_player import WoodstockPlayer
from woodstock.referee.player import Turn
from woodstock.report import Report


@pytest.mark.long
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_small_games_of_several_are_played_by_cfr(name: str) -> None:
    game = sheet(name)
    for seed in range(6):
        role = [role for role in range(len(game.roles)) if role != game.chance][seed % 2]
        ours, _, _ = match(game, parse("woodstock:playouts=100").make(), role, seed)
        regret, _, _ = match(game, parse("cfr:playouts=100").make(), role, seed)
        assert ours.made == regret.made


class Reporting(WoodstockPlayer):
    """Keeps all reports."""

    def __init__(self, playouts: int) -> None:
        super().__init__(playouts=playouts)
        self.reports: list[Report] = []

    def choose(self, turn: Turn) -> int:
        move = super().choose(turn)
        report = self.report()
        self.reports += [report] if report else []
        return move


@pytest.mark.long
def test_the_strategy_is_mixed() -> None:
    """In Kuhn's poker the second player bluffs with the lowest card in a third of the games, in every equilibrium."""
    game = sheet("kuhn")
    second = [role for role in range(len(game.roles)) if role != game.chance][1]
    player = Reporting(2000)
    for seed in range(40):
        match(game, player, second, seed)
    assert all("mixed" in report.note for report in player.reports)
    shares = [min(move.visits for move in report.moves) / report.descents for report in player.reports]
    assert any(share == pytest.approx(1 / 3, abs=0.03) for share in shares)


@pytest.mark.parametrize(("name", "exact"), [("monty", True), ("dice", True), ("latent", False)])
def test_others_are_solved_or_searched(name: str, exact: bool) -> None:
    """In games for one nobody is to be misled, and what is large is not laid out."""
    game = sheet(name)
    player = Reporting(1000)
    match(game, player, next(role for role in range(len(game.roles)) if role != game.chance), 1)
    assert player.reports
    assert not any("mixed" in report.note for report in player.reports)
    assert all(("exactly" in report.note) == exact for report in player.reports)
