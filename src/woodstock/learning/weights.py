"""What was learned of a game: the weights of a network over its fluents, by name, so that they fit the game under other
names as well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from woodstock.core import Network
from woodstock.engine.game import Game
from woodstock.engine.machine import State
from woodstock.errors import WoodstockError
from woodstock.printable import one_line
from woodstock.symmetry.canonical_game import CanonicalGame, Renaming
from woodstock.symmetry.sheet_graph import Name

LINEAR = 32
"""Columns of a row that belong to no hidden unit: one for each role, and some that are not used."""

_MOST_PHASES = 8


@dataclass(frozen=True, eq=False, repr=False)
class Weights:
    """The weights of a network and what they belong to.

    A row has a weight for each hidden unit, then one for each role. There is a row for each fluent and a last one, the
    bias, for what is always there.
    """

    roles: tuple[str, ...]
    fluents: tuple[str, ...]
    """As KIF text, in the order of the rows."""
    phases: tuple[frozenset[str], ...]
    """Of the clock of the game: which of its fluents hold in each. A game without a clock has one phase."""
    rows: NDArray[np.float32]
    """By fluent, then by column."""
    outputs: NDArray[np.float32]
    """By phase, then by role, then by hidden unit."""

    def __post_init__(self) -> None:
        hidden = self.outputs.shape[-1]
        if self.rows.shape != (len(self.fluents) + 1, hidden + LINEAR) or self.outputs.shape != (
            len(self.phases),
            len(self.roles),
            hidden,
        ):
            raise WoodstockError("the weights do not fit the shape of the network")

    def __repr__(self) -> str:
        return f"<Weights: {len(self.fluents)} fluents, {self.hidden} hidden units>"

    @property
    def hidden(self) -> int:
        """The number of hidden units."""
        return int(self.outputs.shape[-1])

    def network(self) -> Network:
        """The network as searches use it, in integers."""
        return Network(
            len(self.fluents),
            self.hidden,
            len(self.roles),
            len(self.phases),
            np.ascontiguousarray(self.rows, dtype=np.float32).reshape(-1),
            np.ascontiguousarray(self.outputs, dtype=np.float32).reshape(-1),
        )

    def for_game(self, game: Game, term: Callable[[str], str] = str) -> Weights:
        """The same weights in the order of this game, whose name for a fluent or a role `term` tells.

        A fluent that the weights do not know counts for nothing. A game with other roles or another clock raises
        `WoodstockError`.
        """
        fluents, roles, phases = fluents_of(game), game.roles, phases_of(game)
        row = {term(fluent): number for number, fluent in enumerate(self.fluents)}
        seat = {term(role): number for number, role in enumerate(self.roles)}
        phase = {frozenset(map(term, held)): number for number, held in enumerate(self.phases)}
        if seat.keys() != set(roles):
            raise WoodstockError(f"{game.name} has other roles than the game that was learned")
        if phase.keys() != set(phases):
            raise WoodstockError(f"{game.name} has another clock than the game that was learned")
        seats = np.array([seat[role] for role in roles], dtype=np.intp)
        chosen = np.array([row.get(fluent, -1) for fluent in fluents], dtype=np.intp)
        own = np.append(chosen, len(self.fluents))  # the bias stays the last
        columns = np.arange(self.rows.shape[1])
        columns[self.hidden : self.hidden + len(seats)] = self.hidden + seats
        rows = self.rows[own][:, columns]
        rows[np.append(chosen < 0, False)] = 0
        outputs = self.outputs[[phase[held] for held in phases]][:, seats]
        return Weights(roles, fluents, phases, rows, outputs)


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong the best player was after some time of learning. One that learned nothing has 0."""

    minutes: float
    elo: float
    matches: int
    """That it was measured by: the score is against the best player before it."""
    score: float


@dataclass(frozen=True, eq=False, repr=False)
class Learned:
    """What was learned of a game, and how."""

    game: str
    """What the game was called then."""
    digest: str
    """Of the canonical form of the game (`woodstock.symmetry.canonical_game`)."""
    names: tuple[Name, ...]
    """The names of the game in the order of the canonical form, by which it is known again."""
    weights: Weights
    seconds: float = 0.0
    positions: int = 0
    generations: int = 0
    curve: tuple[Rating, ...] = ()
    mix: float = 1.0
    """The part that the learned value should have in the worth of a leaf, as far as matches showed; the rest is for
    playouts."""

    def __repr__(self) -> str:
        strength = "" if self.elo is None else f", {self.elo:.0f} Elo"
        return one_line(f"<Learned {self.game}: {self.minutes:.1f} min{strength}>")

    @property
    def minutes(self) -> float:
        """How long it was learned for."""
        return self.seconds / 60

    @property
    def elo(self) -> float | None:
        """How strong it is beside a player that learned nothing, if that was measured."""
        return self.curve[-1].elo if self.curve else None

    def network(self) -> Network:
        """The network as searches use it, in integers."""
        return self.weights.network()

    def renaming(self, form: CanonicalGame) -> Renaming | None:
        """How the names of the game that was learned are said in this one; `None` if it is another game."""
        if form.digest != self.digest or len(form.names) != len(self.names):
            return None
        return Renaming({mine: yours[1] for mine, yours in zip(self.names, form.names, strict=True)})

    def for_game(self, game: Game, renaming: Renaming | None = None) -> Learned:
        """The same for a game that is this one under other names."""
        weights = self.weights.for_game(game, renaming.term if renaming else str)
        if renaming is None:
            return replace(self, game=game.name, weights=weights)
        names: tuple[Name, ...] = tuple(
            (kind, renaming.names[kind, own, arity], arity) for kind, own, arity in self.names
        )
        return replace(self, game=game.name, weights=weights, names=names)


def fluents_of(game: Game) -> tuple[str, ...]:
    """The fluents of a compiled game in the order of their numbers."""
    return tuple(game.circuit.fluents) if game.circuit else ()


def phases_of(game: Game) -> tuple[frozenset[str], ...]:
    """The phases of a compiled game as a network has them: which fluents of the clock hold in each."""
    if game.lanes is None or game.circuit is None:
        return (frozenset(),)
    keys, phases = [game.circuit.fluents[key] for key in game.lanes.core.keys], game.lanes.core.phases
    if len(phases) > _MOST_PHASES:
        return (frozenset(),)
    return tuple(frozenset(key for bit, key in enumerate(keys) if bits >> bit & 1) for bits in phases)


def phase_of(game: Game, state: State) -> int:
    """In which phase a network sees a state of the game."""
    if game.lanes is None or len(phases := game.lanes.core.phases) > _MOST_PHASES:
        return 0
    held = sum((state[key >> 3] >> (key & 7) & 1) << bit for bit, key in enumerate(game.lanes.core.keys))
    return phases.index(held) if held in phases else 0


def words_of(states: Sequence[State]) -> NDArray[np.uint64]:
    """States as networks and lanes take them."""
    return np.frombuffer(b"".join(states), dtype=np.uint64)
