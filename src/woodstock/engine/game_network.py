"""The network of one turn of a game, with the solver attached."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from woodstock.network.encoding import Stage
from woodstock.solver import Consistency, StageSolutions, solve_stage


@dataclass(frozen=True)
class GameNetwork(Stage):
    """One turn of a game as a stochastic constraint network that can be solved."""

    @classmethod
    def of(cls, stage: Stage) -> GameNetwork:
        """The same network, with the solver attached."""
        return cls(**{one.name: getattr(stage, one.name) for one in fields(stage)})

    def solve(
        self, fluents: Iterable[str] | None = None, by: Consistency = "mac", *, seconds: float | None = None
    ) -> StageSolutions:
        """All solutions in the position in which these fluents hold, by default the initial one: the joint moves, the
        next states and, in games with chance, what chance can do, with probabilities.

        The decision part is solved by MAC and the stochastic part by forward checking, as in paper 000, section 4.2;
        with `by="fc"` forward checking solves both. After `seconds` it returns the solutions found so far.

        >>> import woodstock as ws
        >>> game = ws.load("tic_tac_toe")
        >>> len(game.network().solve())
        9
        >>> len(game.network().solve(game.start().play("(mark 2 2)").fluents))
        8
        """
        given = self.assignment(self.initial if fluents is None else fluents)
        return solve_stage(self.acting, given, by, seconds=seconds)
