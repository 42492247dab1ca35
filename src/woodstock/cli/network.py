"""`woodstock network`: one turn of a game as a stochastic constraint network."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.options import GameName, Json, Loading, loads_games
from woodstock.cli.output import number, respond, table, waiting
from woodstock.files import write_text

if TYPE_CHECKING:
    from woodstock.network import Network
    from woodstock.network.encoding import Stage


class Encoding(StrEnum):
    """The two ways to write a game as a network."""

    COMPACT = "compact"
    PROPOSITIONAL = "propositional"


@loads_games
def network(
    game: GameName,
    encoding: Annotated[Encoding | None, typer.Option(help="The encoding; by default, people see both.")] = None,
    xcsp3: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the network to a file, as XCSP3.")] = None,
    as_json: Json = False,
    *,
    loading: Loading,
) -> int:
    """Build the stochastic constraint network of one turn, and show its size."""
    loaded = loading.load(game, quiet=as_json)
    chosen = encoding or Encoding.COMPACT
    stages: dict[Encoding, tuple[Stage, Stage]] = {}
    for one in [chosen] if as_json or encoding is not None else list(Encoding):
        with waiting(f"Building the {one} network", quiet=as_json):
            stages[one] = (loaded.network(one), loaded.network(one, preprocessed=True))
    stage, smaller = stages[chosen]
    if xcsp3 is not None:
        from woodstock.network.xcsp3 import write_xcsp3

        write_text(xcsp3, write_xcsp3(stage.network, stage.assignment(stage.initial)))
    known = {"families": [group.name for group in stage.mutex_groups], "proof_finished": stage.proof_finished}
    left = {**_sizes(smaller.network), "seconds": smaller.seconds, "steps": [str(one) for one in smaller.reports]}
    sizes = {**_sizes(stage.network), "seconds": stage.seconds, "preprocessed": left}
    return respond(as_json, {"encoding": str(chosen), **sizes, **known}, lambda: _show(stages))


def _sizes(built: Network) -> dict[str, Any]:
    return {
        "variables": len(built.variables),
        "max_domain": built.largest_domain,
        "constraints": len(built.constraints),
        "stochastic_variables": len(built.stochastic),
    }


def _show(stages: dict[Encoding, tuple[Stage, Stage]]) -> None:
    """A row for each network as it is built, and one for what preprocessing leaves of it."""
    rows: list[list[str]] = []
    for encoding, both in stages.items():
        for name, stage in zip((str(encoding), "  preprocessed"), both, strict=True):
            rows.append([name, *(number(size) for size in _sizes(stage.network).values()), number(stage.seconds)])
    table(["encoding", "variables", "largest domain", "constraints", "stochastic", "seconds"], rows)
    for encoding, (_, smaller) in stages.items():
        for report in smaller.reports:
            print(f"{encoding}, {report}")
    for stage, _ in stages.values():
        if stage.encoding == Encoding.COMPACT:
            _show_mutex_groups(stage)


def _show_mutex_groups(stage: Stage) -> None:
    inside = sum(len(group.members) for group in stage.mutex_groups)
    print(f"mutex groups proved: {len(stage.mutex_groups)}, with {inside} of {len(stage.fluents)} fluents")
    if not stage.proof_finished:
        print("the proof ran out of time or memory: there may be more mutex groups, which stay Boolean here")
    kinds = Counter(
        (group.name.strip("(").split()[0], len(group.domain), group.idle is None) for group in stage.mutex_groups
    )
    for (functor, size, always), count in kinds.items():
        print(f"  {count} of {functor}, {size} values{'' if always else ', one of them meaning none'}")
