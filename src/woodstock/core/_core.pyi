# The C++ core of woodstock: what bindings/*.cpp offers.

from collections.abc import Callable, Sequence
from typing import Any, TypedDict, final

import numpy as np
from numpy.typing import NDArray

class AspifError(ValueError): ...
class AspifLimit(OverflowError): ...  # noqa: N818
class UnstratifiedError(ValueError): ...
class InvalidCircuit(ValueError): ...  # noqa: N818

class InterpretError(Exception):
    # The kind of fault, what to tell the user, and the rule to blame or -1.
    args: tuple[str, str, int]

@final
class AspifReader:
    def __init__(self, rule_limit: int) -> None: ...
    def feed(self, chunk: bytes, /) -> None: ...
    def finish(self) -> None: ...
    @property
    def atoms(self) -> int: ...
    @property
    def heads(self) -> NDArray[np.int32]: ...
    @property
    def offsets(self) -> NDArray[np.int64]: ...
    @property
    def literals(self) -> NDArray[np.int32]: ...
    @property
    def shown(self) -> list[str]: ...
    @property
    def shown_atoms(self) -> NDArray[np.int32]: ...

def validate_circuit(circuit: dict[str, Any]) -> None: ...
def build_circuit(
    atoms: int,
    heads: NDArray[np.int32],
    offsets: NDArray[np.int64],
    literals: NDArray[np.int32],
    initial: NDArray[np.uint8],
    true_atoms: NDArray[np.int32],
    next_atoms: NDArray[np.int32],
    move_counts: NDArray[np.uint32],
    does_atoms: NDArray[np.int32],
    legal_atoms: NDArray[np.int32],
    goal_atoms: NDArray[np.int32],
    sees_atoms: NDArray[np.int32],
    terminal_atom: int,
) -> dict[str, Any]: ...

@final
class Stop:
    def __init__(self) -> None: ...
    def raise_(self) -> None: ...
    @property
    def raised(self) -> bool: ...

@final
class EventMachine:
    def __init__(self, circuit: dict[str, Any], goal_roles: Sequence[int], goal_values: Sequence[int]) -> None: ...
    def initial(self) -> bytes: ...
    def terminal(self, state: bytes, /) -> bool: ...
    def legal(self, state: bytes, /) -> list[list[int]]: ...
    def is_legal(self, state: bytes, role: int, move: int, /) -> bool: ...
    def next(self, state: bytes, joint_move: Sequence[int], /) -> bytes: ...
    def goals(self, state: bytes, /) -> list[int]: ...
    def sees(self, state: bytes, joint_move: Sequence[int], /) -> list[int]: ...
    def playouts(
        self, start: bytes, count: int, seed: int, length: int, seconds: float, stop: Stop, /
    ) -> tuple[int, int, int, int, int, list[int]]: ...
    def perft(self, start: bytes, depth: int, seconds: float, stop: Stop, /) -> tuple[list[int], bool]: ...
    def copy(self) -> EventMachine: ...
    @property
    def keys(self) -> list[int]: ...
    @property
    def pool_gates(self) -> int: ...
    @property
    def moves_in_net(self) -> bool: ...
    @property
    def work(self) -> int: ...

class _LaneSums(TypedDict):
    states: int
    playouts: NDArray[np.uint64]
    capped: NDArray[np.uint64]
    broken: NDArray[np.uint64]
    lengths: NDArray[np.uint64]
    goals: NDArray[np.int64]
    squares: NDArray[np.int64]
    wins: NDArray[np.uint64]

class _LaneChildren(TypedDict):
    states: NDArray[np.uint64]
    terminal: NDArray[np.uint8]
    goals: NDArray[np.int32]
    percepts: NDArray[np.uint8]

def kernels() -> list[str]: ...

@final
class Lanes:
    def __init__(
        self,
        circuit: dict[str, Any],
        goal_roles: Sequence[int],
        goal_values: Sequence[int],
        chance: int | None,
        kernel: str,
    ) -> None: ...
    def playouts(
        self,
        states: NDArray[np.uint64],
        counts: NDArray[np.uint64],
        seed: int,
        length: int,
        seconds: float,
        threads: int,
        stop: Stop,
    ) -> _LaneSums: ...
    def expand(self, states: NDArray[np.uint64], joint_moves: NDArray[np.uint32]) -> _LaneChildren: ...
    @property
    def kernel(self) -> str: ...
    @property
    def keys(self) -> list[int]: ...
    @property
    def phases(self) -> list[int]: ...

