"""An extension of Griffe for the Python reference: examples in docstrings are shown as code."""

from __future__ import annotations

from typing import Any

import griffe


def fenced(text: str) -> str:
    """The text with a fence around each run of lines that begins with a prompt and ends before an empty line."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        begins = line.lstrip().startswith(">>> ")
        if begins and not inside:
            lines += ["", "```pycon"]
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, *(["```"] if inside else [])])


class Doctests(griffe.Extension):
    """Fences the examples of every object."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object, once."""
        if obj.docstring is not None and "```pycon" not in obj.docstring.value:
            obj.docstring.value = fenced(obj.docstring.value)
