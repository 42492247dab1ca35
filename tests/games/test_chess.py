"""Chess: the published counts of move sequences from well-known positions, and OpenSpiel's chess in lockstep."""

from __future__ import annotations

import random
from functools import cache

import pyspiel
import pytest

import woodstock as ws
from oracles.named import Named
from woodstock.engine.machine import Machine, State

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
POSITIONS = {
    # The positions and counts that chess programs are tested with (chessprogramming.org, "Perft Results").
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": [48, 2039, 97862],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": [14, 191, 2812, 43238],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": [6, 264, 9467],
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1": [6, 264, 9467],  # the same, colours swapped
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1486, 62379],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": [46, 2079],
}
NAMES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
SIDES = {"k": "kingside", "q": "queenside"}
GAMES, BATCH = 100, 25


def fluents(fen: str) -> list[str]:
    """The state of a position in Forsyth-Edwards notation."""
    placed, turn, rights, passed, clock = fen.split()[:5]
    held = [f"(control {'white' if turn == 'w' else 'black'})"]
    for rank, row in zip("87654321", placed.split("/"), strict=True):
        expanded = "".join("." * int(letter) if letter.isdigit() else letter for letter in row)
        for file, letter in zip("abcdefgh", expanded, strict=True):
            if letter != ".":
                held.append(f"(cell {file} {rank} {colour(letter)}_{NAMES[letter.lower()]})")
    held += [f"(castling {colour(letter)} {SIDES[letter.lower()]})" for letter in rights if letter != "-"]
    held += [f"(passed {passed[0]})"] if passed != "-" else []
    return held + [f"(clock {digit})" for digit in range(7) if int(clock) >> digit & 1]


def colour(letter: str) -> str:
    return "white" if letter.isupper() else "black"


def successors(machine: Machine, state: State) -> list[State]:
    if machine.terminal(state):
        return []
    white, black = machine.legal(state)
    return [machine.next(state, (one, two)) for one in white for two in black]


def count(machine: Machine, state: State) -> int:
    if machine.terminal(state):
        return 0
    white, black = machine.legal(state)
    return len(white) * len(black)


@pytest.fixture(scope="module")
def chess() -> Named:
    return Named(ws.load("chess").machine())


def test_the_start(chess: Named) -> None:
    assert sorted(fluents(START)) == chess.machine.fluents(chess.initial())


def test_published_counts_from_the_start() -> None:
    assert ws.load("chess").machine().perft(4) == [20, 400, 8902, 197281]


@pytest.mark.slow
def test_published_counts_from_the_start_in_full() -> None:
    assert ws.load("chess").machine().perft(5)[-1] == 4865609


@pytest.mark.parametrize(("fen", "counts"), POSITIONS.items())
def test_published_counts(chess: Named, fen: str, counts: list[int]) -> None:
    """Castling, en passant, promotion, pins and checks of all sorts."""
    states = [chess.machine.state(fluents(fen))]
    for depth, published in enumerate(counts, start=1):
        assert sum(count(chess.machine, state) for state in states) == published
        if depth < len(counts):
            states = [after for state in states for after in successors(chess.machine, state)]


@cache
def long_form(mover: str, move: str) -> str:
    """The move as OpenSpiel writes it in its long form: from, to, and the piece of a promotion."""
    name, *words = move.strip("()").split()
    if name == "castle":
        rank = "1" if mover == "white" else "8"
        return f"e{rank}{'g' if words[0] == 'kingside' else 'c'}{rank}"
    letter = {name: letter for letter, name in NAMES.items()}[words[4]] if name == "promote" else ""
    return "".join(words[:4]) + letter


def play(rules: Named, seed: int) -> str:
    """One random game on both sides, compared at every step. Says how it ended."""
    rng = random.Random(seed)
    position = pyspiel.load_game("chess").new_initial_state()
    state = rules.initial()
    length = 0
    while not position.is_terminal():
        assert not rules.terminal(state), str(position)
        mover, waiting = rules.roles if position.current_player() else rules.roles[::-1]
        legal = rules.legal(state)
        assert legal[waiting] == {"noop"}
        ours = {long_form(mover, move): move for move in legal[mover]}
        board = position.board()
        theirs = {pyspiel.chess.action_to_move(action, board).to_lan(): action for action in position.legal_actions()}
        assert ours.keys() == theirs.keys(), str(position)
        choice = rng.choice(sorted(ours))
        state = rules.next(state, {mover: ours[choice], waiting: "noop"})
        position.apply_action(theirs[choice])
        length += 1
        if length % 4 == 0:  # a difference would stay
            expected, held = set(fluents(str(position))), rules.fluents(state)
            # OpenSpiel notes a pawn that passed only when it can be taken; we always do.
            assert expected <= held
            assert all(fluent.startswith("(passed ") for fluent in held - expected)
    results = [round(50 + 50 * result) for result in reversed(position.returns())]
    assert [rules.goals(state)[role] for role in rules.roles] == [{result} for result in results]
    if position.is_repetition_draw():
        return "repetition"
    assert rules.terminal(state), str(position)
    return "mate" if results != [50, 50] else "draw"


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
def test_in_lockstep(chess: Named, first: int) -> None:
    """OpenSpiel also ends a game when a position comes up for the third time; there, ours goes on."""
    ends = [play(chess, seed) for seed in range(first, first + BATCH)]
    assert {"draw", "mate"} <= set(ends)


@pytest.mark.parametrize(
    ("fen", "over", "goals"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", True, (50, 50)),  # stalemate
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 99 1", True, (100, 0)),  # mate
        ("7k/8/6K1/8/8/8/8/R7 w - - 100 1", True, (50, 50)),  # fifty moves
        ("R6k/8/6K1/8/8/8/8/8 b - - 100 1", True, (100, 0)),  # mate on the fiftieth
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 1", False, (50, 50)),
        ("7k/8/6K1/8/8/8/8/8 w - - 0 1", True, (50, 50)),  # bare kings
        ("7k/8/6K1/8/8/8/8/N7 w - - 0 1", True, (50, 50)),
        ("7k/8/6K1/8/8/8/8/B1B5 w - - 0 1", True, (50, 50)),  # both on dark squares
        ("7k/8/6K1/8/8/8/8/BB6 w - - 0 1", False, (50, 50)),
        ("7k/8/6K1/8/8/8/8/NN6 w - - 0 1", False, (50, 50)),
        ("6nk/8/6K1/8/8/8/8/N7 w - - 0 1", False, (50, 50)),
        ("7k/8/6K1/8/8/8/8/NB6 w - - 0 1", False, (50, 50)),
        ("7k/8/6K1/8/8/8/P7/8 w - - 0 1", False, (50, 50)),
    ],
)
def test_ends(chess: Named, fen: str, over: bool, goals: tuple[int, int]) -> None:
    state = chess.machine.state(fluents(fen))
    assert chess.terminal(state) == over
    assert chess.machine.goals(state) == goals


def test_castling_rights_go_with_the_rook_that_is_taken(chess: Named) -> None:
    state = chess.machine.state(fluents("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
    state = chess.next(state, {"white": "(move a 1 a 8)", "black": "noop"})
    rights = {fluent for fluent in chess.fluents(state) if fluent.startswith("(castling")}
    assert rights == {"(castling white kingside)", "(castling black kingside)"}
