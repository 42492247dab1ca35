"""A game known again by any name: the canonical form of its rules, and how the names of one game are said in another.

Two rulesheets have the same form if and only if they differ in nothing but the names of constants, functions, relations
and variables, the order of rules, and the order within bodies. Which role comes first does not matter either.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from woodstock import gdl
from woodstock.core.running import FOREVER
from woodstock.engine.source import Source
from woodstock.gdl import NormalRule
from woodstock.kif.reader import Group, Node, read
from woodstock.symmetry.automorphisms import automorphism_group
from woodstock.symmetry.coloured_graph import Edges
from woodstock.symmetry.sheet_graph import Name, SheetGraph, sheet_graph


@dataclass(frozen=True, eq=False)
class CanonicalGame:
    """The rules with numbers for names."""

    digest: str
    """Of all that follows but the names; it is the same in every process."""
    colours: tuple[tuple[str, int], ...]
    """What vertices mean, and how many there are of each meaning, in the order of labels."""
    edges: Edges
    """Pairs of labels, ascending."""
    names: tuple[Name, ...]
    """The names in the order of their labels."""

    def same(self, other: CanonicalGame) -> bool:
        """Whether the other is this game under other names. This compares all of both forms, and not their digests."""
        return self.colours == other.colours and np.array_equal(self.edges, other.edges)

    def renaming(self, other: CanonicalGame) -> Renaming | None:
        """How names of this game are said in another; `None` if it is not the same game."""
        if not self.same(other):
            return None
        return Renaming({mine: yours[1] for mine, yours in zip(self.names, other.names, strict=True)})


@dataclass(frozen=True)
class Renaming:
    """For each name of one game that of another."""

    names: dict[Name, str]

    def term(self, text: str) -> str:
        """A fluent, a move or a role of the one game, as KIF text, as the other has it."""
        written: list[str] = []
        todo: list[Node[str]] = [*read(text)][::-1]
        while todo:  # without recursion, for terms may be deep
            node = todo.pop()
            if isinstance(node, Group):
                name, *arguments = node.items
                written.append("(" + self.names.get(("function", str(name), len(arguments)), str(name)))
                todo += [")", *arguments[::-1]]
            else:
                written.append(self.names.get(("constant", node, 0), node))
        return " ".join(written).replace(" )", ")")


def canonical_game(rules: Source | Sequence[NormalRule], *, seconds: float = FOREVER) -> CanonicalGame | None:
    """The canonical form of a game; `None` if it takes longer than it may."""
    if isinstance(rules, Source):
        rules = gdl.normalise(gdl.parse(rules.text, fold_case=rules.fold_case))
    sheet = sheet_graph(rules)
    group = automorphism_group(sheet.graph, canonical=True, seconds=seconds)
    return None if group is None else _labelled(sheet, group.labels.astype(np.int64))


def _labelled(sheet: SheetGraph, labels: Edges) -> CanonicalGame:
    edges = np.sort(labels[sheet.graph.edges], axis=1)
    edges = np.unique(edges[:, 0] * len(labels) + edges[:, 1])
    edges = np.column_stack(np.divmod(edges, max(1, len(labels))))
    counts = np.bincount(sheet.graph.colours, minlength=len(sheet.colours)).tolist()
    colours = tuple(zip(sheet.colours, counts, strict=True))
    digest = hashlib.sha256(json.dumps(colours).encode())
    digest.update(np.ascontiguousarray(edges, dtype="<i8").tobytes())
    names = tuple(sheet.names[vertex] for vertex in sorted(sheet.names, key=lambda vertex: int(labels[vertex])))
    return CanonicalGame(digest.hexdigest(), colours, edges, names)
