"""Count the different states of a small game by stepping its machine."""

from __future__ import annotations

from itertools import product

import woodstock as ws

machine = ws.load("tic_tac_toe").machine()
found = {machine.initial()}
frontier = list(found)
while frontier:
    state = frontier.pop()
    if machine.terminal(state):
        continue
    for joint_move in product(*machine.legal(state)):
        successor = machine.next(state, joint_move)
        if successor not in found:
            found.add(successor)
            frontier.append(successor)
print(f"tic-tac-toe has {len(found)} states")
