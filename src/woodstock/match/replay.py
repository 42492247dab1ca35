"""Replaying: a record is true when every move in it is legal and it ends as it says."""

from __future__ import annotations

from woodstock.engine.machine import Machine, State
from woodstock.errors import BrokenGameError, IllegalMoveError, WoodstockError
from woodstock.match.record import Ending, Record


def replay(machine: Machine, record: Record) -> list[State]:
    """The states of a match, the first and the last included, after checking all that the record says.

    An illegal move raises `IllegalMoveError`; anything else that does not fit raises `WoodstockError`.
    """
    if record.roles != machine.roles:
        raise WoodstockError(f"the record has the roles {record.roles}, the game has {machine.roles}")
    states = [machine.initial()]
    for step, names in enumerate(record.moves):
        state = states[-1]
        if machine.terminal(state):
            raise WoodstockError(f"the game is over after step {step}, the record goes on")
        states.append(machine.next(state, _legal(machine, state, step, names)))
    _check_end(machine, states[-1], record)
    return states


def _legal(machine: Machine, state: State, step: int, names: tuple[str, ...]) -> list[int]:
    """The joint move as numbers, each checked to be legal."""
    legal = machine.legal(state)
    if len(names) != len(legal):
        raise WoodstockError(f"step {step} has {len(names)} moves for {len(legal)} roles")
    joint_move = [machine.move_number(role, name) for role, name in enumerate(names)]
    for role, move in enumerate(joint_move):
        if move not in legal[role]:
            raise IllegalMoveError(f"in step {step} {machine.roles[role]} cannot play {names[role]}")
    return joint_move


def _check_end(machine: Machine, state: State, record: Record) -> None:
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
    goals = machine.goals(state)
    if goals != record.goals:
        raise WoodstockError(f"the record has the goals {record.goals}, the game gives {goals}")
