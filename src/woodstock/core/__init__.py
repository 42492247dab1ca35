"""The compiled core. Only this package imports the extension module; everyone else imports from here."""

from woodstock.core._core import (
    AspifError,
    AspifLimit,
    AspifReader,
    EventMachine,
    Interpreter,
    InterpretError,
    InvalidCircuit,
    Lanes,
    LaneSearch,
    Search,
    Solver,
    Stop,
    UnstratifiedError,
    build_circuit,
    kernels,
    validate_circuit,
)

__all__ = [
    "AspifError",
    "AspifLimit",
    "AspifReader",
    "EventMachine",
    "InterpretError",
    "Interpreter",
    "InvalidCircuit",
    "LaneSearch",
    "Lanes",
    "Search",
    "Solver",
    "Stop",
    "UnstratifiedError",
    "build_circuit",
    "kernels",
    "validate_circuit",
]
