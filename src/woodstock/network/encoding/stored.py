"""Stages as arrays and names, for the disk: nothing in them is code, and they are read in a fraction of the time that
it takes to build a network.

Variables and values are numbers here. A constraint has a kind, the places of its variables and its cells: the values of
a table row by row, the literals of a gate, the indicated values of a channel.
"""

from __future__ import annotations

import gc
import io
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from woodstock.network.constraints import (
    AllDifferent,
    AtMostOne,
    Channel,
    Constraint,
    Equal,
    Gate,
    Literal,
    Table,
)
from woodstock.network.encoding.mutex_groups import MutexGroup, MutexGroups
from woodstock.network.encoding.stage import Cell, Stage
from woodstock.network.errors import NetworkError
from woodstock.network.network import Network
from woodstock.network.preprocessing import Report
from woodstock.network.soft import Share, Utility
from woodstock.network.values import STAR, Value
from woodstock.network.variables import Variable

KINDS = ("allowed", "forbidden", "and", "or", "equal", "different", "one", "channel")


def packed(stage: Stage) -> bytes:
    """The stage, which must be one without percepts, but for what makes it again."""
    return _Packing(stage).bytes()


def unpacked(data: bytes, rebuild: Callable[[MutexGroups], Callable[..., Stage]]) -> Stage | None:
    """The stage that was packed, and what makes it again from its mutex groups; None if the data is not a stage."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as entry:
            head = json.loads(entry["head"].tobytes())
            arrays = {name: entry[name] for name in entry.files if name != "head"}
        with _uncollected():
            stage = _read(head, arrays, rebuild)
        return stage if _sound(stage) else None
    except (ValueError, LookupError, TypeError, EOFError, AttributeError, BadZipFile, NetworkError):
        return None


@contextmanager
def _uncollected() -> Iterator[None]:
    """No garbage is looked for inside the block: among very many new objects that takes half of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Packing:
    """What a stage is made of, in numbers."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._values: dict[Value, int] = {}
        self._place = {variable.name: place for place, variable in enumerate(stage.network.variables)}
        self._kinds: list[int] = []
        self._places: list[int] = []
        self._cells: list[int] = []
        self._ends: list[tuple[int, int]] = []

    def bytes(self) -> bytes:
        """All of it."""
        network = self._stage.network
        domains: dict[tuple[Value, ...], int] = {}
        variables = [
            (domains.setdefault(variable.domain, len(domains)), variable.stochastic, variable.stage)
            for variable in network.variables
        ]
        for constraint in network.constraints:
            self._add(constraint)
        head = self._head()
        head["domains"] = [[self._number(value) for value in domain] for domain in domains]
        head["values"] = [_plain(value) for value in self._values]
        buffer = io.BytesIO()
        np.savez(
            buffer,
            head=np.frombuffer(json.dumps(head).encode(), dtype=np.uint8),
            variables=np.array(variables, dtype=np.int32).reshape(-1, 3),
            kinds=np.array(self._kinds, dtype=np.uint8),
            places=np.array(self._places, dtype=np.int32),
            cells=_small(self._cells),
            ends=np.array(self._ends, dtype=np.int64).reshape(-1, 2),
        )
        return buffer.getvalue()

    def _head(self) -> dict[str, Any]:
        stage, network = self._stage, self._stage.network
        if not all(isinstance(one, Share) for one in network.probabilities):
            raise NetworkError("Only shares of chance can be stored")
        return {
            "names": [variable.name for variable in network.variables],
            "utilities": [
                [
                    one.scope,
                    one.player,
                    [[[self._number(value) for value in row], str(worth)] for row, worth in one.table.items()],
                    str(one.default),
                ]
                for one in network.utilities
            ],
            "shares": [
                [one.variable, [[self._number(value), name] for value, name in one.indicators]]
                for one in network.probabilities
                if isinstance(one, Share)
            ],
            "players": network.players,
            "thresholds": [str(level) for level in network.thresholds],
            "satisfaction": str(network.satisfaction),
            "current": [[cell.variable, self._number(cell.value)] for cell in stage.current],
            "following": [[cell.variable, self._number(cell.value)] for cell in stage.following],
            "families": [[group.name, group.members, group.idle] for group in stage.mutex_groups],
            "reports": [
                {**asdict(one), "values": [[n, self._number(v)] for n, v in one.values]} for one in stage.reports
            ],
            **{name: getattr(stage, name) for name in _PLAIN},
        }

    def _number(self, value: Value) -> int:
        return self._values.setdefault(value, len(self._values))

    def _add(self, constraint: Constraint) -> None:
        scope: Sequence[str] = constraint.scope
        match constraint:
            case Table(_, tuples, allowed):
                kind = "allowed" if allowed else "forbidden"
                number = self._number
                self._cells += [-1 if value is STAR else number(value) for row in tuples for value in row]
            case Gate(kind, output, inputs):
                scope = (output, *(literal.variable for literal in inputs))
                for literal in inputs:
                    value = self._number(literal.value)
                    self._cells.append(value if literal.positive else ~value)
            case Channel(_, indicators):
                kind = "channel"
                self._cells += [self._number(value) for value, _ in indicators]
            case Equal():
                kind = "equal"
            case AllDifferent():
                kind = "different"
            case AtMostOne():
                kind = "one"
            case _:
                raise TypeError(f"no stage of a game has the constraint {constraint}")
        self._kinds.append(KINDS.index(kind))
        self._places += [self._place[name] for name in scope]
        self._ends.append((len(self._places), len(self._cells)))


_PLAIN = ("encoding", "fluents", "moves", "actions", "terminal", "initial", "proof_finished", "seconds")
"""What JSON can say as it is."""


def _plain(value: Value) -> Value:
    if not isinstance(value, str | int):
        raise NetworkError(f"Only names and integers can be stored, not {value!r}")
    return value


def _small(numbers: list[int]) -> NDArray[np.signedinteger[Any]]:
    """In as few bytes as are needed."""
    array = np.array(numbers, dtype=np.int64)
    most = int(np.abs(array).max(initial=0)) + 1
    return array.astype(next(kind for kind in (np.int8, np.int16, np.int32, np.int64) if most <= np.iinfo(kind).max))


def _read(
    head: dict[str, Any], arrays: dict[str, NDArray[Any]], rebuild: Callable[[MutexGroups], Callable[..., Stage]]
) -> Stage:
    values: list[Value] = head["values"]
    names: list[str] = head["names"]
    domains = [tuple(values[number] for number in domain) for domain in head["domains"]]
    network = Network(
        (
            Variable(name, domains[domain], bool(stochastic), stage)
            for name, (domain, stochastic, stage) in zip(names, arrays["variables"].tolist(), strict=True)
        ),
        _constraints(names, values, arrays),
        (
            Utility(
                scope,
                player,
                {tuple(values[number] for number in row): Fraction(worth) for row, worth in table},
                Fraction(default),
            )
            for scope, player, table, default in head["utilities"]
        ),
        (Share(name, tuple((values[number], other) for number, other in own)) for name, own in head["shares"]),
        head["players"],
        map(Fraction, head["thresholds"]),
        Fraction(head["satisfaction"]),
    )
    mutex_groups = tuple(MutexGroup(name, _frozen(members), idle) for name, members, idle in head["families"])
    return Stage(
        network=network,
        acting=network,
        sees=tuple({} for _ in head["actions"]),
        rebuild=rebuild(MutexGroups(mutex_groups, bool(head["proof_finished"]))),
        current=tuple(Cell(name, values[number]) for name, number in head["current"]),
        following=tuple(Cell(name, values[number]) for name, number in head["following"]),
        mutex_groups=mutex_groups,
        reports=tuple(
            Report(**{**one, "values": tuple((name, values[number]) for name, number in one["values"])})
            for one in head["reports"]
        ),
        **{name: _frozen(head[name]) for name in _PLAIN},
    )


def _sound(stage: Stage) -> bool:
    """Do states and moves fit the network?"""
    cells = [*stage.current, *stage.following]
    members = [member for group in stage.mutex_groups for member in group.members]
    return (
        len(stage.current) == len(stage.following) == len(stage.fluents)
        and len(stage.actions) == len(stage.moves)
        and all(name in stage.network for name in (stage.terminal, *stage.actions, *(cell.variable for cell in cells)))
        and all(0 <= number < len(stage.fluents) and isinstance(value, str) for number, value in members)
    )


def _constraints(names: list[str], values: list[Value], arrays: dict[str, NDArray[Any]]) -> Iterator[Constraint]:
    """The constraints. Whole columns become lists at once: that is most of the work."""
    starred = [*values, STAR]  # the last one is number -1, too
    scopes = [names[place] for place in arrays["places"].tolist()]
    cells = arrays["cells"].tolist()
    if min(cells, default=0) < -len(starred):
        raise NetworkError("A cell has a value that does not exist")
    ends = [(0, 0), *map(tuple, arrays["ends"].tolist())]
    for kind, ((begin, first), (end, last)) in zip(arrays["kinds"].tolist(), pairwise(ends), strict=True):
        yield _constraint(KINDS[kind], tuple(scopes[begin:end]), cells[first:last], starred)


def _constraint(kind: str, scope: tuple[str, ...], cells: list[int], values: list[Any]) -> Constraint:
    match kind:
        case "allowed" | "forbidden":
            column = map(values.__getitem__, cells)
            rows = zip(*[column] * len(scope), strict=True)
            return Table(scope, rows, kind == "allowed")
        case "and" | "or":
            inputs = zip(islice(scope, 1, None), cells, strict=True)
            literals = [Literal(name, cell >= 0, values[cell if cell >= 0 else ~cell]) for name, cell in inputs]
            return Gate("and" if kind == "and" else "or", scope[0], tuple(literals))
        case "channel":
            pairs = zip(cells, scope[1:], strict=True)
            return Channel(scope[0], tuple((values[cell], name) for cell, name in pairs))
        case "equal":
            return Equal(scope)
        case "different":
            return AllDifferent(scope)
        case _:
            return AtMostOne(scope)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
