"""Tournaments for people: the results in a folder as tables and bars, and a small experiment made of a form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from woodstock import games
from woodstock.errors import WoodstockError
from woodstock.experiments import Report, Store, parse, report
from woodstock.experiments.store import stored

_FILES = 50


def listed(folder: str) -> list[dict[str, Any]]:
    """The files of results in a folder, the newest first."""
    paths = sorted(Path(folder).glob("*.sqlite"), key=lambda path: -path.stat().st_mtime)[:_FILES]
    found: list[dict[str, Any]] = []
    for path in paths:
        try:
            name, _, _ = stored(path)
        except WoodstockError:
            continue  # some other file of SQLite
        found.append({"file": path.name, "name": Path(name).stem})
    return found


def standing(path: str) -> dict[str, Any]:
    """How far an experiment is, and its table as it is now."""
    name, text, scale = stored(Path(path))
    experiment = parse(name, text, scale)
    with Store(Path(path), experiment.kind) as store:
        found = report(experiment, store)
        return {
            "file": Path(path).name,
            "title": experiment.title,
            "done": found.done,
            "total": experiment.tasks,
            "failed": found.failed,
            "table": _table(found),
            "bars": _bars(found),
            "failures": [f"{key}: {failure}" for key, _, failure in store.failures(5)],
        }


def _table(found: Report) -> dict[str, Any]:
    table = found.table()
    return {"header": list(table.header), "rows": [list(row) for row in table.rows], "notes": list(table.notes)}


def _bars(found: Report) -> list[dict[str, Any]]:
    """The figures of the table with their intervals, for a plot."""
    bars: list[dict[str, Any]] = []
    for row in found.row_labels():
        for column in found.column_labels():
            measure = found.measure(row, column)
            if measure is not None and measure.value is not None:
                low, high = (measure.low, measure.high)
                bars.append({"row": row, "column": column, "value": measure.value, "low": low, "high": high})
    return bars


def written(title: str, chosen: list[str], players: list[str], matches: int, seconds: float) -> str:
    """The file of an experiment in which everybody meets everybody."""
    unknown = [name for name in chosen if name not in games.names()]
    if not chosen or unknown:
        raise WoodstockError(f"there is no game {unknown[0][:60]!r}" if unknown else "choose a game")
    if not 2 <= len(players) <= 8 or not 1 <= len(chosen) <= 20:
        raise WoodstockError("a tournament has 2 to 8 players and 1 to 20 games")
    lines = [f"title = {_quoted(title)}", "seed = 1", "", "[match]", f"matches = {matches}", f"play = {seconds}", ""]
    lines += ["[match.players]", *(f"{_quoted(player)} = {_quoted(player)}" for player in players), ""]
    lines += ["[match.games]", *(f"{name} = {{ label = {_quoted(games.metadata(name).title)} }}" for name in chosen)]
    text = "\n".join(lines) + "\n"
    parse("web", text).check()
    return text


def _quoted(text: str) -> str:
    """A string of TOML."""
    plain = "".join(one for one in text if one.isprintable())
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
