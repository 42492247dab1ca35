"""An oracle for propagators: a plain predicate, tried on every assignment."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from woodstock.solver import Solver

Predicate = Callable[[Sequence[int]], bool]
Domains = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Posted:
    """A network of one constraint, what it means, and whether its propagator leaves only values with a solution."""

    sizes: tuple[int, ...]
    post: Callable[[Solver], None]
    holds: Predicate
    gac: bool = True


def solver_of(posted: Posted) -> Solver:
    solver = Solver(posted.sizes)
    posted.post(solver)
    return solver


def domains_of(solver: Solver) -> Domains:
    return tuple(tuple(solver.domain(x)) for x in range(solver.variables))


def supported(domains: Domains, holds: Predicate) -> Domains | None:
    """The values that some solution within these domains has; `None` if there is no solution."""
    solutions = [values for values in product(*domains) if holds(values)]
    return tuple(tuple(sorted(set(column))) for column in zip(*solutions, strict=True)) if solutions else None


def check(posted: Posted, rng: random.Random, steps: int = 4) -> None:
    """Narrows the domains at random, level by level, and goes back; looks at every fixpoint on the way."""
    solver = solver_of(posted)
    fixpoints = []
    before = domains_of(solver)
    for _ in range(steps):
        if not _fixpoint(solver, posted, before):
            break
        fixpoints.append(domains_of(solver))
        open_variables = [x for x, values in enumerate(fixpoints[-1]) if len(values) > 1]
        if not open_variables:
            break
        solver.push()
        before = _narrow(solver, rng, open_variables)
    while solver.level > 0:
        solver.pop()
        assert solver.propagate()
        assert domains_of(solver) == fixpoints[solver.level], "going back restores the domains"
        if rng.random() < 0.5:  # another branch from here
            solver.push()
            _fixpoint(solver, posted, _narrow(solver, rng, list(range(solver.variables))))
            solver.pop()


def _narrow(solver: Solver, rng: random.Random, variables: list[int]) -> Domains:
    for x in rng.sample(variables, rng.randint(1, min(2, len(variables)))):
        values = solver.domain(x)
        if rng.random() < 0.4:
            assert solver.assign(x, rng.choice(values))
        elif len(values) > 1:
            assert solver.remove(x, rng.choice(values))
    return domains_of(solver)


def _fixpoint(solver: Solver, posted: Posted, before: Domains) -> bool:
    possible = solver.propagate()
    expected = supported(before, posted.holds)
    if not possible:
        assert expected is None, "no solution is lost"
        return False
    after = domains_of(solver)
    assert all(set(new) <= set(old) for new, old in zip(after, before, strict=True)), "domains only shrink"
    assert solver.propagate()
    assert domains_of(solver) == after, "a second run changes nothing"
    if posted.gac:
        assert after == expected, "exactly the values of solutions are left"
    else:
        assert expected is None or all(set(new) >= set(kept) for new, kept in zip(after, expected, strict=True))
        if all(len(values) == 1 for values in after):
            assert expected is not None, "an assignment that breaks the constraint is found out"
    return True
