"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneOf

from woodstock.place import Place

Severity = OneOf["error", "warning", "hint"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. An error makes the rules unplayable or their meaning unclear; `code` never changes its meaning."""

    severity: Severity
    code: str
    message: str
    place: Place | None = None

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.severity}: {self.message} [{self.code}]"
