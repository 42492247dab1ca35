"""The kind `match`: a cell is a pairing of players in a game under some clock, a task is a match."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import ClassVar

from woodstock import games
from woodstock.engine.game import compile_game
from woodstock.engine.source import Source, find
from woodstock.errors import WoodstockError
from woodstock.experiments.kinds import Cell, Column, Kind, Measure, Outcome, Plan, Scale
from woodstock.experiments.match_file import (
    ELSEWHERE,
    Sweep,
    Terms,
    read_games,
    read_pairings,
    read_players,
    read_sweep,
    read_terms,
)
from woodstock.experiments.playing import Setup, playing
from woodstock.experiments.ratings import bradley_terry
from woodstock.experiments.section import ExperimentError, Section
from woodstock.experiments.stage_counts import all_columns, stage_table
from woodstock.experiments.tables import Table
from woodstock.players import entrant
from woodstock.players.spec import takes, with_option
from woodstock.protocol import is_address
from woodstock.referee import Clocks, elo, elo_interval, wilson

_SMALLEST_CLOCK = 0.005


class MatchKind(Kind):
    """Matches between players."""

    columns: ClassVar[Mapping[str, str]] = {
        "seed": "INTEGER",
        "seat": "INTEGER",
        "points": "REAL",
        "goal": "REAL",
        "others": "REAL",
        "steps": "INTEGER",
        "errors": "INTEGER",
        "other_errors": "INTEGER",
        "ending": "TEXT",
        **dict.fromkeys(all_columns(), "INTEGER"),
    }
    tallies: ClassVar[Mapping[str, str]] = {
        "matches": "count(*)",
        "finished": "count(points)",
        "points": "sum(points)",
        "wins": "sum(points = 1)",
        "losses": "sum(points = 0)",
        "goals": "sum(goal)",
        "others": "sum(others)",
        "steps": "sum(steps)",
        "errors": "sum(errors)",
        "other_errors": "sum(other_errors)",
        "seconds": "sum(seconds)",
        **{name: f"sum({name})" for name in all_columns()},
    }
    measures: ClassVar[Mapping[str, str]] = {
        "score": "%",
        "wins": "%",
        "goal": "",
        "others": "",
        "elo": "",
        "steps": "",
        "seconds": "s",
    }
    scored = "points"

    def plan(self, section: Section, seed: int, scale: Scale) -> Plan:
        """A cell for each game, pairing, clock and value of an option that is swept over."""
        terms = read_terms(section, None)
        players = read_players(section.section("players"), scale)
        pairings = read_pairings(section, players)
        sweep = read_sweep(section.section("sweep"), players)
        listed = read_games(section, terms)
        section.end()
        cells = [
            _cell(_Place(name, label, game, pairing, play, sweep, step), players, seed, scale)
            for name, label, game in listed
            if not scale.only or name in scale.only
            for pairing in pairings
            for play in game.play or (None,)
            for step in sweep.steps
        ]
        if unknown := set(scale.only) - {name for name, _, _ in listed}:
            raise ExperimentError(f"the experiment has no game {', '.join(sorted(unknown))}")
        columns = sweep.option or ("play" if len(terms.play) > 1 else "pairing")
        notes = [f"clocks are {scale.clocks:g} times those of the labels"] if scale.clocks != 1 else []
        if any(play * scale.clocks < _SMALLEST_CLOCK for _, _, game in listed for play in game.play):
            notes.append(f"no clock is shorter than {_SMALLEST_CLOCK:g} s")
        return Plan(tuple(cells), "game", columns, "score", tuple(notes))

    def opened(self, setup: Setup) -> AbstractContextManager[Callable[[int], Outcome]]:
        """Players at their table."""
        return playing(setup)

    def measured(self, tally: Mapping[str, float]) -> Mapping[str, Measure]:
        """What the first player made of it; unfinished matches count for nobody."""
        finished, points = int(tally["finished"]), tally["points"]
        if not finished:
            return {}
        share = points / finished
        return {
            "score": Measure(share, *wilson(points, finished)),
            "wins": Measure(tally["wins"] / finished, *wilson(tally["wins"], finished)),
            "goal": Measure(tally["goals"] / finished),
            "others": Measure(tally["others"] / finished),
            "elo": Measure(elo(share), *elo_interval(points, finished)),
            "steps": Measure(tally["steps"] / tally["matches"]),
            "seconds": Measure(tally["seconds"] / tally["matches"]),
        }

    def extras(
        self,
        cells: Sequence[Cell],
        tallies: Mapping[str, Mapping[str, float]],
        column: Column,  # noqa: ARG002
    ) -> list[Table]:
        """How stages were solved, and strengths over all games in which two meet for a point."""
        return [*stage_table(cells, tallies), *_strengths(cells, tallies)]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a cell stands in the table."""

    name: str
    label: str
    terms: Terms
    pairing: tuple[str, ...]
    play: float | None
    sweep: Sweep
    step: Mapping[str, float]


