"""Playing a position to its end."""

from __future__ import annotations

import random
from pathlib import Path

from woodstock.errors import WoodstockError
from woodstock.players import entrant
from woodstock.positions.game import Game, load
from woodstock.positions.position import Position
from woodstock.referee import LENGTH_LIMIT, Clocks, play
from woodstock.referee.schedule import Entrant, seat


def play_out(
    position: Position | Game | str | Path,
    *players: str | Entrant,
    seed: int = 0,
    limit: int = LENGTH_LIMIT,
    start: float | None = None,
    clock: float | None = None,
) -> Position:
    """Play to the end and return the last position; its `history` has the moves.

    Without players every role chooses at random. Otherwise there is one for each role but `random`, named as for
    `match`; `start` and `clock` are the seconds that they have before the first move and for each move. The same seed
    gives the same moves, as long as players do not think against the clock. After `limit` joint moves it ends anyway.

    >>> import woodstock as ws
    >>> end = ws.play_out("tic_tac_toe", seed=1)
    >>> end.is_over, sum(end.goals.values())
    (True, 100)
    >>> ws.play_out(ws.load("tic_tac_toe").start(), "minimax", "minimax").goals
    {'x': 50, 'o': 50}
    """
    if isinstance(position, str | Path):
        position = load(position)
    if isinstance(position, Game):
        position = position.start()
    if not players:
        return _walked(position, random.Random(seed), limit)
    game, line = position.game, position._line()
    if line[0] != game.start():
        raise WoodstockError("players follow a match from its start: reach the position by moves from game.start()")
    begun = [tuple(str(move) for move in one.last) for one in line[1:]]
    table = [seat(entrant(player) if isinstance(player, str) else player) for player in players]
    try:
        limits = limit + len(begun)
        record = play(game, table, clocks=Clocks(start, clock), seed=seed, limit=limits, begun=begun)
    finally:
        for seated in table:
            seated.close()
    for joint_move in record.moves[len(begun) :]:
        position = position.play(joint_move)
    return position


def _walked(position: Position, rng: random.Random, limit: int) -> Position:
    """The end of a random match, in which each role chooses uniformly; or where it is after a limit of joint moves."""
    for _ in range(limit):
        if position._over:
            break
        position = position.play([rng.choice(own or position._broken()) for own in position._moves()])
    return position
