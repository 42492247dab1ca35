"""How the rules' variables tie places of fluents and moves to each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from woodstock import gdl
from woodstock.drawing.forms import term_form
from woodstock.gdl.checks.sheet import Sheet
from woodstock.ground.transforms.tables import static_predicates

MOST_RULES = 20_000
"""Rules whose variables are followed."""
Place = tuple[str, int]
"""A form and the number of one of its symbols, from 0."""
SHOWN = frozenset({"true", "next", "init", "base"})
DONE = frozenset({"does", "legal", "input"})
MOVE = "does "
"""What the form of a move begins with where it stands beside forms of fluents."""

Mention = tuple[str, tuple[gdl.Symbol | gdl.Variable, ...]]


def mentions(rule: gdl.NormalRule) -> Iterator[Mention]:
    """The fluents and moves that a rule speaks of, with their variables. Moves have `does` before their form."""
    atoms = [rule.head, *(part.atom for part in rule.body if isinstance(part, gdl.Literal))]
    for atom in atoms:
        if (mention := mentioned(atom)) is not None:
            yield mention


def mentioned(atom: gdl.Atom) -> Mention | None:
    """The fluent or move that an atom speaks of."""
    if atom.name in SHOWN and len(atom.arguments) == 1:
        return term_form(atom.arguments[0])
    if atom.name in DONE and len(atom.arguments) == 2:
        form, leaves = term_form(atom.arguments[1])
        return MOVE + form, leaves
    return None


def ties(rules: Sequence[gdl.NormalRule]) -> dict[Place, Counter[Place]]:
    """Which places of fluents and moves share a variable in a rule, and how often: in the same rule, or handed on by
    relations in between."""
    fixed = {name for name, _ in static_predicates(Sheet(tuple(rules)))}
    near: defaultdict[Place, Counter[Place]] = defaultdict(Counter)
    for rule in rules:
        holders: defaultdict[str, list[Place]] = defaultdict(list)
        for atom in [rule.head, *(part.atom for part in rule.body if isinstance(part, gdl.Literal))]:
            mention = mentioned(atom)
            if mention is None:
                if atom.name in fixed or atom.name in SHOWN | DONE:
                    continue
                mention = (
                    f"relation {atom.name}/{len(atom.arguments)}",
                    tuple(leaf if isinstance(leaf, gdl.Variable) else gdl.Symbol("") for leaf in atom.arguments),
                )
            for place, leaf in enumerate(mention[1]):
                if isinstance(leaf, gdl.Variable):
                    holders[leaf.name].append((mention[0], place))
        for places in holders.values():
            for one, other in combinations(dict.fromkeys(places), 2):
                near[one][other] += 1
                near[other][one] += 1
    return _handed_on(near)


def _handed_on(near: Mapping[Place, Counter[Place]]) -> dict[Place, Counter[Place]]:
    """Ties between fluents and moves, also those through at most two relations, which count far less."""
    found: dict[Place, Counter[Place]] = {}
    for start in near:
        if start[0].startswith("relation "):
            continue
        ties: Counter[Place] = Counter()
        edge, seen = {start}, {start}
        for weight in (10_000, 100, 1):
            following: set[Place] = set()
            for place in edge:
                for other, count in near[place].items():
                    if other[0].startswith("relation "):
                        following.add(other)
                    elif other not in seen or weight == 10_000:
                        ties[other] += weight * min(count, 99)
            edge = following - seen
            seen |= edge
        found[start] = ties
    return found


def steps(rules: Sequence[gdl.NormalRule]) -> frozenset[tuple[Place, Place]]:
    """Places that stand for a cell together: a relation of four symbols or more, which never changes, has both of their
    variables."""
    fixed = {name for name, _ in static_predicates(Sheet(tuple(rules)))}
    found: set[tuple[Place, Place]] = set()
    for rule in rules:
        parts = [part.atom for part in rule.body if isinstance(part, gdl.Literal)]
        related = [
            {term.name for term in atom.arguments if isinstance(term, gdl.Variable)}
            for atom in parts
            if atom.name in fixed and len(atom.arguments) >= 4
        ]
        for form, leaves in mentions(rule) if related else ():
            places = [(place, leaf.name) for place, leaf in enumerate(leaves) if isinstance(leaf, gdl.Variable)]
            for (one, name), (other, its_name) in combinations(places, 2):
                if name != its_name and any({name, its_name} <= own for own in related):
                    found.add(((form, one), (form, other)))
    return frozenset(found)
