"""`woodstock symmetries`: permutations of fluents and moves that preserve a game."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli import codes
from woodstock.cli.options import GameName, Json, Loading, loads_games
from woodstock.cli.output import emit, facts, number, waiting

if TYPE_CHECKING:
    from woodstock.engine import Game
    from woodstock.symmetry import Survey

_MOST_SHOWN = 12


@loads_games
def symmetries(
    game: GameName,
    rules: Annotated[
        bool, typer.Option("--rules", help="Use the graph of the rules, not that of the network of a stage.")
    ] = False,
    seconds: Annotated[float, typer.Option(metavar="S", min=0.001, help="Give up after S seconds.")] = 600.0,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the first moves, equivalent ones in the same colour.")
    ] = None,
    as_json: Json = False,
    *,
    loading: Loading,
) -> int:
    """Find the symmetries of a game: automorphisms of the graph of its network, or of its rules.

    The exit code is 1 if there was not enough time.
    """
    from woodstock.symmetry import survey_by

    loaded = loading.load(game, quiet=as_json)
    begun = time.monotonic()
    with waiting("Looking for symmetries", quiet=as_json):
        found = survey_by(loaded, begun + seconds, "rules" if rules else "constraints")
    if found is None:
        if as_json:
            emit({"finished": False, "seconds": time.monotonic() - begun})
        else:
            print(f"no answer within {number(seconds)} s")
        return codes.NO
    if svg is not None:
        _draw(svg, loaded, found)
    if as_json:
        emit(_answer(loaded, found))
    else:
        _show(loaded, found)
    return codes.OK


def _answer(game: Game, found: Survey) -> dict[str, Any]:
    from woodstock.symmetry.words import cycles, describe

    start = found.start
    return {
        "finished": True,
        "graph": start.graph,
        "group_order": found.start_order,
        "any_state_order": found.any_state_order,
        "swaps_order": found.swaps_order,
        "generators": [
            {"words": describe(start.points, one), "cycles": cycles(start.points, one)} for one in start.generators
        ],
        "first_move_orbits": _first_moves(game, found),
        "refused": found.any_state.refused,
        "vertices": start.vertices,
        "edges": start.edges,
        "seconds": start.seconds,
    }


def _draw(path: Path, game: Game, found: Survey) -> None:
    """The start of the game, with the first moves of the role that has the most of them."""
    from woodstock.drawing import Overlay, picture
    from woodstock.drawing.overlays import groups_of
    from woodstock.files import write_text

    shown = picture(game)
    most = max(_first_moves(game, found).values(), key=lambda orbits: sum(map(len, orbits)))
    write_text(path, shown.under(Overlay(groups=groups_of(shown.layout, most))).svg())


def _first_moves(game: Game, found: Survey) -> dict[str, list[list[str]]]:
    """For each role its first moves, those that are the same up to symmetry together."""
    machine, start = game.machine(), found.start
    orbits: dict[str, list[list[str]]] = {}
    for role, own in enumerate(machine.legal(machine.initial())):
        numbers = [start.points.move(role, move) for move in own]
        orbits[game.roles[role]] = [[start.points.name(point) for point in orbit] for orbit in start.orbits(numbers)]
    return orbits


def _show(game: Game, found: Survey) -> None:
    from woodstock.symmetry.words import describe

    start = found.start
    pairs = [
        ("symmetries at the start", number(found.start_order)),
        ("in any state", number(found.any_state_order)),
        ("and with players exchanged", number(found.swaps_order)),
        ("graph", f"{start.graph}: {number(start.vertices)} vertices, {number(start.edges)} edges"),
        ("seconds", number(start.seconds)),
    ]
    if found.any_state.refused:
        pairs.append(("not confirmed", number(found.any_state.refused)))
    facts(pairs)
    for one in start.generators[:_MOST_SHOWN]:
        print(f"  {describe(start.points, one)}")
    if len(start.generators) > _MOST_SHOWN:
        print(f"  and {len(start.generators) - _MOST_SHOWN} more generators")
    for role, orbits in _first_moves(game, found).items():
        moves = sum(map(len, orbits))
        if moves > 1:
            print(f"first moves of {role}: {moves}, up to symmetry {len(orbits)}")
            for orbit in orbits[:_MOST_SHOWN] if len(orbits) < moves else []:
                more = f" and {len(orbit) - _MOST_SHOWN} more" if len(orbit) > _MOST_SHOWN else ""
                print(f"  {' '.join(orbit[:_MOST_SHOWN])}{more}")
