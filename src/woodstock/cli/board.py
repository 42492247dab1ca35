"""Showing a match in the terminal, position by position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from woodstock.cli.output import number

if TYPE_CHECKING:
    from woodstock.engine import Game
    from woodstock.engine.machine import Machine
    from woodstock.referee import EachState, Look, Playable, Thought

_SHOWN_LINE = 3
"""Joint moves of a principal variation that are shown."""


def drawing(game: Game | Playable) -> Callable[[Sequence[str], Sequence[str]], None]:
    """What prints positions of one game, given by their fluents and by the last moves. What is no game of ours, but
    only plays like one, is shown by its fluents."""
    from woodstock.cli.terminal import plain_output, put
    from woodstock.drawing import Look, Overlay, Picture, layout_of, move_spots
    from woodstock.engine import Game

    if not isinstance(game, Game):
        return lambda fluents, _: print(" ".join(fluents))
    layout = layout_of(game)

    def show(fluents: Sequence[str], last: Sequence[str]) -> None:
        spots = tuple(spot for move in last for spot in move_spots(layout, move))
        put(Picture(layout, tuple(fluents), overlay=Overlay(last=spots)).text(Look.of(plain_output())))

    return show


def onlooker(game: Game) -> EachState:
    """Prints each joint move, what the players thought of it, and the position it leads to."""
    draw = drawing(game)

    def look_on(look: Look) -> None:
        if look.joint_move is not None:
            print(f"\n{look.step}. {made(look)}")
            for thought in look.thoughts:
                print(f"   {told(look.machine, thought)}")
        draw(look.machine.fluents(look.state), moves_of(look))

    return look_on


def moves_of(look: Look) -> list[str]:
    """The names of the moves that led to a position."""
    return [look.machine.move_name(role, move) for role, move in enumerate(look.joint_move or ())]


def told(machine: Machine, thought: Thought) -> str:
    """One line on what stood behind a move: the player, its clock, what it expects."""
    report = thought.report
    parts = [f"{machine.roles[thought.role]} ({thought.player}): {thought.seconds:.2f} s"]
    if report is None:
        return parts[0]
    if best := next((one for one in report.moves if one.move == report.best), None):
        sure = "proved" if best.proved else f"{100 * best.low:.0f} to {100 * best.high:.0f}"
        parts.append(f"goal {100 * best.value:.0f} ({sure})")
    parts.append(f"{number(report.nodes)} nodes, {number(report.playouts)} playouts")
    if line := report.line[1 : 1 + _SHOWN_LINE]:
        expected = ["/".join(map(machine.move_name, range(len(joint)), joint)) for joint in line]
        parts.append(f"expects {' '.join(expected)}")
    if report.note:
        parts.append(report.note)
    return ", ".join(parts)


def made(look: Look) -> str:
    """The joint move that was made, in one line."""
    return joined(look.machine.roles, moves_of(look))


def joined(roles: Sequence[str], moves: Sequence[str]) -> str:
    """A joint move in one line: each role with its move."""
    return ", ".join(map(" ".join, zip(roles, moves, strict=True)))