@final
class Numbering:
    def number(self, code: Sequence[int]) -> int: ...
    def code(self, number: int) -> list[int]: ...
    def __len__(self) -> int: ...

@final
class InterpreterPlayouts:
    @property
    def finished(self) -> int: ...
    @property
    def capped(self) -> int: ...
    @property
    def broken(self) -> int: ...
    @property
    def states(self) -> int: ...
    @property
    def length(self) -> int: ...
    @property
    def goals(self) -> list[int]: ...

@final
class Interpreter:
    def __init__(
        self,
        arities: NDArray[np.uint32],
        values: NDArray[np.int32],
        code: NDArray[np.int32],
        seconds: float,
        terms: int,
        term_depth: int,
        table_cells: int,
    ) -> None: ...
    @final
    class Stop:
        def __init__(self) -> None: ...
        def raise_(self) -> None: ...

    def copy(self) -> Interpreter: ...
    @property
    def roles(self) -> int: ...
    def role(self, role: int) -> list[int]: ...
    def initial(self) -> bytes: ...
    def terminal(self, state: bytes) -> bool: ...
    def legal(self, state: bytes) -> list[list[int]]: ...
    def next(self, state: bytes, joint_move: Sequence[int]) -> bytes: ...
    def goals(self, state: bytes) -> list[int | None]: ...
    def percepts(self, state: bytes, joint_move: Sequence[int]) -> list[list[list[int]]]: ...
    @property
    def fluent_numbers(self) -> Numbering: ...
    def move_numbers(self, role: int) -> Numbering: ...
    def perft(self, state: bytes, depth: int, stop: Interpreter.Stop) -> list[int]: ...
    def playouts(
        self, state: bytes, seed: int, first: int, count: int, limit: int, seconds: float, stop: Interpreter.Stop
    ) -> InterpreterPlayouts: ...

class Search:
    def set_root(self, state: NDArray[np.uint64]) -> None: ...
    def run(self, seconds: float, playouts: int, stop: Stop) -> None: ...
    def report(self, role: int) -> dict[str, Any]: ...

@final
class SymmetryGroup:
    def __init__(self, fluents: int, move_counts: Sequence[int], elements: NDArray[np.int32]) -> None: ...
    @property
    def size(self) -> int: ...
    def canonical(self, state: bytes) -> tuple[int, bytes]: ...
    def stabiliser(self, state: bytes) -> list[int]: ...
    def lowest(self, state: bytes, role: int, moves: Sequence[int]) -> list[int]: ...

@final
class Uct(Search):
    def __init__(
        self,
        machine: EventMachine,
        chance: int | None,
        c: float,
        threads: int,
        memory: int,
        seed: int,
        symmetries: SymmetryGroup | None = None,
    ) -> None: ...
    @property
    def bytes(self) -> int: ...

@final
class Grave(Search):
    def __init__(
        self,
        machine: EventMachine,
        chance: int | None,
        ref: int,
        bias: float,
        threads: int,
        memory: int,
        seed: int,
        symmetries: SymmetryGroup | None = None,
    ) -> None: ...
    @property
    def bytes(self) -> int: ...

@final
class Ucb(Search):
    def __init__(self, machine: EventMachine, chance: int | None, c: float, seed: int) -> None: ...

@final
class Minimax(Search):
    def __init__(self, machine: EventMachine, chance: int | None, nodes: int) -> None: ...

@final
class LaneSearch(Search):
    def __init__(
        self,
        lanes: Lanes,
        c: float,
        urgency: float,
        lanes_per_leaf: int,
        virtual_loss: int,
        expand_at: int,
        round_size: int,
        memory: int,
        threads: int,
        seed: int,
        symmetries: SymmetryGroup | None = None,
    ) -> None: ...

