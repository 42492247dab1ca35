# What stubgen adds to the stub of the extension module: the dictionaries of arrays that some calls give.

woodstock.core._core.__prefix__:
    \from typing import TypeAlias, TypedDict
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

woodstock.core._core.InterpretError:
    class InterpretError(Exception):
        # The kind of fault, what to tell the user, and the rule to blame or -1.
        args: tuple[str, str, int]
