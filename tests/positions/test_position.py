"""Positions do what the machine below them does, in whatever form moves are given."""

from __future__ import annotations

import copy
import json
import pickle
import random
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import woodstock as ws
from engine.inline import COUNTER
from woodstock.engine.game import interpreted
from woodstock.engine.source import Source, find
from woodstock.positions.game import Game, for_people
from woodstock.positions.position import Position

GAMES = ("tic_tac_toe", "connect_four", "rock_paper_scissors", "kuhn_poker", "nim", "pacman_random", "breakthrough")


def walked(game: Game, seed: int, most: int = 200) -> Position:
    """A position somewhere in a random match."""
    rng = random.Random(seed)
    position = game.start()
    for _ in range(rng.randrange(most)):
        if position.is_over:
            break
        position = position.play({role: rng.choice(position.legal(role)) for role in game.roles})
    return position


@pytest.mark.parametrize("name", GAMES)
def test_in_lockstep_with_the_machine(name: str) -> None:
    game = ws.load(name)
    machine = game.machine()
    rng = random.Random(name)
    for _ in range(3):
        position, state = game.start(), machine.initial()
        for _ in range(60):
            assert position.is_over == machine.terminal(state)
            assert position.fluents == tuple(machine.fluents(state))
            goals = dict(zip(game.roles, machine.goals(state), strict=True))
            assert position.goals == {role: goal for role, goal in goals.items() if role != "random"}
            if position.is_over:
                assert position.legal() == [] == position.legal(game.roles[0])
                break
            legal = machine.legal(state)
            for seat, role in enumerate(game.roles):
                assert position.legal(role) == [machine.move_name(seat, move) for move in legal[seat]]
                assert [move.number for move in position.legal(role)] == legal[seat]
            choosing = [role for role, moves in zip(game.roles, legal, strict=True) if len(moves) > 1]
            assert position.choosing == tuple(choosing)
            joint_move = [rng.choice(moves) for moves in legal]
            names = [machine.move_name(role, move) for role, move in enumerate(joint_move)]
            if len(choosing) == 1:
                assert position.turn == choosing[0]
                chosen = rng.choice(position.legal())
                names[game.seat(choosing[0])] = str(chosen)
                joint_move[game.seat(choosing[0])] = chosen.number
                assert position.play(chosen) == position.play(str(chosen))
            after = position.play(names)
            assert after.history[-1] == tuple(names)
            assert after.previous is position
            position, state = after, machine.next(state, joint_move)


def test_all_forms_of_a_joint_move() -> None:
    start = ws.load("rock_paper_scissors").start()
    left, right = start.legal("left")[0], start.legal("right")[1]
    forms: list[Any] = [
        [left, right],
        (str(left), str(right)),
        f"{left} {right}",
        {"left": left, "right": str(right)},
        {"right": right, "left": left},
    ]
    assert len({start.play(form) for form in forms}) == 1
    assert all(start.play(form).last == (left, right) for form in forms)

    start = ws.load("tic_tac_toe").start()
    forms = ["(mark 1 2)", " ( mark 1  2 ) ", {"x": "(mark 1 2)"}, ["(mark 1 2)"], ["(mark 1 2)", "noop"]]
    forms.append("(mark 1 2) noop")
    assert len({start.play(form) for form in forms}) == 1
    assert start.play(forms[0]) == start.play(start.legal()[1])


@pytest.mark.parametrize(
    ("game", "move", "says"),
    [
        ("tic_tac_toe", "(mark 4 4)", "(mark 4 4) is not legal for x here; legal are (mark"),
        ("tic_tac_toe", "(mark 1", "not a move: a closing bracket is missing"),
        ("tic_tac_toe", "", "no move is given"),
        ("tic_tac_toe", None, "x has a choice here: give its move"),
        ("tic_tac_toe", 3, "a joint move is text"),
        ("tic_tac_toe", [0, 0], "a joint move is text"),
        ("tic_tac_toe", {"z": "noop"}, "there is no role z; the roles are x, o"),
        ("tic_tac_toe", {"o": "noop"}, "x has a choice here as well"),
        ("tic_tac_toe", "noop noop noop", "3 moves are given; give one for each role (x, o)"),
        ("rock_paper_scissors", "rock", "left, right choose at the same time"),
        ("rock_paper_scissors", {"left": "rock"}, "right has a choice here as well"),
        ("kuhn_poker", None, "let it be drawn"),
    ],
)
def test_what_is_not_a_legal_joint_move_is_told(game: str, move: Any, says: str) -> None:
    start = ws.load(game).start()
    with pytest.raises(ws.IllegalMoveError) as caught:
        start.play(move)
    assert says in str(caught.value)


