"""What there is to call in the core, as its stub says: nobody has to remember to add a binding to the fuzzer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

STUB = Path(__file__).parents[2] / "src/woodstock/core/_core.pyi"


@dataclass(frozen=True)
class Call:
    """A function, a constructor (`__init__`), a method or a property (without parameters) of the core."""

    owner: str | None
    name: str
    parameters: tuple[tuple[str, str], ...]
    """Names and annotations, without `self`."""
    bound: bool
    """Does it need an object of its owner?"""
    is_property: bool = False

    def __str__(self) -> str:
        return f"{self.owner}.{self.name}" if self.owner else self.name


@dataclass(frozen=True)
class Stub:
    """All calls, and the bases of each class."""

    calls: tuple[Call, ...]
    bases: dict[str, tuple[str, ...]]

    def is_a(self, name: str, other: str) -> bool:
        """Is this class the other one, or derived from it?"""
        return name == other or any(self.is_a(base, other) for base in self.bases.get(name, ()))


def read_stub(path: Path = STUB) -> Stub:
    """What the stub declares, in its order."""
    calls: list[Call] = []
    bases: dict[str, tuple[str, ...]] = {}
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            calls.append(Call(None, node.name, tuple(_parameters(node)), bound=False))
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            bases[node.name] = tuple(ast.unparse(base) for base in node.bases)
            calls.extend(_methods(node))
    return Stub(tuple(calls), bases)


def _methods(node: ast.ClassDef) -> Iterator[Call]:
    for part in node.body:
        if isinstance(part, ast.FunctionDef):
            marks = {ast.unparse(mark) for mark in part.decorator_list}
            static = "staticmethod" in marks
            parameters = tuple(_parameters(part))[0 if static else 1 :]
            bound = not static and part.name != "__init__"
            yield Call(node.name, part.name, parameters, bound, "property" in marks)


def _parameters(node: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for argument in (*node.args.posonlyargs, *node.args.args):
        yield argument.arg, ast.unparse(argument.annotation) if argument.annotation else ""
