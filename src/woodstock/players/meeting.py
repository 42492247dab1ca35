"""Matches between players given by name: the implementation of `woodstock.match(..)`."""

from __future__ import annotations

from pathlib import Path

from woodstock.engine import Game
from woodstock.engine.game import compile_game
from woodstock.engine.source import find
from woodstock.players.spec import entrant
from woodstock.referee import LENGTH_LIMIT, Clocks, Series, series
from woodstock.referee.schedule import Entrant


def match(
    game: Game | str | Path,
    *players: str | Entrant,
    start: float | None = None,
    play: float | None = None,
    matches: int = 1,
    swap: bool = False,
    seed: int = 0,
    jobs: int | None = 1,
    limit: int = LENGTH_LIMIT,
) -> Series:
    """Play matches between players, one for each role except `random`, each given as text such as `uct:threads=2` or
    `http://localhost:9147`.

    `start` and `play` are the clocks in seconds; without clocks, a player that uses all its time never answers.
    `jobs` matches run in parallel; with `None`, as many as the cores allow.

    >>> import woodstock as ws
    >>> result = ws.match("tic_tac_toe", "random", "legal", matches=10, swap=True, seed=1)
    >>> sum(result.wins) + result.draws
    10
    """
    entrants = [entrant(player) if isinstance(player, str) else player for player in players]
    loaded = game if isinstance(game, Game) else compile_game(find(game))
    return series(loaded, entrants, matches, swap=swap, seed=seed, clocks=Clocks(start, play), limit=limit, jobs=jobs)