def test_a_move_of_another_game_counts_by_its_text() -> None:
    """Its number has no meaning here."""
    small, large = ws.load("tic_tac_toe").start(), ws.load("connect_four").start()
    with pytest.raises(ws.IllegalMoveError, match="not legal"):
        small.play(large.legal()[0])
    other = pickle.loads(pickle.dumps(small.legal()[4]))
    assert small.play(other) == small.play(small.legal()[4])


def test_moves_are_text() -> None:
    move = ws.load("tic_tac_toe").start().legal()[0]
    assert move == "(mark 1 1)" and hash(move) == hash("(mark 1 1)") and str(move) == f"{move}" == "(mark 1 1)"
    assert (
        {str(move): 1}[move] == 1 and len({move, str(move)}) == 1 and json.loads(json.dumps([move])) == ["(mark 1 1)"]
    )
    again = pickle.loads(pickle.dumps(move))
    assert (again, again.role, again.number) == (move, "x", 0)
    with pytest.raises(AttributeError):
        move.role = "o"


def test_positions_are_immutable_and_hashed_by_what_holds() -> None:
    start = ws.load("tic_tac_toe").start()
    one = start.follow("(mark 1 1) (mark 2 2) (mark 3 3)")
    other = start.follow("(mark 3 3) (mark 2 2) (mark 1 1)")
    assert one == other and hash(one) == hash(other) and one.history != other.history
    assert start != one and one != "text" and start == ws.load("tic_tac_toe", cache=False).start()
    assert one != ws.load("connect_four").start()
    for name in ("is_over", "game", "anything"):
        with pytest.raises(AttributeError):
            setattr(one, name, None)
    assert copy.copy(one) is copy.deepcopy(one) is one.copy() is one
    with pytest.raises(TypeError, match=r"game\.start"):
        Position()


def test_all_states_of_tic_tac_toe() -> None:
    """5478, as everybody counts."""
    found = {ws.load("tic_tac_toe").start()}
    edge = list(found)
    while edge:
        position = edge.pop()
        for move in position.legal():
            if (after := position.play(move)) not in found:
                found.add(after)
                edge.append(after)
    assert len(found) == 5478


@pytest.mark.parametrize("name", GAMES)
def test_stored_and_back(name: str) -> None:
    game = ws.load(name)
    for seed in range(4):
        position = walked(game, seed)
        written = json.dumps(position.to_dict())
        for again in (pickle.loads(pickle.dumps(position)), Position.from_dict(json.loads(written))):
            assert again == position and hash(again) == hash(position)
            assert again.history == position.history
            assert again.legal(game.roles[0]) == position.legal(game.roles[0])
        one, other = (pickle.loads(pickle.dumps(position)) for _ in range(2))
        assert one.game is other.game and one.game == game


def test_pickled_into_another_process() -> None:
    position = ws.load("connect_four").start().follow("(drop 4) (drop 4) (drop 3)")
    code = (
        "import pickle, sys\n"
        "one, same = pickle.load(sys.stdin.buffer)\n"
        "assert one == same and one.game is same.game and one.turn == 'yellow' and len(one) == 3\n"
        "pickle.dump(one.play('(drop 5)'), sys.stdout.buffer)\n"
    )
    sent = pickle.dumps((position, position))
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=sent, capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    assert pickle.loads(done.stdout) == position.play("(drop 5)")


@pytest.mark.parametrize(
    "change",
    [
        {"game": "../../etc/passwd"},
        {"game": None},
        {"digest": "0"},
        {"moves": [["(mark 1 1)"]] * 2},
        {"moves": [["(mark 9 9)", "noop"]]},
        {"moves": "(mark 1 1)"},
        {"fluents": []},
        {"start": ["(nothing here)"]},
        {"start": 3},
    ],
)
def test_json_of_strangers(change: dict[str, Any]) -> None:
    data = ws.load("tic_tac_toe").start().play("(mark 2 2)").to_dict()
    with pytest.raises(ws.WoodstockError):
        Position.from_dict({**data, **change})
    with pytest.raises(ws.WoodstockError):
        Position.from_dict({})


def test_a_position_of_a_rulesheet(tmp_path: Path) -> None:
    sheet = tmp_path / "mine.kif"
    sheet.write_text(ws.games.text("tic_tac_toe"), encoding="utf-8")
    game = ws.load(sheet)
    position = game.start().play("(mark 2 2)")
    with pytest.raises(ws.WoodstockError, match="give the game"):
        Position.from_dict(position.to_dict())
    assert Position.from_dict(position.to_dict(), game) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert game != ws.load("tic_tac_toe") and game.digest == ws.load("tic_tac_toe").digest


