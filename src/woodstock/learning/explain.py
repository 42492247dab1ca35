"""What learned values go by: how a position's value changes if a fluent did not hold, and what pieces are worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from woodstock.engine.game import Game
from woodstock.engine.machine import State
from woodstock.kif.reader import Group, read
from woodstock.learning.weights import Weights, phase_of, words_of

_LEAST_PIECES = 2
_LEAST_PLACES = 4


@dataclass(frozen=True, slots=True)
class Effect:
    """What a fluent that holds adds to the value of a position for each role: that with it less that without it."""

    fluent: str
    effects: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """What the fluents of one piece add on average, wherever they are."""

    function: str
    """The function of the fluents, such as `cell`."""
    piece: str
    """Their last arguments: `white_queen`, or `white queen`."""
    count: int
    effects: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A position as learned values see it."""

    values: tuple[float, ...]
    """For each role."""
    fluents: tuple[Effect, ...]
    """That hold, the largest effect first."""
    pieces: tuple[Piece, ...]


def explain(game: Game, weights: Weights, state: State) -> Explanation:
    """What learned values make of a position, and why."""
    values, effects = _effects(game, weights, state)
    ranked = sorted(effects, key=lambda one: (-max(map(abs, one.effects)), one.fluent))
    return Explanation(values, tuple(ranked), _pieces(game, effects))


def material(game: Game, weights: Weights, states: Iterable[State]) -> tuple[Piece, ...]:
    """What pieces are worth on average over many positions."""
    return _pieces(game, [effect for state in states for effect in _effects(game, weights, state)[1]])


def values_of_moves(game: Game, weights: Weights, state: State, role: int) -> dict[int, float]:
    """What the position after each move of a role is worth to it; nothing where others choose at the same time."""
    machine = game.machine()
    if machine.terminal(state):
        return {}
    legal = machine.legal(state)
    if any(len(own) > 1 for other, own in enumerate(legal) if other != role):
        return {}
    network, found = weights.network(), {}
    for move in legal[role]:
        child = machine.next(state, [move if other == role else own[0] for other, own in enumerate(legal)])
        if machine.terminal(child):
            found[move] = (machine.goals(child)[role] or 0) / 100
        else:
            found[move] = float(network.values(words_of([child]), phase_of(game, child))[role])
    return found


def _effects(game: Game, weights: Weights, state: State) -> tuple[tuple[float, ...], list[Effect]]:
    """The values of a state, and the effects of the fluents that hold in it."""
    bits = np.unpackbits(np.frombuffer(state, dtype=np.uint8), bitorder="little")
    held = np.flatnonzero(bits)
    states = np.tile(bits, (len(held) + 1, 1))
    states[np.arange(len(held)), held] = 0  # the last is the state itself
    values = _values(game, weights, state, np.packbits(states, axis=1, bitorder="little"))
    effects = [
        Effect(weights.fluents[number], tuple(map(float, values[-1] - without)))
        for number, without in zip(held, values, strict=False)
    ]
    return tuple(map(float, values[-1])), effects


def _values(game: Game, weights: Weights, state: State, states: NDArray[np.uint8]) -> NDArray[np.float32]:
    """By state, then by role. All are seen in the phase of the one, though a fluent of the clock may be missing."""
    words = words_of([State(states.tobytes())])
    return weights.network().values(words, phase_of(game, state)).reshape(len(states), -1)


def _pieces(game: Game, effects: Sequence[Effect]) -> tuple[Piece, ...]:
    """The effects of fluents that say what is where, by what it is."""
    tails = _tails(game)
    sums: dict[tuple[str, str], list[tuple[float, ...]]] = defaultdict(list)
    for effect in effects:
        function, *arguments = _terms(effect.fluent)
        tail = tails.get((function, len(arguments)))
        if tail is not None:
            sums[function, " ".join(arguments[-tail:])].append(effect.effects)
    pieces = [
        Piece(function, piece, len(own), tuple(sum(one) / len(own) for one in zip(*own, strict=True)))
        for (function, piece), own in sums.items()
    ]
    return tuple(sorted(pieces, key=lambda one: (-max(map(abs, one.effects)), one.function, one.piece)))


def _tails(game: Game) -> dict[tuple[str, int], int]:
    """By function and number of arguments, how many of the last ones tell a piece: as many as leave more places than
    there are pieces. A function of few places, or of one piece, is no board."""
    fluents: dict[tuple[str, int], list[list[str]]] = defaultdict(list)
    for text in game.circuit.fluents if game.circuit else ():
        function, *arguments = _terms(text)
        fluents[function, len(arguments)].append(arguments)
    tails = {}
    for (function, arity), own in fluents.items():
        for tail in range(1, arity):
            places = len({tuple(one[:-tail]) for one in own})
            pieces = len({tuple(one[-tail:]) for one in own})
            if places >= max(pieces, _LEAST_PLACES) and pieces >= _LEAST_PIECES:
                tails[function, arity] = tail
    return tails


def _terms(text: str) -> list[str]:
    """The function of a fluent and its arguments, each as text; a constant has none."""
    node = next(read(text))
    return [_text(item) for item in node.items] if isinstance(node, Group) else [str(node)]


def _text(node: object) -> str:
    return f"({' '.join(map(_text, node.items))})" if isinstance(node, Group) else str(node)
