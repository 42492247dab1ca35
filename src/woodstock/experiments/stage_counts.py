"""How many stages players solved in a match, and by which way: a player that cannot have its network in time solves
them by the circuit instead, and a table that does not say so compares other players than it names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from woodstock.experiments.kinds import Cell
from woodstock.experiments.tables import Table
from woodstock.referee import Look

COLUMNS = ("choices", "network_stages", "circuit_stages")
"""What is counted of the first player; the same with `other_` in front is that of all others."""

_OTHERS = "other_"


@dataclass
class StageCounts:
    """Looks on at a match and counts, for the role that is measured and for all others."""

    own: int
    counts: dict[str, int] = field(default_factory=dict)

    def __call__(self, look: Look) -> None:
        """Count what stood behind a joint move; players that solve no stages are left out."""
        for thought in look.thoughts:
            if thought.report is None or not thought.report.stages_by:
                continue
            way = "circuit_stages" if thought.report.stages_by == "circuit" else "network_stages"
            prefix = "" if thought.role == self.own else _OTHERS
            for name, more in (("choices", 1), (way, thought.report.descents)):
                self.counts[prefix + name] = self.counts.get(prefix + name, 0) + more


def all_columns() -> tuple[str, ...]:
    """The names of all columns."""
    return (*COLUMNS, *(_OTHERS + name for name in COLUMNS))


def stage_table(cells: Sequence[Cell], tallies: Mapping[str, Mapping[str, float]]) -> list[Table]:
    """Stages a move by each way, for every cell in which somebody solves stages."""
    rows = []
    for cell in cells:
        tally = tallies.get(cell.key)
        if cell.missing or tally is None:
            continue
        for prefix, label in zip(("", _OTHERS), cell.setup.labels, strict=False):
            if choices := tally.get(f"{prefix}choices"):
                stages = [(tally.get(prefix + name) or 0) / choices for name in COLUMNS[1:]]
                rows.append([*cell.labels.values(), label, f"{choices:,.0f}", *(f"{mean:,.1f}" for mean in stages)])
    if not rows:
        return []
    places = next(iter(cells)).labels
    header = [*places, "player", "moves", "stages a move by the network", "by the circuit"]
    return [Table("Stages solved", header, rows)]
