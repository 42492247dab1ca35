"""`woodstock network`: one turn of a game as a stochastic constraint network."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli.options import GameName, Json, Loading, loads_games
from woodstock.cli.output import number, respond, table, waiting

if TYPE_CHECKING:
    from woodstock.network import Network
    from woodstock.network.encoding import Stage

_STEP_SECONDS = 4.0
"""How long a step of preprocessing may take before it is left out."""


class Encoding(StrEnum):
    """The two ways to write a game as a network."""

    COMPACT = "compact"
    PROPOSITIONAL = "propositional"


@loads_games
def network(
    game: GameName,
    encoding: Annotated[
        Encoding | None, typer.Option(help="One of the encodings; for people, both if none is named.")
    ] = None,
    xcsp3: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the network to a file, as XCSP3.")] = None,
    as_json: Json = False,
    *,
    loading: Loading,
) -> int:
    """Build the stochastic constraint network of one turn, and say how large it is."""
    loaded = loading.load(game, quiet=as_json)
    chosen = encoding or Encoding.COMPACT
    stages: dict[Encoding, tuple[Stage, float]] = {}
    for one in [chosen] if as_json or encoding is not None else list(Encoding):
        begun = time.perf_counter()
        with waiting(f"Building the {one} network", quiet=as_json):
            stage = loaded.network(one)
        stages[one] = (stage, time.perf_counter() - begun)
    stage, seconds = stages[chosen]
    if xcsp3 is not None:
        from woodstock.network.xcsp3 import write_xcsp3

        xcsp3.write_text(write_xcsp3(stage.network), encoding="utf-8")
    known = {"families": [family.name for family in stage.families], "proof_finished": stage.proof_finished}
    answer = {"encoding": str(chosen), **_sizes(stage.network), "seconds": seconds, **known}
    return respond(as_json, answer, lambda: _show(stages))


def _sizes(built: Network) -> dict[str, Any]:
    return {
        "variables": len(built.variables),
        "max_domain": built.largest_domain,
        "constraints": len(built.constraints),
        "stochastic_variables": len(built.stochastic),
    }


def _show(stages: dict[Encoding, tuple[Stage, float]]) -> None:
    """A row for each network as it is built, and one for what preprocessing leaves of it."""
    rows: list[list[str]] = []
    cut_short: list[str] = []
    for encoding, (stage, seconds) in stages.items():
        rows.append([str(encoding), *(number(size) for size in _sizes(stage.network).values()), number(seconds)])
        begun = time.perf_counter()
        with waiting("Preprocessing", quiet=False):
            smaller, left_out = _preprocessed(stage.network)
        sizes = (number(size) for size in _sizes(smaller).values())
        rows.append(["  preprocessed", *sizes, number(time.perf_counter() - begun)])
        cut_short += [f"{encoding}, preprocessed without {step}, which would take long" for step in left_out]
    table(["encoding", "variables", "largest domain", "constraints", "stochastic", "seconds"], rows)
    for line in cut_short:
        print(line)
    for stage, _ in stages.values():
        if stage.encoding == Encoding.COMPACT:
            _show_families(stage)


def _preprocessed(built: Network) -> tuple[Network, list[str]]:
    """The network after those steps of paper 000, section 4.1, that do not take long, and the names of the others."""
    from woodstock.network import merge_equal_scopes, project_unary, remove_universal
    from woodstock.solver.singleton import singleton_arc_consistent

    left_out: list[str] = []
    for name, step in {
        "merging of equal scopes": merge_equal_scopes,
        "unary constraints": project_unary,
        "universal variables": remove_universal,
        "singleton arc consistency": singleton_arc_consistent,
    }.items():
        try:
            with _clock(_STEP_SECONDS):
                built, _ = step(built)
        except _OutOfTime:
            left_out.append(name)
    return built, left_out


class _OutOfTime(Exception):  # noqa: N818 (it is no error, and never leaves this module)
    """A step took too long."""


@contextmanager
def _clock(seconds: float) -> Iterator[None]:
    """Raise `_OutOfTime` in the block when the time is up. Steps make new networks, so nothing is left half done."""

    def ring(_number: int, _frame: object) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _show_families(stage: Stage) -> None:
    inside = sum(len(family.members) for family in stage.families)
    print(f"families proved: {len(stage.families)}, with {inside} of {len(stage.fluents)} fluents")
    if not stage.proof_finished:
        print("the proof ran out of time or memory: there may be more families, which stay Boolean here")
    kinds = Counter(
        (family.name.strip("(").split()[0], len(family.domain), family.idle is None) for family in stage.families
    )
    for (functor, size, always), count in kinds.items():
        print(f"  {count} of {functor}, {size} values{'' if always else ', one of them for none'}")
