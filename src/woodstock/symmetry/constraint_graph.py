"""The graph of one stage of a game (paper 001, section 4.2): its automorphisms are constraint symmetries.

Colours are as in the paper, by stage, player, kind and value, but for fluents: that one holds is another colour than
that it does not, so that a symmetry of the graph permutes fluents. The next state has vertices of its own, each joined
to that of the same fluent now: what is done to the one is done to the other. With that, one stage stands for all.

Percepts (paper 002, section 3) are variables of the role that has them, with a vertex each. An automorphism renames
those of a role among themselves, in every stage alike, so who can tell two joint moves apart can tell their images.
"""

from __future__ import annotations

from collections.abc import Hashable

from woodstock.network.encoding import Stage
from woodstock.network.encoding.stage import HELPER
from woodstock.network.values import Value
from woodstock.symmetry.coloured_graph import ColouredGraph, GraphBuilder
from woodstock.symmetry.microstructure import Microstructure, Pair
from woodstock.symmetry.points import Points


def constraint_graph(stage: Stage, roles: tuple[str, ...], *, swaps: bool = False) -> ColouredGraph:
    """The graph, whose points are the fluents, moves and roles of the stage. With `swaps` players may change places."""
    build = GraphBuilder()
    points = Points(stage.fluents, stage.moves, roles)
    pairs: dict[Pair, int] = {(cell.variable, cell.value): build.vertex("fluent") for cell in stage.current}
    for action, own in zip(stage.actions, stage.moves, strict=True):
        pairs |= {(action, move): build.vertex("move") for move in own}
    players = {name: build.vertex(_role_colour(name, swaps)) for name in roles}
    names = _names(stage, roles)

    def variable_colour(variable: str) -> Hashable:
        kind = names.get(variable)
        return kind[0] if kind else "helper" if variable.startswith(HELPER) else "indicator"

    following = {(cell.variable, cell.value) for cell in stage.following}

    def colour_of(variable: str, value: Value) -> Hashable:
        match variable_colour(variable):
            case "state" | "next" as kind:  # the pairs of fluents that hold now have their vertices already
                return kind, (variable, value) in following
            case "helper" as kind:
                return kind
            case kind:
                return kind, value  # of goals, percepts, the end, and what chance may do

    made = Microstructure(build, stage.network, pairs, colour_of, variable_colour, players)
    for now, then in zip(stage.current, stage.following, strict=True):
        build.vertex("becomes", pairs[now.variable, now.value], pairs[then.variable, then.value])
    for variable, (_, role) in names.items():
        if role is not None:
            build.edge(made.variables[variable], players[role])
    return build.graph(len(points))


def _role_colour(name: str, swaps: bool) -> Hashable:
    return "player" if swaps and name != "random" else ("role", name)


def _names(stage: Stage, roles: tuple[str, ...]) -> dict[str, tuple[str, str | None]]:
    """The kind of each variable of the game, and whose it is."""
    names: dict[str, tuple[str, str | None]] = {stage.terminal: ("terminal", None)}
    names |= {cell.variable: ("state", None) for cell in stage.current}
    names |= {cell.variable: ("next", None) for cell in stage.following}
    names |= {action: ("action", role) for action, role in zip(stage.actions, roles, strict=True)}
    names |= {f"goal {role}": ("goal", role) for role in stage.network.players}
    names |= {name: ("sees", role) for own, role in zip(stage.sees, roles, strict=True) for name in own.values()}
    return names
