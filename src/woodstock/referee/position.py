"""Positions that people ask about: given by the moves that lead to them, by their fluents, or both."""

from __future__ import annotations

from dataclasses import replace

from woodstock.engine.machine import Machine, State
from woodstock.errors import BrokenGameError, WoodstockError
from woodstock.kif.terms import split
from woodstock.referee.playable import Playable, seats
from woodstock.referee.player import Turn

Steps = list[tuple[State, tuple[int, ...]]]
"""States one after the other, each with the joint move that led to it."""


def state_of(machine: Machine, text: str) -> State:
    """The state with the fluents of a text: KIF terms one after the other, or the same in one pair of brackets, as
    states stand in records."""
    terms = split(text)
    try:
        return machine.state(terms)
    except WoodstockError:
        if len(terms) != 1 or not terms[0].startswith("("):
            raise
    return machine.state(split(terms[0][1:-1]))


def follow(machine: Machine, state: State, text: str) -> Steps:
    """The joint moves that a text of moves stands for, each with the state it leads to.

    In each state the roles that have a choice take one move each from the text, in the order of the roles; the others
    make their only move. Where nobody has a choice the move may be given or left out.

    >>> import woodstock as ws
    >>> machine = ws.load("connect_four").machine()
    >>> [joint_move for _, joint_move in follow(machine, machine.initial(), "(drop 4) (drop 1)")]
    [(3, 7), (7, 0)]
    """
    names = split(text)
    steps: Steps = []
    at = 0
    while at < len(names):
        if machine.terminal(state):
            raise WoodstockError(f"the game is over before {names[at]}")
        legal = machine.legal(state)
        joint_move = [moves[0] for moves in legal]
        choosing = [role for role, moves in enumerate(legal) if len(moves) > 1]
        for role in choosing:
            if at == len(names):
                raise WoodstockError(f"{machine.roles[role]} has a choice as well: give its move after {names[-1]}")
            joint_move[role] = _legal(machine, role, legal[role], names[at])
            at += 1
        if not choosing and names[at] in map(machine.move_name, range(len(legal)), joint_move):
            at += 1
        state = machine.next(state, joint_move)
        steps.append((state, tuple(joint_move)))
    return steps


def _legal(machine: Machine, role: int, legal: list[int], name: str) -> int:
    for move in legal:
        if machine.move_name(role, move) == name:
            return move
    raise WoodstockError(f"{machine.roles[role]} cannot play {name} here")


def acting(game: Playable, machine: Machine, state: State) -> int:
    """The role whose decision a position is: the first that has a choice, `random` left out."""
    legal = _legal_moves(machine, state)
    players = seats(game)
    return next((role for role in players if len(legal[role]) > 1), players[0])


def turn(game: Playable, machine: Machine, start: State, steps: Steps, role: int) -> Turn:
    """What the player of a role knows after these steps from the start."""
    if role == game.chance:
        raise WoodstockError("the role random is played by the referee; no player evaluates its moves")
    state = steps[-1][0] if steps else start
    return replace(news(game, machine, start, steps, role), legal=tuple(_legal_moves(machine, state)[role]))


def news(game: Playable, machine: Machine, start: State, steps: Steps, role: int) -> Turn:
    """The same without legal moves: all that there is to tell when the game is over."""
    state, last = steps[-1] if steps else (start, None)
    past = history(machine, start, steps, role) if game.sees else []
    return Turn(
        step=len(steps),
        legal=(),
        state=None if game.sees else state,
        last=None if game.sees else last,
        own_last=last[role] if last else None,
        percepts=past[-1][1] if past else (),
        history=tuple(past),
    )


def history(machine: Machine, start: State, steps: Steps, role: int) -> list[tuple[int, tuple[str, ...]]]:
    """What a role did and saw, step by step."""
    found: list[tuple[int, tuple[str, ...]]] = []
    before = start
    for after, joint_move in steps:
        found.append((joint_move[role], tuple(machine.percepts(before, joint_move)[role])))
        before = after
    return found


def _legal_moves(machine: Machine, state: State) -> list[list[int]]:
    if machine.terminal(state):
        raise WoodstockError("the game is over in this position")
    try:
        return machine.legal(state)
    except BrokenGameError as error:
        raise WoodstockError(f"this position cannot be evaluated: {error}") from error
