"""What a page is told of a table, and what it is not told."""

from __future__ import annotations

import time
from typing import Any

from woodstock.errors import WoodstockError
from woodstock.web.match import Step
from woodstock.web.table import Table


def may_see_all(table: Table) -> bool:
    """May the whole position be shown? Not where something is hidden from people who still play."""
    return not table.facts["sees"] or table.over or not table.people


def eyes(table: Table, viewer: str | None) -> str | None:
    """Whose view is shown: the one that was asked for, if it may be; a role's own where all may not be shown."""
    if viewer is not None and viewer not in table.facts["players"]:
        raise WoodstockError(f"nobody plays a role {viewer[:40]!r}")
    if may_see_all(table):
        return viewer
    if viewer is None:
        return (table.waiting or table.people)[0]
    if viewer not in table.people:
        raise WoodstockError("what other roles see is hidden until the match is over")
    return viewer


async def view(table: Table, viewer: str | None = None, step: int | None = None) -> dict[str, Any]:
    """Everything that a page shows of a table at a step, the last one if none is named."""
    seen_by = eyes(table, viewer)
    at = len(table.steps) if step is None else max(0, min(step, len(table.steps)))
    choosers = [role for role in table.waiting if seen_by in (None, role) or not table.private]
    asked = {"viewer": seen_by, "choosers": choosers if at == len(table.steps) else [], "most": table.limits.moves}
    # What is told is how the table stands now: it may go on while the picture is drawn.
    told, steps = _standing(table, seen_by, at), list(table.steps)
    picture = await table.ask("look", moves=[one.moves for one in steps], at=at, **asked)
    names = picture.pop("names")
    return {**told, "history": [] if told["hidden"] else history(table, steps, names), "picture": picture}


def _standing(table: Table, seen_by: str | None, at: int) -> dict[str, Any]:
    hidden = not may_see_all(table)
    return {
        "id": table.name,
        "version": table.version,
        "game": table.facts,
        "chairs": {
            role: {"text": chair.text, "person": chair.person, "seconds": chair.seconds}
            for role, chair in table.chairs.items()
        },
        "viewer": seen_by,
        "at": at,
        "steps": len(table.steps),
        "over": table.over,
        "goals": table.situation.goals if table.situation.over else {},
        "resigned": table.resigned,
        "choosing": [role for role in table.situation.choosing if role != "random"],
        "waiting": table.waiting,
        "decided": sorted(table.pending),
        "thinking": {role: {} if table.hides else thought for role, thought in table.thinking.items()},
        "private": table.private,
        "hidden": hidden,
        "paused": table.paused,
        "clock": table.clock,
        "left": None if table.deadline is None else max(0.0, table.deadline - time.monotonic()),
        "trouble": table.trouble,
        "can": {
            "undo": table.resigned is not None or any(map(table.people_chose, table.steps)),
            "redo": bool(table.undone),
            "hint": bool(table.waiting) and at == len(table.steps),
            "resign": bool(table.people) and not table.over,
            "swap": len(table.chairs) > 1,
        },
        "values": [] if hidden else [one.values for one in table.steps],
        "line": "" if hidden else line_text(table),
    }


def history(table: Table, steps: list[Step], names: list[list[str]]) -> list[dict[str, Any]]:
    """The moves so far: in short, and in full."""
    roles = table.facts["roles"]
    return [
        {
            "short": {role: name for role, name in zip(roles, short, strict=True) if name},
            "full": dict(zip(roles, step.moves, strict=True)),
            "seconds": step.seconds,
            "notes": step.notes,
        }
        for short, step in zip(names, steps, strict=True)
    ]


def line_text(table: Table) -> str:
    """The moves as a link has them: those of the roles that had a choice."""
    roles = table.facts["roles"]
    return " ".join(
        move for step in table.steps for role, move in zip(roles, step.moves, strict=True) if role in step.chosen
    )


def analysed_role(table: Table, role: str | None, step: int, choosing: list[str]) -> str:
    """Whose decision is analysed: the one asked for, else the first that has a choice."""
    found = role or next((one for one in choosing if one != "random"), None)
    if found is None or found not in table.facts["players"]:
        raise WoodstockError("nobody has a choice here")
    if not may_see_all(table) and found not in table.people:
        raise WoodstockError("what other roles think is hidden until the match is over")
    if step < 0:
        raise WoodstockError("steps are counted from 0")
    return found
