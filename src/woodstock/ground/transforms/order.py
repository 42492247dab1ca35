"""Strongly connected components, what is needed before what needs it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(needs: Mapping[Node, Iterable[Node]]) -> Iterator[set[Node]]:
    """The components of a graph (Tarjan's algorithm with a stack of its own); each comes after all it needs."""
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    open_nodes: dict[Node, None] = {}
    for start in needs:
        if start in number:
            continue
        number[start] = low[start] = len(number)
        open_nodes[start] = None
        path = [(start, iter(needs[start]))]
        while path:
            node, following = path[-1]
            for other in following:
                if other not in number:
                    number[other] = low[other] = len(number)
                    open_nodes[other] = None
                    path.append((other, iter(needs.get(other, ()))))
                    break
                if other in open_nodes:
                    low[node] = min(low[node], number[other])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == number[node]:
                    component = set()
                    while node not in component:
                        component.add(open_nodes.popitem()[0])
                    yield component
