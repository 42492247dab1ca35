"""Players: with enough time they agree with the exact answer, and their parts with the paper."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import qcsp as oracle
from oracles.qcsp_uct import Uct
from qcsp.networks import binary_networks, networks
from woodstock.core import Stop, qcsp_kernels
from woodstock.errors import UnknownPlayerError
from woodstock.network import Network, Table
from woodstock.qcsp import PLAYERS, Clock, Entrant, Parameters, Problem, play, random_network, solve
from woodstock.qcsp.generator import prefix, quantified

THINKING = [name for name in PLAYERS if name != "random"]
VICTORY = 1e9


def check_choice(network: Network, name: str, played: tuple[object, ...], budget: int) -> None:
    """Who can win takes a value that does."""
    thought = Entrant.parse(name).make(Problem(network), 1).choose(played, Clock(budget=budget))
    won = oracle.wins(network, played)
    universal = network.variables[len(played)].stochastic
    if won != universal:
        assert oracle.wins(network, (*played, thought.value)) == won
    if thought.proof:
        assert (thought.proof > 0) == won


@pytest.mark.parametrize("name", THINKING)
@given(network=networks(4), data=st.data())
@settings(max_examples=50, deadline=None)
def test_enough_time_is_enough(name: str, network: Network, data: st.DataObject) -> None:
    depth = data.draw(st.integers(0, len(network.variables) - 1))
    played = tuple(data.draw(st.sampled_from(variable.domain)) for variable in network.variables[:depth])
    check_choice(network, name, played, 1500)


@pytest.mark.parametrize("name", ["mc-deep", "alpha-beta", "iab", "woodstock"])
@given(seed=st.integers(0, 10**6), p_ee=st.sampled_from((0.3, 0.5)))
@settings(max_examples=25, deadline=None)
def test_those_who_prove_are_right_on_instances_of_the_paper(name: str, seed: int, p_ee: float) -> None:
    check_choice(random_network(Parameters(7, 3, 0.6, p_ee, 0.6), seed), name, (), 4000)


@pytest.mark.parametrize("name", ["mc-deep", "woodstock"])
def test_proofs_are_found(name: str) -> None:
    proofs = []
    for seed in range(20):
        network = random_network(Parameters(7, 3, 0.6, 0.5, 0.6), seed)
        thought = Entrant.parse(name).make(Problem(network), 1).choose((), Clock(budget=20000))
        if not oracle.wins(network):
            proofs.append(thought.proof)
    assert proofs
    assert set(proofs) == {-1}


@given(networks(5))
@settings(max_examples=100, deadline=None)
def test_alpha_beta_is_minimax(network: Network) -> None:
    problem = Problem(network)
    start = oracle.strongly_consistent(network, {v.name: v.domain for v in network.variables})
    if start is None:
        return
    expected = oracle.minimax(network, start, 0, len(network.variables))
    for name in ("alpha-beta", "iab"):
        thought = Entrant.parse(name).make(problem, 0).choose((), Clock(budget=10**6))
        worth = {value: worth for value, worth, _ in thought.estimates}[thought.value]
        assert worth == math.copysign(VICTORY, expected)


def test_the_static_evaluation_is_the_promise() -> None:
    """With hardly any time the worth of a value is the promise after it, plus one look ahead at most."""
    network = random_network(Parameters(10, 4, 0.4, 0.4, 0.5), 5)
    start = oracle.strongly_consistent(network, {v.name: v.domain for v in network.variables})
    assert start is not None
    thought = Entrant.parse("iab").make(Problem(network), 0).choose((), Clock(budget=1))
    name = network.variables[0].name
    for value, worth, _ in thought.estimates:
        below = oracle.strongly_consistent(network, {**start, name: (value,)})
        assert worth == pytest.approx(-VICTORY if below is None else oracle.promise(network, below, 1))


@given(binary_networks(5))
@settings(max_examples=25, deadline=None)
def test_playouts_win_as_often_as_they_should(network: Network) -> None:
    chance = oracle.playout_chance(network, {})
    core = Problem(network).core
    for kernel in (None, *range(qcsp_kernels())):
        wanted = 4096
        made, won = core.playouts([], wanted, 7, kernel, 60.0, Stop())
        if oracle.strongly_consistent(network, {v.name: v.domain for v in network.variables}) is None:
            assert (made, won, chance) == (0, 0, Fraction(0))
            continue
        assert made == wanted
        spread = 5 * math.sqrt(float(chance * (1 - chance)) / wanted)
        assert abs(won / wanted - float(chance)) <= spread + 1e-12


def test_all_kernels_play_alike() -> None:
    core = Problem(random_network(Parameters(20, 8, 0.2, 0.6, 0.5), 2)).core
    assert len({core.playouts([1], 4096, 3, kernel, 60.0, Stop()) for kernel in range(qcsp_kernels())}) == 1


def test_the_correction_of_equation_4() -> None:
    """Of b's five values a = 0 leaves three and a = 1 four: so is what playouts, which all win, are worth."""
    variables = prefix([False, False], [(0, 1), (0, 1, 2, 3, 4)], ["a", "b"])
    network = quantified(variables, [Table("ab", [(0, 3), (0, 4), (1, 0)], allowed=False)])
    thought = Entrant.parse("mc-shallow").make(Problem(network), 0).choose((), Clock(budget=200))
    assert {value: round(worth, 6) for value, worth, _ in thought.estimates} == {0: 0.6, 1: 0.8}
    assert thought.value == 1


