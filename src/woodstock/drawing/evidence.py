"""What there is to see of a game before it is drawn: its fluents and moves by form, states that random playouts meet,
the relations that never change, and how the rules' variables tie places to each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from woodstock import gdl
from woodstock.drawing.forms import Leaves, taken_apart
from woodstock.drawing.variables import MOST_RULES, MOVE, Place, mentions, steps, ties
from woodstock.engine.game import Game
from woodstock.engine.machine import Machine
from woodstock.engine.reached import reached
from woodstock.errors import WoodstockError
from woodstock.ground.transforms.tables import Ground, tables

STEPS = 400
STATES = 150
INTERPRETED_STEPS = 40
"""Random steps that are looked at, and how many different states of them. They are counted, not clocked: the same rules
are always drawn in the same way."""
FLUENTS = 30_000
"""Fluents of all these states together, after which no more are looked at."""
LARGEST = 120
"""Names on one axis of a board."""
_WIDE = 40
"""Names in a place, from which on it is asked whether all of them are meant."""

Held = Mapping[str, list[Leaves]]
"""A state: the symbols of the fluents that hold, by form."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """All that a drawing is derived from."""

    roles: tuple[str, ...]
    fluents: Held
    """Every fluent that is known, by form."""
    moves: Held
    """Every move that is known, by form."""
    initial: Held
    states: tuple[Held, ...]
    """States that playouts meet, the initial one first."""
    rules: tuple[gdl.NormalRule, ...]
    tables: Mapping[str, list[tuple[Ground, ...]]]
    """The relations that never change, by name; those of one name and several arities together."""
    order: Mapping[str, int] = field(default_factory=dict)
    """Where each symbol first stands in the rules."""
    met: frozenset[str] = frozenset()
    """Forms of which only those fluents are known that playouts meet."""
    machine: Machine | None = None
    """What plays the game; None where that takes long, because it is interpreted."""

    @cached_property
    def said(self) -> tuple[frozenset[str], ...]:
        """The sets that relations of one symbol name."""
        rows = (
            frozenset(row[0] for row in own if len(row) == 1 and isinstance(row[0], str))
            for own in self.tables.values()
        )
        return tuple(names for names in rows if names)

    @cached_property
    def steps(self) -> frozenset[tuple[Place, Place]]:
        """Places that stand for a cell together: a relation of four symbols or more, which never changes, has both of
        their variables, as in (adjacent ?x ?y north ?x ?z)."""
        return steps(self.rules[:MOST_RULES])

    @cached_property
    def ties(self) -> dict[Place, Counter[Place]]:
        """Which places of fluents and moves share a variable in a rule, and how often: in the same rule, or handed on
        by relations in between. Forms of moves begin with `does`."""
        return ties(self.rules[:MOST_RULES])

    @cached_property
    def words(self) -> dict[Place, Counter[str]]:
        """The names of the variables that stand in each place, in lower case and without digits."""
        found: defaultdict[Place, Counter[str]] = defaultdict(Counter)
        for rule in self.rules[:MOST_RULES]:
            for form, leaves in mentions(rule):
                for place, leaf in enumerate(leaves):
                    if isinstance(leaf, gdl.Variable):
                        found[form, place][leaf.name.lower().strip("0123456789_'")] += 1
        return dict(found)

    def domain(self, form: str, place: int) -> tuple[str, ...]:
        """The symbols that stand in a place, in the order in which the rules mention them."""
        return self._domains[form][place]

    @cached_property
    def _domains(self) -> dict[str, list[tuple[str, ...]]]:
        found: dict[str, list[tuple[str, ...]]] = {}
        last = len(self.order)
        for form, known in (*self.fluents.items(), *((MOVE + form, known) for form, known in self.moves.items())):
            columns = [dict.fromkeys(column) for column in zip(*known, strict=True)]
            found[form] = [tuple(sorted(column, key=lambda name: self.order.get(name, last))) for column in columns]
        return found


def gathered(game: Game) -> Evidence:
    """The evidence of a game. A game that is interpreted shows the fluents and moves that playouts meet."""
    machine = game.machine()
    interpreted = game.circuit is None
    seen: list[list[str]] = []
    try:
        held = 0
        for state in islice(reached(machine, INTERPRETED_STEPS if interpreted else STEPS), STATES):
            seen.append(state)
            held += len(state)
            if held > FLUENTS:
                break
    except WoodstockError:  # rules that break in the middle of a playout can still be drawn
        if not seen:
            seen.append(machine.fluents(machine.initial()))
    if game.circuit is not None:
        fluents: Iterable[str] = game.circuit.fluents
        moves: Iterable[str] = dict.fromkeys(name for own in game.circuit.moves for name in own)
    else:
        fluents = dict.fromkeys(name for state in seen for name in state)
        moves = _met_moves(machine, seen)
    states = tuple(by_form(state) for state in seen)
    order: dict[str, int] = {}
    for rule in game.rules:
        for symbol in _symbols(rule):
            order.setdefault(symbol, len(order))
    evidence = Evidence(
        game.roles,
        by_form(fluents),
        by_form(moves),
        states[0],
        states,
        game.rules,
        _tables(game.rules),
        order,
        machine=game.machine() if game.circuit else None,
    )
    known = _bounded(evidence)
    wide = {
        form
        for form, own in known.items()
        if max((len(set(names)) for names in zip(*own, strict=True)), default=0) > LARGEST
    }
    met = {form: list(dict.fromkeys(leaves for state in states for leaves in state.get(form, ()))) for form in wide}
    # Where nothing says how far numbers go, the board is as large as what is met on it.
    known |= {form: own for form, own in met.items() if own}
    return replace(evidence, fluents=known, met=frozenset(known if interpreted else wide))


def _tables(rules: tuple[gdl.NormalRule, ...]) -> dict[str, list[tuple[Ground, ...]]]:
    found: defaultdict[str, list[tuple[Ground, ...]]] = defaultdict(list)
    for (name, _), rows in tables(rules).items():
        found[name].extend(rows)
    return dict(found)


def _bounded(evidence: Evidence) -> dict[str, list[Leaves]]:
    """The fluents without those that are ground only because nothing says how far numbers go: where a relation names
    the coordinates, `(coordinate 1)` to `(coordinate 5)`, and nothing else is met, the rest is left out."""
    found = dict(evidence.fluents)
    for form, own in evidence.fluents.items():
        for place in range(len(own[0])):
            names = set(evidence.domain(form, place))
            if len(names) <= _WIDE:
                continue
            met = {leaves[place] for state in evidence.states for leaves in state.get(form, ())}
            fitting = [said for said in evidence.said if met <= said and len(said & names) * 2 < len(names)]
            if len(met) > 1 and fitting:
                least = min(fitting, key=len)
                found[form] = [leaves for leaves in found[form] if leaves[place] in least]
    return found


def by_form(names: Iterable[str]) -> dict[str, list[Leaves]]:
    """Fluents or moves, taken apart and sorted by form."""
    found: defaultdict[str, list[Leaves]] = defaultdict(list)
    for name in names:
        form, leaves = taken_apart(name)
        found[form].append(leaves)
    return dict(found)


def _met_moves(machine: Machine, states: list[list[str]]) -> dict[str, None]:
    """The legal moves of the first few states."""
    found: dict[str, None] = {}
    for state in states[:10]:
        try:
            for role, own in enumerate(machine.legal(machine.state(state))):
                found |= dict.fromkeys(machine.move_name(role, move) for move in own)
        except WoodstockError:
            continue
    return found


def _symbols(rule: gdl.NormalRule) -> Iterator[str]:
    """The symbols of a rule from left to right."""

    def inside(term: gdl.Term) -> Iterator[str]:
        if isinstance(term, gdl.Symbol):
            yield term.name
        elif isinstance(term, gdl.Function):
            for part in term.arguments:
                yield from inside(part)

    atoms = [rule.head, *(part.atom for part in rule.body if isinstance(part, gdl.Literal))]
    for atom in atoms:
        for term in atom.arguments:
            yield from inside(term)
