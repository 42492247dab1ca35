"""The compact encoding (paper 000, section 3.2): one variable for each mutex group of fluents, tables for the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from woodstock.ground.program import GroundProgram
from woodstock.network.constraints import Gate, Literal
from woodstock.network.encoding.formulas import Formulas, Ref
from woodstock.network.encoding.mutex_groups import MutexGroups, proved_mutex_groups
from woodstock.network.encoding.signature import TERMINAL, Signature, written
from woodstock.network.encoding.stage import Stage
from woodstock.network.encoding.tables import Tables
from woodstock.network.values import Value


def compact(
    program: GroundProgram,
    *,
    proved: MutexGroups | None = None,
    reached: Iterable[Iterable[str]] = (),
    absorbing: bool = False,
) -> Stage:
    """The network of one stage. Absorbing, its terminal states stay as they are.

    `proved` are the mutex groups of the game; without them they are found and proved. States that are `reached` in the
    game, as fluents, make that much faster.
    """
    proved = proved_mutex_groups(program, reached=reached) if proved is None else proved
    signature = Signature(program, proved.known, absorbing=absorbing)
    formulas, demands = signature.demands()
    following = _next(signature, formulas, demands.next)
    asked = [*demands.acting(), demands.terminal ^ 1, *(ref ^ 1 for ref in demands.drawn.values())]
    asked += [ref for values in following.values() for ref in values.values()]
    tables = Tables(formulas, asked)
    tables.define(TERMINAL, demands.terminal)
    for action, legal in zip(signature.actions, demands.legal, strict=True):
        tables.permit(action, legal)
    for move, name in signature.indicators.items():
        tables.define(name, demands.drawn[move])
    for action, legal in zip(signature.actions, demands.legal, strict=True):
        tables.learn(action, demands.drawn if action == signature.drawn else legal)
    for role, goals in demands.goals.items():
        tables.permit(signature.goal(role), goals, exhaustive=True)
    for variable, values in following.items():
        tables.permit(variable, values, exhaustive=True)
    tables.finish()
    late = formulas.depending(signature.drawn)
    acting = written(tables.constraints, tables.helpers, late)
    tables.ask(each for ref in demands.sees.values() for each in (ref, ref ^ 1))
    _see(tables, demands.sees)
    tables.finish(tables=True)
    rebuild = partial(compact, program, proved=proved)
    whole = acting.extended(tables.constraints, tables.helpers)
    stage = signature.stage("compact", demands, acting, whole, rebuild)
    return replace(stage, proof_finished=proved.finished)


def _see(tables: Tables, sees: Mapping[str, Ref]) -> None:
    """Each percept by a table that is not too large (paper 002, section 3); what several roles see alike is said once.

    Tables are also what forward checking wants: the literals of a gate over moves stand for variables of their own,
    which it would have to guess.
    """
    known: dict[Ref, str] = {}
    for name, ref in sees.items():
        if ref in known:
            tables.constraints.append(Gate("and", name, (Literal(known[ref]),)))
        else:
            tables.define(name, ref, table=True)
            known[ref] = name


def _next(signature: Signature, formulas: Formulas, refs: Sequence[Ref]) -> dict[str, dict[Value, Ref]]:
    """For each variable of the next state its values, and when it has them."""
    found: dict[str, dict[Value, Ref]] = {}
    for cell, ref in zip(signature.following, refs, strict=True):
        found.setdefault(cell.variable, {})[cell.value] = ref
    for variable, own in found.items():
        for value in signature.domains[signature.links[variable]]:
            if value not in own:
                own[value] = formulas.resolved(ref ^ 1 for ref in own.values())
    return found
