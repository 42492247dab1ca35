"""`woodstock learn` and `woodstock learned`: values of states learned by self-play, and what is kept of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woodstock.cli import codes
from woodstock.cli.failure import complain
from woodstock.cli.options import GameName, Json, Loading, Seed, loads_games
from woodstock.cli.output import emit, facts, number, respond, table, waiting
from woodstock.cli.terminal import console
from woodstock.errors import DamagedFileError, WoodstockError
from woodstock.printable import one_line

if TYPE_CHECKING:
    from woodstock.learning import Learned
    from woodstock.learning.generations import Generation, Status

_SHORTEST_PREFIX = 6
"""Digits of a digest that stand for all of it, at least."""

Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw the curve of learning: Elo over minutes.")
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A file of learned weights.")]
KeptGame = Annotated[
    str, typer.Argument(metavar="GAME", help="A game under any of its names, or the first digits of its digest.")
]


@loads_games
def learn(
    game: GameName,
    minutes: Annotated[float, typer.Option(metavar="M", min=0.01, help="Minutes to learn for.")] = 10.0,
    threads: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="Threads that play and learn.")] = 1,
    hidden: Annotated[
        int | None,
        typer.Option(metavar="H", min=32, max=256, help="Hidden units of the network, a multiple of 32; 64 at first."),
    ] = None,
    seed: Seed = 0,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Start from nothing and replace what is kept of the game.")
    ] = False,
    plot: Plot = None,
    as_json: Json = False,
    *,
    loading: Loading,
) -> int:
    """Learn a game from self-play, and keep what was learned.

    It resumes from what is kept of the game. Only what beats the best so far is kept, so Ctrl-C is always safe. The
    exit code is 1 if nothing beats a player without learned values.
    """
    from woodstock.learning.generations import Learning
    from woodstock.learning.plot import plot as draw

    loaded = loading.load(game, quiet=as_json)
    interrupted = False
    with watching(f"Learning {loaded.name}", 60 * minutes, quiet=as_json) as watch:
        learning = Learning(loaded, minutes, threads, hidden, seed, fresh, watch)
        try:
            learning.run()
        except KeyboardInterrupt:
            interrupted = True
    best = learning.best
    if plot is not None and best is not None:
        draw(best, plot)
    if as_json:
        emit({**_listed([best] if best else []), "generations": [_told(one) for one in learning.generations]})
    else:
        _show_generations(learning.generations)
        if best is None:
            print(f"nothing was learned that beats a player without it: give {loaded.name} more than {minutes:g} min")
        else:
            print(f"{loaded.name}: {_elo(best)} Elo after {best.minutes:.1f} min, kept in {_path(best)}")
    if interrupted:
        complain(f"interrupted; {'the best so far is kept' if best else 'nothing is kept'}; the same command resumes")
        return codes.INTERRUPTED
    return codes.OK if best is not None else codes.NO


def overview(context: typer.Context, as_json: Json = False) -> int:
    """List what was learned; show, export, import or delete it."""
    return codes.OK if context.invoked_subcommand else list_learned(as_json)


def list_learned(as_json: Json = False) -> int:
    """List what was learned and is kept."""
    from woodstock.learning import store

    found: list[Learned] = []
    for one in store.kept():
        if isinstance(one, DamagedFileError):
            complain(f"{one}; delete it, or import it again")
        else:
            found.append(one)

    def show() -> None:
        rows = [[one.game, _elo(one), f"{one.minutes:.1f}", number(one.positions), one.digest[:12]] for one in found]
        table(["game", "Elo", "minutes", "positions", "digest"], rows)

    return respond(as_json, _listed(found), show)


@loads_games
def show(game: KeptGame, plot: Plot = None, as_json: Json = False, *, loading: Loading) -> int:
    """Show what was learned of a game, and how it went."""
    from woodstock.learning.plot import plot as draw

    learned = _kept(game, loading)
    if plot is not None:
        draw(learned, plot)
    curve = [
        {"minutes": one.minutes, "elo": one.elo, "matches": one.matches, "score": one.score} for one in learned.curve
    ]

    def tell() -> None:
        facts(
            [
                ("game", one_line(learned.game)),
                ("digest", learned.digest),
                ("Elo", _elo(learned)),
                ("learned for", f"{learned.minutes:.1f} min, {number(learned.positions)} positions"),
                ("network", f"{number(len(learned.weights.fluents))} fluents, {learned.weights.hidden} hidden units"),
                ("file", one_line(str(_path(learned)))),
            ]
        )
        table(
            ["minutes", "Elo", "score", "matches"],
            [[f"{x.minutes:.1f}", f"{x.elo:.0f}", f"{100 * x.score:.0f} %", str(x.matches)] for x in learned.curve],
        )

    return respond(as_json, {**_row(learned), "curve": curve}, tell)


@loads_games
def export(
    game: KeptGame,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    as_json: Json = False,
    *,
    loading: Loading,
) -> int:
    """Write what was learned of a game to a file, for another computer."""
    from woodstock.learning import store

    learned = _kept(game, loading)
    store.export_to(learned, file)
    return respond(as_json, {**_listed([learned]), "file": str(file)}, lambda: print(one_line(str(file))))


def import_file(file: File, as_json: Json = False) -> int:
    """Keep what was learned on another computer, in place of what is kept of the same game."""
    from woodstock.learning import store

    try:
        learned = store.import_from(file)
    except FileNotFoundError:
        raise WoodstockError(f"there is no file {file}") from None
    return respond(as_json, _listed([learned]), lambda: print(f"{one_line(learned.game)}: {_elo(learned)} Elo"))


@loads_games
def delete(game: KeptGame, as_json: Json = False, *, loading: Loading) -> int:
    """Delete what was learned of a game."""
    from woodstock.learning import store

    digest = _digest(game, loading)
    store.delete(digest)
    return respond(as_json, {"deleted": digest}, lambda: print(f"{one_line(game)}: deleted"))


COMMANDS: dict[str, Callable[..., int]] = {
    "": overview,
    "list": list_learned,
    "show": show,
    "export": export,
    "import": import_file,
    "delete": delete,
}


def _digest(game: str, loading: Loading) -> str:
    """The digest of a game of which something is kept."""
    from woodstock.engine.source import find
    from woodstock.learning import store
    from woodstock.symmetry.canonical_game import canonical_game

    digests = store.digests()
    if len(game) >= _SHORTEST_PREFIX and len(known := [one for one in digests if one.startswith(game)]) == 1:
        return known[0]
    with waiting(f"Recognising {game}", quiet=False):
        form = canonical_game(find(game, lenient=loading.lenient, fold_case=loading.fold_case))
    if form is None or form.digest not in digests:
        raise WoodstockError(f"nothing was learned of {game}: woodstock learn {game} learns it")
    return form.digest


def _kept(game: str, loading: Loading) -> Learned:
    from woodstock.learning import store

    return store.read(store.path_of(_digest(game, loading)))


def _path(learned: Learned) -> Path:
    from woodstock.learning import store

    return store.path_of(learned.digest)


def _listed(found: list[Learned]) -> dict[str, Any]:
    return {"learned": [_row(one) for one in found]}


def _row(learned: Learned) -> dict[str, Any]:
    return {
        "game": learned.game,
        "digest": learned.digest,
        "minutes": learned.minutes,
        "elo": learned.elo,
        "positions": learned.positions,
        "generations": learned.generations,
        "hidden": learned.weights.hidden,
    }


def _elo(learned: Learned) -> str:
    return "-" if learned.elo is None else f"{learned.elo:.0f}"


def _told(one: Generation) -> dict[str, Any]:
    names = ("number", "minutes", "points", "matches", "passed", "elo")
    return {name: getattr(one, name) for name in names}


def _show_generations(generations: list[Generation]) -> None:
    rows = [
        [str(one.number), f"{one.minutes:.1f}", f"{one.points:g} of {one.matches}", "better" if one.passed else ""]
        for one in generations
    ]
    table(["generation", "minutes", "against the best", ""], rows)


@contextmanager
def watching(text: str, seconds: float, *, quiet: bool) -> Iterator[Callable[[Status], None]]:
    """What shows how far learning is: on standard error, and only when a person watches it."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(), TextColumn("{task.fields[rest]}"))
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(one_line(text), total=seconds, rest="")

        def show(status: Status) -> None:
            bar.update(task, completed=min(status.seconds, seconds), rest=rest(status))

        yield show


def rest(status: Status) -> str:
    """The rest of the line: how strong the best is, what was done, and how the challenger does."""
    parts = [] if status.elo is None else [f"{status.elo:.0f} Elo"]
    parts.append(f"{status.progress.positions:,} positions")
    if status.gate is not None:
        parts.append(f"against the best {status.gate[0]:g} of {status.gate[1]}")
    return ", ".join(parts)
