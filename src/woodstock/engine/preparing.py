"""Networks in time: made in a process of their own, which is ended when it takes too long.

Grounding, proofs and tables: nothing of what makes a network can be stopped from within.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from woodstock.network.encoding import Stage
from woodstock.processes.line import Line
from woodstock.processes.process import answer_of
from woodstock.processes.trusted import pack, unpack
from woodstock.solver import Bridge

if TYPE_CHECKING:
    from woodstock.engine.game import Game

_ENTRY = f"{__name__}:main"
_PRUDENCE = 2.0
"""How many times as long as the other process we may need to read the network and to compile it."""


def network_by(game: Game, deadline: float) -> Stage | None:
    """One turn of a game as a network, in time to be compiled before the deadline (a reading of `time.monotonic()`);
    `None` if it does not come in time, or not at all.
    """
    answer = answer_of(_ENTRY, pack(game), deadline)
    if answer is None:
        return None
    seconds, packed = unpack(answer)
    if time.monotonic() + _PRUDENCE * seconds > deadline:
        return None
    stage: Stage = unpack(packed)
    return stage


def main(line: Line) -> None:
    """Receive a game, send its network and how long it takes to compile that."""
    game: Game = unpack(line.receive())
    stage = game.network()
    begun = time.monotonic()
    packed = pack(stage)
    _ = Bridge(stage.acting).solver
    line.send(pack((time.monotonic() - begun, packed)))
