# Written by `make stub` from bindings/*.cpp: change those, or bindings/stub.pat, not this file.
"""The C++ core of woodstock."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypedDict

import numpy
import numpy.typing
from numpy.typing import NDArray

_Option: TypeAlias = None | bool | int | float | str
# Name, kind, help, default, low, high and choices.
_Setting: TypeAlias = tuple[str, str, str, _Option, _Option, _Option, Sequence[str]]

class _LaneSums(TypedDict):
    states: int
    playouts: NDArray[numpy.uint64]
    capped: NDArray[numpy.uint64]
    broken: NDArray[numpy.uint64]
    several: NDArray[numpy.uint64]
    missing: NDArray[numpy.uint64]
    lengths: NDArray[numpy.uint64]
    goals: NDArray[numpy.int64]
    squares: NDArray[numpy.int64]
    wins: NDArray[numpy.uint64]

class _LaneChildren(TypedDict):
    states: NDArray[numpy.uint64]
    terminal: NDArray[numpy.uint8]
    goals: NDArray[numpy.int32]
    percept_roles: NDArray[numpy.uint32]
    percept_numbers: NDArray[numpy.uint32]
    first_percept: NDArray[numpy.uint64]

class _Particles(TypedDict):
    states: list[bytes]
    infos: NDArray[numpy.uint64]
    weights: NDArray[numpy.float64]

class _InformationSets(TypedDict):
    roles: NDArray[numpy.uint32]
    infos: NDArray[numpy.uint64]
    firsts: NDArray[numpy.uint32]
    counts: NDArray[numpy.uint32]
    moves: NDArray[numpy.uint32]

class _Automorphisms(TypedDict):
    outcome: str
    offsets: NDArray[numpy.uint64]
    moved: NDArray[numpy.uint32]
    images: NDArray[numpy.uint32]
    factors: NDArray[numpy.uint32]
    orbits: NDArray[numpy.uint32]
    labels: NDArray[numpy.uint32]

def set_leak_warnings(wanted: bool) -> None: ...
def read_settings(settings: Sequence[_Setting], given: Mapping[str, _Option]) -> dict[str, _Option]: ...
def setting_range(setting: _Setting) -> str: ...

class AspifError(ValueError):
    pass

class AspifLimit(OverflowError):
    pass

class AspifReader:
    def __init__(self, rule_limit: int) -> None: ...
    def feed(self, chunk: bytes) -> None: ...
    def finish(self) -> None: ...
    @property
    def atoms(self) -> int: ...
    @property
    def heads(self) -> NDArray[numpy.int32]: ...
    @property
    def offsets(self) -> NDArray[numpy.int64]: ...
    @property
    def literals(self) -> NDArray[numpy.int32]: ...
    @property
    def shown(self) -> list[str]: ...
    @property
    def shown_atoms(self) -> NDArray[numpy.int32]: ...

class UnstratifiedError(ValueError):
    pass

class InvalidCircuit(ValueError):
    pass

def builder_digest() -> str: ...
def validate_circuit(circuit: dict[str, Any]) -> None: ...
def build_circuit(
    atoms: int,
    heads: NDArray[numpy.int32],
    offsets: NDArray[numpy.int64],
    literals: NDArray[numpy.int32],
    initial: NDArray[numpy.uint8],
    true_atoms: NDArray[numpy.int32],
    next_atoms: NDArray[numpy.int32],
    move_counts: NDArray[numpy.uint32],
    does_atoms: NDArray[numpy.int32],
    legal_atoms: NDArray[numpy.int32],
    goal_atoms: NDArray[numpy.int32],
    percept_counts: NDArray[numpy.uint32],
    sees_atoms: NDArray[numpy.int32],
    terminal_atom: int,
) -> dict[str, Any]: ...

class Stop:
    def __init__(self) -> None: ...
    def raise_(self) -> None: ...
    @property
    def raised(self) -> bool: ...

class Machine:
    @property
    def roles(self) -> int: ...
    def initial(self) -> bytes: ...
    def terminal(self, state: bytes) -> bool: ...
    def legal(self, state: bytes) -> list[list[int]]: ...
    def is_legal(self, state: bytes, joint_move: Sequence[int]) -> bool: ...
    def next(self, state: bytes, joint_move: Sequence[int]) -> bytes: ...
    def goals(self, state: bytes) -> list[int]: ...
    def every_goal(self, state: bytes) -> list[list[int]]: ...
    def percepts(self, state: bytes, joint_move: Sequence[int]) -> list[list[int]]: ...
    def playouts(
        self,
        starts: Sequence[bytes],
        counts: numpy.typing.NDArray[numpy.uint64],
        chance: int | None,
        seed: int,
        length: int,
        seconds: float,
        stop: Stop,
    ) -> _LaneSums: ...
    def perft(self, start: bytes, depth: int, seconds: float, stop: Stop) -> tuple[list[int], bool]: ...

class EventMachine(Machine):
    def __init__(self, circuit: dict[str, Any], goal_roles: Sequence[int], goal_values: Sequence[int]) -> None: ...
    def copy(self) -> EventMachine: ...
    @property
    def keys(self) -> list[int]: ...
    @property
    def pool_gates(self) -> int: ...
    @property
    def moves_in_net(self) -> bool: ...
    @property
    def work(self) -> int: ...

class InterpretError(Exception):
    # The kind of fault, what to tell the user, and the rule to blame or -1.
    args: tuple[str, str, int]

class Numbering:
    def number(self, code: Sequence[int]) -> int: ...
    def code(self, number: int) -> list[int]: ...
    def __len__(self) -> int: ...

class Interpreter(Machine):
    def __init__(
        self,
        arities: NDArray[numpy.uint32],
        values: NDArray[numpy.int32],
        code: NDArray[numpy.int32],
        seconds: float,
        terms: int,
        term_depth: int,
        table_cells: int,
    ) -> None: ...
    def copy(self) -> Interpreter: ...
    def role(self, role: int) -> list[int]: ...
    @property
    def fluent_numbers(self) -> Numbering: ...
    def move_numbers(self, role: int) -> Numbering: ...
    def percept_numbers(self, role: int) -> Numbering: ...

class Stepper:
    def __init__(self, machine: EventMachine, moves: Sequence[tuple[object, ...]]) -> None: ...
    def terminal(self, state: bytes) -> bool: ...
    def choosing(self, state: bytes) -> list[int]: ...
    def legal(self, state: bytes, role: int) -> list[object]: ...
    def choice(self, state: bytes) -> list[object] | None: ...
    def play(self, state: bytes, object: object, place: int) -> tuple[bytes, bool] | None: ...
    def next(self, state: bytes, joint_move: Sequence[int]) -> tuple[bytes, bool] | None: ...

def kernels() -> list[str]: ...

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
        states: numpy.typing.NDArray[numpy.uint64],
        counts: numpy.typing.NDArray[numpy.uint64],
        seed: int,
        length: int,
        seconds: float,
        threads: int,
        stop: Stop,
        ahead: int,
        good: numpy.typing.NDArray[numpy.uint8],
    ) -> _LaneSums: ...
    def expand(
        self, states: numpy.typing.NDArray[numpy.uint64], joint_moves: numpy.typing.NDArray[numpy.uint32]
    ) -> _LaneChildren: ...
    @property
    def kernel(self) -> str: ...
    @property
    def playout_work(self) -> float: ...
    def foresight(self, ahead: int) -> tuple[int, float]: ...
    @property
    def keys(self) -> list[int]: ...
    @property
    def phases(self) -> list[int]: ...

class Environments:
    def __init__(
        self,
        lanes: Lanes,
        count: int,
        asked: Sequence[int],
        together: bool,
        idle: Sequence[int],
        sources: NDArray[numpy.int32],
        percepts: bool,
        width: int,
        longest: int,
        restart: bool,
    ) -> None: ...
    def seed(self, seed: int) -> None: ...
    def reset(
        self,
        marked: NDArray[numpy.uint8],
        observations: NDArray[numpy.uint8],
        masks: NDArray[numpy.uint8],
        turns: NDArray[numpy.int32],
        rewards: NDArray[numpy.float32],
        terminated: NDArray[numpy.uint8],
        truncated: NDArray[numpy.uint8],
        last: NDArray[numpy.uint8],
        threads: int,
    ) -> None: ...
    def step(
        self,
        actions: NDArray[numpy.int32],
        anew: NDArray[numpy.uint8],
        observations: NDArray[numpy.uint8],
        masks: NDArray[numpy.uint8],
        turns: NDArray[numpy.int32],
        rewards: NDArray[numpy.float32],
        terminated: NDArray[numpy.uint8],
        truncated: NDArray[numpy.uint8],
        last: NDArray[numpy.uint8],
        threads: int,
    ) -> tuple[int, int, int] | None: ...
    def sample(self, threads: int) -> NDArray[numpy.int32]: ...
    def states(self) -> NDArray[numpy.uint64]: ...

class Belief:
    def __init__(
        self,
        lanes: Lanes | None,
        machine: Machine,
        hidden: bool,
        role: int,
        settings: Mapping[str, None | bool | int | float | str],
    ) -> None: ...
    @staticmethod
    def settings() -> list[_Setting]: ...
    def observe(
        self, move: int | None, seen: Sequence[int] | None, legal: Sequence[int] | None, seconds: float, stop: Stop
    ) -> int: ...
    def postpone(self, move: int | None, seen: Sequence[int] | None, legal: Sequence[int] | None) -> None: ...
    def know(self, state: bytes) -> None: ...
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
def make_cfr(
    machine: Machine,
    chance: int | None,
    hidden: bool,
    settings: Mapping[str, None | bool | int | float | str],
    seconds: float,
    stop: Stop,
) -> Cfr | None: ...

class Cfr:
    @staticmethod
    def settings() -> list[_Setting]: ...
    def run(self, seconds: float, iterations: int, stop: Stop) -> None: ...
    def average(self) -> NDArray[numpy.float64]: ...
    def sets(self) -> _InformationSets: ...
    def find(self, role: int, info: int, legal: Sequence[int]) -> int | None: ...
    def values(self, strategy: NDArray[numpy.float64]) -> NDArray[numpy.float64]: ...
    def best_response(self, strategy: NDArray[numpy.float64], role: int) -> float: ...
    def nash_conv(self, strategy: NDArray[numpy.float64]) -> float: ...
    def move_values(self, strategy: NDArray[numpy.float64], role: int) -> NDArray[numpy.float64]: ...
    @property
    def iterations(self) -> int: ...
    @property
    def positions(self) -> int: ...

class SampledCfr:
    def __init__(
        self,
        machine: Machine,
        chance: int | None,
        hidden: bool,
        settings: Mapping[str, None | bool | int | float | str],
    ) -> None: ...
    @staticmethod
    def settings() -> list[_Setting]: ...
    def set_root(self, belief: Belief) -> None: ...
    def run(self, seconds: float, iterations: int, stop: Stop) -> None: ...
    def view(self, role: int, info: int, legal: Sequence[int]) -> list[tuple[int, float, float]]: ...
    @property
    def iterations(self) -> int: ...
    @property
    def sets(self) -> int: ...
    @property
    def depth(self) -> int: ...

class Search:
    def set_root(self, state: bytes) -> None: ...
    def run(self, seconds: float, playouts: int, stop: Stop) -> None: ...
    def report(self, role: int) -> dict[str, Any]: ...

class SymmetryGroup:
    def __init__(self, fluents: int, move_counts: Sequence[int], elements: NDArray[numpy.int32]) -> None: ...
    @property
    def size(self) -> int: ...
    def canonical(self, state: bytes) -> tuple[int, bytes]: ...
    def stabiliser(self, state: bytes) -> list[int]: ...
    def lowest(self, state: bytes, role: int, moves: Sequence[int]) -> list[int]: ...

def find_automorphisms(
    colours: numpy.typing.NDArray[numpy.int64],
    edges: numpy.typing.NDArray[numpy.int64],
    canonical: bool,
    seconds: float,
    memory: int,
    stop: Stop,
) -> _Automorphisms: ...

class Uct(Search):
    def __init__(
        self,
        machine: Machine,
        chance: int | None,
        symmetries: SymmetryGroup | None,
        settings: Mapping[str, None | bool | int | float | str],
    ) -> None: ...
    @staticmethod
    def settings() -> list[_Setting]: ...
    @property
    def bytes(self) -> int: ...

class Grave(Search):
    def __init__(
        self,
        machine: Machine,
        chance: int | None,
        symmetries: SymmetryGroup | None,
        settings: Mapping[str, None | bool | int | float | str],
    ) -> None: ...
    @staticmethod
    def settings() -> list[_Setting]: ...
    @property
    def bytes(self) -> int: ...

class Ucb(Search):
    def __init__(
        self, machine: Machine, chance: int | None, settings: Mapping[str, None | bool | int | float | str]
    ) -> None: ...
    @staticmethod
    def settings() -> list[_Setting]: ...

class Minimax(Search):
    def __init__(
        self, machine: Machine, chance: int | None, settings: Mapping[str, None | bool | int | float | str]
    ) -> None: ...
    @staticmethod
    def settings() -> list[_Setting]: ...

class BeliefSearch(Search):
    def set_belief(self, belief: Belief) -> None: ...

class InformationSearch(BeliefSearch):
    def __init__(
        self,
        machine: Machine,
        chance: int | None,
        hidden: bool,
        lanes: Lanes | None,
        settings: Mapping[str, None | bool | int | float | str],
    ) -> None: ...
    @staticmethod
    def settings() -> list[_Setting]: ...

class BeliefExpectimax(BeliefSearch):
    def __init__(
        self,
        lanes: Lanes | None,
        machine: Machine,
        chance: int | None,
        hidden: bool,
        settings: Mapping[str, None | bool | int | float | str],
    ) -> None: ...
    @staticmethod
    def settings() -> list[_Setting]: ...

class LaneSearch(Search):
    def __init__(
        self, lanes: Lanes, symmetries: SymmetryGroup | None, settings: Mapping[str, None | bool | int | float | str]
    ) -> None: ...
    @staticmethod
    def settings() -> list[_Setting]: ...

class PuzzleSearch(Search):
    def __init__(
        self, lanes: Lanes, machine: Machine, settings: Mapping[str, None | bool | int | float | str]
    ) -> None: ...
    @staticmethod
    def settings() -> list[_Setting]: ...

class Solver:
    def __init__(self, domain_sizes: Sequence[int]) -> None: ...
    def add_table(self, scope: Sequence[int], tuples: NDArray[numpy.int32], allowed: bool) -> None: ...
    def add_gate(self, output: int, inputs: Sequence[int], kind: str) -> None: ...
    def add_nogood(self, variables: Sequence[int], values: Sequence[int]) -> None: ...
    def add_equal(self, x: int, y: int) -> None: ...
    def add_all_different(self, scope: Sequence[int]) -> None: ...
    def add_at_most_one(self, variables: Sequence[int], values: Sequence[int]) -> None: ...
    def add_channel(self, x: int, indicators: Sequence[int]) -> None: ...
    def set_integers(self, x: int, values: NDArray[numpy.int64]) -> None: ...
    def add_linear(
        self, coefficients: Sequence[int], variables: Sequence[int], relation: str, right: int, control: int | None
    ) -> None: ...
    def add_extremum(self, result: int, scope: Sequence[int], kind: str) -> None: ...
    def add_element(self, items: Sequence[int], index: int, result: int) -> None: ...
    def add_product(self, x: int, y: int, z: int) -> None: ...
    def add_circuit(self, successors: Sequence[int]) -> None: ...
    def set_objective(self, coefficients: Sequence[int], variables: Sequence[int]) -> None: ...
    def domain(self, x: int) -> NDArray[numpy.int32]: ...
    def assign(self, x: int, value: int) -> bool: ...
    def assign_all(self, variables: NDArray[numpy.int32], values: NDArray[numpy.int32]) -> bool: ...
    def remove(self, x: int, value: int) -> bool: ...
    def propagate(self) -> bool: ...
    def set_consistency(self, consistency: str) -> None: ...
    def push(self) -> None: ...
    def pop(self) -> None: ...
    def search(
        self,
        consistency: str,
        variables: str,
        values: str,
        restarts: bool,
        minimise: bool,
        seed: int,
        branching: Sequence[int],
        keep: bool,
        shown: Sequence[int],
        solutions: int,
        nodes: int,
        seconds: float,
        stop: Stop,
    ) -> dict[str, Any]: ...
    @property
    def level(self) -> int: ...
    @property
    def propagations(self) -> int: ...
    @property
    def variables(self) -> int: ...
    @property
    def constraints(self) -> int: ...

class StageSolver:
    def __init__(self, whole: Solver, decisions: int, draws: int, variables: int) -> None: ...
    def split(self, decision_part: Solver, stochastic_part: Solver, stochastic: Sequence[int]) -> None: ...
    def solve(
        self,
        given: Sequence[tuple[int, int]],
        feasible: Callable[[Sequence[int], Sequence[tuple[Sequence[int], Sequence[Sequence[int]]]]], bool],
        forward: bool,
        determining: Sequence[int],
        widest: int,
        nodes: int,
        seconds: float,
        stop: Stop,
    ) -> dict[str, Any]: ...

NO_VALUE: int = 4294967295

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

class MacUcb(Search):
    def __init__(
        self,
        lanes: Lanes | None,
        machine: Machine,
        chance: int | None,
        solver: StageSolver | None,
        names: StageNames | None,
        forward: bool,
        split: bool,
        symmetries: SymmetryGroup | None,
        settings: Mapping[str, None | bool | int | float | str],
    ) -> None: ...
    def statistics(self) -> dict[str, Any]: ...
    def stages_to_compare(self, most: int) -> list[tuple[bytes, list[list[int]], list[int]]]: ...
    def join(self, state: bytes, classes: Sequence[Sequence[Sequence[int]]], estimated: bool) -> int: ...
    @staticmethod
    def settings() -> list[_Setting]: ...

class BeliefMacUcb(BeliefSearch):
    def __init__(
        self,
        lanes: Lanes | None,
        machine: Machine,
        chance: int | None,
        hidden: bool,
        solver: StageSolver | None,
        names: StageNames | None,
        forward: bool,
        split: bool,
        symmetries: SymmetryGroup | None,
        settings: Mapping[str, None | bool | int | float | str],
    ) -> None: ...
    @staticmethod
    def settings() -> list[_Setting]: ...

def solve_states(
    machine: Machine,
    solver: StageSolver | None,
    names: StageNames | None,
    forward: bool,
    states: Sequence[int],
    nodes: int = 18446744073709551615,
    split: bool = False,
) -> list[tuple[list[int], list[int]]]: ...

class QcspProblem:
    def __init__(self, sizes: Sequence[int], universal: Sequence[bool]) -> None: ...
    def add_binary(self, arg0: int, arg1: int, arg2: NDArray[numpy.uint64], /) -> None: ...
    def add_diagram(self, arg0: Sequence[int], arg1: Sequence[Sequence[int]], /) -> None: ...
    @property
    def variables(self) -> int: ...
    def propagate(self, domains: NDArray[numpy.uint64], strong: bool) -> NDArray[numpy.uint64] | None: ...
    def pure(self, domains: NDArray[numpy.uint64], x: int) -> int: ...
    def dominated(self, domains: NDArray[numpy.uint64], x: int) -> int: ...
    def satisfied(self, arg: Sequence[int], /) -> bool: ...
    def playouts(
        self, prefix: Sequence[int], wanted: int, seed: int, kernel: int | None, seconds: float, stop: Stop
    ) -> tuple[int, int]: ...
    def solve(self, prefix: Sequence[int], seconds: float, nodes: int, stop: Stop) -> dict[str, Any]: ...

class QcspPlayer:
    def choose(
        self, prefix: Sequence[int], seconds: float, processor: bool, budget: int, stop: Stop
    ) -> dict[str, Any]: ...

def qcsp_kernels() -> int: ...
def qcsp_player(
    problem: QcspProblem, kind: str, settings: Mapping[str, None | bool | int | float | str]
) -> QcspPlayer: ...
def qcsp_player_kinds() -> list[
    tuple[
        str,
        str,
        list[
            tuple[
                str,
                str,
                str,
                None | bool | int | float | str,
                None | bool | int | float | str,
                None | bool | int | float | str,
                list[str],
            ]
        ],
    ]
]: ...
