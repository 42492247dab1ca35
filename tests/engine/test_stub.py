"""The stub of the extension module lists what the module has, no more and no less."""

from __future__ import annotations

import ast
from pathlib import Path

import woodstock.core
from woodstock.core import _core

STUB = Path(woodstock.core.__file__).with_name("_core.pyi")

Shape = dict[str, "Shape"]
"""Public names, with those of classes inside."""


def in_stub(body: list[ast.stmt]) -> Shape:
    shape: Shape = {}
    for item in body:
        if isinstance(item, ast.ClassDef):
            shape[item.name] = in_stub(item.body)
        elif isinstance(item, ast.FunctionDef):
            shape[item.name] = {}
    return public(shape)


def in_module(owner: object) -> Shape:
    shape: Shape = {}
    for name, item in vars(owner).items():
        is_error = isinstance(item, type) and issubclass(item, BaseException)
        shape[name] = in_module(item) if isinstance(item, type) and not is_error else {}
    return public(shape)


def public(shape: Shape) -> Shape:
    return {name: inner for name, inner in shape.items() if not name.startswith("_")}


def test_the_stub_lists_what_the_extension_has() -> None:
    assert in_stub(ast.parse(STUB.read_text()).body) == in_module(_core)


def test_errors_have_the_parents_that_the_stub_gives_them() -> None:
    for item in ast.parse(STUB.read_text()).body:
        if isinstance(item, ast.ClassDef) and item.name.endswith(("Error", "Limit", "InvalidCircuit")):
            (base,) = item.bases
            assert isinstance(base, ast.Name)
            assert getattr(_core, item.name).__base__.__name__ == base.id


def test_the_core_hands_on_only_what_the_extension_has() -> None:
    for name in woodstock.core.__all__:
        assert getattr(woodstock.core, name) is getattr(_core, name)
