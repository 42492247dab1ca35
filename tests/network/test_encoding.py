"""Both encodings of a game say what its machine does."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest

import woodstock as ws
from network.stages import agree, agree_at_the_end
from sheets import path_of
from woodstock import games
from woodstock.errors import RestrictionError, WoodstockError
from woodstock.ground import ground
from woodstock.network import Constraint, Network, NetworkError, Row, Table
from woodstock.network.encoding import ENCODINGS, Stage, compact, propositional
from woodstock.network.encoding import completion as completing


@cache
def game(name: str) -> ws.Game:
    return ws.load(name)


LONG_PROOFS = {
    "amazons", "amazons_torus_10x10", "awale", "backgammon", "chess", "dots_and_boxes_suicide", "english_draughts",
    "hex", "kaseklau", "pickomino", "reversi_suicide", "shmup", "skirmish_zero_sum", "tic_tac_toe_latent_3p_10x10",
    "vacuum_cleaner_random", "bomberman", "bomberman_random", "cant_stop", "checkers", "eight_puzzle", "gomoku",
    "othello", "pig", "ttcc4_2p", "war", "yahtzee", "battlebrushes", "breakthrough", "free_for_all_2p", "majorities",
    "pacman", "pacman_hidden", "sheep_and_wolf", "sheep_and_wolf_hidden", "wumpus",
}  # fmt: skip
"""Games whose groups of fluents take long to prove, or whose compact networks take long to make."""

LONG_TO_MAKE = {"amazons", "amazons_torus_10x10", "hex", "skirmish_zero_sum"}
"""Games whose propositional networks take long to make."""

LONG_TO_THE_END = {
    *LONG_PROOFS, "battleship", "connect_four_20x20", "mastermind", "schnappt_hubi",
}  # fmt: skip
"""Games with large networks, which are built once more for the end."""


def daily(name: str, encoding: str) -> bool:
    return name not in (LONG_TO_MAKE if encoding == "propositional" else LONG_PROOFS)


PAIRS = list(product(games.names(), ENCODINGS))


@pytest.mark.parametrize(("name", "encoding"), [pair for pair in PAIRS if daily(*pair)])
def test_solutions_are_the_joint_moves(name: str, encoding: str) -> None:
    stage = game(name).network(encoding)
    agree(game(name), stage, 10)
    if name not in LONG_TO_THE_END:
        agree_at_the_end(game(name), stage, 5)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "encoding"), PAIRS)
def test_solutions_are_the_joint_moves_in_many_states(name: str, encoding: str) -> None:
    stage = game(name).network(encoding)
    agree(game(name), stage, 100)
    agree_at_the_end(game(name), stage, 5)


SHEETS = {
    "ticTacToe": "alternating",
    "connectFourSimultaneous": "simultaneous",
    "tron_10x10": "simultaneous",
    "ruleDepthLinear": "deep rules",
    "eightPuzzle": "one player",
    "tictactoe_3d_6player": "six players",
    "reversi": "recursive",
}
LARGE_SHEETS = {"tron_10x10", "tictactoe_3d_6player", "reversi"}
"""Their compact networks take long to make."""


@pytest.mark.sheets
@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        pytest.param(
            name,
            encoding,
            id=f"{name} ({why})-{encoding}",
            marks=[pytest.mark.slow] if encoding == "compact" and name in LARGE_SHEETS else [],
        )
        for name, why in SHEETS.items()
        for encoding in ENCODINGS
    ],
)
def test_rulesheets(name: str, encoding: str) -> None:
    sheet = game(str(path_of(f"ggp-repository/{name}.kif")))
    agree(sheet, sheet.network(encoding), 10)


# ---- recursion ------------------------------------------------------------------------------------------------------
ROADS = """
(role r) (town a) (town b) (town c) (town d)
(init (at a))
(<= (road ?x ?y) (true (open ?x ?y)))
(<= (road ?y ?x) (true (open ?x ?y)))
(<= (reach ?x) (true (at ?x)))
(<= (reach ?y) (reach ?x) (road ?x ?y))
(<= (legal r (go ?x)) (reach ?x))
(<= (legal r (build ?x ?y)) (town ?x) (town ?y) (distinct ?x ?y))
(<= (next (open ?x ?y)) (does r (build ?x ?y)))
(<= (next (open ?x ?y)) (true (open ?x ?y)) (not (closing ?x)))
(<= (closing ?x) (does r (go ?x)))
(<= (next (at ?x)) (does r (go ?x)))
(<= (next (at ?x)) (true (at ?x)) builds)
(<= builds (does r (build ?x ?y)))
(<= terminal (reach b) (reach c) (reach d))
(<= (goal r 100) (reach d))
(<= (goal r 50) (reach b))
"""


def written(tmp_path: Path, text: str) -> ws.Game:
    path = tmp_path / "game.kif"
    path.write_text(text)
    return ws.load(path, cache=False)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_atoms_that_depend_on_each_other(tmp_path: Path, encoding: str) -> None:
    roads = written(tmp_path, ROADS)
    assert roads.info()["components"] > 0
    agree(roads, roads.network(encoding), 100)
    agree_at_the_end(roads, roads.network(encoding), 10)


def test_a_loop_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completing, "LARGEST_LOOPS", 10)
    roads = written(tmp_path, ROADS)
    with pytest.raises(NetworkError, match="depend on each other"):
        roads.network()


# ---- goals and names ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_odd_goals_and_names(tmp_path: Path, encoding: str) -> None:
    """Several goals at once (the lowest counts), none at all, a fluent called terminal, a move called over."""
    odd = written(
        tmp_path,
        "(role r) (role s) (init terminal) (init (p none)) (legal r over) (<= (legal r wait) (true terminal))"
        "(legal s over) (<= (next terminal) (does r wait)) (<= (next (p some)) (does r over))"
        "(<= (next (p none)) (does r wait)) (<= terminal (true (p some)))"
        "(goal r 30) (<= (goal r 10) (true (p none))) (<= (goal s 70) (true (p none)))",
    )
    stage = odd.network(encoding)
    agree(odd, stage, 10)
    agree_at_the_end(odd, stage, 3)


# ---- figure 3 -------------------------------------------------------------------------------------------------------
def relation(network: Network, scope: tuple[str, ...]) -> set[Row]:
    """The rows over this scope that the constraints on just these variables allow, without stars."""
    found = [constraint for constraint in network.constraints if set(constraint.scope) == set(scope)]
    assert found, scope
    domains = [network.variable(name).domain for name in scope]
    return {row for row in product(*domains) if all(allowed(constraint, scope, row) for constraint in found)}


def allowed(constraint: Constraint, scope: tuple[str, ...], row: Row) -> bool:
    values = dict(zip(scope, row, strict=True))
    return constraint.allows(tuple(values[name] for name in constraint.scope))


def test_figure_3_of_paper_000() -> None:
    """Matching pennies. Two things differ from the figure, because the encoding follows the rules of figure 1.

    The figure's table of the next control, false to true and true to false for each player, contradicts them: by the
    rules only random is in control next, if alice was. And its table of the next coin has no rows in which a coin that
    lies there already is chosen again: that never happens, but the rules say what would follow.
    """
    network = game("matching_pennies").network().network
    players = ("alice", "bob", "random")
    names = {variable.name: variable.domain for variable in network.variables}
    for player in players:
        assert set(names[f"(coin {player} ?)"]) == set(names[f"next (coin {player} ?)"]) == {"heads", "tails", "unset"}
        assert set(names[f"(control {player})"]) == set(names[f"next (control {player})"]) == {0, 1}
        assert set(names[f"does {player}"]) == {"(choose heads)", "(choose tails)", "noop"}
    assert names["terminal"] == (0, 1)
    indicators = {f"legal random {move}" for move in names["does random"]}
    assert len(names) == 1 + 5 * 3 + len(indicators) + len(("goal alice", "goal bob"))
    assert [variable.name for variable in network.stochastic] == ["does random"]

    coins = tuple(f"(coin {player} ?)" for player in players)
    assert relation(network, (*coins, "terminal")) == {
        (*row, int("unset" not in row)) for row in product(("heads", "tails", "unset"), repeat=3)
    }
    for player in ("alice", "bob"):
        assert relation(network, (f"(control {player})", f"does {player}")) == {
            (1, "(choose heads)"),
            (1, "(choose tails)"),
            (0, "noop"),
        }
    share = network.probability("does random")
    for control, chances in ((1, (0.5, 0.5, 0)), (0, (0, 0, 1))):
        legal = {name: control if "choose" in name else 1 - control for name in indicators}
        drawn = [share.probability(move, legal) for move in ("(choose heads)", "(choose tails)", "noop")]
        assert drawn == list(chances)
        assert all((control, legal[name]) in relation(network, ("(control random)", name)) for name in indicators)
    for player in players:
        rows = relation(network, (f"(coin {player} ?)", f"does {player}", f"next (coin {player} ?)"))
        figure = {(side, "noop", side) for side in ("heads", "tails", "unset")}
        figure |= {("unset", "(choose heads)", "heads"), ("unset", "(choose tails)", "tails")}
        assert figure <= rows
        again = {(lies, f"(choose {side})", side) for lies in ("heads", "tails") for side in ("heads", "tails")}
        assert rows == figure | again
    assert relation(network, ("next (control alice)",)) == relation(network, ("next (control bob)",)) == {(0,)}
    assert relation(network, ("(control alice)", "next (control random)")) == {(0, 0), (1, 1)}
    for player in ("alice", "bob"):
        assert relation(network, (*coins, f"goal {player}")) == {
            (*row, 100 if len(set(row)) == 1 and "unset" not in row else 0)
            for row in product(("heads", "tails", "unset"), repeat=3)
        }


# ---- sizes ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "variables", "constraints"),
    [("tic_tac_toe", 28, 18), ("breakthrough", 139, 74), ("random_tic_tac_toe_2x2", 29, 22)],
)
def test_compact_networks_stay_small(name: str, variables: int, constraints: int) -> None:
    network = game(name).network().network
    assert len(network.variables) <= variables
    assert len(network.constraints) <= constraints


def test_large_tables_of_moves_are_split(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("woodstock.network.encoding.gates.LARGEST_MERGED", 10)
    monkeypatch.setattr("woodstock.network.encoding.tables.LARGEST_TABLE", 10)
    rules = ground(game("tic_tac_toe").rules)
    for stage in (compact(rules), propositional(rules)):
        agree(game("tic_tac_toe"), stage, 10)
        tables = [constraint for constraint in stage.network.constraints if isinstance(constraint, Table)]
        assert all(len(table.scope) <= 2 or len(table.tuples) * len(table.scope) <= 10 for table in tables)
        assert any(not table.allowed for table in tables)


@pytest.mark.parametrize("effort", [0, 300, 3_000])
def test_covers_are_given_up_when_they_take_too_long(monkeypatch: pytest.MonkeyPatch, effort: int) -> None:
    monkeypatch.setattr("woodstock.network.encoding.cubes.EFFORT", effort)
    agree(game("connect_four"), compact(ground(game("connect_four").rules)), 10)


# ---- states ---------------------------------------------------------------------------------------------------------
def test_states_that_cannot_be() -> None:
    stage: Stage = game("tic_tac_toe").network()
    with pytest.raises(NetworkError, match="has the fluent"):
        stage.assignment(["(cell 9 9 x)"])
    with pytest.raises(NetworkError, match="do not hold together"):
        stage.assignment(["(cell 1 1 x)", "(cell 1 1 o)", "(control x)"])
    with pytest.raises(NetworkError, match="No value is given"):
        stage.assignment([])


def test_instantiate() -> None:
    stage = game("tic_tac_toe").network()
    network = stage.instantiate(stage.initial)
    assert network.variable("(control ?)").domain == ("x",)
    assert network.variable("does x").domain == stage.network.variable("does x").domain


def test_networks_of_a_game_are_kept_and_known_by_name() -> None:
    assert game("tic_tac_toe").network() is game("tic_tac_toe").network("compact")
    with pytest.raises(WoodstockError, match="compact and propositional"):
        game("tic_tac_toe").network("dense")


def test_unstratified_rules_are_refused() -> None:
    from woodstock.gdl import normalise, parse

    text = (
        "(role r) (init a) (legal r m) (<= p (true a) (not q)) (<= q (true a) (not p)) (<= (next a) p)"
        "(<= terminal q) (goal r 0)"
    )
    with pytest.raises(RestrictionError, match="stratified"):
        propositional(ground(normalise(parse(text))))
