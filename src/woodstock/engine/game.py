"""A game, ready to be played: the rules, compiled."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from woodstock.circuit import Circuit, build
from woodstock.circuit.subgames import apart
from woodstock.engine import cache as disk
from woodstock.engine import networks, preparing
from woodstock.engine.circuit_machine import CircuitMachine
from woodstock.engine.game_network import GameNetwork
from woodstock.engine.interpreter import InterpreterMachine
from woodstock.engine.lanes import LaneSimulator
from woodstock.engine.machine import JointMove, State
from woodstock.engine.playouts import Playouts
from woodstock.engine.source import Source
from woodstock.errors import GroundingLimitError, WoodstockError
from woodstock.gdl import NormalRule
from woodstock.ground import GroundProgram, Limits, endless_function, ground
from woodstock.network.encoding import ENCODINGS
from woodstock.printable import one_line


class FallbackWarning(UserWarning):
    """The rules could not be ground within the limits and are interpreted instead: correct, but slow.

    >>> import warnings
    >>> import woodstock as ws
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error", ws.FallbackWarning)  # raise an error instead of playing slowly
    ...     ws.load("nim").roles
    ('first', 'second')
    """


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """An immutable game that makes machines. A pickled game stays compiled.

    >>> import woodstock as ws
    >>> game = ws.load("tic_tac_toe")
    >>> game.roles
    ('x', 'o')
    """

    source: Source
    circuit: Circuit | None
    """The compiled rules; `None` when they are interpreted."""
    _facts: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the game: that of a bundled game, or of the file.

        >>> import woodstock as ws
        >>> ws.load("nim").name
        'nim'
        """
        return self.source.name

    @cached_property
    def rules(self) -> tuple[NormalRule, ...]:
        """The rules in normal form.

        >>> import woodstock as ws
        >>> str(ws.load("nim").rules[0].head)
        'role(first)'
        """
        return self.source.rules()

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles in the order of the rules, `random` included.

        >>> import woodstock as ws
        >>> ws.load("kuhn_poker").roles
        ('random', 'first', 'second')
        """
        return tuple(self._facts["roles"])

    @property
    def chance(self) -> int | None:
        """The number of the role `random`, if there is one.

        >>> import woodstock as ws
        >>> ws.load("kuhn_poker").chance, ws.load("chess").chance
        (2, None)
        """
        return self.roles.index("random") if "random" in self.roles else None

    @property
    def kept(self) -> bool:
        """Is the compiled game kept on disk?

        >>> import woodstock as ws
        >>> ws.load("nim", cache=False).kept
        False
        """
        return bool(self._facts.get("kept"))

    @property
    def sees(self) -> bool:
        """Does the game have `sees` rules, so that players act on percepts (GDL-II)?

        >>> import woodstock as ws
        >>> ws.load("kuhn_poker").sees, ws.load("chess").sees
        (True, False)
        """
        return bool(self._facts["sees"])

    def machine(self) -> CircuitMachine | InterpreterMachine:
        """A new machine to step through the game with. States and moves mean the same to all machines of a game.

        >>> import woodstock as ws
        >>> machine = ws.load("tic_tac_toe").machine()
        >>> machine.legal(machine.initial())
        [[0, 1, 2, 3, 4, 5, 6, 7, 8], [9]]
        """
        return self._prototype.copy()

    @cached_property
    def _prototype(self) -> CircuitMachine | InterpreterMachine:
        """The machine that all others are copied from: copying is much faster than building, and the interpreter
        numbers fluents and moves as it meets them."""
        return CircuitMachine(self.circuit) if self.circuit else InterpreterMachine(self.rules)

    @cached_property
    def lanes(self) -> LaneSimulator | None:
        """The lane simulator of the game; `None` when it is interpreted.

        >>> import woodstock as ws
        >>> ws.load("nim").lanes is not None
        True
        """
        return LaneSimulator(self.circuit) if self.circuit else None

    def parts(self) -> tuple[Game, ...]:
        """The independent puzzles that a puzzle consists of, over the same states and moves; none if it does not split.

        >>> import woodstock as ws
        >>> len(ws.load("eight_puzzle").parts())
        0
        """
        return tuple(replace(self, circuit=part) for part in apart(self.circuit)) if self.circuit else ()

    def network(self, encoding: str = "compact", *, preprocessed: bool = False) -> GameNetwork:
        """One turn of the game as a stochastic constraint network, in one of two encodings: as the rules define it, or
        preprocessed for players, without some values that no solution has (paper 000, section 4.1).

        `compact` has one variable for each group of fluents that is proved to have one value at a time (paper 000,
        section 3.2), `propositional` a Boolean variable for each fluent (paper 001, section 4.1).

        >>> import woodstock as ws
        >>> stage = ws.load("matching_pennies").network()
        >>> stage.network.variable("(coin alice ?)").domain
        ('heads', 'tails', 'unset')
        """
        if encoding not in ENCODINGS:
            raise WoodstockError(f"there is no encoding {encoding}; the encodings are {' and '.join(ENCODINGS)}")
        if self.circuit is None:
            raise WoodstockError(f"{self.name} is interpreted: its rules are too large to be ground into a network")
        how = (encoding, preprocessed)
        if how not in self._stages:
            self._stages[how] = networks.stage_of(self, encoding, preprocessed=preprocessed)
        return self._stages[how]

    def network_by(self, deadline: float) -> GameNetwork | None:
        """`network(preprocessed=True)` if it can be ready, and compiled, before the deadline (a reading of
        `time.monotonic()`); otherwise `None`. If it is not on disk, another process builds it, and ends by then.

        >>> import time
        >>> import woodstock as ws
        >>> ws.load("nim").network_by(time.monotonic() - 1) is None
        True
        """
        how = ("compact", True)
        if how not in self._stages:
            if self.circuit is None or (stage := preparing.network_by(self, deadline)) is None:
                return None
            self._stages[how] = stage
        return self._stages[how]

    @cached_property
    def _stages(self) -> dict[tuple[str, bool], GameNetwork]:
        return {}

    @cached_property
    def program(self) -> GroundProgram:
        """The ground program, computed again; its fluents and moves have the same numbers as in the circuit.

        >>> import woodstock as ws
        >>> game = ws.load("nim")
        >>> len(game.program.fluents) == len(game.circuit.fluents)
        True
        """
        return ground(self.rules)

    def playouts(
        self,
        n: int,
        *,
        start: State | Sequence[State] | None = None,
        moves: Sequence[JointMove] | None = None,
        seed: int = 0,
        limit: int = 2000,
        seconds: float | None = None,
        threads: int = 1,
    ) -> Playouts:
        """Random playouts in bulk: `n` from each start, every role choosing uniformly among its legal moves.

        `start` is one state or several, by default the initial one; `moves` are the joint moves to begin with, one for
        each start; such a move counts in the lengths, not in the states. The same seed and number of threads give the
        same result. No playout begins after `seconds`.

        >>> import woodstock as ws
        >>> result = ws.load("tic_tac_toe").playouts(1000, seed=1)
        >>> int(result.playouts[0])
        1000
        """
        if n < 0 or limit < (moves is not None) or not 0 <= seed < 2**64:
            raise WoodstockError("the number of playouts, their limit and the seed must not be negative")
        machine = self.machine()
        starts = [machine.initial()] if start is None else [start] if isinstance(start, bytes) else list(start)
        if moves is not None:
            starts = [machine.next(state, move) for state, move in zip(starts, moves, strict=True)]
            limit -= 1
        counts = [n] * len(starts)
        if self.lanes is None:
            result = machine.playouts_from(starts, counts, seed, limit, seconds)
        else:
            result = self.lanes.playouts(starts, counts, seed=seed, limit=limit, seconds=seconds, threads=threads)
        return replace(result, lengths=result.lengths + result.playouts) if moves is not None else result

    def info(self) -> dict[str, Any]:
        """Sizes and timings. For an interpreted game the numbers of fluents, moves and gates are `None`.

        >>> import woodstock as ws
        >>> ws.load("nim").info()["fluents"]
        22
        """
        circuit = self.circuit
        return {
            "roles": list(self.roles),
            "fluents": len(circuit.fluents) if circuit else None,
            "moves": sum(len(moves) for moves in circuit.moves) if circuit else None,
            "gates": circuit.gates if circuit else None,
            "literals": circuit.literals if circuit else None,
            "components": circuit.components if circuit else None,
            "ground_rules": self._facts.get("ground_rules"),
            "ground_seconds": self._facts["ground_seconds"],
            "build_seconds": self._facts["build_seconds"],
            "chance": self.chance is not None,
            "sees": self.sees,
            "engine": "circuit" if circuit else "interpreter",
            "cached": self._facts.get("cached", False),
        }

    def shown(self) -> Game:
        """The same game without percepts, for players that need to know the state. The machines of both games share the
        numbers of fluents and moves.

        >>> import woodstock as ws
        >>> ws.load("kuhn_poker").shown().sees
        False
        """
        twin = replace(self, _facts={**self._facts, "sees": False})
        twin.__dict__["_prototype"] = self._prototype
        return twin

    def __repr__(self) -> str:
        return one_line(f"<Game {self.name}: {', '.join(self.roles)}>")

    def __getstate__(self) -> dict[str, Any]:
        return {"source": self.source, "circuit": self.circuit, "_facts": self._facts}


def compile_game(source: Source, *, limits: Limits | None = None, cache: bool = True) -> Game:
    """The game of a rulesheet, from the cache if possible."""
    if cache and (known := cached(source)):
        return known
    rules, limits = source.rules(), limits or Limits()
    facts: dict[str, Any] = {"sees": any(rule.head.name == "sees" for rule in rules), "kept": cache}
    begun = time.perf_counter()
    try:
        if cache and (known_reason := disk.passed(source, limits)):
            raise GroundingLimitError(known_reason)
        program = ground(rules, limits)
    except GroundingLimitError as error:
        if cache and error.final:
            disk.keep_passed(source, limits, error.message)
        if function := endless_function(rules):
            remedy = f"the rules nest {function} without limit, so the game is not finite; bound it"
            raise GroundingLimitError(f"{error.message}: {remedy}") from None
        warnings.warn(f"{source.name}: {error}; the rules are interpreted instead", FallbackWarning, stacklevel=3)
        return interpreted(source, time.perf_counter() - begun)
    ground_ended = time.perf_counter()
    built = build(program)
    facts |= {
        "roles": built.roles,
        "ground_rules": len(program.heads),
        "ground_seconds": ground_ended - begun,
        "build_seconds": time.perf_counter() - ground_ended,
    }
    if cache:
        disk.write(source, built, facts)
    return Game(source, built, facts)


def cached(source: Source) -> Game | None:
    """The game of a rulesheet, if it is kept on disk."""
    entry = disk.read(source)
    return entry and Game(source, entry[0], {**entry[1], "cached": True})


def interpreted(source: Source, ground_seconds: float = 0.0) -> Game:
    """The game of a rulesheet, interpreted because compiling took too long or there is no time for it."""
    rules = source.rules()
    roles = InterpreterMachine(rules).roles
    sees = any(rule.head.name == "sees" for rule in rules)
    return Game(source, None, {"sees": sees, "roles": roles, "ground_seconds": ground_seconds, "build_seconds": 0.0})
