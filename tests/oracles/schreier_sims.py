"""The order of a permutation group from its generators, by the algorithm of Schreier and Sims, slow and obvious."""

from __future__ import annotations

from collections.abc import Sequence

Element = tuple[int, ...]


def group_order(generators: Sequence[Element], degree: int) -> int:
    """The orbit of a point times the order of its stabiliser, which Schreier's lemma gives generators of."""
    order = 1
    identity = tuple(range(degree))
    own = {one for one in generators if one != identity}
    while own:
        point = min(at for one in own for at in range(degree) if one[at] != at)
        paths = {point: identity}
        edge = [point]
        for start in edge:  # grows while we look at it
            for one in own:
                if one[start] not in paths:
                    paths[one[start]] = product(paths[start], one)
                    edge.append(one[start])
        order *= len(paths)
        schreier = {
            product(product(path, one), inverse(paths[one[start]])) for start, path in paths.items() for one in own
        }
        own = _sifted(schreier - {identity}, degree)
    return order


def product(first: Element, second: Element) -> Element:
    """One after the other."""
    return tuple(second[image] for image in first)


def inverse(element: Element) -> Element:
    """What undoes it."""
    out = [0] * len(element)
    for point, image in enumerate(element):
        out[image] = point
    return tuple(out)


def _sifted(generators: set[Element], degree: int) -> set[Element]:
    """As few that make the same group (Sims' filter): at most one for each pair of a point and its image."""
    kept: dict[tuple[int, int], Element] = {}
    for one in sorted(generators):
        rest = one
        while (moved := next((at for at in range(degree) if rest[at] != at), None)) is not None:
            known = kept.setdefault((moved, rest[moved]), rest)
            if known is rest:
                break
            rest = product(rest, inverse(known))
    return set(kept.values())
