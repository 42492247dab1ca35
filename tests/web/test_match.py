"""A match as it stands: whose turn it is, what is taken back, and who may see what."""

from __future__ import annotations

from web.serving import match_of


def test_taking_back_goes_to_the_last_choice_of_a_person() -> None:
    match = match_of(x="person", o="easy")
    for number, role in enumerate(("x", "o", "x", "o")):
        match.situation.choosing = [role]
        match.add_step([f"move {number}", "noop"])
    match.take_back()
    assert match.moves == [["move 0", "noop"], ["move 1", "noop"]]
    match.make_again()
    assert len(match.steps) == 4 and match.undone == []


def test_a_resignation_is_taken_back_before_moves_are() -> None:
    match = match_of(x="person", o="easy")
    match.situation.choosing = ["x"]
    match.add_step(["move", "noop"])
    match.resigned = "x"
    assert (match.over, match.waiting) == (True, [])
    match.take_back()
    assert not match.over and len(match.steps) == 1


def test_without_people_every_step_is_taken_back_alone() -> None:
    match = match_of(x="easy", o="easy")
    for _ in range(3):
        match.add_step(["move", "noop"])
    match.take_back()
    assert len(match.steps) == 2
    match.take_back()
    match.make_again()
    assert len(match.steps) == 2 and len(match.undone) == 1


def test_people_who_choose_together_must_not_see_each_other_choose() -> None:
    match = match_of(x="person", o="person")
    match.situation.choosing = ["x"]
    assert (match.private, match.hides) == (False, False)
    match.situation.choosing = ["x", "o"]
    assert (match.private, match.hides) == (True, True)
    match.pending["x"] = "rock"
    assert match.waiting == ["o"]


def test_a_step_keeps_what_players_thought_and_who_was_late() -> None:
    match = match_of(x="person", o="easy")
    match.situation.choosing = ["o"]
    match.thinking["o"] = {"values": [0.25, 0.75], "elapsed": 1.5}
    match.late.append("late")
    match.add_step(["noop", "move"])
    step = match.steps[0]
    assert (
        step.values == {"x": 0.25, "o": 0.75}
        and step.seconds == {"o": 1.5}
        and step.notes == ["late"]
        and step.chosen == ["o"]
    )
    assert match.late == [] and match.thinking == {}


def test_everybody_moves_on_by_one_seat() -> None:
    match = match_of(a="person", b="easy", c="hard")
    match.rotate()
    assert {role: chair.text for role, chair in match.chairs.items()} == {"a": "hard", "b": "person", "c": "easy"}
