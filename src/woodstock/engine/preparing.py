"""Networks by a deadline: read from disk, or built in a separate process, which is ended if it takes too long.

Grounding, proofs, tables: no part of building a network can be interrupted from within.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from woodstock.engine import networks
from woodstock.engine.game_network import GameNetwork
from woodstock.network.encoding.stored import packed
from woodstock.processes.channel import Channel
from woodstock.processes.process import answer_of
from woodstock.processes.trusted import pack, unpack

if TYPE_CHECKING:
    from woodstock.engine.game import Game

_ENTRY = f"{__name__}:main"
_PACE = 5e5
"""The lowest rate, in bytes per second, at which a network is read and compiled."""


def network_by(game: Game, deadline: float) -> GameNetwork | None:
    """One turn of a game as a preprocessed network, in time to be compiled before the deadline (a reading of
    `time.monotonic()`); `None` if it is not ready in time, or cannot be built.
    """
    data = networks.kept(game, "compact", preprocessed=True) or answer_of(_ENTRY, pack(game), deadline)
    if data is None or time.monotonic() + len(data) / _PACE > deadline:
        return None
    return networks.restored(game, "compact", data)


def main(channel: Channel) -> None:
    """Receive a game, store its network and send it."""
    game: Game = unpack(channel.receive())
    channel.send(packed(game.network(preprocessed=True)))
