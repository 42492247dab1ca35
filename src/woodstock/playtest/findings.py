"""What was met in play, in words: a finding for each thing that an author would want to know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from woodstock.engine import Game
from woodstock.engine.machine import Machine, State
from woodstock.gdl import Problem
from woodstock.gdl.checks import Severity
from woodstock.playtest.looking import Fault, JointMove, Seen
from woodstock.playtest.promised import Places, Promised, outermost
from woodstock.playtest.tally import Tally

_BEST_GOAL = 100
_SHOWN = 12
"""Moves of an example that a message has."""


@dataclass(frozen=True, slots=True)
class Finding(Problem):
    """A problem that showed in play."""

    example: tuple[str, ...] = ()
    """Moves that lead to it, as `--moves` takes them."""

    def as_dict(self) -> dict[str, Any]:
        """The finding as what JSON can hold."""
        return {**Problem.as_dict(self), "example": list(self.example)}


class Judge:
    """Puts one play-test into words."""

    def __init__(self, game: Game, promised: Promised, tally: Tally, seen: Seen) -> None:
        self._game = game
        self._machine: Machine = game.machine()
        self._promised = promised
        self._tally = tally
        self._seen = seen
        self._players = [role for role in range(len(game.roles)) if role != game.chance]

    def findings(self) -> Iterator[Finding]:
        """All that there is to say, the worst first."""
        yield from self._several_goals()
        yield from self._missing_goals()
        yield from self._stuck()
        yield from self._endless()
        yield from self._choices()
        yield from self._percepts()
        yield from self._never_met()
        yield from self._unreached()
        yield from self._falling()

    # --- faults, with the moves that lead to them --------------------------------------------------------------------

    def _several_goals(self) -> Iterator[Finding]:
        remedy = "the lowest counts. Let one rule exclude the other"
        for role, fault in sorted(self._seen.several.items()):
            held = " and ".join(map(str, fault.goals))
            told = f"{self._game.roles[role]} has the goals {held} when the game is over; {remedy}"
            yield self._fault("error", "several-goals", told, fault)
        if self._tally.several and not self._seen.several:
            told = f"{self._of_playouts(self._tally.several)} gave a role several goals at the end; {remedy}"
            yield Finding("error", "several-goals", told)

    def _missing_goals(self) -> Iterator[Finding]:
        remedy = "which counts as 0. Add a rule for `goal`"
        for role, fault in sorted(self._seen.missing.items()):
            if self._promised.rewarded[role]:  # otherwise the check of the text has told it
                told = f"{self._game.roles[role]} has no goal when the game is over, {remedy}"
                yield self._fault("error", "no-goal-at-end", told, fault)
        if self._tally.missing and not self._seen.missing:
            told = f"{self._of_playouts(self._tally.missing)} left a role without a goal at the end, {remedy}"
            yield Finding("error", "no-goal-at-end", told)

    def _stuck(self) -> Iterator[Finding]:
        how_many = f" ({self._of_playouts(self._tally.broken)} got stuck)" if self._tally.broken else ""
        remedy = "Give it a move such as `noop`, or let the game end there"
        for role, fault in sorted(self._seen.stuck.items()):
            told = f"{self._game.roles[role]} has no legal move though the game is not over{how_many}. {remedy}"
            yield self._fault("error", "no-move", told, fault)
        if self._tally.broken and not self._seen.stuck:
            told = f"{self._of_playouts(self._tally.broken)} left a role without a legal move before the end. {remedy}"
            yield Finding("error", "no-move", told)

    def _endless(self) -> Iterator[Finding]:
        tally = self._tally
        if self._seen.complete and not self._seen.ends and not self._seen.stuck:
            yield Finding("error", "no-end", "the game never ends: no state that can be reached is terminal")
        elif tally.capped:
            severity: Severity = "warning" if tally.finished or tally.broken else "error"
            told = f"{self._of_playouts(tally.capped)} did not end within {tally.limit:,} steps"
            yield Finding(severity, "no-end", f"{told}. Count steps, and end the game after some")

    # --- what was never met ------------------------------------------------------------------------------------------

    def _choices(self) -> Iterator[Finding]:
        for role, moves in enumerate(self._seen.moves):
            if moves and role not in self._seen.choosers:
                told = f"{self._game.roles[role]} never has a choice: there is one legal move in {self._each()}"
                yield Finding("warning", "no-choice", told)

    def _percepts(self) -> Iterator[Finding]:
        for role in self._players:
            percepts = self._seen.percepts[role]
            if self._promised.informed[role] and len(percepts) == 1:
                what = " ".join(*percepts) or "nothing"
                told = f"{self._game.roles[role]} sees {what} after every move, which tells it nothing"
                yield Finding("warning", "sees-nothing", told)

    def _never_met(self) -> Iterator[Finding]:
        moves = {
            outermost(self._machine.move_name(role, move)) for role, own in enumerate(self._seen.moves) for move in own
        }
        yield from self._unmet("never-legal", "the move `{}` is never legal", self._promised.moves, moves)
        fluents = {outermost(fluent) for fluent in self._fluents()}
        yield from self._unmet("never-true", "the fluent `{}` is never true", self._promised.fluents, fluents)

    def _unreached(self) -> Iterator[Finding]:
        """Goals that nobody ends with."""
        if not self._seen.ends:
            return
        for role in self._players:
            name, met, wanted = self._game.roles[role], self._seen.goals[role], self._promised.goals[role]
            if _BEST_GOAL not in met and self._promised.rewarded[role]:
                best = f"the best goal there is {max(met)}" if met else "there is no goal at all"
                told = f"{name} never ends with {_BEST_GOAL} {self._where()}; {best}"
                yield Finding(self._severity(), "not-winnable", told, wanted.get(_BEST_GOAL))
            for goal in sorted(wanted.keys() - met - self._seen.passing[role] - {_BEST_GOAL}):
                told = f"{name} never has the goal {goal} {self._where()}"
                yield Finding(self._severity(), "goal-unreached", told, wanted[goal])

    def _falling(self) -> Iterator[Finding]:
        """One of them is enough."""
        for role, fault in sorted(self._seen.falling.items())[:1]:
            name, (before, after) = self._game.roles[role], fault.goals
            told = f"goals are not monotone: that of {name} falls from {before} to {after} in play, and none rises"
            yield self._fault("hint", "goal-falls", f"{told}. Only goals at the end count", fault)

    # --- words -------------------------------------------------------------------------------------------------------

    def _unmet(self, code: str, words: str, wanted: Places, met: set[str]) -> Iterator[Finding]:
        for name, place in wanted.items():
            if name not in met:
                yield Finding(self._severity(), code, f"{words.format(name)} {self._where()}", place)

    def _severity(self) -> Severity:
        """What was never met is not there if all states were; otherwise it may only be rare."""
        return "warning" if self._seen.complete else "hint"

    def _where(self) -> str:
        if self._seen.complete:
            return f"in any of the {self._seen.states:,} states of the game"
        return f"in {self._seen.walks:,} random matches and {self._seen.states:,} states"

    def _each(self) -> str:
        return f"each of {self._seen.states:,} states"

    def _of_playouts(self, count: int) -> str:
        return f"{count:,} of {self._tally.playouts:,} random playouts"

    def _fluents(self) -> list[str]:
        """All that were true in some state."""
        bits = self._seen.fluents
        size = max(len(self._machine.initial()), (bits.bit_length() + 7) // 8)
        return self._machine.fluents(State(bits.to_bytes(size, "little")))

    def _fault(self, severity: Severity, code: str, message: str, fault: Fault) -> Finding:
        moves = example(self._machine, fault.way)
        shown = " ".join(moves[:_SHOWN]) + (f" and {len(moves) - _SHOWN} more moves" if len(moves) > _SHOWN else "")
        where = f"after {shown}" if moves else "at the start"
        return Finding(severity, code, f"{message}; for example {where}", None, moves)


def example(machine: Machine, way: Sequence[JointMove]) -> tuple[str, ...]:
    """A way as people write it: the moves of those who have a choice, or one where nobody has."""
    state = machine.initial()
    told: list[str] = []
    for joint_move in way:
        choosing = [role for role, own in enumerate(machine.legal(state)) if len(own) > 1] or [0]
        told += [machine.move_name(role, joint_move[role]) for role in choosing]
        state = machine.next(state, joint_move)
    return tuple(told)
