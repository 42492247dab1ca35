"""The propositional encoding (paper 001, section 4.1): a Boolean variable for each fluent, a gate for each rule."""

from __future__ import annotations

from collections import Counter
from functools import partial

from woodstock.ground.program import GroundProgram
from woodstock.network.encoding.gates import Gates
from woodstock.network.encoding.signature import TERMINAL, Signature, written
from woodstock.network.encoding.stage import Stage


def propositional(program: GroundProgram, *, absorbing: bool = False) -> Stage:
    """The network of one stage. Absorbing, its terminal states stay as they are."""
    signature = Signature(program, absorbing=absorbing)
    formulas, demands = signature.demands()
    gates = Gates(formulas, [*demands.acting(), *demands.sees.values()])
    gates.define(TERMINAL, demands.terminal, shared=True)
    alike = Counter(demands.drawn.values())
    for move, name in signature.indicators.items():
        # Moves that are legal together are symmetric: then the formula is no move's own.
        gates.define(name, demands.drawn[move], shared=alike[demands.drawn[move]] == 1)
    for action, legal in zip(signature.actions, demands.legal, strict=True):
        gates.permit(action, legal)
    for role, goals in demands.goals.items():
        gates.permit(signature.goal(role), goals)
    for cell, ref in zip(signature.following, demands.next, strict=True):
        gates.define(cell.variable, ref)
    late = formulas.depending(signature.drawn)
    acting = written(gates.constraints, gates.made, late)
    for name, ref in demands.sees.items():
        gates.define(name, ref)
    whole = acting.extended(gates.constraints, gates.made)
    return signature.stage("propositional", demands, acting, whole, partial(propositional, program))
