"""What `woodstock analyse --why` adds: learned values beside those of the search, and what they go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from woodstock.cli.output import table
from woodstock.errors import WoodstockError
from woodstock.printable import one_line

if TYPE_CHECKING:
    from woodstock.engine import Game
    from woodstock.engine.machine import State

_SHOWN = 12


def why(game: Game, state: State, role: int, thought: Mapping[str, Any]) -> dict[str, Any]:
    """What learned values make of a position. A game that was not learned raises `WoodstockError`."""
    from woodstock.learning import learnable, load_for
    from woodstock.learning.explain import explain, values_of_moves

    learned = load_for(game, seconds=60.0)
    if learned is None:
        reason = learnable(game) or f"woodstock learn {game.name} learns it"
        raise WoodstockError(f"nothing was learned of {game.name}: {reason}")
    found, players = (
        explain(game, learned.weights, state),
        [at for at, name in enumerate(game.roles) if at != game.chance],
    )

    def by_role(values: Sequence[float]) -> dict[str, float]:
        return {game.roles[at]: values[at] for at in players}

    machine = game.machine()
    moves = values_of_moves(game, learned.weights, state, role)
    return {
        "minutes": learned.minutes,
        "elo": learned.elo,
        "learned": by_role(found.values),
        "search": by_role(thought["values"]) if thought.get("values") else {},
        "moves": [{"move": machine.move_name(role, move), "learned": value} for move, value in moves.items()],
        "fluents": [{"fluent": one.fluent, "effect": by_role(one.effects)} for one in found.fluents],
        "pieces": [
            {"function": one.function, "piece": one.piece, "count": one.count, "effect": by_role(one.effects)}
            for one in found.pieces
        ],
    }


def show(told: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
    """For people: the values side by side, then what they go by."""
    roles = list(told["learned"])
    print("\nwhat was learned:")
    rows = [[one_line(role), f"{told['learned'][role]:.3f}", _value(told["search"].get(role))] for role in roles]
    table(["role", "learned", "search"], rows)
    if told["moves"]:
        searched = {one["move"]: one["value"] for one in answer["moves"]}
        best = sorted(told["moves"], key=lambda one: -one["learned"])[:_SHOWN]
        table(
            ["move", "learned", "search"],
            [[one["move"], f"{one['learned']:.3f}", _value(searched.get(one["move"]))] for one in best],
        )
    table(
        ["fluent", *map(one_line, roles)],
        [[one["fluent"], *(f"{one['effect'][role]:+.3f}" for role in roles)] for one in told["fluents"][:_SHOWN]],
    )
    if told["pieces"]:
        table(
            ["piece", "count", *map(one_line, roles)],
            [
                [
                    f"{one['function']} {one['piece']}",
                    str(one["count"]),
                    *(f"{one['effect'][role]:+.3f}" for role in roles),
                ]
                for one in told["pieces"]
            ],
        )


def _value(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
