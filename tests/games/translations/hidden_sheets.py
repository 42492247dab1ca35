"""How public rulesheets write the moves of bundled games with percepts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.translations.sheets import words


@dataclass(frozen=True)
class Sheet:
    """A public rulesheet. `perft`: how deep the number of histories is compared, where all moves correspond."""

    file: str
    roles: Mapping[str, str]
    """From our roles to theirs."""
    move: Callable[[str, str, frozenset[str]], str]
    """From our role, move and fluents to their move."""
    perft: int = 0


def _same(_role: str, move: str, _fluents: frozenset[str]) -> str:
    return move


def _mastermind(role: str, move: str, _fluents: frozenset[str]) -> str:
    if move == "noop":
        return "watch" if role == "random" else "wait"
    return move.replace("guess", "guessColors")


def _meier(_role: str, move: str, fluents: frozenset[str]) -> str:
    if move.startswith("(roll"):
        (thrower,) = (words(fluent)[1] for fluent in fluents if fluent.startswith("(rolling"))
        return move.replace("roll", f"roll {thrower}")
    return {"doubt": "you_bluff", "believe": "ask_roll"}.get(move, move)


def _krieg(_role: str, move: str, _fluents: frozenset[str]) -> str:
    return "(mark {} {})".format(*(int(word) - 1 for word in words(move)[1:]))


def _vacuum(_role: str, move: str, _fluents: frozenset[str]) -> str:
    return move.replace("setup", "setup_agent")


def _pacman(_role: str, move: str, _fluents: frozenset[str]) -> str:
    return "(move nowhere)" if move == "noop" else move


SHEETS = {
    "monty_hall": Sheet("scully/montyhall.kif", {"candidate": "candidate", "random": "random"}, _same, perft=4),
    "mastermind": Sheet("scully/mastermind.kif", {"player": "player", "random": "random"}, _mastermind, perft=2),
    "meier": Sheet("scully/meier.kif", {"p1": "p1", "p2": "p2", "random": "random"}, _meier, perft=4),
    "krieg_tic_tac_toe": Sheet(
        "ggp_python/ii_kriegtictactoe.kif", {"white": "white", "black": "black"}, _krieg, perft=3
    ),
    "phantom_tic_tac_toe": Sheet("scully/latenttictactoe.kif", {"x": "xplayer", "o": "oplayer"}, _same, perft=6),
    "vacuum_cleaner_random": Sheet(
        "vacuum_cleaner_agent/vacuumcleaner_random.kif", {"agent": "agent", "random": "random"}, _vacuum, perft=6
    ),
    "pacman_hidden": Sheet(
        "ggp-gamecontroller/vis_pacman3p.kif",
        {"pacman": "pacman", "blinky": "blinky", "random": "inky"},
        _pacman,
        perft=7,
    ),
}
