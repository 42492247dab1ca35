"""The part of an experiment's file that is about matches: games, players, who meets whom, and on what terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from woodstock.experiments.kinds import Scale
from woodstock.experiments.section import ExperimentError, Section
from woodstock.referee import LENGTH_LIMIT

ELSEWHERE = "elsewhere"
"""Stands for a player that is a program of its own: the command line says where it is."""

_SEATS = ("rotate", "fixed", "together")


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for the matches of a game: the file's own terms, or those of one game in it."""

    matches: int
    seats: str
    start: float | None
    play: tuple[float, ...]
    budget: int | None
    opening: int
    limit: int
    memory: int


def read_terms(section: Section, over: Terms | None) -> Terms:
    """The terms in a section, over those of the file."""
    budget = section.take("budget", int, over.budget if over and "play" not in section else None)
    play = section.numbers("play", list(over.play) if over and budget is None else [])
    terms = Terms(
        matches=section.positive("matches", over.matches if over else 100),
        seats=section.choice("seats", _SEATS, over.seats if over else "rotate"),
        start=section.seconds("start", over.start if over else None),
        play=tuple(play),
        budget=budget,
        opening=section.take("opening", int, over.opening if over else 0),
        limit=section.positive("limit", over.limit if over else LENGTH_LIMIT),
        memory=section.positive("memory", over.memory if over else 4096),
    )
    if any(seconds <= 0 for seconds in terms.play) or (budget is not None and budget < 1) or terms.opening < 0:
        raise ExperimentError(
            "clocks and budgets are positive numbers, and an opening has no fewer than 0 moves", ("match",)
        )
    if (budget is None) == (not terms.play):
        raise ExperimentError(
            "a match has either play, a clock in seconds for each move, or budget, a number of playouts", ("match",)
        )
    return terms


def read_players(section: Section, scale: Scale) -> dict[str, str]:
    """The players by their labels; those of the command line stand for those of the file."""
    players = {label: section.take(label, str) for label in section.keys()}  # noqa: SIM118 (not a dict)
    for label, text in scale.players:
        if label not in players:
            raise ExperimentError(f"the experiment has no player {label!r}: it has {', '.join(players)}")
        players[label] = text
    if not players:
        raise ExperimentError('match.players names no player; write a line such as UCT = "uct"', ("match", "players"))
    return players


def read_pairings(section: Section, players: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Who meets whom; without a list everybody meets everybody."""
    listed = section.take("pairings", list, None)
    if listed is None:
        labels = list(players)
        return [(one, other) for at, one in enumerate(labels) for other in labels[at + 1 :]] or [(labels[0],)]
    pairings: list[tuple[str, ...]] = []
    for pairing in listed:
        if not isinstance(pairing, list) or not pairing or any(label not in players for label in pairing):
            raise ExperimentError(
                f"a pairing is a list of players out of {', '.join(players)}, not {str(pairing)[:50]}",
                ("match", "pairings"),
            )
        pairings.append(tuple(pairing))
    return pairings


@dataclass(frozen=True, slots=True)
class Sweep:
    """An option of a player that takes several values, one after another, and others that go along with it."""

    player: str = ""
    option: str = ""
    steps: tuple[Mapping[str, float], ...] = ({},)
    """What the options are, step by step; nothing at the only step where nothing is swept over."""


def read_sweep(section: Section, players: Mapping[str, str]) -> Sweep:
    """What is swept over."""
    swept, option = section.take("player", str, ""), section.take("option", str, "")
    values = section.numbers("values", [])
    along = section.section("also")
    also = {key: along.numbers(key, []) for key in along.keys()}  # noqa: SIM118 (not a dict)
    section.end()
    if not (swept or option or values or also):
        return Sweep()
    if swept not in players or not option or not values:
        raise ExperimentError("match.sweep has a player, an option of it, and values", ("match", "sweep"))
    for key, others in also.items():
        if len(others) != len(values):
            raise ExperimentError(
                f"match.sweep.also.{key} has {len(others)} values for {len(values)} steps",
                ("match", "sweep", "also", key),
            )
    steps = [{option: value, **{key: also[key][at] for key in also}} for at, value in enumerate(values)]
    return Sweep(swept, option, tuple(steps))


def read_games(section: Section, terms: Terms) -> list[tuple[str, str, Terms]]:
    """The games with their labels and terms of their own: a list of names, or a table for each."""
    value: Any = section.either("games", list, dict)
    if isinstance(value, list):
        named: dict[str, Any] = {str(name): {} for name in value}
    else:
        named = value
    if not named:
        raise ExperimentError("match.games names no game", ("match", "games"))
    listed = []
    for name, table in named.items():
        if not isinstance(table, dict):
            raise ExperimentError(f"match.games.{name} is a table, which may be empty", ("match", "games", name))
        own = Section(table, f"match.games.{name}", ("match", "games", name))
        listed.append((name, own.take("label", str, name), read_terms(own, terms)))
        own.end()
    return listed
