"""Networks in time: made in a process of their own, which is ended when it takes too long.

Grounding, proofs and tables: nothing of what makes a network can be stopped from within.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from woodstock.network.encoding import Stage
from woodstock.solver import Bridge
from woodstock.spawning import end, end_when_alone, spawn

if TYPE_CHECKING:
    from woodstock.engine.game import Game

_CODE = "from woodstock.engine.preparing import main; main()"
_PRUDENCE = 2.0
"""How many times as long as the other process we may need to read the network and to compile it."""


def network_by(game: Game, deadline: float) -> Stage | None:
    """One turn of a game as a network, in time to be compiled before the deadline (a reading of `time.monotonic()`);
    `None` if it does not come in time, or not at all.
    """
    with spawn(_CODE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        try:
            payload = pickle.dumps(game, pickle.HIGHEST_PROTOCOL)
            answer, _ = child.communicate(payload, timeout=max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return None
        finally:
            end(child)
    try:
        seconds, packed = pickle.loads(answer)  # noqa: S301 (from the process that we started)
    except (EOFError, pickle.UnpicklingError):  # it failed, as it does when it runs out of memory
        return None
    if time.monotonic() + _PRUDENCE * seconds > deadline:
        return None
    stage: Stage = pickle.loads(packed)  # noqa: S301
    return stage


def main() -> None:
    """Read a game on standard input, write its network on standard output and how long it takes to compile that."""
    end_when_alone()
    game: Game = pickle.load(sys.stdin.buffer)  # noqa: S301
    stage = game.network()
    begun = time.monotonic()
    packed = pickle.dumps(stage, pickle.HIGHEST_PROTOCOL)
    _ = Bridge(stage.network).solver
    pickle.dump((time.monotonic() - begun, packed), sys.stdout.buffer, pickle.HIGHEST_PROTOCOL)
