"""Symmetries of the stages that a search has solved, found by a process of its own while the search rests.

A search for automorphisms is not given up halfway: the process is suspended when its time is up, and goes on later.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from woodstock.engine.game import Game
from woodstock.engine.machine import State
from woodstock.errors import WoodstockError
from woodstock.processes.channel import Channel
from woodstock.processes.process import Process
from woodstock.processes.trusted import pack, unpack
from woodstock.symmetry.automorphisms import generators, order
from woodstock.symmetry.detection import By, graph_of
from woodstock.symmetry.rule_graph import points_of
from woodstock.symmetry.stage_symmetries import Classes, JointMove, nogood_classes, stabiliser_classes
from woodstock.symmetry.verification import verified


@dataclass(frozen=True)
class StageQuestion:
    """A stage that is solved: its state, its solutions, and those that are nogoods if estimates are to count."""

    state: State
    joint_moves: Sequence[JointMove]
    nogoods: Sequence[JointMove] = ()


@dataclass(frozen=True)
class StageAnswer:
    """The solutions of a stage that are the same."""

    state: State
    symmetric: Classes
    """By symmetries of the game that leave the state as it is."""
    estimated: Classes
    """By symmetries of the stage with its nogoods; none where it has none."""
    nogoods: int


def compare(game: Game, by: By, questions: Iterable[StageQuestion]) -> list[StageAnswer]:
    """The answers, found here, however long it takes."""
    comparer = _Comparer(game, by)
    return [comparer.answer(question) for question in questions]


class _Comparer:
    """The graph of a game, and what is asked of it."""

    def __init__(self, game: Game, by: By) -> None:
        self._machine = game.machine()
        self._graph = graph_of(game, by)
        self._points = points_of(game.program)

    def trusted(self) -> bool:
        """Does the machine confirm all that the graph says of the game?"""
        found = generators(self._graph)
        return len(verified(self._machine, self._points, found)) == len(found)

    def order(self) -> int:
        """Of the group of the game, in any state."""
        return order(self._graph)

    def answer(self, question: StageQuestion) -> StageAnswer:
        state, joint_moves, nogoods = question.state, question.joint_moves, question.nogoods
        return StageAnswer(
            state,
            stabiliser_classes(self._machine, self._points, self._graph, state, joint_moves),
            nogood_classes(joint_moves, nogoods) if nogoods else [],
            len(nogoods),
        )


class StageDetection:
    """Compares the solutions of stages, one after another, in a process that is waited for a little at a time.

    In between it is suspended. `used` is the order of the group that the search uses anyway, or nothing if stages are
    compared by estimates as well: where that is the whole group there is nothing to find, and the process ends.
    """

    def __init__(self, game: Game, by: By, used: int | None = None) -> None:
        self._first = (game, by, used)
        self._unsent: list[StageQuestion] = []
        self._child: Process | None = None
        self.ended = False
        """Is there nothing to find, or did the process fail?"""
        self.open = 0
        """Questions that are not answered yet."""

    def ask(self, questions: Sequence[StageQuestion]) -> None:
        """To be answered one by one, in this order."""
        self._unsent += questions
        self.open += len(questions)

    def next(self, deadline: float) -> StageAnswer | None:
        """The next answer, if there is one before the deadline (a `time.monotonic()`)."""
        if self.ended or self.open == 0 or deadline <= time.monotonic():
            return None
        child = self._at_work()
        try:
            data = child.channel.receive(deadline) if child.channel.flush(deadline) else None
        except (EOFError, OSError):
            self.close()
            return None
        child.suspend()
        if data is None:
            return None
        self.open -= 1
        answer: StageAnswer = unpack(data)
        return answer

    def _at_work(self) -> Process:
        """Let the process go on, or start it, and tell it what is asked."""
        if self._child is None:
            quiet = subprocess.DEVNULL
            self._child = Process(f"{__name__}:main", own="group", stdout=quiet, stderr=quiet)
            self._child.channel.post(pack(self._first))
        else:
            self._child.resume()
        for question in self._unsent:
            self._child.channel.post(pack(question))
        self._unsent.clear()
        return self._child

    def close(self) -> None:
        """End the process; nothing is answered any more."""
        if self._child is not None:
            self._child.end()
        self._child = None
        self.ended = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def main(channel: Channel) -> None:
    """Receive a game, the graph to look in and the order of the group in use; then answer questions."""
    game, by, used = unpack(channel.receive())
    try:
        comparer = _Comparer(game, by)
    except WoodstockError:  # where rules make too large a network, for one
        return
    if not comparer.trusted() or comparer.order() == used:
        return
    while True:
        channel.send(pack(comparer.answer(unpack(channel.receive()))))