@final
class Solver:
    def __init__(self, domain_sizes: Sequence[int]) -> None: ...
    def add_table(self, scope: Sequence[int], tuples: NDArray[np.int32], allowed: bool) -> None: ...
    def add_gate(self, output: int, inputs: Sequence[int], kind: str, /) -> None: ...
    def add_nogood(self, variables: Sequence[int], values: Sequence[int], /) -> None: ...
    def add_equal(self, x: int, y: int, /) -> None: ...
    def add_all_different(self, scope: Sequence[int], /) -> None: ...
    def add_at_most_one(self, variables: Sequence[int], values: Sequence[int], /) -> None: ...
    def add_channel(self, x: int, indicators: Sequence[int], /) -> None: ...
    def domain(self, x: int, /) -> NDArray[np.int32]: ...
    def assign(self, x: int, value: int, /) -> bool: ...
    def assign_all(self, variables: NDArray[np.int32], values: NDArray[np.int32]) -> bool: ...
    def remove(self, x: int, value: int, /) -> bool: ...
    def propagate(self) -> bool: ...
    def push(self) -> None: ...
    def pop(self) -> None: ...
    def search(
        self,
        consistency: str,
        variables: str,
        values: str,
        restarts: bool,
        seed: int,
        branching: Sequence[int],
        keep: bool,
        shown: Sequence[int],
        solutions: int,
        nodes: int,
        seconds: float,
        stop: Stop,
        /,
    ) -> dict[str, Any]: ...
    @property
    def level(self) -> int: ...
    @property
    def variables(self) -> int: ...
    @property
    def constraints(self) -> int: ...

@final
class StageSolver:
    def __init__(self, whole: Solver, decisions: int, draws: int, variables: int) -> None: ...
    def split(self, decision_part: Solver, stochastic_part: Solver, stochastic: Sequence[int]) -> None: ...
    def solve(
        self,
        given: Sequence[tuple[int, int]],
        feasible: Callable[[list[int], list[tuple[list[int], list[list[int]]]]], bool],
        forward: bool,
        determining: Sequence[int],
        widest: int,
        nodes: int,
        seconds: float,
        stop: Stop,
    ) -> dict[str, Any]: ...

@final
class StageNames:
    def __init__(
        self,
        current_variables: Sequence[int],
        current_values: Sequence[int],
        following_variables: Sequence[int],
        following_values: Sequence[int],
        otherwise_variables: Sequence[int],
        otherwise_values: Sequence[int],
        actions: Sequence[int],
        moves: Sequence[Sequence[int]],
    ) -> None: ...

@final
class MacUcb(Search):
    def __init__(
        self,
        lanes: Lanes,
        machine: EventMachine,
        solver: StageSolver | None,
        names: StageNames | None,
        forward: bool,
        solving: float,
        simulations: int,
        horizon: int,
        memory: int,
        threads: int,
        seed: int,
        symmetries: SymmetryGroup | None = None,
    ) -> None: ...

def solve_states(
    lanes: Lanes,
    machine: EventMachine,
    solver: StageSolver | None,
    names: StageNames | None,
    forward: bool,
    states: Sequence[int],
) -> list[tuple[list[int], list[int]]]: ...

class _Particles(TypedDict):
    states: NDArray[np.uint64]
    infos: NDArray[np.uint64]
    weights: NDArray[np.float64]

@final
class Belief:
    def __init__(
        self,
        lanes: Lanes,
        machine: EventMachine,
        percepts: Sequence[int],
        hidden: bool,
        role: int,
        exact: int,
        particles: int,
        tries: int,
        recall: bool,
        seed: int,
    ) -> None: ...
    def observe(
        self,
        move: int | None,
        seen: Sequence[int] | None,
        legal: Sequence[int] | None,
        seconds: float,
        stop: Stop,
    ) -> int: ...
    def postpone(self, move: int | None, seen: Sequence[int] | None, legal: Sequence[int] | None) -> None: ...
    def know(self, state: NDArray[np.uint64]) -> None: ...
    def particles(self) -> _Particles: ...
    @property
    def exact(self) -> bool: ...
    @property
    def behind(self) -> bool: ...
    @property
    def size(self) -> int: ...
    @property
    def effective_size(self) -> float: ...
    @property
    def replays(self) -> int: ...

def information_state(role: int, moves: Sequence[int], seen: Sequence[Sequence[int]]) -> int: ...
def told_state(role: int, joint_moves: Sequence[Sequence[int]]) -> int: ...

class _InformationSets(TypedDict):
    roles: NDArray[np.uint32]
    infos: NDArray[np.uint64]
    firsts: NDArray[np.uint32]
    counts: NDArray[np.uint32]
    moves: NDArray[np.uint32]

