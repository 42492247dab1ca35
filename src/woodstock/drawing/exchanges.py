"""Whose pieces are whose, where their names do not tell: a symmetry that exchanges two roles and maps one piece to
another says that these belong to different roles.

Which of the two belongs to which role the symmetry alone does not say. The moves do: who brings a piece to a cell has
it in hand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from woodstock import gdl
from woodstock.drawing import trials
from woodstock.drawing.domains import is_numeral
from woodstock.drawing.evidence import Evidence
from woodstock.drawing.forms import Leaves, put_together, taken_apart
from woodstock.drawing.readings import Reader, Reading
from woodstock.drawing.reflections import Mirror, Renaming
from woodstock.drawing.variables import MOST_RULES, MOVE
from woodstock.engine.machine import Machine
from woodstock.errors import WoodstockError

_MOST_PIECES = 40
"""Pieces that are paired at most."""
_MOVES = 12
"""Moves of a role that are tried in a state."""
_CLEAR = 3
"""How many times as often the owner of a piece brings it to a cell as the other role does."""


def owners(reader: Reader, reading: Reading, known: Mapping[str, str], empty: frozenset[str]) -> dict[str, str]:
    """The owners of the pieces on a board: those that are known, and those that an exchange of the roles tells."""
    evidence = reader.evidence
    players = [role for role in evidence.roles if role != "random"]
    names = [
        name
        for name in dict.fromkeys(name for place in reading.value for name in evidence.domain(reading.form, place))
        if name not in empty and name not in evidence.roles
    ]
    unknown = [name for name in names if name not in known]
    if len(players) != 2 or len(unknown) not in range(1, _MOST_PIECES) or not trials.tried(evidence):
        return dict(known)
    mirror = Mirror(reader, reading.form, (reading.keys[0], reading.keys[1]))

    def exchanged(pairs: Renaming) -> bool:
        ways = (Exchange(mirror, (players[0], players[1]), pairs, turned) for turned in _turned(mirror))
        return any(way.holds() for way in ways)

    for pairs in _pairings(mirror, names, known):
        # Where roles can change places and leave the pieces where they are, these belong to both.
        if any(name in pairs for name in unknown) and exchanged(pairs) and not exchanged({}):
            return _told_apart(reader, reading, players, pairs, known)
    return dict(known)


@dataclass(frozen=True)
class Turned:
    """How the board is turned when the roles change places."""

    columns: bool
    rows: bool
    across: bool = False
    """Do columns and rows change places?"""


def _turned(mirror: Mirror) -> Iterator[Turned]:
    """The ways to turn a board: as it is, in its mirrors, and over its diagonals."""
    yield from (Turned(columns, rows) for columns, rows in product((False, True), repeat=2))
    if mirror.names(0) == mirror.names(1):
        yield from (Turned(both, both, across=True) for both in (False, True))


@dataclass(frozen=True)
class Exchange:
    """Two roles change places, pieces with them, and the board is turned."""

    mirror: Mirror
    roles: tuple[str, str]
    pieces: Renaming
    turned: Turned

    def holds(self) -> bool:
        """Is it a symmetry, as far as states tell?"""
        evidence = self.mirror.reader.evidence
        one, other = map(evidence.roles.index, self.roles)
        seats = list(range(len(evidence.roles)))
        seats[one], seats[other] = other, one
        return trials.same(evidence, self.image, seats)

    def image(self, prefix: str, name: str) -> str:
        """What a fluent or a move becomes."""
        form, leaves = taken_apart(name)
        axes = [self.mirror.axes.get((prefix + form, place)) for place in range(len(leaves))]
        changed: Leaves = tuple(
            self._symbol(leaf) if axis is None else self._coordinate(leaf, axis)
            for axis, leaf in zip(axes, leaves, strict=True)
        )
        if self.turned.across:
            changed = _across(changed, axes)
        return put_together(form, changed)

    def _symbol(self, leaf: str) -> str:
        if leaf in self.roles:
            return self.roles[leaf == self.roles[0]]
        return self.pieces.get(leaf, leaf)

    def _coordinate(self, leaf: str, axis: int) -> str:
        flipped = (self.turned.columns, self.turned.rows)[axis]
        return self.mirror.reversed(axis).get(leaf, leaf) if flipped else leaf


def _across(leaves: Leaves, axes: Sequence[int | None]) -> Leaves:
    """The symbols with each column and the row beside it exchanged."""
    changed = list(leaves)
    columns, rows = ([place for place, own in enumerate(axes) if own == axis] for axis in (0, 1))
    for column, row in zip(columns, rows, strict=False):
        changed[column], changed[row] = leaves[row], leaves[column]
    return tuple(changed)


def _pairings(mirror: Mirror, names: Sequence[str], known: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Ways to pair the pieces. Those of a pair stand in the same places of the rules, equally often; where more than
    two do, they are paired as they are mentioned: side by side, or the first half with the second. Two other words
    that stand in the same places change places as well, in a second try: `even` and `odd` turns, say."""
    evidence = mirror.reader.evidence
    uses = _uses(evidence)
    classes = [own for own in _alike(uses, names) if len(own) % 2 == 0]
    if len(names) == 2:
        classes = [list(names)]
    others = [own for own in _alike(uses, _others(mirror, names)) if len(own) == 2]
    found: list[dict[str, str]] = []
    for besides, way in product(([], others), (_side_by_side, _by_halves, _inwards)):
        pairs = dict(pair for own in (*classes, *besides) for one in way(own) for pair in (one, one[::-1]))
        fits = all(name not in known or known[name] != known.get(other) for name, other in pairs.items())
        if pairs and fits and pairs not in found:
            found.append(pairs)
            yield pairs


