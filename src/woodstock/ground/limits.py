"""How much time, memory and size grounding may take."""

from __future__ import annotations

from dataclasses import dataclass

from woodstock.errors import WoodstockError


@dataclass(frozen=True, slots=True)
class Limits:
    """GDL can describe programs that never end, so grounding always runs under limits."""

    seconds: float = 60.0
    memory: int = 4 << 30
    rules: int = 20_000_000

    def __post_init__(self) -> None:
        if self.seconds <= 0 or self.memory < (64 << 20) or self.rules < 1:
            raise WoodstockError("grounding limits must allow some time, at least 64 MiB of memory and one rule")
