"""Tables as Markdown, CSV and LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

_SPECIAL = {char: f"\\{char}" for char in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "×": r"$\times$",
}


@dataclass(frozen=True, slots=True)
class Table:
    """A title, a header and rows of text, all of the same length."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def markdown(self) -> str:
        """For documents and forges."""
        lines = [f"## {self.title}", ""]
        lines += [_piped(self.header), _piped(["---"] * len(self.header)), *map(_piped, self.rows)]
        if self.notes:
            lines += ["", *(f"- {note}" for note in self.notes)]
        return "\n".join(lines) + "\n"

    def csv(self) -> str:
        """For spreadsheets; without title and notes."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([self.header, *self.rows])
        return text.getvalue()

    def latex(self) -> str:
        """A table environment that needs no package."""
        columns = "l" + "r" * (len(self.header) - 1)
        lines = [r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\hline"]
        lines += [_joined(self.header), r"\hline", *map(_joined, self.rows), r"\hline", r"\end{tabular}"]
        notes = " ".join(f"{note}." for note in self.notes)
        caption = f"{self.title}. {notes}".strip()
        lines += [rf"\caption{{{_escaped(caption)}}}", r"\end{table}"]
        return "\n".join(lines) + "\n"


def _piped(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _joined(cells: Sequence[str]) -> str:
    return " & ".join(map(_escaped, cells)) + r" \\"


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(char, char) for char in text)
