"""Which symbols of a fluent are coordinates and which one is the piece.

Nothing in the rules says so. In the states that playouts meet, a piece follows from its coordinates: no cell holds two.
Coordinates come in an order, stand side by side, and moves speak of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from operator import itemgetter

from woodstock.drawing.domains import Order, is_numeral, order_of
from woodstock.drawing.evidence import LARGEST, Evidence
from woodstock.drawing.pieces import RANKS, SUITS
from woodstock.drawing.variables import MOVE, Place

COORDINATES = frozenset(
    "x y z m n i j k u v w a b row col column file rank line r c xx yy letter number house square".split()
)
"""What variables are called that stand for coordinates."""
COUNTS = frozenset("count score points value total amount money sum".split())
_UNORDERED = 20
"""Names on an axis that come in no order."""
_STEPPED = 3
"""What it counts among the readings of one form that relations lead from cell to cell."""
_REPEATED = 0.05
"""The share of fluents that may be exceptions: rules have mistakes."""
_COVERED = 0.15
"""The share of a rectangle that must be cells of the board."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to see the fluents of one form. Places count from 0."""

    form: str
    score: float
    keys: tuple[int, ...]
    """One place on a track, two on a board; four for lines between corners."""
    value: tuple[int, ...] = ()
    split: tuple[int, ...] = ()
    """Places that tell one board from another."""