def _strengths(cells: Sequence[Cell], tallies: Mapping[str, Mapping[str, float]]) -> list[Table]:
    """Strengths over all games in which two meet for a point."""
    points: dict[tuple[str, str], float] = {}
    for cell in {cell.key: cell for cell in cells if not cell.missing and cell.setup.duel}.values():
        if (tally := tallies.get(cell.key)) is None or not tally["finished"]:
            continue
        one, other = cell.setup.labels
        points[one, other] = points.get((one, other), 0.0) + tally["points"]
        points[other, one] = points.get((other, one), 0.0) + tally["finished"] - tally["points"]
    ratings = bradley_terry(points)
    if len(ratings.players) < 2:
        return []
    rows = [
        [one.player, f"{one.elo:+.0f}", f"{one.error:.0f}", str(one.matches), f"{one.points:g}"]
        for one in ratings.players
    ]
    notes = ["games with more than two seats, and cooperative ones, are left out"]
    if ratings.prior:
        notes.append("a virtual draw was added for each pair, as somebody took all points from the others")
    header = ["player", "Elo above the mean", "± (95 %)", "matches", "points"]
    return [Table("Strengths over all games (Bradley and Terry)", header, rows, tuple(notes))]


def _cell(place: _Place, players: Mapping[str, str], seed: int, scale: Scale) -> Cell:
    """One cell; what is missing for it is told by the cell."""
    terms = place.terms
    labels = {"game": place.label, "pairing": " vs. ".join(place.pairing)}
    if place.play is not None:
        labels["play"] = f"{place.play:g} s"
    if place.step:
        labels[place.sweep.option] = f"{place.step[place.sweep.option]:g}"
    if absent := [label for label in place.pairing if players[label] == ELSEWHERE]:
        missing = f"{absent[0]} is a separate program; --player {absent[0]}=http://host:port says where it is"
        return Cell(_unkeyed(place, labels), labels, 0, missing=missing)
    try:
        with _about("games", place.name):
            source = find(place.name)
            seats = _count_seats(source)
        for label in place.pairing:
            with _about("players", label):
                entrant(_budgeted(players[label], terms.budget))
        with _about("sweep", "option"):
            texts = [_budgeted(_stepped(place, label, players[label]), terms.budget) for label in place.pairing]
            entrants = [entrant(text) for text in texts]
        with _about("pairings"):
            setup = _setup(place, source, seats, texts, seed, scale)
    except ExperimentError as error:
        return Cell(_unkeyed(place, labels), labels, 0, missing=error.message, mistake=error.keys)
    rotation = setup.count if terms.seats == "rotate" else 1
    return Cell(
        key=_key(setup),
        labels=labels,
        tasks=scale.count(terms.matches, rotation),
        setup=setup,
        rotation=rotation,
        clocked=terms.budget is None,
        threads=max(one.threads for one in entrants),
        alone=frozenset(text for text in texts if is_address(text)),
    )


@contextmanager
def _about(*keys: str) -> Iterator[None]:
    """What goes wrong in this block is a mistake at this place of the file."""
    try:
        yield
    except WoodstockError as error:
        raise ExperimentError(str(error), ("match", *keys)) from error


def _stepped(place: _Place, label: str, text: str) -> str:
    """The player at this step of the sweep."""
    if label == place.sweep.player:
        for option, value in place.step.items():
            text = with_option(text, option, f"{value:g}")
    return text


def _called(place: _Place, label: str) -> str:
    """What the player is called among others: at each step of a sweep it is another one."""
    if label != place.sweep.player or not place.step:
        return label
    return f"{label} ({', '.join(f'{option}={value:g}' for option, value in place.step.items())})"


def _unkeyed(place: _Place, labels: Mapping[str, str]) -> str:
    """A key for a cell that cannot be run: no results are under it."""
    return " | ".join(["missing", place.name, *labels.values()])


def _setup(place: _Place, source: Source, count: int, texts: Sequence[str], seed: int, scale: Scale) -> Setup:
    terms = place.terms
    together = terms.seats == "together"
    if len(texts) > count and not together:
        raise WoodstockError(f"{source.name} has {count} seats, not {len(texts)}")
    seated = [texts[0]] * count if together else [*texts, *[texts[-1]] * (count - len(texts))]
    play = place.play
    return Setup(
        source=source,
        players=tuple(seated),
        labels=tuple(_called(place, label) for label in place.pairing),
        clocks=Clocks(_scaled(terms.start, scale), _scaled(play, scale)),
        seats=terms.seats,
        seed=seed,
        opening=terms.opening,
        limit=terms.limit,
        memory=terms.memory,
    )


def _scaled(seconds: float | None, scale: Scale) -> float | None:
    return None if seconds is None else max(_SMALLEST_CLOCK, seconds * scale.clocks)


def _count_seats(source: Source) -> int:
    """The number of seats; that of a rulesheet that is not ours is known once it is compiled."""
    if source.name in games.names() and games.text(source.name).encode() == source.text:
        return games.metadata(source.name).players
    game = compile_game(source)
    return len(game.roles) - (game.chance is not None)


def _key(setup: Setup) -> str:
    """All that decides on a match but its number."""
    digest = hashlib.sha256(setup.source.text).hexdigest()[:8]
    start, play = ("none" if clock is None else f"{clock:g}" for clock in (setup.clocks.start, setup.clocks.play))
    terms = f"start={start} play={play} opening={setup.opening} limit={setup.limit} seed={setup.seed}"
    return " | ".join([f"{setup.source.name} {digest}", *setup.players, f"{setup.seats} {terms}"])


def _budgeted(text: str, budget: int | None) -> str:
    """The player with a number of playouts for each move instead of the clock, if it thinks at all."""
    if budget is None:
        return text
    if is_address(text):
        raise WoodstockError(f"{text} plays by the clock; a budget of playouts works only with our players")
    return with_option(text, "playouts", budget) if takes(text, "playouts") else text
