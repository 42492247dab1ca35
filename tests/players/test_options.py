"""Options of players: declared once, in the core, and the same everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import woodstock as ws
from woodstock.errors import SettingError, UnknownPlayerError
from woodstock.players import names, options, parse
from woodstock.qcsp.players import OPTIONS
from woodstock.search import (
    BeliefExpectimax,
    BeliefMacUcb,
    Cfr,
    Grave,
    InformationSearch,
    LaneSearch,
    MacUcb,
    Minimax,
    SampledCfr,
    Ucb,
    Uct,
)
from woodstock.settings import Adjustable, Setting

SEARCHES: tuple[Any, ...] = (
    *(BeliefExpectimax, BeliefMacUcb, Cfr, Grave, InformationSearch),
    *(LaneSearch, MacUcb, Minimax, SampledCfr, Ucb, Uct),
)
DOCS = Path(__file__).parents[2] / "docs"


def table(players: Mapping[str, Sequence[Setting]]) -> str:
    """As the docs have it."""
    rows = ["| player | option | default | what it is for |", "| --- | --- | --- | --- |"]
    for name, own in players.items():
        rows += [f"| `{name}` | `{one.name}` | {one.default} | {one.help}; {one.range} |" for one in own]
    return "\n".join(rows)


TABLES = {"search.md": table({name: options(name) for name in names()}), "quantified-csps.md": table(OPTIONS)}


@pytest.mark.parametrize("page", TABLES)
def test_the_tables_in_the_docs_are_what_is_declared(page: str) -> None:
    assert TABLES[page] in (DOCS / page).read_text(encoding="utf-8"), f"docs/{page} must have\n{TABLES[page]}"


def game_for(search: type[Adjustable]) -> ws.Game:
    return ws.load("monty_hall" if search is BeliefExpectimax else "tic_tac_toe")


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_takes_what_it_declares_and_nothing_else(search: Any) -> None:
    game = game_for(search)
    for setting in search.settings:
        assert setting.help and setting.range
        if search is not Cfr or setting.name != "positions":
            search(game, **{setting.name: setting.default})
        wrong = "x" if setting.kind == "choice" else -1
        with pytest.raises(SettingError, match=f"option '{setting.name}' must be {setting.range}, not"):
            search(game, **{setting.name: wrong})
    with pytest.raises(SettingError, match="there is no option 'tenacity'; the options are "):
        search(game, tenacity=1)


@pytest.mark.parametrize("search", SEARCHES)
def test_help_of_a_search_lists_its_settings(search: type[Adjustable]) -> None:
    for setting in search.settings:
        assert f"{setting.name}: {setting.help}; {setting.range} (default {setting.default})" in (search.__doc__ or "")


@pytest.mark.parametrize("name", names())
def test_a_player_takes_what_it_declares(name: str) -> None:
    for one in options(name):
        assert one.name != "seed", "the seat gives it"
        assert one.help
        value = 7 if one.default is None else one.default
        spec = parse(f"{name}:{one.name}={value}")
        assert spec.options == {one.name: value}
        spec.make()


def test_defaults_that_differ_between_a_search_and_a_player() -> None:
    def default(settings: Any, name: str) -> Any:
        return next(one.default for one in settings if one.name == name)

    assert default(MacUcb.settings, "solving") == 0.6
    assert default(BeliefMacUcb.settings, "solving") == 0.75
    assert default(options("mac-ucb-sym"), "solving") == 0.6
    assert next(one.low for one in options("cfr") if one.name == "positions") == 0


@pytest.mark.parametrize(
    "text", ["0", "-1", "9" * 20, "9" * 400, "-" + "9" * 400, "9" * 5000, "nan", "1e999", "1.5", "x"]
)
@pytest.mark.parametrize("option", ["mac-ucb:threads", "uct:playouts", "uct:memory", "cfr:depth", "woodstock:threads"])
def test_numbers_without_sense_are_refused_in_words(option: str, text: str) -> None:
    """Whatever their size: numbers that no float holds were a TypeError."""
    with pytest.raises(UnknownPlayerError, match="must be a whole number "):
        parse(f"{option}={text}")


@pytest.mark.parametrize("number", [10**20, 10**400, -(10**400), float("nan")])
def test_searches_refuse_numbers_of_any_size(number: float) -> None:
    game = ws.load("tic_tac_toe")
    for setting in ("c", "threads", "memory"):
        given: dict[str, Any] = {setting: number}
        with pytest.raises(SettingError, match=f"option '{setting}' must be"):
            Uct(game, **given)