@dataclass(frozen=True, eq=False)
class Reader:
    """Reads the forms of a game."""

    evidence: Evidence
    _orders: dict[tuple[str, ...], Order] = field(default_factory=dict)
    _functional: dict[tuple[str, tuple[int, ...]], bool] = field(default_factory=dict)

    @cached_property
    def successors(self) -> dict[str, list[tuple[str, str]]]:
        """The relations of two symbols."""
        found: dict[str, list[tuple[str, str]]] = {}
        for name, rows in self.evidence.tables.items():
            pairs = [(row[0], row[1]) for row in rows if len(row) == 2]
            plain = [(one, other) for one, other in pairs if isinstance(one, str) and isinstance(other, str)]
            if plain and name not in ("base", "input", "init", "goal"):
                found[name] = plain
        return found

    def order(self, form: str, place: int) -> Order:
        """The order of the symbols in a place."""
        names = self.evidence.domain(form, place)
        if names not in self._orders:
            order = order_of(names, self.successors)
            if set(names) <= set(self.evidence.roles):
                order = Order(order.names if len(order.names) == 2 and not order.ordered else names, False)
            self._orders[names] = order
        return self._orders[names]

    def functional(self, form: str, keys: tuple[int, ...]) -> bool:
        """In all states that were met, do these symbols tell the fluents that hold apart?"""
        asked = form, tuple(sorted(keys))
        if asked not in self._functional:
            self._functional[asked] = self._tells_apart(form, keys)
        return self._functional[asked]

    def _tells_apart(self, form: str, keys: tuple[int, ...]) -> bool:
        chosen = itemgetter(*keys) if keys else (lambda _: ())
        for state in self.evidence.states:
            held = state.get(form, ())
            if len(set(map(chosen, held))) < len(held):
                return False
        return True

    def _mostly(self, form: str, place: int) -> bool:
        """Does one symbol tell the fluents that hold apart, but for a few?"""
        held = [[leaves[place] for leaves in state.get(form, ())] for state in self.evidence.states]
        return sum(len(own) - len(set(own)) for own in held) <= _REPEATED * sum(map(len, held))

    def readings(self, form: str) -> list[Reading]:
        """The ways to see a form as a board or a track, the best one first."""
        arity = len(self.evidence.fluents[form][0])
        found = [one for pair in combinations(range(arity), 2) if (one := self._board(form, pair)) is not None]
        if arity == 4 and (lines := self._lines(form)) is not None:
            found.append(lines)
        if arity <= 2 or sum(self.is_card(form, place) for place in range(arity)) == arity - 1:
            found += [one for key in range(arity) if (one := self._track(form, key)) is not None]
        return sorted(found, key=lambda one: -one.score - _STEPPED * self._stepped(form, one.keys))

    def _stepped(self, form: str, keys: tuple[int, ...]) -> bool:
        """Do relations lead from one pair of these coordinates to another, of the same names?"""
        if len(keys) != 2 or ((form, keys[0]), (form, keys[1])) not in self.evidence.steps:
            return False
        return self.order(form, keys[0]).names == self.order(form, keys[1]).names

    def _board(self, form: str, pair: tuple[int, int]) -> Reading | None:
        evidence = self.evidence
        orders = [self.order(form, place) for place in pair]
        sizes = [len(order.names) for order in orders]
        if min(sizes) < 2 or max(sizes) > LARGEST:
            return None
        cells = {(leaves[pair[0]], leaves[pair[1]]) for leaves in evidence.fluents[form]}
        if len(cells) < max(4, _COVERED * sizes[0] * sizes[1]):
            return None
        arity = len(evidence.fluents[form][0])
        rest = tuple(place for place in range(arity) if place not in pair)
        if not rest and not all(order.ordered for order in orders):
            return None
        score = float(sum(order.ordered for order in orders)) * 2
        value, split = self._value(form, pair, rest)
        if self.functional(form, (*pair, *split)) and (value or len(rest) == 0):
            score += 3 if not split else 2
        score += (pair[1] == pair[0] + 1) + (orders[0].names == orders[1].names)
        score += sum(self._coordinate(form, place) for place in pair)
        if self.ladder(form, pair):
            score += 4
        elif not self._stepped(form, pair):
            score -= 4 * sum(self._counted(form, place) for place in pair)
        # (mark ?board_row ?board_column ?row ?column ?piece): which board comes first.
        score += len(split) > 1 and max(split) < pair[0]
        if not rest:
            score -= 3  # (on ?tile ?other): two symbols alone need more to be a board
        score -= 8 * sum(self.is_card(form, place) for place in pair)
        score -= 4 * sum(not order.ordered and len(order.names) > _UNORDERED for order in orders)
        return Reading(form, score, pair, value, split)

    def _value(
        self, form: str, pair: tuple[int, int], rest: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Which of the other places are the piece, and which tell boards apart."""
        if not rest or self.functional(form, pair):
            return rest, ()
        for place in sorted(rest, key=lambda place: len(self.evidence.domain(form, place))):
            left = tuple(other for other in rest if other != place)
            if left and self.functional(form, (*pair, place)):
                return left, (place,)
        if len(rest) > 2 or (len(rest) == 2 and self.functional(form, (*pair, *rest[:-1]))):
            return rest[-1:], rest[:-1]
        return rest, ()

    def is_card(self, form: str, place: int) -> bool:
        """Are these the ranks or the suits of playing cards?"""
        names = {name.lower() for name in self.evidence.domain(form, place)}
        words = names & {"ace", "king", "queen", "jack", *SUITS}
        return len(words) >= 2 and names <= {*RANKS, *SUITS}

    def _coordinate(self, form: str, place: int) -> float:
        """How much a place looks like a coordinate: by the names of its variables, and because moves speak of it."""
        words = self.evidence.words.get((form, place), Counter[str]())
        named = sum(count for word, count in words.items() if word in COORDINATES)
        ties = self.evidence.ties.get((form, place), Counter[Place]())
        moved = any(other[0].startswith(MOVE) for other in ties)
        return (named * 2 > sum(words.values())) * 0.5 + moved

    def _counted(self, form: str, place: int) -> bool:
        """Is a place rather a value that follows from the others, such as a number of seeds?"""
        arity = len(self.evidence.fluents[form][0])
        others = tuple(other for other in range(arity) if other != place)
        if place != arity - 1 or not others or not self.functional(form, others):
            return False
        # A fluent that says where each piece is has its coordinates follow from the piece.
        return (
            not any(self._mostly(form, other) and not self.order(form, other).ordered for other in others)
            or len(others) == 1
        )

    def ladder(self, form: str, pair: tuple[int, int]) -> bool:
        """Are these columns of different heights? The steps of each, as far as it goes, from the first one on."""
        steps = self.order(form, pair[1])
        if not (self.order(form, pair[0]).ordered and steps.ordered) or steps.names[0] == "0":
            return False
        heights: defaultdict[str, set[str]] = defaultdict(set)
        for leaves in self.evidence.fluents[form]:
            heights[leaves[pair[0]]].add(leaves[pair[1]])
        tops = {len(own) for own in heights.values()}
        return len(tops) > 2 and all(own == set(steps.names[: len(own)]) for own in heights.values())

    def _lines(self, form: str) -> Reading | None:
        """A line between two neighbouring dots: two pairs of coordinates that differ by one step."""
        across, along = self.order(form, 0), self.order(form, 1)
        if across.names != self.order(form, 2).names or along.names != self.order(form, 3).names:
            return None
        if not (across.ordered and along.ordered):
            return None
        at = [{name: number for number, name in enumerate(order.names)} for order in (across, along)]
        for one, two, three, four in self.evidence.fluents[form]:
            if abs(at[0][one] - at[0][three]) + abs(at[1][two] - at[1][four]) != 1:
                return None
        return Reading(form, 20.0, (0, 1, 2, 3))

    def _track(self, form: str, key: int) -> Reading | None:
        order = self.order(form, key)
        arity = len(self.evidence.fluents[form][0])
        if not 2 <= len(order.names) <= LARGEST:
            return None
        rest = tuple(place for place in range(arity) if place != key)
        functional = self.functional(form, (key,))
        alone = max((len(state.get(form, ())) for state in self.evidence.states), default=0) <= 1
        if not rest and (not order.ordered or alone):
            return None  # a counter, or a set of words: both read better as text
        if rest and alone and not self._coordinate(form, key) > 1:
            return None
        score = 1.0 + 2 * functional + order.ordered + self._coordinate(form, key) + (key == 0)
        score -= 4 * self.is_card(form, key)
        if not rest:
            score -= 2.5  # a set of numbers is a track only if moves speak of it
        if rest and not functional and not order.ordered:
            return None
        if len(order.names) > 40 and all(map(is_numeral, order.names)):
            score -= 3
        return Reading(form, score, (key,), rest)


def ties_between(evidence: Evidence, form: str, place: int, targets: Mapping[tuple[str, int], int]) -> dict[int, int]:
    """How strongly a place is tied to each axis: `targets` are places of fluents that are drawn, each with its axis."""
    found: dict[int, int] = {}
    for other, weight in evidence.ties.get((form, place), {}).items():
        if other in targets:
            found[targets[other]] = found.get(targets[other], 0) + weight
    return found
