"""What symmetries are there, how long does it take to find them, and how much of a tree do they save?

    python benchmarks/symmetries.py [GAME ..] [--positions N] [--playouts N] [--seconds S] [--joined]

A row for each game, as in table 2 of paper 002: the orders of the groups (at the start, in any state, with players
exchanged), the graph of the rules and how long it took, first moves before and after; nogoods and automorphisms of the
stage, by MAC-UCB's estimates, on average over some states (`stage_symmetries`); and what is saved of the tree, breadth
first from the start to the last layer within N positions. Small games are solved by UCT with and without. With
`--joined` a row tells instead what the symmetries of stages save, of the tree breadth first and of that of MAC-UCB,
without a group of the game and with the one that a search uses.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from itertools import product
from math import prod

import woodstock as ws
from woodstock.core import SymmetryGroup
from woodstock.engine.machine import State
from woodstock.errors import BrokenGameError, WoodstockError
from woodstock.report import Report
from woodstock.search import MacUcb, Searcher, Uct
from woodstock.symmetry import Survey, find, survey_by
from woodstock.symmetry.stage_detection import StageQuestion, compare
from woodstock.symmetry.stage_symmetries import by_nogoods

SMALL = ("tic_tac_toe", "random_tic_tac_toe_2x2", "matching_pennies", "nim", "orchard")
MOST_JOINT_MOVES = 2000
STATES = 4
SIMULATIONS, PARTS, STAGES = 16, 50, 20
"""Of a search whose stages are compared: playouts of a stage; how often stages are compared, and how many then."""


def layers(game: ws.Game, group: SymmetryGroup | None, most: int) -> Iterator[tuple[int, int]]:
    """How many different positions there are so far, and how many up to symmetry, after each step."""
    machine = game.machine()
    layer = {machine.initial()}
    seen = set(layer)
    forms = {_form(group, state) for state in layer}
    while layer and len(seen) <= most:
        following: set[State] = set()
        for state in layer:
            try:
                legal = [] if machine.terminal(state) else machine.legal(state)
            except BrokenGameError:
                legal = []
            if not legal or prod(map(len, legal)) > MOST_JOINT_MOVES:
                continue
            following.update(machine.next(state, joint_move) for joint_move in product(*legal))
            if len(seen) + len(following) > most:
                return
        layer = following - seen
        seen |= layer
        forms |= {_form(group, state) for state in layer}
        yield len(seen), len(forms)


def _form(group: SymmetryGroup | None, state: State) -> State:
    return state if group is None else State(group.canonical(state)[1])


def stages(game: ws.Game, playouts: int) -> tuple[float, float]:
    """Nogoods and generators of the automorphisms of a stage, on average over states of a random game."""
    machine = game.machine()
    chance = random.Random(1)
    states = [machine.initial()]
    while len(states) < 200 and not machine.terminal(states[-1]):
        try:
            states.append(machine.next(states[-1], [chance.choice(own) for own in machine.legal(states[-1])]))
        except BrokenGameError:
            break
    counted: list[tuple[int, int]] = []
    search = MacUcb(game, by="circuit", simulations=max(64, playouts // 4))
    for state in chance.sample(states[:-1], min(STATES, len(states) - 1)):
        legal = machine.legal(state)
        role = max(range(len(legal)), key=lambda role: (role != game.chance, len(legal[role])))
        if len(legal[role]) == 1:
            continue
        search.search(state, playouts=playouts)
        moves = search.report(role).moves
        threshold = max(move.low for move in moves)
        bad = {move.move for move in moves if move.high < threshold}
        nogoods = [joint for joint in product(*legal) if joint[role] in bad] if _few(legal) else []
        counted.append((len(nogoods), by_nogoods(legal, nogoods).generators))
    count = max(1, len(counted))
    return sum(one for one, _ in counted) / count, sum(other for _, other in counted) / count


def _few(legal: list[list[int]]) -> bool:
    return prod(map(len, legal)) <= MOST_JOINT_MOVES


def _run(game: ws.Game, search: Searcher, playouts: int) -> Report:
    search.search(game.machine().initial(), playouts=playouts)
    return search.report(0)


def solved(game: ws.Game, group: SymmetryGroup | None, playouts: int = 300_000) -> str:
    """What UCT needs to solve the game."""
    reports = [_run(game, Uct(game, symmetries=one), playouts) for one in (None, group)]
    if not all(report.proved for report in reports):
        return "not solved"
    full, reduced = reports
    return (
        f"solved with {full.nodes} -> {reduced.nodes} nodes, {full.descents} -> {reduced.descents} descents, "
        f"values {full.values} and {reduced.values}"
    )


def breadth(game: ws.Game, group: SymmetryGroup | None, most: int) -> str:
    """Positions of the tree, breadth first as far as there are so many: all, and with one solution of each class."""
    machine = game.machine()
    full, one_each = ({_form(group, machine.initial())} for _ in range(2))
    counts, steps = (1, 1), 0
    while full and counts[0] <= most:
        following = {_form(group, after) for state in full for after in _after(game, state, [])}
        asked = [_question(game, state) for state in sorted(one_each)]
        answers = compare(game, "rules", [question for question in asked if question.joint_moves])
        others = {answer.state: [joint for one in answer.symmetric for joint in one[1:]] for answer in answers}
        one_each = {_form(group, after) for state in one_each for after in _after(game, state, others.get(state, []))}
        full = following
        if counts[0] + len(full) > most:
            break
        counts, steps = (counts[0] + len(full), counts[1] + len(one_each)), steps + 1
    return f"{steps} steps: {counts[0]} -> {counts[1]} positions"


def _question(game: ws.Game, state: State) -> StageQuestion:
    machine = game.machine()
    try:
        legal = [] if machine.terminal(state) else machine.legal(state)
    except BrokenGameError:
        legal = []
    return StageQuestion(state, list(product(*legal)) if legal and _few(legal) else [])


def _after(game: ws.Game, state: State, without: list[tuple[int, ...]]) -> Iterator[State]:
    left_out = set(without)
    for joint_move in _question(game, state).joint_moves:
        if joint_move not in left_out:
            yield game.machine().next(state, joint_move)


def joined(game: ws.Game, group: SymmetryGroup | None, playouts: int) -> str:
    """The tree of MAC-UCB at the same number of stages, unless it is proved before: as it is, and with solutions of
    stages joined every now and then."""
    start = game.machine().initial()
    plain, search = (MacUcb(game, by="circuit", simulations=SIMULATIONS, symmetries=group) for _ in range(2))
    plain.search(start, playouts=playouts)
    search.search(start, playouts=0)
    compared = solutions = shared = 0
    seconds = 0.0
    for part in range(1, PARTS + 1):
        search.go_on(playouts=playouts * part // PARTS)
        found = search.stages_to_compare(STAGES)
        begun = time.perf_counter()
        answers = compare(game, "rules", [StageQuestion(one.state, one.joint_moves) for one in found])
        seconds += time.perf_counter() - begun
        compared += len(found)
        solutions += sum(len(one.joint_moves) for one in found)
        shared += sum(search.join(one.state, one.symmetric) for one in answers)
    before, after = plain.report(0), search.report(0)
    return (
        f"{compared} stages compared in {seconds:.1f} s, {shared} of {solutions} solutions joined; "
        f"{before.descents} -> {after.descents} stages, {before.nodes} -> {after.nodes} nodes"
        f"{', proved' if before.proved else ''}{' -> proved' if after.proved else ''}"
    )


def first_moves(game: ws.Game, found: Survey) -> str:
    """The first moves of whoever has most, and how many are left up to symmetry."""
    machine, start = game.machine(), found.start
    legal = machine.legal(machine.initial())
    role = max(range(len(legal)), key=lambda role: len(legal[role]))
    orbits = start.orbits([start.points.move(role, move) for move in legal[role]])
    return f"{len(legal[role])} -> {len(orbits)}"


def saved(before: int, after: int) -> str:
    """The part that is not there any more."""
    return f"{100 * (1 - after / max(1, before)):.0f} %"


def row(name: str, given: argparse.Namespace) -> str:
    """All that is to be said of a game."""
    game = ws.load(name)
    begun = time.monotonic()
    found = survey_by(game, begun + given.seconds)
    taken = time.monotonic() - begun
    if found is None:
        return f"{name} | no answer within {given.seconds:g} s"
    group = found.any_state.listed().group()
    counts = [(1, 1), *layers(game, group, given.positions)]
    nogoods, automorphisms = stages(game, given.playouts)
    cells = [
        name,
        f"{found.start_order} / {found.any_state_order} / {found.swaps_order}",
        f"{found.start.vertices} / {found.start.edges}",
        f"{found.any_state.seconds:.2f} ({taken:.1f})",
        first_moves(game, found),
        f"{nogoods:.1f}",
        f"{automorphisms:.1f}",
        f"{len(counts) - 1}: {counts[-1][0]} -> {counts[-1][1]}",
        saved(*counts[-1]),
    ]
    if name in SMALL:
        cells.append(solved(game, group))
    return " | ".join(cells)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=ws.games.names())
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--playouts", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--joined", action="store_true")
    given = parser.parse_args()
    if given.joined:
        for name in given.games:
            game = ws.load(name)
            found = find(game)
            for group in (None, found.group()):
                size = group.size if group else 1
                cells = [breadth(game, group, given.positions), joined(game, group, given.playouts)]
                print(f"{name} | group of {size} in use | {' | '.join(cells)}", flush=True)
        return
    print(
        "game | group at the start / in any state / with players exchanged | vertices / edges | seconds to find "
        "(and to count, in a new process) | first moves | nogoods | automorphisms | steps: positions | saved"
    )
    for name in given.games:
        try:
            print(row(name, given), flush=True)
        except WoodstockError as error:
            print(f"{name} | {error}", flush=True)


if __name__ == "__main__":
    main()
