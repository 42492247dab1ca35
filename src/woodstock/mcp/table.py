"""What the tools do: matches that are played call by call. Nothing here knows of the protocol."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from woodstock.errors import WoodstockError
from woodstock.mcp.shelf import Shelf, seed_of
from woodstock.players import listed
from woodstock.positions.analysis import analyse
from woodstock.positions.position import Position
from woodstock.positions.view import View

_MATCHES = 256
"""Matches that are kept; the oldest go first."""
_SECONDS = 60.0
_THINKING = 1.0
"""Seconds that an opponent thinks about a move."""
_SHOWN = 500
"""Fluents and moves that are told."""


@dataclass
class _Match:
    position: Position
    role: str | None
    """The role that the client plays; all of them if there is none."""
    opponent: str
    rng: random.Random


class Table:
    """Games, and matches in progress. Every answer is JSON-compatible; errors are `WoodstockError`s."""

    def __init__(self, games: Sequence[str] = (), scramble: int | None = None) -> None:
        self._shelf = Shelf(games, scramble)
        self._matches: dict[str, _Match] = {}
        self._count = 0
        self._lock = Lock()

    def list_games(self) -> dict[str, Any]:
        """List the games that can be played. Their rules tell everything else."""
        return {"games": self._shelf.names()}

    def rules(self, game: str) -> dict[str, Any]:
        """The rules of a game in the Game Description Language (GDL), in KIF. Keywords: role, init, true, does, next,
        legal, goal, terminal, sees. The role `random` is chance: its legal moves are equally likely."""
        return {"game": game, "rules": self._shelf.rules(game)}

    def new_match(self, game: str, role: str | None = None, opponent: str = "random", seed: int = 0) -> dict[str, Any]:
        """Begin a match. You play `role` and `opponent`, a player such as random or woodstock, all the other roles;
        without a role you play them all. Chance is drawn for you. Where the rules have `sees`, you are told what your
        role sees and nothing else. The answer has the number of the match, which the other tools want."""
        loaded = self._shelf.game(game)
        if role is not None and (role not in loaded.roles or role == "random"):
            players = [one for one in loaded.roles if one != "random"]
            raise WoodstockError(f"nobody plays a role {role!r}; the roles are {', '.join(players)}")
        if opponent.partition(":")[0] not in listed():
            raise WoodstockError(f"there is no player {opponent!r}; the players are {', '.join(listed())}")
        with self._lock:
            self._count += 1
            number = str(self._count)
            match = _Match(loaded.start(), role, opponent, seed_of(seed, number))
            self._advance(match)
            self._matches[number] = match
            while len(self._matches) > _MATCHES:
                del self._matches[next(iter(self._matches))]
        return self._told(number, match)

    def position(self, match: str) -> dict[str, Any]:
        """Look at a match: what holds as far as you know, the board as text, who is to move, in the end the goals."""
        return self._told(match, self._match(match))

    def legal_moves(self, match: str, role: str | None = None) -> dict[str, Any]:
        """The legal moves of your role, or of `role` if you play them all."""
        under_way = self._match(match)
        who = self._own(under_way, role)
        moves = list(map(str, under_way.position.legal(who)))
        return {"match": match, "role": who, "moves": moves[:_SHOWN], "left_out": max(0, len(moves) - _SHOWN)}

    def play(self, match: str, move: str | None = None, moves: dict[str, str] | None = None) -> dict[str, Any]:
        """Make a move, written as in legal_moves; or `moves` by role, where you play several roles that choose at the
        same time. Opponents and chance then move as well, until it is your turn again."""
        with self._lock:
            under_way = self._match(match)
            given = dict(moves) if moves else {} if move is None else {self._own(under_way, None): move}
            if under_way.role is not None and set(given) - {under_way.role}:
                raise WoodstockError(f"you play {under_way.role}: the other roles are not yours")
            self._step(under_way, given)
            self._advance(under_way)
        return self._told(match, under_way)

    def analyse(
        self, match: str, player: str = "woodstock", seconds: float = 1.0, role: str | None = None
    ) -> dict[str, Any]:
        """Ask a player of woodstock what it thinks of a match: what each move is worth to your role, from 0 to 1."""
        under_way = self._match(match)
        if not 0 < seconds <= _SECONDS:
            raise WoodstockError(f"a player thinks for more than 0 and up to {_SECONDS:.0f} seconds")
        if player.partition(":")[0] not in listed():
            raise WoodstockError(f"there is no player {player!r}; the players are {', '.join(listed())}")
        who = under_way.role or role
        found = analyse(under_way.position, player, seconds=seconds, role=who)
        told = found.to_dict()
        return {"match": match, **{key: told[key] for key in ("player", "role", "best", "moves", "proved")}}

    # --- how a match goes on ----------------------------------------------------------------------------------------

    def _match(self, number: str) -> _Match:
        if number not in self._matches:
            raise WoodstockError(f"there is no match {number!r}; new_match begins one")
        return self._matches[number]

    def _own(self, match: _Match, role: str | None) -> str:
        """The role that the client means."""
        if match.role is not None:
            if role not in (None, match.role):
                raise WoodstockError(f"you play {match.role}: the other roles are not yours")
            return match.role
        if role is None:
            turn = match.position.turn
            if turn is None:
                choosing = ", ".join(match.position.choosing)
                raise WoodstockError("the game is over" if match.position.is_over else f"name the role: {choosing}")
            return turn
        match.position.game.seat(role)
        return role

    def _advance(self, match: _Match) -> None:
        """Let the others move until the client has a choice, or the match is over."""
        while not match.position.is_over and not self._has_choice(match):
            self._step(match, {})

    def _has_choice(self, match: _Match) -> bool:
        choosing = match.position.choosing
        return match.role in choosing if match.role else any(role != "random" for role in choosing)

    def _step(self, match: _Match, given: dict[str, str]) -> None:
        """A joint move: what is given, and the moves of the others."""
        position = match.position
        if match.role is not None and not position.is_over:
            for role in position.choosing:
                if role not in (match.role, "random"):
                    given = {**given, role: self._opposing(match, role)}
        match.position = position.play(given, rng=match.rng)

    def _opposing(self, match: _Match, role: str) -> str:
        if match.opponent == "random":
            return match.rng.choice(match.position.legal(role))
        seed = match.rng.getrandbits(32)
        return analyse(match.position, match.opponent, seconds=_THINKING, role=role, seed=seed).best

    def _told(self, number: str, match: _Match) -> dict[str, Any]:
        """What the client may know."""
        position = match.position
        known: Position | View = position if match.role is None else position.seen_by(match.role)
        told: dict[str, Any] = {
            "match": number,
            "game": position.game.name,
            "role": match.role,
            "over": position.is_over,
            "to_move": [] if position.is_over else [match.role] if match.role else list(position.choosing),
            "board": str(known),
            "fluents": list(known.fluents[:_SHOWN]),
        }
        if isinstance(known, View) and position.game.sees:
            told["history"] = [{"move": str(move), "sees": list(seen)} for move, seen in known.history]
            if position.is_over:
                told["goals"] = {known.role: known.goal}
        else:
            told["history"] = [list(map(str, joint_move)) for joint_move in position.history]
            if position.is_over:
                told["goals"] = position.goals
        return told
