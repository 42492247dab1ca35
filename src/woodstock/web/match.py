"""The state of a match: players, moves made and taken back, who has a choice. Nothing here waits or thinks."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from woodstock.web.seats import Chair

_SEEDS = 1_000_000_000


@dataclass
class Step:
    """A joint move that was made, and what is known of how it came about."""

    moves: list[str]
    chosen: list[str]
    """The roles that had a choice."""
    values: dict[str, float] = field(default_factory=dict)
    """What players thought the position before it was worth to each role."""
    seconds: dict[str, float] = field(default_factory=dict)
    """How long players thought."""
    notes: list[str] = field(default_factory=list)


@dataclass
class Situation:
    """Is it over, and if not, who has a choice?"""

    over: bool
    choosing: list[str]
    goals: dict[str, int | None]


class Match:
    """Everything that is to be known of a match but the rules."""

    def __init__(self, facts: dict[str, Any], chairs: dict[str, Chair], clock: float | None, paused: bool) -> None:
        self.facts, self.chairs = facts, chairs
        self.clock, self.paused = clock, paused
        self.steps: list[Step] = []
        self.undone: list[Step] = []
        self.pending: dict[str, str] = {}
        """The moves that were chosen for the next step."""
        self.late: list[str] = []
        """What is to be noted of those who were late in this step."""
        self.thinking: dict[str, dict[str, Any]] = {}
        """What each player that thinks now thinks so far."""
        self.resigned: str | None = None
        self.situation = Situation(False, [], {})
        self.deadline: float | None = None
        """When the time of the people who have a choice is over."""
        self.restart()

    def restart(self) -> None:
        """From the first step on, with fresh dice."""
        self.seed = secrets.randbelow(_SEEDS)
        self.began = time.time()
        self.clear()

    def clear(self) -> None:
        """Forget all moves."""
        self.steps, self.undone, self.resigned = [], [], None

    # --- questions ----------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> list[list[str]]:
        """The joint moves so far."""
        return [step.moves for step in self.steps]

    @property
    def people(self) -> list[str]:
        """The roles that people play."""
        return [role for role, chair in self.chairs.items() if chair.person]

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return self.situation.over or self.resigned is not None

    @property
    def undecided(self) -> list[str]:
        """Who has a choice and has not made it; chance is drawn."""
        return [role for role in self.situation.choosing if role != "random" and role not in self.pending]

    @property
    def waiting(self) -> list[str]:
        """The people who have a choice and have not made it."""
        return [] if self.over else [role for role in self.undecided if role in self.people]

    @property
    def private(self) -> bool:
        """Must people not see what others at the same screen see? So it is where something is hidden, and where they
        choose at the same time."""
        together = [role for role in self.situation.choosing if role in self.people]
        return len(self.people) > 1 and (self.facts["sees"] or len(together) > 1)

    @property
    def hides(self) -> bool:
        """Would what players think tell people something that they must not know?"""
        return bool(self.people) and not self.over and (self.facts["sees"] or len(self.situation.choosing) > 1)

    @property
    def paused_here(self) -> bool:
        """Does it wait to be continued? Only a match without people can be paused."""
        return self.paused and not self.people

    def people_chose(self, step: Step) -> bool:
        """Did a person choose here? Where nobody is a person, every step counts."""
        return not self.people or bool(set(self.people) & set(step.chosen))

    # --- changes ------------------------------------------------------------------------------------------------------

    def add_step(self, joint_move: list[str]) -> None:
        """A joint move was made; nothing is pending any more."""
        step = Step(joint_move, self.situation.choosing, notes=self.late)
        for role, thought in self.thinking.items():
            step.seconds |= {role: thought["elapsed"]} if "elapsed" in thought else {}
            values = dict(zip(self.facts["roles"], thought.get("values") or [], strict=False))
            step.values |= {one: value for one, value in values.items() if one != "random"}
        self.steps.append(step)
        self.forget_choices()

    def forget_choices(self) -> None:
        """Nobody has chosen yet, and nobody thinks."""
        self.pending.clear()
        self.thinking.clear()
        self.deadline, self.late = None, []

    def take_back(self) -> None:
        """Back to where a person last had a choice; a resignation is taken back first."""
        if self.resigned is not None:
            self.resigned = None
            return
        while self.steps:
            self.undone.append(self.steps.pop())
            if self.people_chose(self.undone[-1]):
                return

    def make_again(self) -> None:
        """Forth, up to where a person has a choice again."""
        while self.undone:
            self.steps.append(self.undone.pop())
            if self.undone and self.people_chose(self.undone[-1]):
                return

    def rotate(self) -> None:
        """Everybody moves on by one seat."""
        roles, chairs = list(self.chairs), list(self.chairs.values())
        self.chairs = dict(zip(roles, [chairs[-1], *chairs[:-1]], strict=True))
