"""Positions as text."""

from __future__ import annotations

import io

import pytest

import woodstock as ws
from woodstock.drawing import Look, picture
from woodstock.referee import position


def shown(name: str, moves: str = "", look: Look | None = None) -> list[str]:
    game = ws.load(name)
    machine = game.machine()
    steps = position.follow(machine, machine.initial(), moves)
    return picture(game, steps[-1][0] if steps else None).text(look).splitlines()


def test_the_start_of_othello() -> None:
    assert shown("othello") == [
        "  a b c d e f g h",
        "1 . . . . . . . .",
        "2 . . . . . . . .",
        "3 . . . . . . . .",
        "4 . . . w b . . .",
        "5 . . . b w . . .",
        "6 . . . . . . . .",
        "7 . . . . . . . .",
        "8 . . . . . . . .",
        "b black, w white",
        "turn: black",
    ]


def test_the_lowest_row_of_connect_four_is_at_the_bottom() -> None:
    lines = shown("connect_four", "(drop 7) (drop 7)")
    assert lines[0] == "  1 2 3 4 5 6 7"
    assert lines[5:7] == ["2 . . . . . . y", "1 . . . . . . r"]


def test_chess_has_its_pieces() -> None:
    plain, signs = shown("chess"), shown("chess", look=Look(unicode=True))
    assert plain[1] == "8 r n b q k b n r" and plain[8] == "1 R N B Q K B N R"
    assert signs[1] == "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜" and signs[8] == "1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"


def test_hex_is_slanted() -> None:
    lines = shown("hex", "(place 1 1) (place 9 9)")
    assert lines[0] == "  a b c d e f g h i"
    assert lines[1] == "1 r . . . . . . . ."
    assert lines[9] == "9         . . . . . . . . b"


def test_a_torus_is_marked() -> None:
    lines = shown("amazons_torus_10x10")
    assert lines[0] == "     a b c d e f g h i j" and lines[1] == lines[12] == "     ~ ~ ~ ~ ~ ~ ~ ~ ~ ~"
    assert lines[2] == "10 ~ . . . b . . b . . . ~" and lines[13] == "a torus: opposite edges meet"
    assert not any("~" in line for line in shown("amazons"))


def test_parts_of_a_board_stand_apart() -> None:
    assert shown("connect_four_simultaneous")[0] == "  l1 l2 l3 l4 l5 l6 l7 l8   r1 r2 r3 r4 r5 r6 r7 r8"


def test_half_blocks_for_large_boards() -> None:
    moves = "(drop 1) (drop 1) (drop 3)"
    plain = shown("connect_four_20x20", moves, Look(unicode=True))
    assert len([line for line in plain if line.split()[0].isdigit() and "." in line]) == 20
    lines = shown("connect_four_20x20", moves, Look(unicode=True, colour=True))
    assert lines[:2] == ["            11111111112", "   12345678901234567890"]
    blocks = [line for line in lines if "▀" in line]
    assert len(blocks) == 10 and all(line.count("▀") == 20 for line in blocks)
    # Yellow above red in the first column, nothing above red in the third, and nothing in the second.
    empty, red, yellow = "100", "101", "103"
    cells = blocks[-1].split("▀")
    assert cells[0].endswith(f"\x1b[{int(yellow) - 10};{red}m") and cells[1].endswith(
        f"\x1b[{int(empty) - 10};{empty}m"
    )
    assert cells[2].endswith(f"\x1b[{int(empty) - 10};{red}m")
    assert not any("▀" in line for line in shown("connect_four", "", Look(unicode=True, colour=True)))


def test_a_star() -> None:
    lines = shown("chinese_checkers_3p")
    assert lines[:3] == ["1       r", "2      r r", "3 . . . . . . ."]


def test_dots_and_boxes() -> None:
    lines = shown("dots_and_boxes_suicide", "(draw 1 1 2 1) (draw 1 1 1 2) (draw 2 1 2 2) (draw 1 2 2 2)")
    assert lines[:4] == ["  a   b   c   d   e   f", "1 +---+   +   +   +   +", "  | o |", "2 +---+   +   +   +   +"]


def test_backgammon() -> None:
    lines = shown("backgammon")
    assert lines[:2] == [
        "13  14  15  16  17  18  19  20  21  22  23  24",
        "w5  .   .   .   b3  .   b5  .   .   .   .   w2",
    ]
    assert lines[3:5] == [
        "b5  .   .   .   w3  .   w5  .   .   .   .   b2",
        "12  11  10  9   8   7   6   5   4   3   2   1",
    ]


def test_a_track_is_one_line() -> None:
    lines = shown("nim")
    assert lines[:3] == ["heap:", "a b c d", "1 3 5 7"]


def test_dice_and_cards() -> None:
    assert "dice: 5 3" in shown("meier", "(roll 3 5)") or "dice: 3 5" in shown("meier", "(roll 3 5)")
    signs = shown("meier", "(roll 3 5)", Look(unicode=True))
    assert any("⚂" in line and "⚄" in line for line in signs)
    cards = shown("leduc_poker", "(deal first king hearts)")
    assert "holds first: Kh" in cards
    assert "holds first: K♥" in shown("leduc_poker", "(deal first king hearts)", Look(unicode=True))


def test_colours_only_where_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Look.of(Terminal()) == Look(unicode=True, colour=True)
    assert Look.of(io.StringIO()) == Look(unicode=False, colour=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert Look.of(Terminal()) == Look(unicode=True, colour=False)
    plain = "\n".join(shown("connect_four", "(drop 1)"))
    assert plain.isascii() and "\x1b" not in plain
    painted = "\n".join(shown("connect_four", "(drop 1)", Look(unicode=True, colour=True)))
    assert "\x1b[91m●\x1b[39m" in painted


def test_the_last_move_is_marked() -> None:
    game = ws.load("connect_four_simultaneous")
    assert "\x1b[7m" not in picture(game).text(Look(colour=True))
    chess = ws.load("chess")
    machine = chess.machine()
    ((state, _),) = position.follow(machine, machine.initial(), "(move e 2 e 4)")
    text = picture(chess, state, ["(move e 2 e 4)", "noop"]).text(Look(colour=True))
    assert text.count("\x1b[7m") == 2
