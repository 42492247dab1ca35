"""Which knowledge pays in a game: settings of a search compete in short matches until one proves better.

What helps in one game hurts in another (docs/woodstock-player.md), so it is tried, never assumed. One setting after
another challenges the best so far, with the same time for each move. A sequential probability ratio test (Wald 1945)
ends each trial: it accepts a challenger that scores 60 % and rejects one that scores 50 %, with one error in ten.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import log
from typing import Literal, TypeAlias

from woodstock.core import builder_digest
from woodstock.engine import cache
from woodstock.engine.digests import sources_digest
from woodstock.engine.game import Game
from woodstock.engine.machine import Machine
from woodstock.search.lane_search import LaneSearch
from woodstock.search.mac_ucb import MacUcb
from woodstock.search.searcher import Searcher
from woodstock.settings import Option

PLAYOUTS: tuple[dict[str, Option], ...] = ({"ahead": 1}, {"ahead": 2}, {"mast": True})
"""Knowledge for playouts: tried in this order, each on top of what was accepted before it."""
PRIORS: tuple[dict[str, Option], ...] = ({"amaf": 50, "reference": 2000}, {"history": 16})
"""Initial values for moves in the tree of the lane search: tried after the playouts."""

Kind: TypeAlias = Literal["lanes", "stages"]
"""The search whose settings are tried: the lane search, or MAC-UCB by the circuit, on behalf of all stage searches."""

EVEN, BETTER, ERROR = 0.5, 0.6, 0.1
OPENING = 2
"""Random plies at the start of a match; each opening is then played from both sides."""

_LIMIT = log((1 - ERROR) / ERROR)
_MEMORY = 2**26
_LONGEST = 500
"""Steps after which a match counts as drawn."""


@dataclass
class Score:
    """The results of a challenger so far."""

    points: float = 0.0
    matches: int = 0
    better: float = BETTER
    """The score that the test distinguishes from an even one."""

    @property
    def verdict(self) -> bool | None:
        """Is it better? `None` while this is undecided."""
        return None if abs(self.ratio) < _LIMIT else self.ratio > 0

    @property
    def ratio(self) -> float:
        """The log likelihood ratio of these results: if the challenger is better against if it is not."""
        lost = self.matches - self.points
        return self.points * log(self.better / EVEN) + lost * log((1 - self.better) / (1 - EVEN))


@dataclass
class Trials:
    """The trials of one game, kept on disk from match to match.

    >>> import woodstock as ws
    >>> from woodstock.search.trials import Trials
    >>> trials = Trials(ws.load("tic_tac_toe"))
    >>> trials.best, trials.over
    ({}, False)
    """

    game: Game
    seed: int = 0
    scores: list[Score] = field(default_factory=list)
    """The scores of the challenges begun so far, in order."""
    kind: Kind = "lanes"

    @cached_property
    def challenges(self) -> list[dict[str, Option]]:
        """What can be tried in this game."""
        if not _two_choose(self.game):
            return []
        return [*(one for one in PLAYOUTS if _possible(self.game, one)), *(PRIORS if self.kind == "lanes" else ())]

    @property
    def best(self) -> dict[str, Option]:
        """The settings that proved best."""
        taken: dict[str, Option] = {}
        for challenge, score in self._begun():
            if score.verdict:
                taken |= challenge
        return taken

    def _begun(self) -> list[tuple[dict[str, Option], Score]]:
        """The challenges tried so far. If there are none, this does not wait to find out which are possible."""
        return list(zip(self.challenges, self.scores, strict=False)) if self.scores else []

    @property
    def over(self) -> bool:
        """Is there nothing left to try?"""
        begun = len(self.scores)
        return begun == len(self.challenges) and all(score.verdict is not None for score in self.scores)

    @property
    def note(self) -> str:
        """What was chosen, and why, in a few words."""
        told = [
            f"{_told(challenge)} {'taken' if score.verdict else 'left' if score.verdict is False else 'open'} "
            f"({score.points:g} of {score.matches})"
            for challenge, score in self._begun()
            if score.matches
        ]
        return f"knowledge: {', '.join(told)}" if told else ""

    def run(self, seconds: float, move_seconds: float) -> None:
        """Play matches for `seconds`, with `move_seconds` for each move, and keep the results."""
        end = time.monotonic() + seconds
        while not self.over and time.monotonic() < end:
            if not self.scores or self.scores[-1].verdict is not None:
                self.scores.append(Score())
            challenge, score = self.challenges[len(self.scores) - 1], self.scores[-1]
            points = self._match(challenge, score.matches, move_seconds, end)
            if points is None:
                break
            score.points += points
            score.matches += 1
        self.keep()

    def _match(self, challenge: dict[str, Option], number: int, move_seconds: float, end: float) -> float | None:
        """The score of the challenger; `None` if time runs out."""
        machine, draw = self.game.machine(), random.Random(f"{self.seed} {number // 2}")
        players = _players(self.game)
        own = players[number % 2]
        best = self.best
        searches = {
            role: self._search(draw.getrandbits(32), options)
            for role, options in ((own, best | challenge), (players[1 - number % 2], best))
        }
        result = short_match(machine, searches, move_seconds, draw, lambda: time.monotonic() > end)
        if result is None:
            return None
        mine, other = (result[role] for role in (own, players[1 - number % 2]))
        return EVEN if mine == other else float(mine > other)

    def _search(self, seed: int, options: dict[str, Option]) -> Searcher:
        if self.kind == "stages":
            settings = options | {"memory": _MEMORY, "seed": seed}
            return MacUcb(self.game, by="circuit", split=None, symmetries=None, **settings)
        return LaneSearch(self.game, symmetries=None, network=None, memory=_MEMORY, seed=seed, **options)

    def keep(self) -> None:
        """Write the results to disk."""
        content = [[score.points, score.matches] for score in self.scores]
        cache.keep(_name(self.game, self.kind), json.dumps(content).encode())


def short_match(
    machine: Machine,
    searches: Mapping[int, Searcher],
    move_seconds: float,
    draw: random.Random,
    over: Callable[[], bool],
) -> tuple[int, ...] | None:
    """The goals of a match, all 0 if it does not end; `None` if time runs out before that.

    Roles without a search, and all roles in the opening, play at random.
    """
    state, step, nothing = machine.initial(), 0, (0,) * len(machine.roles)
    while not machine.terminal(state):
        if over():
            return None
        if step == _LONGEST:
            return nothing
        joint_move = []
        for role, legal in enumerate(machine.legal(state)):
            if not legal:
                return nothing
            if len(legal) == 1 or role not in searches or step < OPENING:
                joint_move.append(draw.choice(legal))
            else:
                searches[role].search(state, seconds=move_seconds)
                joint_move.append(searches[role].report(role).best)
        state, step = machine.next(state, joint_move), step + 1
    return tuple(goal or 0 for goal in machine.goals(state))


def kept_trials(game: Game, seed: int = 0, kind: Kind = "lanes") -> Trials:
    """The trials of a game, as far as earlier matches took them."""
    trials = Trials(game, seed, kind=kind)
    try:
        content = json.loads(cache.kept(_name(game, kind)) or b"[]")
        most = len(trials.challenges) if content else 0
        trials.scores = [Score(float(points), int(matches)) for points, matches in content[:most]]
    except (ValueError, TypeError):
        trials.scores = []
    return trials


def _players(game: Game) -> list[int]:
    return [role for role in range(len(game.roles)) if role != game.chance]


def _two_choose(game: Game) -> bool:
    return game.lanes is not None and not game.sees and len(_players(game)) == 2


def _possible(game: Game, challenge: dict[str, Option]) -> bool:
    ahead = challenge.get("ahead", 0)
    return game.lanes is not None and isinstance(ahead, int) and game.lanes.foresight(ahead)[0] == ahead


def _told(challenge: dict[str, Option]) -> str:
    return ", ".join(name if value is True else f"{name}={value}" for name, value in challenge.items())


def _name(game: Game, kind: Kind) -> str:
    return f"{cache.key(game.source)}.{kind}.{sources_digest('search')[:8]}{builder_digest()[:8]}.trials"