def test_positions_that_were_set_up() -> None:
    game = ws.load("nim")
    position = game.position(["(heap a 1)", *(f"(heap {heap} 0)" for heap in "bcd"), "(control first)"])
    assert position.history == () and position.legal() == ["(take a 1)"] and position.turn == "first"
    after = position.play()
    assert Position.from_dict(after.to_dict()) == after == pickle.loads(pickle.dumps(after))
    assert len(after) == 1 and after.is_over
    with pytest.raises(ws.IllegalMoveError, match="over"):
        after.play("(take a 1)")
    with pytest.raises(ws.WoodstockError, match="fluent"):
        game.position(["(heap q 1)"])


def test_interpreted_games() -> None:
    """The same in the slow way: machines that do not agree on numbers, and moves that are met one by one."""
    compiled = ws.load("tic_tac_toe")
    game = for_people(interpreted(find("tic_tac_toe")))
    for seed in range(5):
        rng = random.Random(seed)
        slow, quick = game.start(), compiled.start()
        while not quick.is_over:
            assert not slow.is_over
            assert (slow.fluents, slow.turn, sorted(slow.legal())) == (quick.fluents, quick.turn, sorted(quick.legal()))
            move = rng.choice(quick.legal())
            slow, quick = slow.play(slow.legal()[slow.legal().index(move)]), quick.play(move)
            assert slow == slow.previous.play(str(move)) if slow.previous else True
        assert slow.is_over and slow.goals == quick.goals
        again = pickle.loads(pickle.dumps(slow))
        assert again == slow and hash(again) == hash(slow) and again.history == slow.history


def test_whose_turn_it_is_without_a_choice() -> None:
    """Red has a single move at the end of a match of connect four; yellow has one always while red chooses."""
    start = ws.load("connect_four").start()
    columns = "1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5 7 7 7 7 7"
    position = start.follow(" ".join(f"(drop {column})" for column in columns.split()))
    assert not position.is_over and position.choosing == ()
    assert position.turn == "yellow" and position.legal() == ["(drop 7)"]
    assert position.play().is_over


def test_a_game_that_goes_no_further() -> None:
    rules = "(role r) (init p) (<= (legal r go) (true p)) (<= (next q) (does r go)) (goal r 1) (<= terminal (true z))"
    position = for_people(interpreted(Source("stuck", rules.encode()))).start().play("go")
    for ask in (position.legal, position.play):
        with pytest.raises(ws.BrokenGameError, match="no legal move"):
            ask()


def test_machines_say_what_they_take() -> None:
    machine = ws.load("tic_tac_toe").machine()
    with pytest.raises(ws.IllegalMoveError, match="positions take text"):
        machine.next(machine.initial(), ["(mark 1 1)", "noop"])  # type: ignore[list-item]


def test_chance_is_drawn_by_a_seed() -> None:
    start = ws.load("kuhn_poker").start()
    drawn = {start.play(rng=random.Random(seed)) for seed in range(30)}
    assert drawn == {start.play(move) for move in start.legal()}
    assert start.play(rng=random.Random(3)) == start.play(rng=random.Random(3))


def test_text_of_a_line() -> None:
    game = ws.load("rock_paper_scissors")
    for one, two in product(("rock", "paper"), repeat=2):
        assert game.start().follow(f"{one} {two}") == game.start().play([one, two])
    with pytest.raises(ws.IllegalMoveError):
        ws.load("tic_tac_toe").start().follow("(mark 1 1) (mark 1 1)")


def test_repr_is_one_short_line() -> None:
    for name in GAMES:
        position = walked(ws.load(name), 2)
        assert len(repr(position)) < 100 and "\n" not in repr(position)
    assert repr(ws.play_out("rock_paper_scissors", seed=3)).startswith("<Position of rock_paper_scissors: over, left ")
    assert repr(ws.load("chess")) == "<Game chess: white, black>"
    forged = for_people(interpreted(Source("\x1b[2J\n", COUNTER.encode())))
    assert "\x1b" not in repr(forged) + repr(forged.start())


def test_print_draws_the_board_and_marks_the_last_move() -> None:
    position = ws.load("tic_tac_toe").start().play("(mark 2 2)")
    assert str(position).splitlines()[2] == "2 . × ."
    assert position._repr_svg_() == position.svg() != position.game.start().svg()
    marked = position.picture(legal=True).overlay
    assert len(marked.last) == 1 and len(marked.legal) == 8


def test_arrays() -> None:
    game = ws.load("tic_tac_toe")
    position = game.start().play("(mark 2 2)")
    assert position.observation().shape == game.observation_shape
    mask = position.action_mask()
    assert [game.actions["o"][number] for number in mask.nonzero()[0]] == position.legal()
    assert not ws.play_out(game).action_mask("x").any()
    with pytest.raises(ws.WoodstockError, match="name the role"):
        ws.load("rock_paper_scissors").start().observation()