def _alike(uses: Mapping[str, Counter[str]], names: Iterable[str]) -> list[list[str]]:
    """Names that are used in the same way, together."""
    found: defaultdict[frozenset[tuple[str, int]], list[str]] = defaultdict(list)
    for name in names:
        found[frozenset(uses.get(name, {}).items())].append(name)
    return list(found.values())


def _others(mirror: Mirror, names: Sequence[str]) -> list[str]:
    """Words in fluents and moves that are neither pieces nor roles, coordinates or numbers."""
    evidence = mirror.reader.evidence
    forms = [*evidence.fluents.items(), *((MOVE + form, known) for form, known in evidence.moves.items())]
    found = dict.fromkeys(
        name
        for form, known in forms
        for place in range(len(known[0]))
        if (form, place) not in mirror.axes
        for name in evidence.domain(form, place)
    )
    return [name for name in found if not is_numeral(name) and name not in {*names, *evidence.roles}]


def _side_by_side(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip(names[::2], names[1::2], strict=True)


def _by_halves(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip(names[: len(names) // 2], names[len(names) // 2 :], strict=True)


def _inwards(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip(names[: len(names) // 2], names[: len(names) // 2 - 1 : -1], strict=True)


def _uses(evidence: Evidence) -> dict[str, Counter[str]]:
    """How often each name stands in which place of which relation. The start does not count: one role begins."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def visit(term: gdl.Term, where: str) -> None:
        if isinstance(term, gdl.Symbol):
            found[term.name][where] += 1
        elif isinstance(term, gdl.Function):
            for place, part in enumerate(term.arguments):
                visit(part, f"{where} {term.name} {place}")

    for rule in evidence.rules[:MOST_RULES]:
        literals = [part for part in rule.body if isinstance(part, gdl.Literal)]
        for atom, side in ((rule.head, "head"), *((part.atom, f"body {part.positive}") for part in literals)):
            for place, term in enumerate(atom.arguments) if atom.name != "init" else ():
                visit(term, f"{side} {atom.name} {place}")
    return found


def _told_apart(
    reader: Reader, reading: Reading, players: Sequence[str], pairs: Renaming, known: Mapping[str, str]
) -> dict[str, str]:
    """The owners of pieces that are exchanged: one follows from its partner's, or from who brings it to a cell."""
    found = dict(known)
    hands = _hands(reader, reading)
    first, second = players
    for name, partner in pairs.items():
        if name in found:
            continue
        if partner in found:
            found[name] = second if found[partner] == first else first
            continue
        own = hands[first, name] + hands[second, partner]
        others = hands[second, name] + hands[first, partner]
        if max(own, others) > _CLEAR * min(own, others):
            found[name], found[partner] = (first, second) if own > others else (second, first)
    return found


def _hands(reader: Reader, reading: Reading) -> Counter[tuple[str, str]]:
    """How often a choice of each role brings each piece to a cell where it was not."""
    evidence = reader.evidence
    found: Counter[tuple[str, str]] = Counter()
    assert evidence.machine is not None
    for held in trials.tried(evidence):
        before = set(held.get(reading.form, ()))
        try:
            for role, after in _following(evidence.machine, trials.names_of(held), reading.form):
                # What most of a role's moves lead to is the doing of others who move at the same time.
                counts = Counter(leaves for own in after for leaves in own - before)
                for leaves, count in counts.items():
                    if count * 2 <= len(after):
                        found.update({(evidence.roles[role], leaves[place]): count for place in reading.value})
        except WoodstockError:  # rules that break in this state
            continue
    return found


def _following(machine: Machine, fluents: Sequence[str], form: str) -> Iterator[tuple[int, list[set[Leaves]]]]:
    """For each role that has a choice, the fluents of a form after each of its moves; others do their first one."""
    state = machine.state(fluents)
    if machine.terminal(state):
        return
    legal = machine.legal(state)
    for role, own in enumerate(legal):
        if len(own) > 1:
            after: list[set[Leaves]] = []
            for move in own[:: max(1, len(own) // _MOVES)][:_MOVES]:
                joint_move = [move if other == role else moves[0] for other, moves in enumerate(legal)]
                taken = map(taken_apart, machine.fluents(machine.next(state, joint_move)))
                after.append({leaves for known, leaves in taken if known == form})
            yield role, after
