"""Let two players meet, and look at the record of the match."""

from __future__ import annotations

import woodstock as ws
from woodstock.players import LegalPlayer, RandomPlayer
from woodstock.referee import play, replay

game = ws.load("connect_four")
record = play(game, [RandomPlayer(), LegalPlayer()], seed=1)
for step, joint_move in enumerate(record.moves):
    print(step, *joint_move)
print(dict(zip(record.roles, record.goals, strict=True)))

states = replay(game.machine(), record)
print(f"replayed {len(states)} states")
