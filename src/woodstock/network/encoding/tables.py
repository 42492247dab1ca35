"""Formulas written as short tables over the variables of the game, with helper variables only where tables would grow.

Each formula is worked out as a cover (see `cubes`) from those of its parts. Where a cover grows too heavy to be part of
others, a helper variable stands for it there, and a table or a gate says what the helper is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from woodstock.network.constraints import Constraint, Gate, Literal, Table
from woodstock.network.encoding.cubes import (
    ALWAYS,
    NEVER,
    Cover,
    Domains,
    complement,
    intersection,
    meet,
    simplified,
    union,
    weight,
)
from woodstock.network.encoding.formulas import FALSE, TRUE, Formulas, Ref
from woodstock.network.encoding.stage import HELPER
from woodstock.network.values import Value

INLINE_CUBES, INLINE_ROWS = 40, 500
"""Cubes, and rows they make, that a formula may have to be written out within another one."""
FEW_ROWS = 8
"""Rows that are not worth the search for fewer."""
LARGEST_COVER, LARGEST_ROWS = 400, 2_000
"""Cubes, and rows they make, that the cover of one formula may have in a table."""
LARGEST_TABLE = 400_000
"""Cells (rows times columns) of one table."""

LARGEST_FORMULAS = 12_000
"""Nodes above which formulas are not worked out: tables over very many moves propagate slower than gates."""

MOST_GUIDES = 8
"""Variables that are looked at for what they say of legal moves: those that most conditions speak of."""

BOOLEAN = (0, 1)


class Tables:
    """Tables for the formulas asked for, made of few variables.

    `asked` are all formulas that will be written: what is needed both ways and heavy one way is a helper both ways.
    """

    def __init__(self, formulas: Formulas, asked: Iterable[Ref]) -> None:
        self.formulas = formulas
        self.constraints: list[Constraint] = []
        self.helpers: dict[str, int] = {}
        """The helper variables that are used, each with its node."""
        self._domains = Domains()
        if len(formulas) > LARGEST_FORMULAS:
            self._domains.effort = 0
        self._covers: dict[Ref, Cover | None] = {TRUE: ALWAYS, FALSE: NEVER}
        self._light: dict[Ref, Cover] = {}
        self._nodes: dict[int, int] = {}  # the variable numbers of helpers, with their nodes
        self._pending: list[int] = []
        self._legality: dict[int, tuple[int, dict[int, int]]] = {}
        self._asked: set[Ref] = set()
        self.ask(asked)

    def ask(self, asked: Iterable[Ref]) -> None:
        """These formulas will be written, too."""
        stack = list(asked)
        while stack:
            ref = stack.pop()
            if ref not in self._asked:
                self._asked.add(ref)
                stack += [part ^ (ref & 1) for part in self.formulas.parts[ref >> 1]]

    # ---- covers --------------------------------------------------------------------------------------------------
    def _cover(self, ref: Ref) -> Cover | None:
        """The cover of a formula, worked out from below; None if it would be too heavy."""
        missing: set[Ref] = set()
        stack = [ref]
        while stack:
            one = stack.pop()
            for both in (one, one ^ 1) if one ^ 1 in self._asked else (one,):
                if both not in self._covers and both not in missing:
                    missing.add(both)
                    stack += [part ^ (both & 1) for part in self.formulas.parts[both >> 1]]
        for node in sorted({one >> 1 for one in missing}):
            own = [one for one in (2 * node, 2 * node + 1) if one in missing]
            for one in own:
                cover = self._worked_out(one)
                if cover is not None and weight(cover) > INLINE_CUBES:
                    cover = self._of_legal_moves(cover)
                self._covers[one] = cover if cover is not None and weight(cover) <= LARGEST_ROWS else None
        return self._covers[ref]

    def _worked_out(self, ref: Ref) -> Cover | None:
        if literal := self.formulas.literal(ref):
            return [((self._number(literal.variable), self._mask(literal)),)]
        parts = [self._inline(part ^ (ref & 1)) for part in self.formulas.parts[ref >> 1]]
        if ref & 1:
            return union(parts, self._domains) if sum(map(len, parts)) <= LARGEST_COVER else None
        return intersection(parts, self._domains, LARGEST_COVER)

    def _inline(self, ref: Ref) -> Cover:
        """The cover of a formula as a part of others: its own if it is light, else the literal of a helper."""
        if ref not in self._light:
            both = [ref] if ref ^ 1 not in self._asked else [ref, ref ^ 1]
            light = all(self._is_light(self._covers.get(one)) for one in both)
            cover = self._covers[ref]
            self._light[ref] = cover if cover is not None and light else self._helper(ref)
        return self._light[ref]

    @staticmethod
    def _is_light(cover: Cover | None) -> bool:
        """Few rows, or values of one variable: these are joined with what others say of it."""
        if cover is None or len(cover) > INLINE_CUBES:
            return False
        return weight(cover) <= INLINE_ROWS or (len(cover) == 1 and len(cover[0]) == 1)

    def _of_legal_moves(self, cover: Cover) -> Cover:
        """The cover, or what it is of legal joint moves if that is lighter: only one player moves, as a rule."""
        found: Cover = []
        for cube in cover:
            cases = [cube]
            for number, _ in cube:
                if number in self._legality:
                    guide, possible = self._legality[number]
                    cases = [
                        both
                        for case in cases
                        for value, moves in possible.items()
                        if (both := meet(case, tuple(sorted(((guide, value), (number, moves)))))) is not None
                    ]
            found += cases if weight(cases) < weight([cube]) else [cube]
        return simplified(found, self._domains)

    def _helper(self, ref: Ref) -> Cover:
        number = self._domains.number(f"{HELPER}{ref >> 1}", BOOLEAN)
        self._nodes[number] = ref >> 1
        return [((number, 1 if ref & 1 else 2),)]

    def _number(self, variable: str) -> int:
        return self._domains.number(variable, self.formulas.domains[variable])

    def _mask(self, literal: Literal) -> int:
        values = self.formulas.domains[literal.variable]
        return sum(1 << bit for bit, value in enumerate(values) if literal.holds(value))

    # ---- constraints ---------------------------------------------------------------------------------------------
    def permit(self, variable: str, conditions: Mapping[Value, Ref], *, exhaustive: bool = False) -> None:
        """The variable has a value only if its condition holds. Exhaustive: one of the conditions always holds."""
        conditions = {value: ref for value, ref in conditions.items() if ref != FALSE}
        covers = self._covers_of(conditions, exhaustive=exhaustive)
        whole = {value: self._helper(conditions[value]) if cover is None else cover for value, cover in covers.items()}
        light = {value: self._inline(ref) for value, ref in conditions.items()}
        bare = {value: self._bare(ref) for value, ref in conditions.items()}
        if any(self._table(variable, attempt) for attempt in (whole, light, bare)):
            return
        self.constraints.append(Table((variable,), [(value,) for value in conditions]))
        for value, ref in conditions.items():
            if ref != TRUE:
                literal = self._literal(ref)
                domain = self.formulas.domains.get(literal.variable, BOOLEAN)
                rows = [(value, other) for other in domain if not literal.holds(other)]
                self.constraints.append(Table((variable, literal.variable), rows, allowed=False))

    def define(self, variable: str, ref: Ref, *, table: bool = False) -> None:
        """The Boolean variable is the formula. What is one gate is written so, unless a table is preferred."""
        parts = self.formulas.parts[ref >> 1]
        if table or any(part >> 1 not in self.formulas.inputs for part in parts):
            covers = self._covers_of({0: ref ^ 1, 1: ref}, exhaustive=True)
            known = {value: cover for value, cover in covers.items() if cover is not None}
            if len(known) == 2 and self._table(variable, known):
                return
        if not parts:
            parts = () if ref >> 1 not in self.formulas.inputs else (ref & ~1,)
        inputs = tuple(self._literal(part ^ (ref & 1)) for part in parts)
        self.constraints.append(Gate("or" if ref & 1 else "and", variable, inputs))

    def finish(self, *, tables: bool = False) -> None:
        """Define the helpers that are used, and those that they use."""
        while self._pending:
            node = self._pending.pop()
            self.define(f"{HELPER}{node}", 2 * node, table=tables)

    def _covers_of(self, conditions: Mapping[Value, Ref], *, exhaustive: bool) -> dict[Value, Cover | None]:
        """The covers of the conditions. If one of them always holds, the heaviest is what the others leave."""
        covers = {value: self._cover(ref) for value, ref in conditions.items()}
        if exhaustive and covers:
            heaviest = max(covers, key=lambda value: self._weight(covers[value]))
            others = [cover for value, cover in covers.items() if cover is not None and value != heaviest]
            if len(others) == len(covers) - 1 and self._weight(covers[heaviest]) > FEW_ROWS:
                left = self._left_by(union(others, self._domains))
                if left is not None and weight(left) < self._weight(covers[heaviest]):
                    covers[heaviest] = left
        return covers

    def _left_by(self, cover: Cover) -> Cover | None:
        """What the cover leaves of all legal joint moves."""
        outside: Cover = []
        for number in {number for cube in cover for number, _ in cube} & self._legality.keys():
            guide, possible = self._legality[number]
            every = self._domains.full(number)
            outside += [
                tuple(sorted(((guide, value), (number, every & ~moves))))
                for value, moves in possible.items()
                if moves != every
            ]
        return complement([*cover, *outside], self._domains, LARGEST_COVER)

    @staticmethod
    def _weight(cover: Cover | None) -> int:
        return 2 * LARGEST_ROWS if cover is None else weight(cover)

    def learn(self, action: str, legal: Mapping[Value, Ref]) -> None:
        """Which moves are out for which values of one variable, so that tables need no rows for them.

        Of all variables the one is taken that says most: who is in control, as a rule.
        """
        number = self._number(action)
        bits = {move: 1 << bit for bit, move in enumerate(self.formulas.domains[action])}
        covers = [(bits[move], self._cover(ref)) for move, ref in legal.items()]
        spoken = Counter(other for _, cover in covers for other in {n for cube in cover or () for n, _ in cube})
        found: list[tuple[int, int, dict[int, int]]] = []
        for guide, _ in spoken.most_common(MOST_GUIDES):
            full = self._domains.full(guide)
            possible = {1 << bit: 0 for bit in range(full.bit_length())}
            for move, cover in covers:
                values = full if cover is None else 0
                for cube in cover or ():
                    values |= dict(cube).get(guide, full)
                for value in possible:
                    if values & value:
                        possible[value] |= move
            found.append((sum(moves.bit_count() for moves in possible.values()), guide, possible))
        if found:
            _, guide, possible = min(found, key=lambda one: (one[0], one[1]))
            # A value without any legal move cannot be, but a cube needs some value to be one.
            self._legality[number] = (guide, {value: moves for value, moves in possible.items() if moves})

    def _table(self, variable: str, covers: Mapping[Value, Cover]) -> bool:
        """One table for all values, unless it would be too large."""
        columns = sorted({number for cover in covers.values() for cube in cover for number, _ in cube})
        if sum(map(weight, covers.values())) * (len(columns) + 1) > LARGEST_TABLE:
            return False
        rows = [
            (value, *row)
            for value, cover in covers.items()
            for cube in cover
            for row in self._domains.rows(cube, columns)
        ]
        names = [self._domains.names[number] for number in columns]
        for number in columns:
            if number in self._nodes:
                self._use(self._nodes[number])
        self.constraints.append(Table((variable, *names), rows))
        return True

    def _bare(self, ref: Ref) -> Cover:
        """A literal, or nothing where the formula is constant."""
        cover = self._covers[ref]
        return cover if cover is not None and (not self.formulas.parts[ref >> 1]) else self._helper(ref)

    def _literal(self, ref: Ref) -> Literal:
        """The literal of an input, or of a helper."""
        if literal := self.formulas.literal(ref):
            return literal
        self._use(ref >> 1)
        return Literal(f"{HELPER}{ref >> 1}", not ref & 1)

    def _use(self, node: int) -> None:
        name = f"{HELPER}{node}"
        if name not in self.helpers:
            self.helpers[name] = node
            self._pending.append(node)
