"""The options of players: the settings of their searches, as the core declares them, and a few more."""

from __future__ import annotations

from dataclasses import replace

from woodstock.settings import Adjustable, Option, Setting

PLAYOUTS = Setting("playouts", "whole", "playouts per move, instead of the clock", None, 1)
HIDDEN = Setting(
    "hidden", "choice", "with percepts: search information sets, or sampled states", "sets", choices=("sets", "samples")
)
CIRCUIT = Setting(
    "circuit", "flag", "solve stages by the circuit, which is faster than by the network, as published", True
)
KNOWLEDGE = Setting(
    "knowledge",
    "choice",
    "what playouts know beyond the rules: whatever wins short matches in the start clock, or nothing",
    "tried",
    choices=("tried", "none"),
)
LEARNING = Setting(
    "learning",
    "choice",
    "learn the values of positions in the start clock, use only what is kept of earlier learning, or neither",
    "start",
    choices=("start", "kept", "none"),
)


def share(default: float) -> Setting:
    """The option of a player that looks for symmetries."""
    return Setting(
        "share", "real", "share of the clock for finding symmetries, until they are found", default, 0.0, 0.999
    )


def of_search(search: type[Adjustable], **defaults: Option) -> tuple[Setting, ...]:
    """The settings of a search as options of a player, without the seed, which comes with the seat."""
    return tuple(
        replace(one, default=defaults.get(one.name, one.default)) for one in search.settings if one.name != "seed"
    )
