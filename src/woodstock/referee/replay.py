"""Replaying: a record is true when every move in it is legal and it ends as it says."""

from __future__ import annotations

from woodstock.engine.machine import Machine, State
from woodstock.errors import BrokenGameError, IllegalMoveError, WoodstockError
from woodstock.referee.record import Ending, Record


def replay(machine: Machine, record: Record) -> list[State]:
    """The states of a match, the first and the last included, after checking all that the record says.

    An illegal move raises `IllegalMoveError`; anything else that does not fit raises `WoodstockError`.
    """
    if record.roles and record.roles != machine.roles:
        raise WoodstockError(f"the record has the roles {_row(record.roles)}, the game has {_row(machine.roles)}")
    reached = states(machine, record)
    _check_states(machine, reached, record)
    _check_end(machine, reached[-1], record)
    return reached


def states(machine: Machine, record: Record) -> list[State]:
    """The states that the moves of a record lead through; they must be legal."""
    reached = [machine.initial()]
    for step, names in enumerate(record.moves):
        state = reached[-1]
        if machine.terminal(state):
            raise WoodstockError(f"the game is over after step {step}, but the record continues")
        reached.append(machine.next(state, legal_numbers(machine, state, step, names)))
    return reached


def legal_numbers(machine: Machine, state: State, step: int, names: tuple[str, ...]) -> list[int]:
    """The joint move as numbers, each checked to be legal."""
    legal = machine.legal(state)
    if len(names) != len(legal):
        raise WoodstockError(f"step {step} has {len(names)} moves for {len(legal)} roles")
    joint_move = [machine.move_number(role, name) for role, name in enumerate(names)]
    for role, move in enumerate(joint_move):
        if move not in legal[role]:
            raise IllegalMoveError(f"in step {step} {machine.roles[role]} cannot play {names[role]}")
    return joint_move


def _check_states(machine: Machine, reached: list[State], record: Record) -> None:
    """The states, where the record has them."""
    if not record.states:
        return
    if len(record.states) != len(reached):
        raise WoodstockError(f"the record has {len(record.states)} states, its moves lead through {len(reached)}")
    for step, (state, told) in enumerate(zip(reached, record.states, strict=True)):
        fluents = set(machine.fluents(state))
        for fluent in sorted(fluents ^ told):
            holds = "holds" if fluent in fluents else "does not hold"
            raise WoodstockError(f"after {step} steps {fluent} {holds}, the record says otherwise")


def _check_end(machine: Machine, state: State, record: Record) -> None:
    if record.ending in (Ending.ABORTED, Ending.RESIGNED):
        return
    terminal = machine.terminal(state)
    if terminal != (record.ending is Ending.TERMINAL):
        raise WoodstockError(f"the record says that it ended by {record.ending}, the game says otherwise")
    if record.ending is Ending.BROKEN:
        try:
            machine.legal(state)
        except BrokenGameError:
            pass
        else:
            raise WoodstockError("the record says that the game broke, yet every role has a legal move")
    # A record of others may leave the goals out.
    if terminal and any(goal is not None for goal in record.goals):
        goals = machine.goals(state)
        if goals != record.goals:
            raise WoodstockError(f"the record has the goals {_row(record.goals)}, the game gives {_row(goals)}")


def _row(values: tuple[object, ...]) -> str:
    return ", ".join("none" if value is None else str(value) for value in values)
