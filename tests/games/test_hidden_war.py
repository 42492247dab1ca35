"""War in lockstep with a game played with two piles of Python."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping

from oracles.worlds import random_games

RANKS = ["jack", "queen", "king", "ace"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
PLAYERS = ("left", "right")


class War:
    """Two piles of ranks, the top one first, and what lies on the table."""

    def __init__(self) -> None:
        self.deck = {(rank, suit) for rank in RANKS for suit in SUITS}
        self.piles: dict[str, deque[str]] = {player: deque() for player in PLAYERS}
        self.table: list[str] = []
        self.stage = "deal"
        self.winner: str | None = None
        self.battles = 0

    def legal(self) -> Mapping[str, set[str]]:
        waiting = {role: {"noop"} for role in (*PLAYERS, "random")}
        if self.stage == "deal":
            return waiting | {"random": {f"(deal {rank} {suit})" for rank, suit in self.deck}}
        if self.stage == "collect":
            assert self.winner is not None
            return waiting | {self.winner: {f"(take {rank})" for rank in self.table}}
        return waiting | {player: {self.stage} for player in PLAYERS}

    def play(self, joint: Mapping[str, str]) -> Mapping[str, set[str]]:
        seen: set[str] = set()
        if self.stage == "deal":
            _, rank, suit = joint["random"].strip("()").split()
            self.deck.remove((rank, suit))
            self.piles[PLAYERS[len(self.deck) % 2 == 0]].append(rank)
            self.stage = "deal" if self.deck else "turn"
        elif self.stage == "bury":
            self.table += [self.piles[player].popleft() for player in PLAYERS]
            self.stage = "turn"
        elif self.stage == "collect":
            assert self.winner is not None
            rank = joint[self.winner].strip("()").split()[1]
            self.table.remove(rank)
            self.piles[self.winner].append(rank)
            self.stage = "collect" if self.table else "turn"
            seen = {f"(takes {rank})"}
        else:
            seen = self.battle()
        return dict.fromkeys(PLAYERS, seen)

    def battle(self) -> set[str]:
        self.battles += 1
        cards = {player: self.piles[player].popleft() for player in PLAYERS}
        self.table += cards.values()
        seen = {f"(turns {player} {rank})" for player, rank in cards.items()}
        left, right = (RANKS.index(cards[player]) for player in PLAYERS)
        if left != right:
            self.winner = "left" if left > right else "right"
            self.stage = "collect"
            lying = Counter(self.table)
            seen |= {f"(table {rank} {lying[rank]})" for rank in RANKS}
        else:
            self.stage = "bury" if min(map(len, self.piles.values())) >= 2 else "over"
        return seen

    def over(self) -> bool:
        empty = not all(self.piles.values())
        return self.stage == "over" or (self.stage == "turn" and (empty or self.battles == 50))

    def goals(self) -> Mapping[str, int]:
        left, right = (len(self.piles[player]) for player in PLAYERS)
        value = 50 if left == right else 100 * (left > right)
        return {"left": value, "right": 100 - value}


def test_random_games() -> None:
    results = random_games("war", War, 150)
    assert {goals["left"] for goals in results} >= {0, 100}
