"""The microstructure complement of a network (paper 001, section 4.2), without a list of what is forbidden.

The complement has a vertex for each pair of a variable and a value, and an edge for each tuple that a constraint
forbids. Those tuples can be too many to list: a gate of n inputs forbids 2^n of its 2^(n+1) rows. What is built here
has for each constraint a few vertices with the same effect: an automorphism that keeps the pairs of one variable
together maps the relation of a constraint to that of another if and only if it maps these vertices so.

* Pairs of one variable are neighbours of its vertex (Cohen et al. 2006 forbid two values of one variable, which keeps
  them together too). So scopes are mapped to scopes.
* A table: a bijection between the rows of two scopes maps the forbidden ones to forbidden ones if and only if it maps
  the allowed ones to allowed ones, so either may be listed. Rows with stars are one of several ways to write a
  relation: there the group can be smaller than that of the relation, never larger.
* A gate, o <-> a1 and .. and an: its minimal nogoods are {o, not ai} for each i, and {not o, a1, .., an}. For n > 1 the
  permutations that keep these keep o and permute the ai, and all that do so keep them. That is what one vertex for the
  conjunction, joined to the ai and by way of another to o, allows. For n = 1 the two literals are equal, and may also
  change places. An `or` is an `and` with all literals negated, so both are one kind.
* Pairs that cannot hold together (all different, at most one), and literals that are equal (channels), are minimal
  nogoods themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import combinations

from woodstock.network.constraints import (
    AllDifferent,
    AtMostOne,
    Channel,
    Constraint,
    Equal,
    Gate,
    Literal,
    Table,
)
from woodstock.network.network import Network
from woodstock.network.soft import ConditionalTable, Probability, Share, Universal
from woodstock.network.values import STAR, Row, Value
from woodstock.symmetry.coloured_graph import GraphBuilder

Pair = tuple[str, Value]
"""A variable and a value."""


class Microstructure:
    """The graph of a network, as vertices that are added to a builder.

    `colour_of` gives the colour of a pair, `variable_colour` that of a variable. `players` are vertices that stand for
    the players of the network.
    """

    def __init__(
        self,
        build: GraphBuilder,
        network: Network,
        pairs: dict[Pair, int],
        colour_of: Callable[[str, Value], Hashable],
        variable_colour: Callable[[str], Hashable],
        players: dict[str, int],
    ) -> None:
        self._build = build
        self._network = network
        self.pairs = pairs
        """For each pair its vertex; some may be given."""
        self.variables: dict[str, int] = {}
        """For each variable its vertex."""
        self._exceptions: dict[Pair, int] = {}
        self._domains = {variable.name: variable.domain for variable in network.variables}
        for variable in network.variables:
            own = self.variables[variable.name] = build.vertex(("variable", variable_colour(variable.name)))
            for value in variable.domain:
                pair = (variable.name, value)
                if pair not in pairs:
                    pairs[pair] = build.vertex(("pair", colour_of(*pair)))
                build.edge(own, pairs[pair])
        for constraint in network.constraints:
            self._constraint(constraint)
        for probability in network.probabilities:
            self._probability(probability)
        for utility in network.utilities:
            vertex = build.vertex(("utility", utility.default), players[utility.player])
            for name in utility.scope:
                build.edge(vertex, self.variables[name])
            for row, value in utility.table.items():
                self._row(vertex, ("worth", value), utility.scope, row)

    def _constraint(self, constraint: Constraint) -> None:
        match constraint:
            case Table(scope, tuples, allowed):
                self._table(scope, tuples, allowed)
            case Gate(kind, output, inputs):
                self._gate(kind, output, inputs)
            case Equal(scope):
                for value in {value for name in scope for value in self._domains[name]}:
                    self._build.vertex("equal", *self._having(scope, value))
                # A value that one variable lacks is forbidden to all: its vertex has fewer neighbours.
            case AllDifferent(scope):
                for value in {value for name in scope for value in self._domains[name]}:
                    self._exclusive(self._having(scope, value))
            case AtMostOne(scope):
                self._exclusive(self._having(scope, 1))
            case Channel(variable, indicators):
                for value, name in indicators:
                    self._equal(self._literal(Literal(variable, True, value)), self._literal(Literal(name)))

    def _table(self, scope: tuple[str, ...], tuples: frozenset[Row], allowed: bool) -> None:
        if not tuples and not allowed:
            return  # it forbids nothing
        vertex = self._build.vertex(("table", allowed), *(self.variables[name] for name in dict.fromkeys(scope)))
        for row in tuples:
            self._row(vertex, "row", scope, row)

    def _row(self, vertex: int, colour: Hashable, scope: tuple[str, ...], row: Row) -> None:
        named = [pair for pair in zip(scope, row, strict=True) if pair[1] is not STAR]
        if all(pair in self.pairs for pair in named):
            self._build.vertex(colour, vertex, *{self.pairs[pair] for pair in named})

    def _gate(self, kind: str, output: str, inputs: tuple[Literal, ...]) -> None:
        """The literal that says the conjunction, and the literals that it is of."""
        straight = kind == "and"
        said = self._literal(Literal(output, straight))
        parts = {
            self._literal(one if straight else Literal(one.variable, not one.positive, one.value)) for one in inputs
        }
        if len(parts) == 1:
            self._equal(said, parts.pop())
        else:
            self._build.vertex("conjunction", self._build.vertex("says", said), *sorted(parts))

    def _literal(self, literal: Literal) -> int:
        """The pair, or where it is denied the other pair of the variable, or else a vertex for all others."""
        pair = (literal.variable, literal.value)
        domain = self._domains[literal.variable]
        if literal.value in domain and literal.positive:
            return self.pairs[pair]
        if literal.value in domain and len(domain) == 2:
            (other,) = (value for value in domain if value != literal.value)
            return self.pairs[literal.variable, other]
        if pair not in self._exceptions:
            known = [self.pairs[pair]] if pair in self.pairs else []
            self._exceptions[pair] = self._build.vertex("except", self.variables[literal.variable], *known)
        if literal.positive:  # a value that the variable cannot have
            return self._build.vertex("never", self._exceptions[pair])
        return self._exceptions[pair]

    def _equal(self, one: int, other: int) -> None:
        if one != other:
            self._build.vertex("same", one, other)

    def _exclusive(self, vertices: list[int]) -> None:
        for one, other in combinations(vertices, 2):
            self._build.vertex("nogood", one, other)

    def _having(self, scope: tuple[str, ...], value: Value) -> list[int]:
        return [self.pairs[name, value] for name in scope if (name, value) in self.pairs]

    def _probability(self, probability: Probability) -> None:
        match probability:
            case ConditionalTable(variable, scope, table):
                vertex = self._build.vertex("chance", self.variables[variable])
                for row, distribution in table.items():
                    for value, share in distribution.items():
                        self._row(vertex, ("share", share), (variable, *scope), (value, *row))
            case Share(variable, indicators):
                for value, name in indicators:
                    if (variable, value) in self.pairs:
                        self._build.vertex("share", self.pairs[variable, value], self._literal(Literal(name)))
            case Universal(variable, size):
                self._build.vertex(("universal", size), self.variables[variable])