@pytest.mark.parametrize("update", ["none", "shallow", "deep"])
@pytest.mark.parametrize("seed", range(6))
def test_the_estimates_are_those_of_the_paper(update: str, seed: int) -> None:
    """The core and a slow version of the algorithm, each with chance of its own, come to the same estimates."""
    network = random_network(Parameters(8, 3, 0.5, 0.4, 0.6), seed)
    slow = Uct(network, update, seed)
    if slow.root.dead:
        return
    trials = 1500
    while slow.root.visits < trials and not slow.root.dead:
        slow.search()
    name = {"none": "mc-noprop", "shallow": "mc-shallow", "deep": "mc-deep"}[update]
    thought = Entrant.parse(name).make(Problem(network), seed).choose((), Clock(budget=trials))
    assert slow.root.children is not None
    assert [value for value, _, _ in thought.estimates] == [child.value for child in slow.root.children]
    dead = bool(slow.root.dead)
    assert (thought.proof < 0) == dead
    for (_, worth, visits), child in zip(thought.estimates, slow.root.children, strict=True):
        if dead or min(visits, child.visits) < 30:
            continue
        assert worth == pytest.approx(slow.worth(child), abs=0.04)


@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_budget_gives_the_same_game(name: str) -> None:
    problem = Problem(random_network(Parameters(12, 5, 0.3, 0.45, 0.5), 4))
    records = [
        play(problem, Entrant.parse(name).make(problem, 3), Entrant.parse(name).make(problem, 4), Clock(budget=50))
        for _ in range(2)
    ]
    assert records[0].values == records[1].values


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_is_legal_and_on_time(name: str) -> None:
    problem = Problem(random_network(Parameters(50, 16, 0.2, 0.5, 0.5), 4))
    clock = Clock(0.002, processor=True)
    record = play(problem, Entrant.parse(name).make(problem, 3), Entrant.parse("random").make(problem, 4), clock)
    assert len(record.values) == 50


def test_ours_wins_what_can_be_won() -> None:
    for seed in range(12):
        problem = Problem(random_network(Parameters(12, 5, 0.3, 0.4, 0.5), seed))
        ours = Entrant.parse("woodstock").make(problem, 1)
        record = play(problem, ours, Entrant.parse("iab").make(problem, 2), Clock(budget=20000))
        assert record.exists_wins or solve(problem).winnable is False


def test_names() -> None:
    assert Entrant.parse("woodstock:malice=0.25").options == {"malice": 0.25}
    assert Entrant.parse("woodstock:lanes=0,retries=3").options == {"lanes": False, "retries": 3}
    for text, message in {
        "wodstock": "there is no QCSP player 'wodstock'; did you mean woodstock",
        "woodstock:malice=x": "option 'malice' must be a number from 0 to 1, not 'x'",
        "iab:malice=1": "there is no option 'malice'; the options are seed",
        "mc-noprop:terminals=no": "there is no option 'terminals'; the options are memory and seed",
        "woodstock:malice=-1": "option 'malice' must be a number from 0 to 1, not -1",
        "woodstock:malic=1": "there is no option 'malic'; did you mean 'malice'",
        "woodstock:malice": "write an option as option=value",
    }.items():
        with pytest.raises(UnknownPlayerError, match=message):
            Entrant.parse(text)
