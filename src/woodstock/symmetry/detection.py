"""Finding symmetries: from a game to generators, here or in a process of its own that is ended in time.

The search for automorphisms keeps a deadline, but what makes the graphs cannot be stopped from within.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from typing import Literal, Self, TypeAlias

import numpy as np

from woodstock.engine.game import Game
from woodstock.errors import WoodstockError
from woodstock.processes.channel import Channel
from woodstock.processes.process import Process
from woodstock.processes.trusted import pack, unpack
from woodstock.symmetry import cache
from woodstock.symmetry.automorphisms import generators, order
from woodstock.symmetry.coloured_graph import ColouredGraph
from woodstock.symmetry.constraint_graph import constraint_graph
from woodstock.symmetry.found import Survey, Symmetries
from woodstock.symmetry.points import Permutation
from woodstock.symmetry.rule_graph import points_of, rule_graph
from woodstock.symmetry.verification import verified

By: TypeAlias = Literal["rules", "constraints"]
"""The graph to look in: that of the rules (paper 001, section 3.2), or of the network of a stage (section 4.2)."""

_FIND, _SURVEY = "find", "survey"

Answer: TypeAlias = Symmetries | Survey | WoodstockError


def graph_of(game: Game, by: By, *, swaps: bool = False) -> ColouredGraph:
    """The coloured graph of a game. Its points are those of the ground program."""
    if game.circuit is None:
        raise WoodstockError(f"{game.name} is interpreted: its rules are too large to be ground into a graph")
    if by == "rules":
        return rule_graph(game.program, swaps=swaps)
    return constraint_graph(game.network("propositional"), game.roles, swaps=swaps)


def find(game: Game, by: By = "rules") -> Symmetries:
    """The symmetries of a game's rules, in any state, with every role in its place; however long it takes."""
    begun = time.perf_counter()
    graph = graph_of(game, by)
    everywhere = generators(graph)
    at_start = generators(_starting(game, graph)) if everywhere else []
    return _symmetries(game, graph, by, begun, everywhere, at_start)


def survey(game: Game, by: By = "rules") -> Survey:
    """The symmetries of a game in any state and at its start, and the orders of their groups."""
    begun = time.perf_counter()
    graph = graph_of(game, by)
    start = _starting(game, graph)
    at_start = generators(start)
    return Survey(
        _symmetries(game, graph, by, begun, generators(graph), at_start),
        _symmetries(game, start, by, begun, [], at_start),
        order(graph),
        order(start),
        order(graph_of(game, by, swaps=True)),
    )


def _starting(game: Game, graph: ColouredGraph) -> ColouredGraph:
    """The graph in which the fluents of the initial state have a colour of their own."""
    return graph.with_marked(np.asarray(game.program.initial, dtype=np.bool_))


def _symmetries(
    game: Game,
    graph: ColouredGraph,
    by: By,
    begun: float,
    everywhere: Sequence[Permutation],
    at_start: Sequence[Permutation],
) -> Symmetries:
    points = points_of(game.program)
    first = {one.tobytes(): one for one in at_start}
    found = [*first.values(), *(one for one in everywhere if one.tobytes() not in first)]
    kept = verified(game.machine(), points, found)
    return Symmetries(
        points,
        tuple(kept),
        by,
        graph.vertices,
        len(graph.edges),
        time.perf_counter() - begun,
        sum(one.tobytes() in first for one in kept),
        len(found) - len(kept),
    )


class Detection:
    """A search for symmetries in a process of its own, which can be waited for a little at a time.

    The graphs are looked into one after another, so the one that is quickest should come first. In between the process
    is suspended, so that it takes nothing from whoever waited for it. Close it in the end. What is in the cache is
    there at once, without a process.
    """

    def __init__(self, game: Game, by: Sequence[By] = ("rules",), *, task: str = _FIND) -> None:
        self._answers: list[Answer] = []
        self._child: Process | None = None
        if task == _FIND:
            known = [cache.read(game, graph) for graph in by]
            self._answers += [one.listed() for one in known if one]
            by = by[max((at for at, one in enumerate(known, start=1) if one), default=0) :]
        self._question = (game, task, tuple(by))
        self._open = len(by)
        """How many answers are still to come."""

    @property
    def finished(self) -> bool:
        """Is there nothing more to come?"""
        return self._open == 0

    def wait(self, deadline: float) -> list[Answer]:
        """What was found up to now, after some more work: until all is, or the deadline (a `time.monotonic()`)."""
        if deadline > time.monotonic() and not self.finished:
            try:
                self._hear(self._at_work().channel, deadline)
            except (
                EOFError,
                OSError,
                ValueError,
            ):  # it failed, as when it runs out of memory, or the channel is closed
                self._open = 0
            if self._child is not None and not self.finished:
                self._child.suspend()
        return list(self._answers)

    def _at_work(self) -> Process:
        """Let the process go on, or start it."""
        if self._child is not None:
            self._child.resume()
            return self._child
        quiet = subprocess.DEVNULL
        self._child = Process(f"{__name__}:main", own="group", stdout=quiet, stderr=quiet)
        self._child.channel.post(pack(self._question))
        return self._child

    def _hear(self, channel: Channel, deadline: float) -> None:
        while self._open and channel.flush(deadline) and (data := channel.receive(deadline)) is not None:
            self._answers.append(unpack(data))
            self._open -= 1

    def best(self, deadline: float) -> Symmetries | None:
        """What was found in the last of the graphs that were ready; `None` as long as there is nothing."""
        found = [one for one in self.wait(deadline) if isinstance(one, Symmetries)]
        return found[-1] if found else None

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def find_by(game: Game, deadline: float, by: Sequence[By] = ("rules",)) -> Symmetries | None:
    """What another process found before the deadline (a reading of `time.monotonic()`); `None` if that is nothing."""
    with Detection(game, by) as detection:
        return detection.best(deadline)


def survey_by(game: Game, deadline: float, by: By = "rules") -> Survey | None:
    """What `survey` finds before the deadline (a reading of `time.monotonic()`); else `None`."""
    with Detection(game, (by,), task=_SURVEY) as detection:
        answers = detection.wait(deadline)
    for answer in answers:
        if isinstance(answer, Survey):
            return answer
        if isinstance(answer, WoodstockError):
            raise answer
    return None


def main(channel: Channel) -> None:
    """Receive a game, the task and the graphs to look in, send an answer for each."""
    game, task, by = unpack(channel.receive())
    for graph in by:
        answer: Answer
        try:
            answer = survey(game, graph) if task == _SURVEY else _found(game, graph)
        except WoodstockError as error:  # where rules make too large a network, for one
            answer = error
        channel.send(pack(answer))


def _found(game: Game, by: By) -> Symmetries:
    found = find(game, by)
    cache.write(game, found)
    return found.listed()
