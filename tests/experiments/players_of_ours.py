"""Players for experiments, in processes of their own, which tell where they are or fail."""

from __future__ import annotations

import os
import time

from woodstock.players import LegalPlayer
from woodstock.referee import Turn


class Telling(LegalPlayer):
    """Raises the number of its process, so that records tell it."""

    own_process = True

    def choose(self, turn: Turn) -> int:
        raise RuntimeError(f"process {os.getpid()}")


class Exiting(LegalPlayer):
    """Its process ends at its second move."""

    own_process = True

    def choose(self, turn: Turn) -> int:
        if turn.step > 1:
            os._exit(7)
        return turn.legal[0]


class Hanging(LegalPlayer):
    """Never answers."""

    own_process = True

    def choose(self, turn: Turn) -> int:
        time.sleep(1000)
        return turn.legal[0]
