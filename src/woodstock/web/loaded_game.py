"""The game of a table, in a process of its own: positions by the moves that lead to them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from woodstock import games, gdl
from woodstock.drawing import Layout, layout_of
from woodstock.drawing.notation import read_move, short_form, short_forms
from woodstock.engine.game import compile_game
from woodstock.engine.source import Source, find
from woodstock.errors import IllegalMoveError, WoodstockError
from woodstock.ground import Limits as Grounding
from woodstock.kif.terms import canonical
from woodstock.positions.game import Game, for_people
from woodstock.positions.position import Position
from woodstock.printable import one_line

Moves = Sequence[Sequence[str]]
"""Joint moves, each with a move for each role."""

_GROUNDING = 15.0
"""Seconds for a game to be compiled; then its rules are interpreted."""
_COMMENT = 6000


class LoadedGame:
    """A game and the positions that were last looked at. Whoever asks gives all the moves, so nothing is lost when the
    process is."""

    def __init__(self, source: Mapping[str, Any]) -> None:
        self._source = source
        self._line: list[Position] = []

    @cached_property
    def game(self) -> Game:
        """The game, compiled. A bundled one by its name, any other by its text."""
        return for_people(compile_game(source_of(self._source), limits=Grounding(seconds=_GROUNDING)))

    @cached_property
    def layout(self) -> Layout:
        """How the game is drawn."""
        return layout_of(self.game)

    def positions(self, moves: Moves) -> list[Position]:
        """The positions that these joint moves lead through, from the start on."""
        line = self._line or [self.game.start()]
        kept = 1
        while kept < len(line) and kept <= len(moves) and list(line[kept].last) == list(moves[kept - 1]):
            kept += 1
        line = line[:kept]
        for joint_move in moves[kept - 1 :]:
            line.append(line[-1].play(list(joint_move)))
        self._line = line
        return line

    def position(self, moves: Moves) -> Position:
        """The position after these joint moves."""
        return self.positions(moves)[-1]

    # --- what is asked ------------------------------------------------------------------------------------------------

    def facts(self) -> dict[str, Any]:
        """What there is to know of the game before it begins."""
        game = self.game
        bundled = game.source.path is None and game.name in games.names()
        return {
            "name": game.name,
            "title": games.metadata(game.name).title if bundled else game.name,
            "bundled": bundled,
            "roles": list(game.roles),
            "players": [role for role in game.roles if role != "random"],
            "chance": "random" in game.roles,
            "sees": bool(game.sees),
            "compiled": game.circuit is not None,
            "tags": list(games.metadata(game.name).tags) if bundled else [],
            "colours": dict(self.layout.roles),
            "rules": gdl.head_comment(game.source.text)[:_COMMENT],
        }

    def situation(self, moves: Moves) -> dict[str, Any]:
        """Who has a choice, and how it ended if it has."""
        return situation(self.position(moves))

    def follow(self, text: str) -> list[list[str]]:
        """The joint moves that a text tells, as links have it."""
        return [list(map(str, joint_move)) for joint_move in self.game.start().follow(text).history]

    def check_moves(self, moves: Moves) -> list[list[str]]:
        """The moves as the game writes them; what is not legal raises."""
        return [list(map(str, one.last)) for one in self.positions(moves)[1:]]

    def joint_move(self, moves: Moves, chosen: Mapping[str, str], seed: int) -> list[str]:
        """The joint move that these choices make, with chance drawn for this step."""
        rng = random.Random(f"{seed} {len(moves)}")
        return list(map(str, self.position(moves).play(dict(chosen), rng=rng).last))

    def any_move(self, moves: Moves, role: str, seed: int) -> str:
        """A legal move, drawn at random: what is made for somebody whose time is over."""
        rng = random.Random(f"{seed} {len(moves)} {role}")
        return str(rng.choice(self.position(moves).legal(role)))

    def meant(self, moves: Moves, role: str, text: str) -> str:
        """The legal move that somebody typed: in full, in short, or by as much of it as tells it from the others."""
        legal = list(map(str, self.position(moves).legal(role)))
        if text in legal:
            return text
        shorts = short_forms(self.layout, legal)
        found = read_move(text, shorts) or [move for move in legal if _plain(move).startswith(_plain(text))]
        exact = [move for move in found if _plain(move) == _plain(text)]
        if len(exact or found) == 1:
            return (exact or found)[0]
        if found and _plain(text):
            raise IllegalMoveError("Which one? " + one_line(", ".join(shorts[move] for move in found[:8])))
        raise IllegalMoveError(f"{one_line(text)[:60]!r} is no move of {role} here.")

    def names(self, moves: Moves) -> list[list[str]]:
        """The short forms of joint moves; nothing for a role that had no choice."""
        line = self.positions(moves)
        found: list[list[str]] = []
        for before, after in pairwise(line):
            choosing = before.choosing
            found.append(
                [short_form(self.layout, move) if move.role in choosing or not choosing else "" for move in after.last]
            )
        return found


def situation(position: Position) -> dict[str, Any]:
    """Who has a choice in a position, and how it ended if it has."""
    return {
        "over": position.is_over,
        "choosing": list(position.choosing),
        "goals": position.goals if position.is_over else {},
    }


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("(", " ").replace(")", " ").split())


def source_of(given: Mapping[str, Any]) -> Source:
    """The rulesheet: a bundled game, a file that the command line named, or a text."""
    name = str(given.get("name") or "")
    if (text := given.get("text")) is not None:
        return Source(one_line(name)[:60] or "your game", str(text).encode(), lenient=bool(given.get("lenient")))
    if given.get("path"):
        return find(str(given["path"]))
    if name not in games.names():
        games.text(name)  # raises, with what was probably meant
    return find(name)


def moves_of(given: object) -> list[list[str]]:
    """Joint moves that somebody sent."""
    if not isinstance(given, list) or not all(
        isinstance(one, list) and all(isinstance(move, str) for move in one) for one in given
    ):
        raise WoodstockError("moves must be a list of joint moves, each a list with a move for each role")
    return [[canonical(move) for move in one] for one in given]