def make_cfr(
    machine: EventMachine,
    chance: int | None,
    percepts: Sequence[int],
    hidden: bool,
    positions: int,
    plus: bool,
    seconds: float,
    stop: Stop,
) -> Cfr | None: ...

@final
class Cfr:
    def run(self, seconds: float, iterations: int, stop: Stop) -> None: ...
    def average(self) -> NDArray[np.float64]: ...
    def sets(self) -> _InformationSets: ...
    def find(self, role: int, info: int, legal: Sequence[int], /) -> int | None: ...
    def values(self, strategy: NDArray[np.float64], /) -> NDArray[np.float64]: ...
    def best_response(self, strategy: NDArray[np.float64], role: int, /) -> float: ...
    def nash_conv(self, strategy: NDArray[np.float64], /) -> float: ...
    def move_values(self, strategy: NDArray[np.float64], role: int, /) -> NDArray[np.float64]: ...
    @property
    def iterations(self) -> int: ...
    @property
    def positions(self) -> int: ...

@final
class SampledCfr:
    def __init__(
        self,
        machine: EventMachine,
        chance: int | None,
        percepts: Sequence[int],
        hidden: bool,
        outcome: bool,
        depth: int,
        exploration: float,
        memory: int,
        seed: int,
    ) -> None: ...
    def set_root(self, belief: Belief, /) -> None: ...
    def run(self, seconds: float, iterations: int, stop: Stop) -> None: ...
    def view(self, role: int, info: int, legal: Sequence[int]) -> list[tuple[int, float, float]]: ...
    @property
    def iterations(self) -> int: ...
    @property
    def sets(self) -> int: ...
    @property
    def depth(self) -> int: ...

class BeliefSearch(Search):
    def set_belief(self, belief: Belief, /) -> None: ...

@final
class InformationSearch(BeliefSearch):
    def __init__(
        self,
        machine: EventMachine,
        chance: int | None,
        percepts: Sequence[int],
        hidden: bool,
        c: float,
        grave: bool,
        ref: int,
        bias: float,
        memory: int,
        seed: int,
        lanes: Lanes | None,
    ) -> None: ...

@final
class BeliefExpectimax(BeliefSearch):
    def __init__(
        self, lanes: Lanes, machine: EventMachine, percepts: Sequence[int], hidden: bool, successors: int
    ) -> None: ...

@final
class BeliefMacUcb(BeliefSearch):
    def __init__(
        self,
        lanes: Lanes,
        machine: EventMachine,
        percepts: Sequence[int],
        hidden: bool,
        solver: StageSolver | None,
        names: StageNames | None,
        forward: bool,
        solving: float,
        simulations: int,
        horizon: int,
        memory: int,
        threads: int,
        seed: int,
        symmetries: SymmetryGroup | None = None,
    ) -> None: ...

@final
class QcspProblem:
    def __init__(self, sizes: Sequence[int], universal: Sequence[bool]) -> None: ...
    def add_binary(self, x: int, y: int, supports: NDArray[np.uint64], /) -> None: ...
    def add_diagram(self, scope: Sequence[int], children: Sequence[Sequence[int]], /) -> None: ...
    @property
    def variables(self) -> int: ...
    def propagate(self, domains: NDArray[np.uint64], strong: bool) -> NDArray[np.uint64] | None: ...
    def pure(self, domains: NDArray[np.uint64], x: int) -> int: ...
    def dominated(self, domains: NDArray[np.uint64], x: int) -> int: ...
    def satisfied(self, values: Sequence[int], /) -> bool: ...
    # Made and won; kernel -1 plays one at a time.
    def playouts(
        self, prefix: Sequence[int], wanted: int, seed: int, kernel: int, seconds: float, stop: Stop
    ) -> tuple[int, int]: ...
    def solve(self, prefix: Sequence[int], seconds: float, nodes: int, stop: Stop) -> dict[str, Any]: ...

@final
class QcspPlayer:
    def choose(
        self, prefix: Sequence[int], seconds: float, processor: bool, budget: int, stop: Stop
    ) -> dict[str, Any]: ...

def qcsp_player(problem: QcspProblem, kind: str, options: dict[str, float], seed: int) -> QcspPlayer: ...

# How many kernels this computer has for playouts in lanes.
def qcsp_kernels() -> int: ...
