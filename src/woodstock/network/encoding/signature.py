"""The variables of one stage: their names, their domains, and what they say of fluents and moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from woodstock.ground.program import GroundProgram
from woodstock.network.constraints import Constraint
from woodstock.network.encoding.completion import absorbing, complete
from woodstock.network.encoding.formulas import FALSE, Formulas, Ref
from woodstock.network.encoding.mutex_groups import MutexGroup
from woodstock.network.encoding.stage import Cell, Stage
from woodstock.network.network import Network
from woodstock.network.soft import Share, Utility
from woodstock.network.values import Value
from woodstock.network.variables import Variable

TERMINAL = "terminal"
NO_GOAL = "none"
BOOLEAN = (0, 1)


@dataclass(frozen=True)
class Helper:
    """A variable that only expresses how others hang together."""

    name: str
    late: bool
    """Does it depend on chance?"""


@dataclass(frozen=True)
class Written:
    """Formulas as constraints, with the helpers that these speak of."""

    constraints: tuple[Constraint, ...]
    helpers: tuple[Helper, ...]

    def extended(self, constraints: Sequence[Constraint], helpers: Mapping[str, int]) -> Written:
        """With percepts. Helpers that only these need come with them, after the draw, and from their inputs upwards.

        Before the draw they would be open when the stochastic part is solved alone, and there are many of them. Forward
        checking sets variables in their order, and so guesses none of them.
        """
        known = {helper.name for helper in self.helpers}
        upwards = sorted((node, name) for name, node in helpers.items() if name not in known)
        added = (Helper(name, late=True) for _, name in upwards)
        return Written(tuple(constraints), (*self.helpers, *added))


def written(constraints: Sequence[Constraint], helpers: Mapping[str, int], late: Sequence[bool]) -> Written:
    """These constraints, and these helpers with their nodes, of which some depend on chance."""
    return Written(tuple(constraints), tuple(Helper(name, late[node]) for name, node in helpers.items()))


@dataclass(frozen=True)
class Demands:
    """What the rules say of each variable, as formulas over the current state and the moves."""

    terminal: Ref
    legal: tuple[dict[Value, Ref], ...]
    """For each role its moves that can be legal, and when; for chance, whether its indicator says so."""
    drawn: dict[Value, Ref]
    """For each move of chance, when it is legal: what its indicator says."""
    goals: dict[int, dict[Value, Ref]]
    """For each player the values of its goal, and when: one of these holds, and only one."""
    next: tuple[Ref, ...]
    """For each fluent, when it holds in the next state."""
    sees: dict[str, Ref]
    """For each variable of a percept, when its role has it."""

    def acting(self) -> list[Ref]:
        """All of them but percepts."""
        found = [self.terminal, *self.drawn.values(), *self.next]
        for conditions in (*self.legal, *self.goals.values()):
            found += conditions.values()
        return found


class Signature:
    """What both encodings share. Names with a space and no parentheses are ours: no fluent or move has such a name."""

    def __init__(
        self, program: GroundProgram, mutex_groups: Sequence[MutexGroup] = (), *, absorbing: bool = False
    ) -> None:
        self.program = program
        self.absorbing = absorbing
        self.mutex_groups = tuple(mutex_groups)
        self.over = _fresh("over", (name for own in program.moves for name in own))
        self.current = [Cell(_state_name(name), 1) for name in program.fluents]
        self.domains: dict[str, tuple[Value, ...]] = {}
        for group in mutex_groups:
            for number, value in group.members:
                self.current[number] = Cell(group.name, value)
        chosen = {group.name: group.domain for group in mutex_groups}
        for cell in self.current:
            self.domains.setdefault(cell.variable, chosen.get(cell.variable, BOOLEAN))
        self.states = tuple(self.domains)
        self.following = [Cell(f"next {cell.variable}", cell.value) for cell in self.current]
        self.links = {f"next {name}": name for name in self.states}
        self.actions = tuple(f"does {role}" for role in program.roles)
        for action, own in zip(self.actions, program.moves, strict=True):
            self.domains[action] = (*own, self.over) if absorbing else own
        self.chance = program.chance
        self.drawn = None if self.chance is None else self.actions[self.chance]
        self.indicators: dict[Value, str] = {}
        """For each move of chance the variable that says whether it is legal."""
        if self.drawn is not None:
            self.indicators = {move: f"legal random {move}" for move in self.domains[self.drawn]}
            self.domains |= dict.fromkeys(self.indicators.values(), BOOLEAN)
        self.players = [role for role in range(len(program.roles)) if role != self.chance]
        self.percepts = tuple(
            {percept: f"sees {role} {percept}" for percept in own}
            for role, own in zip(program.roles, program.percepts, strict=True)
        )
        """For each role the variable of each percept."""

    def demands(self) -> tuple[Formulas, Demands]:
        """The completion of the rules over these variables."""
        formulas = Formulas(self.domains)
        fluents = [formulas.equals(cell.variable, cell.value) for cell in self.current]
        pairs = zip(self.actions, self.program.moves, strict=True)
        does = [[formulas.equals(action, move) for move in own] for action, own in pairs]
        completion = complete(self.program, formulas, fluents, does)
        if self.absorbing:
            completion = absorbing(completion, formulas, fluents, self.over)
        goals = {role: _lowest(completion.goals[role], formulas) for role in self.players}
        legal: list[dict[Value, Ref]] = [dict(own.items()) for own in completion.legal]
        drawn: dict[Value, Ref] = {}
        if self.chance is not None:
            drawn = {move: legal[self.chance].get(move, FALSE) for move in self.indicators}
            legal[self.chance] = {move: formulas.equals(name, 1) for move, name in self.indicators.items()}
        sees = {
            name: seen[percept]
            for own, seen in zip(self.percepts, completion.sees, strict=True)
            for percept, name in own.items()
        }
        return formulas, Demands(completion.terminal, tuple(legal), drawn, goals, completion.next, sees)

    def goal(self, role: int) -> str:
        """The variable of a player's goal value."""
        return f"goal {self.program.roles[role]}"

    def stage(
        self,
        encoding: str,
        demands: Demands,
        acting: Written,
        whole: Written,
        rebuild: Callable[..., Stage],
    ) -> Stage:
        """The stage of what is written as a whole, and of the part of it that leaves percepts out."""
        program = self.program
        network = self._network(demands, whole, demands.sees)
        return Stage(
            network=network,
            acting=self._network(demands, acting) if demands.sees else network,
            encoding=encoding,
            fluents=program.fluents,
            moves=program.moves,
            current=tuple(self.current),
            following=tuple(self.following),
            actions=self.actions,
            sees=self.percepts,
            terminal=TERMINAL,
            initial=tuple(name for name, holds in zip(program.fluents, program.initial, strict=True) if holds),
            mutex_groups=self.mutex_groups,
            rebuild=rebuild,
        )

    def _network(self, demands: Demands, written: Written, percepts: Iterable[str] = ()) -> Network:
        """All variables in the order of paper 000, sections 3.2 and 3.3, with rewards and chance."""
        roles = self.program.roles
        variables = [Variable(TERMINAL, BOOLEAN)]
        variables += [Variable(name, self.domains[name]) for name in self.states]
        variables += [Variable(helper.name, BOOLEAN) for helper in written.helpers if not helper.late]
        variables += [Variable(self.actions[role], self.domains[self.actions[role]]) for role in self.players]
        variables += [Variable(self.goal(role), tuple(demands.goals[role])) for role in self.players]
        variables += [Variable(name, BOOLEAN) for name in self.indicators.values()]
        if self.drawn is not None:
            variables.append(Variable(self.drawn, self.domains[self.drawn], stochastic=True))
        variables += [Variable(helper.name, BOOLEAN, stage=2) for helper in written.helpers if helper.late]
        variables += [Variable(f"next {name}", self.domains[name], stage=2) for name in self.states]
        variables += [Variable(name, BOOLEAN, stage=2) for name in percepts]
        return Network(
            variables,
            written.constraints,
            [
                Utility(
                    (TERMINAL, self.goal(role)),
                    roles[role],
                    {(1, value): Fraction(value, 100) for value in demands.goals[role] if isinstance(value, int)},
                )
                for role in self.players
            ],
            [Share(self.drawn, tuple(self.indicators.items()))] if self.drawn is not None else [],
            [roles[role] for role in self.players],
        )


def _lowest(goals: dict[int, Ref], formulas: Formulas) -> dict[Value, Ref]:
    """When each goal value is the lowest that holds, and when there is none."""
    conditions: dict[Value, Ref] = {}
    lower: list[Ref] = []
    for value, ref in goals.items():
        conditions[value] = formulas.resolved([ref, *lower])
        lower.append(ref ^ 1)
    conditions[NO_GOAL] = formulas.resolved(lower)
    return {value: ref for value, ref in conditions.items() if ref != FALSE}


def _state_name(fluent: str) -> str:
    return f"true {fluent}" if fluent == TERMINAL else fluent


def _fresh(name: str, taken: Iterable[str]) -> str:
    """The name, or one that no term of KIF can have."""
    return f"game {name}" if name in set(taken) else name
