"""The kind `network`: a cell is a game, its only task is to build the network of one turn (paper 000, table 2)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar

from woodstock.engine.game import compile_game
from woodstock.engine.source import Source, find
from woodstock.errors import WoodstockError
from woodstock.experiments.kinds import Cell, Kind, Measure, Outcome, Plan, Scale
from woodstock.experiments.section import ExperimentError, Section
from woodstock.network.encoding import ENCODINGS


class NetworkKind(Kind):
    """Sizes of networks, and the seconds that it takes to build them from the rules."""

    columns: ClassVar[Mapping[str, str]] = {
        "variables": "INTEGER",
        "helpers": "INTEGER",
        "domain": "INTEGER",
        "constraints": "INTEGER",
        "build": "REAL",
    }
    tallies: ClassVar[Mapping[str, str]] = {name: f"max({name})" for name in columns}
    measures: ClassVar[Mapping[str, str]] = dict.fromkeys(columns, "") | {"build": "s"}

    def plan(self, section: Section, seed: int, scale: Scale) -> Plan:  # noqa: ARG002 (there is no chance in it)
        """A cell for each game."""
        encoding = section.choice("encoding", tuple(ENCODINGS), "compact")
        named = section.section("games")
        listed = [(name, named.section(name).take("label", str, name)) for name in named.keys()]  # noqa: SIM118
        section.end()
        if not listed:
            raise ExperimentError("network.games names no game")
        cells = [_cell(name, label, encoding) for name, label in listed if not scale.only or name in scale.only]
        return Plan(tuple(cells), "game", "measure", "variables")

    @contextmanager
    def opened(self, setup: tuple[Source, str]) -> Iterator[Callable[[int], Outcome]]:
        """What builds the network."""
        source, encoding = setup

        def build(_number: int) -> Outcome:
            begun = time.perf_counter()
            stage = compile_game(source, cache=False).network(encoding)
            seconds = time.perf_counter() - begun
            network = stage.network
            return Outcome(
                {
                    "variables": len(network.variables) - stage.helpers,
                    "helpers": stage.helpers,
                    "domain": network.largest_domain,
                    "constraints": len(network.constraints),
                    "build": seconds,
                }
            )

        yield build

    def measured(self, tally: Mapping[str, float]) -> Mapping[str, Measure]:
        """The sizes."""
        return {name: Measure(value) for name, value in tally.items()}


def _cell(name: str, label: str, encoding: str) -> Cell:
    try:
        source = find(name)
    except WoodstockError as error:
        return Cell(f"{name} | {encoding}", {"game": label}, 0, missing=str(error), mistake=("network", "games", name))
    return Cell(f"{name} | {encoding}", {"game": label}, 1, setup=(source, encoding))
