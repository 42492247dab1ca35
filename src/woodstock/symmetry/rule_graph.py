"""The rule graph of a ground program (paper 001, section 3.2): its automorphisms are structural symmetries.

As there, roles, fluents, actions and goal values are terms with a vertex each, and so are atoms, negated literals and
rules. Two things differ. A rule and its head are joined by way of a vertex that all rules of that head share, in place
of a clique: the paper's fragment has no predicates but those of GDL, so colours tell there what is head and what is
body, and here they do not. And only what legal moves, the next state, the end, goals and percepts depend on has
vertices: the rest would bring automorphisms that move no term.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from woodstock.ground.program import FACT, NEVER, GroundProgram
from woodstock.symmetry.coloured_graph import ColouredGraph, GraphBuilder
from woodstock.symmetry.points import Points


def points_of(program: GroundProgram) -> Points:
    """The fluents, moves and roles of a ground program, in its numbers."""
    return Points(program.fluents, program.moves, program.roles)


def rule_graph(program: GroundProgram, *, swaps: bool = False) -> ColouredGraph:
    """The graph, whose points are those of `points_of`. With `swaps` the players may change places."""
    return _RuleGraph(program, swaps).graph


class _RuleGraph:
    def __init__(self, program: GroundProgram, swaps: bool) -> None:
        self._program = program
        self._build = GraphBuilder()
        self._atoms: dict[int, int] = {}
        self._negations: dict[int, int] = {}
        self._heads: dict[int, int] = {}
        fluents, moves, roles = self._terms(swaps)
        self._constants = {FACT: self._build.vertex("fact"), NEVER: self._build.vertex("never")}
        self._rules(_bodies(program))
        self._outputs(fluents, moves, roles)
        self.graph = self._build.graph(len(points_of(program)))

    def _terms(self, swaps: bool) -> tuple[list[int], list[list[int]], list[int]]:
        """A fluent and `true` of it are one vertex, for nothing else speaks of both; likewise a role's move.

        What two roles both call by one name is one action term: it is moved for both or for none.
        """
        build, program = self._build, self._program
        fluents = [build.vertex("fluent") for _ in program.fluents]
        moves = [[build.vertex("does") for _ in own] for own in program.moves]
        roles = [
            build.vertex(("player",) if swaps and role != program.chance else ("role", role))
            for role in range(len(program.roles))
        ]
        actions: dict[str, int] = {}
        for role, own in enumerate(moves):
            for name, vertex in zip(program.moves[role], own, strict=True):
                if name not in actions:
                    actions[name] = build.vertex("action")
                build.edge(vertex, actions[name])
                build.edge(vertex, roles[role])
        self._atoms |= zip(program.true_atoms.tolist(), fluents, strict=True)
        for atoms, own in zip(program.does_atoms, moves, strict=True):
            self._atoms |= zip(atoms.tolist(), own, strict=True)
        return fluents, moves, roles

    def _atom(self, atom: int) -> int:
        if atom in self._constants:
            return self._constants[atom]
        if atom not in self._atoms:
            self._atoms[atom] = self._build.vertex("atom")
        return self._atoms[atom]

    def _literal(self, literal: int) -> int:
        if literal > 0:
            return self._atom(literal)
        if literal not in self._negations:
            self._negations[literal] = self._build.vertex("not", self._atom(-literal))
        return self._negations[literal]

    def _rules(self, bodies: dict[int, set[frozenset[int]]]) -> None:
        for head in _needed(bodies, _asked(self._program)):
            derived = self._build.vertex("derived", self._atom(head))
            for body in sorted(bodies[head], key=sorted):
                self._build.vertex("rule", derived, *map(self._literal, sorted(body)))

    def _outputs(self, fluents: list[int], moves: list[list[int]], roles: list[int]) -> None:
        build, program = self._build, self._program
        for fluent, atom in zip(fluents, program.next_atoms.tolist(), strict=True):
            build.vertex("next", fluent, self._atom(atom))
        for own, atoms in zip(moves, program.legal_atoms, strict=True):
            for move, atom in zip(own, atoms.tolist(), strict=True):
                build.vertex("legal", move, self._atom(atom))
        percepts: dict[str, int] = {}
        for role, vertex in enumerate(roles):
            for value, atom in zip(program.goals[role], program.goal_atoms[role].tolist(), strict=True):
                build.vertex(("goal", value), vertex, self._atom(atom))
            for name, atom in zip(program.percepts[role], program.sees_atoms[role].tolist(), strict=True):
                if name not in percepts:
                    percepts[name] = build.vertex("percept")
                build.vertex("sees", vertex, percepts[name], self._atom(atom))
        build.vertex("terminal", self._atom(program.terminal_atom))


def _bodies(program: GroundProgram) -> dict[int, set[frozenset[int]]]:
    """The bodies of the rules of each head, each once."""
    found: dict[int, set[frozenset[int]]] = defaultdict(set)
    offsets, literals = program.offsets.tolist(), program.literals.tolist()
    for rule, head in enumerate(program.heads.tolist()):
        found[head].add(frozenset(literals[offsets[rule] : offsets[rule + 1]]))
    return found


def _asked(program: GroundProgram) -> Iterable[int]:
    yield program.terminal_atom
    groups: Sequence[Sequence[int]] = [
        atoms.tolist() for atoms in (program.next_atoms, *program.legal_atoms, *program.goal_atoms, *program.sees_atoms)
    ]
    for atoms in groups:
        yield from atoms


def _needed(bodies: dict[int, set[frozenset[int]]], asked: Iterable[int]) -> list[int]:
    """The heads that what is asked for depends on, in a fixed order."""
    seen: set[int] = set()
    stack = [atom for atom in asked if atom in bodies]
    while stack:
        head = stack.pop()
        if head not in seen:
            seen.add(head)
            stack += {abs(literal) for body in bodies[head] for literal in body if abs(literal) in bodies}
    return sorted(seen)
