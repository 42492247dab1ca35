"""A match with people at the terminal, who can undo, redo, and continue from another side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from woodstock.cli.keyboard import HUMANS
from woodstock.cli.person import Asked, Interrupted, Person
from woodstock.cli.thinking import Thinking
from woodstock.engine import Game
from woodstock.referee import Clocks, EachState, Ended, Record, Seated, seat
from woodstock.referee import play as play_match
from woodstock.referee.playable import seats
from woodstock.referee.schedule import Entrant

JointMoves = tuple[tuple[str, ...], ...]


class Session:
    """Plays one match. To take a move back is to begin the match again with the moves before it."""

    def __init__(
        self,
        game: Game,
        people: set[int],
        players: Mapping[int, tuple[str, Entrant]],
        memory: int,
        each_state: EachState,
    ) -> None:
        self._game = game
        self._people = people
        self._seated: dict[int, Seated] = {
            role: Thinking(seat(entrant, memory), name) for role, (name, entrant) in players.items()
        }
        self._names = {role: name for role, (name, _) in players.items()}
        self._each_state = each_state
        self._begun: JointMoves = ()
        self._undone: JointMoves = ()
        self._asked: set[int] = set()
        """Steps at which a person had a choice."""

    def close(self) -> None:
        """Let the opponents go."""
        for seated in self._seated.values():
            seated.close()

    def run(self, clocks: Clocks, seed: int) -> tuple[Record | None, bool]:
        """Play until the end, or until somebody leaves. The record, and whether it was Ctrl-C that ended it."""
        roles = seats(self._game)
        greet = True
        while True:
            try:
                record = play_match(
                    self._game,
                    [self._seated[role] if role in self._seated else self._person(greet) for role in roles],
                    names=[self._names.get(role, HUMANS[0] if len(self._people) > 1 else "you") for role in roles],
                    clocks=clocks,
                    seed=seed,
                    begun=self._begun,
                    each_state=self._each_state,
                )
            except Asked as asked:
                self._grant(asked.wish, asked.record.moves if asked.record else ())
                greet = asked.wish == "swap"
            except Ended as reason:
                return reason.record, isinstance(reason, Interrupted)
            except KeyboardInterrupt:
                print("You left the match.")
                return None, True
            else:
                return record, False

    def _person(self, greet: bool) -> Person:
        return Person(self._wishes, self._begun, greet=greet, shared=len(self._people) > 1)

    def _wishes(self, step: int) -> Sequence[str]:
        """What can be granted at a step, where a person is asked."""
        self._asked.add(step)
        wishes = ["undo"] if any(asked < step for asked in self._asked) else []
        if self._undone and step == len(self._begun):
            wishes.append("redo")
        return [*wishes, "swap"] if len(self._people) == 1 and self._seated else wishes

    def _grant(self, wish: str, played: JointMoves) -> None:
        line, now = played, len(played)
        if now == len(self._begun):  # nothing new was made, so what was taken back still fits
            line = (*played, *self._undone)
        if wish == "undo":
            now = max(step for step in self._asked if step < now)
        elif wish == "redo":
            now = min((step for step in self._asked if step > now), default=len(line))
        else:
            self._swap()
        self._begun, self._undone = line[:now], line[now:]

    def _swap(self) -> None:
        """The person takes the next seat; who sits there takes the person's."""
        (own,) = self._people
        roles = seats(self._game)
        other = roles[(roles.index(own) + 1) % len(roles)]
        self._seated[own], self._names[own] = self._seated.pop(other), self._names.pop(other)
        self._people.clear()
        self._people.add(other)
