"""The games on offer, under their own names or under names that say nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from woodstock.engine.game import compile_game
from woodstock.engine.source import Source, find
from woodstock.errors import UnknownGameError, hint
from woodstock.games import names
from woodstock.positions.game import Game, for_people
from woodstock.protocol.scrambling import Scrambler
from woodstock.referee.seeds import derive


class Shelf:
    """Games by the names under which they are offered. With a seed every word of their rules, the names of the games
    included, is replaced by one without meaning, and comments are left out. Each game has words of its own."""

    def __init__(self, games: Sequence[str] = (), scramble: int | None = None) -> None:
        self._scramble = scramble
        chosen = list(games) or list(names())
        self._games = {self._offered(game): game for game in chosen}
        self._loaded: dict[str, Game] = {}

    def names(self) -> list[str]:
        """The names under which games are offered; their order tells nothing."""
        return sorted(self._games)

    def rules(self, name: str) -> str:
        """The rules of a game, in KIF."""
        return self._source(name).text.decode("utf-8", "replace")

    def game(self, name: str) -> Game:
        """The game, loaded once."""
        if name not in self._loaded:
            self._loaded[name] = for_people(compile_game(self._source(name)))
        return self._loaded[name]

    def _offered(self, game: str) -> str:
        stem = game if game in names() else Path(game).stem
        return stem if self._scramble is None else Scrambler(derive(self._scramble, "name", stem)).scramble(stem)

    def _source(self, name: str) -> Source:
        """Only what is offered is ever opened."""
        if name not in self._games:
            meant = hint(name, self._games, "list_games names those that there are")
            raise UnknownGameError(f"there is no game {name!r}: {meant}")
        source = find(self._games[name])
        if self._scramble is None:
            return source
        words = Scrambler(derive(self._scramble, "words", source.name))
        text = words.scramble(source.text.decode("utf-8", "replace"))
        lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        return Source(name, "\n".join(lines).encode())


def seed_of(seed: int, match: str) -> random.Random:
    """The chance of a match."""
    return random.Random(derive(seed, "match", match))
