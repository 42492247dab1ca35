"""Showing a match in the terminal, position by position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from woodstock.cli.output import number

if TYPE_CHECKING:
    from woodstock.engine.machine import Machine
    from woodstock.referee import EachState, Look, Thought

_SHOWN_LINE = 3
"""Joint moves of a principal line that are told."""


def drawing(game: str) -> Callable[[Sequence[str]], str]:
    """What draws positions of one game by their fluents, as text. A rulesheet of one's own is shown by its fluents."""
    from woodstock import games
    from woodstock.games import board

    return partial(board.draw, games.metadata(game)) if game in games.names() else " ".join


def onlooker(game: str) -> EachState:
    """Prints each joint move, what the players thought of it, and the position it leads to."""
    draw = drawing(game)

    def look_on(look: Look) -> None:
        if look.joint_move is not None:
            print(f"\n{look.step}. {made(look)}")
            for thought in look.thoughts:
                print(f"   {told(look.machine, thought)}")
        print(draw(look.machine.fluents(look.state)))

    return look_on


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
    machine = look.machine
    return joined(machine.roles, [machine.move_name(role, move) for role, move in enumerate(look.joint_move or ())])


def joined(roles: Sequence[str], moves: Sequence[str]) -> str:
    """A joint move in one line: each role with its move."""
    return ", ".join(map(" ".join, zip(roles, moves, strict=True)))
