"""The way from rules to a ground program, as a chain of steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from woodstock.gdl import NormalRule
from woodstock.ground.assemble import assemble
from woodstock.ground.clingo import run
from woodstock.ground.encode import encode
from woodstock.ground.limits import Limits
from woodstock.ground.program import GroundProgram
from woodstock.ground.roles import roles
from woodstock.ground.transforms.demand import demand
from woodstock.ground.transforms.merge import merge
from woodstock.ground.transforms.relevance import relevant
from woodstock.ground.transforms.rigid import rigid
from woodstock.ground.transforms.specialise import specialise
from woodstock.ground.transforms.split import split

Transform = Callable[[Sequence[NormalRule]], tuple[NormalRule, ...]]

TRANSFORMS: tuple[Transform, ...] = (relevant, rigid, specialise, demand, merge, split)
"""The source transforms in their order. Each keeps the meaning of the rules; leaving one out changes only the cost."""


def transform(rules: Sequence[NormalRule], transforms: Sequence[Transform] = TRANSFORMS) -> tuple[NormalRule, ...]:
    """The rules after the source transforms."""
    for step in transforms:
        rules = step(rules)
    return tuple(rules)


def ground(
    rules: Sequence[NormalRule], limits: Limits | None = None, transforms: Sequence[Transform] = TRANSFORMS
) -> GroundProgram:
    """The ground program of the rules. Raises `GroundingLimitError` when a limit is passed."""
    names = roles(rules)
    program, encoding = encode(transform(rules, transforms))
    return assemble(run(program, limits or Limits()), encoding.decoder(), names)
