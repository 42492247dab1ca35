"""A person at the table, who reads the position on the terminal and types moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from woodstock.cli.board import drawing, joined
from woodstock.cli.keyboard import read_line
from woodstock.cli.terminal import plain_output, put
from woodstock.drawing import Layout, Look, known_picture, layout_of, read_move, short_forms
from woodstock.engine import Game
from woodstock.referee import Clocks, Ended, Ending, Failure, Playable, Seated, Turn

_LISTED = 60
_TRIES = 100
"""Lines that are no move before the person is taken to be a pipe that talks nonsense."""
_HINT_SECONDS = 1.0


class Left(Ended):
    """The person left the match."""


class Interrupted(Left):
    """The person left by Ctrl-C."""


class Resigned(Ended):
    """The person gave up."""

    ending = Ending.RESIGNED


class Asked(Ended):
    """The person wants the match to go on from elsewhere: `undo`, `redo` or `swap`."""

    def __init__(self, wish: str) -> None:
        super().__init__(wish)
        self.wish = wish


class Person(Seated):
    """Has all the time in the world; what is typed is checked here, so the referee gets legal moves only.

    `wishes` says which of `undo`, `redo` and `swap` whoever runs the match can grant at a step. `told` are the joint
    moves that a match was begun with. Who shares the terminal with others is called by the name of the role.
    """

    human = True

    def __init__(
        self,
        wishes: Callable[[int], Sequence[str]] = lambda _: (),
        told: Sequence[Sequence[str]] = (),
        *,
        greet: bool = True,
        shared: bool = False,
    ) -> None:
        self._wishes = wishes
        self._told = [tuple(joint_move) for joint_move in told]
        self._greet = greet
        self._shared = shared

    def start(self, game: Playable, role: int, seed: int, clocks: Clocks) -> Failure | None:  # noqa: ARG002
        """Greet."""
        self._machine = game.machine()
        self._game = game
        self._draw = drawing(game)
        self._layout = layout_of(game) if isinstance(game, Game) else Layout()
        self._role = role
        self._asked = 0
        others = [name for at, name in enumerate(game.roles) if at not in (role, game.chance)]
        if self._greet:
            print(f"You are {game.roles[role]}" + (f" against {', '.join(others)}" if others else ""), end="")
            print("; type help for help.")
        return None

    def choose(self, turn: Turn) -> int | Failure:
        """Show the position and ask until a legal move is typed. Where there is no choice nobody is asked."""
        if turn.last is not None and len(self._told) < turn.step:
            self._told.append(tuple(self._machine.move_name(role, move) for role, move in enumerate(turn.last)))
        names = {self._machine.move_name(self._role, move): move for move in turn.legal}
        if len(names) == 1:
            return turn.legal[0]
        shorts = short_forms(self._layout, list(names))
        commands = self._commands(turn, shorts)
        if self._shared:
            print(f"It is the turn of {self._game.roles[self._role]}.")
        self._show(turn)
        self._list(shorts)
        for _ in range(_TRIES):
            word = _typed([*names, *map(_plain, names), *shorts.values(), *commands])
            meant = matching(word, list(names), shorts) if word else []
            exact = len(meant) == 1 and _plain(word) in (_plain(meant[0]), shorts[meant[0]])
            # A move that is called like a command is a move; then the command is written with a colon.
            if (command := commands.get(word.removeprefix(":"))) and not (exact and not word.startswith(":")):
                command()
            elif len(meant) == 1:
                self._asked = len(turn.history)
                return names[meant[0]]
            elif word:
                print(
                    "Which one? " + ", ".join(meant[:10]) if meant else f"{word[:50]!r} is not a move here; type help."
                )
        raise Left

    def stop(self) -> Failure | None:
        """Nothing to release."""
        return None

    # --- what can be typed -------------------------------------------------------------------------------------------

    def _commands(self, turn: Turn, shorts: Mapping[str, str]) -> dict[str, Callable[[], None]]:
        wishes = self._wishes(turn.step)
        commands: dict[str, Callable[[], None]] = {
            "moves": lambda: self._list(shorts, limit=None),
            "board": lambda: self._show(turn),
            "line": lambda: self._tell_line(turn),
            "rules": self._tell_rules,
            "hint": lambda: self._hint(turn),
            **{wish: lambda wish=wish: _leave(Asked(wish)) for wish in wishes},  # type: ignore[misc]
            "resign": lambda: _leave(Resigned()),
            "quit": lambda: _leave(Left()),
        }
        commands["help"] = lambda: self._help(commands)
        return commands

    def _help(self, commands: Mapping[str, object]) -> None:
        print("Type the number of a move, its short form (e2e4, c4), its name, or as much of it as tells it from the")
        print("others; or one of these words, with a colon before it where a move is called the same:")
        for name in commands:
            print(f"{name:<7}{_HELP[name]}")

    def _tell_line(self, turn: Turn) -> None:
        """What happened so far, as far as this role knows."""
        if self._game.sees:
            for step, (move, seen) in enumerate(turn.history, 1):
                name = self._machine.move_name(self._role, move)
                print(f"{step}. you: {name}; seen: {', '.join(seen) or 'nothing'}")
        for step, moves in enumerate(self._told if not self._game.sees else (), 1):
            print(f"{step}. {joined(self._machine.roles, moves)}")
        if not turn.step:
            print("Nothing has happened yet.")

    def _tell_rules(self) -> None:
        from woodstock.gdl import head_comment

        told = head_comment(self._game.source.text) if isinstance(self._game, Game) else ""
        print(told or "The rulesheet does not begin with a comment that explains its rules.")

    def _hint(self, turn: Turn) -> None:
        """What our best player would do after a short thought."""
        from woodstock.cli.output import waiting
        from woodstock.players import entrant
        from woodstock.referee import analysis

        with waiting("Thinking of a hint", quiet=False):
            thought = analysis.analyse(
                self._game, entrant("woodstock"), turn, self._role, start=_HINT_SECONDS, seconds=_HINT_SECONDS
            )
        worth = next((one["value"] for one in thought["moves"] if one["move"] == thought["best"]), None)
        print(f"hint: {thought['best']}" + ("" if worth is None else f", worth about {100 * worth:.0f} of 100"))

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _show(self, turn: Turn) -> None:
        if turn.state is not None:
            last = [self._machine.move_name(role, move) for role, move in enumerate(turn.last or ())]
            self._draw(self._machine.fluents(turn.state), last)
            return
        if isinstance(self._game, Game):
            put(known_picture(self._game, self._role, turn.history).text(Look.of(plain_output())))
        if turn.history:
            # Where there is no choice nobody is asked, but what was seen there may be what matters: a card, say.
            seen = [", ".join(percepts) for _, percepts in turn.history[self._asked :] if percepts]
            print("You see: " + ("; then ".join(seen) or "nothing"))

    def _list(self, shorts: Mapping[str, str], limit: int | None = _LISTED) -> None:
        """All moves: each by its number, unless that would be mistaken for the move's own, in short, and in full."""
        names = list(shorts)
        shown = names if limit is None else names[:limit]
        numbered = not any(short.isdigit() for short in shorts.values())
        print("  ".join(_listed(at, name, shorts[name], numbered) for at, name in enumerate(shown, 1)))
        if len(shown) < len(names):
            print(f"and {len(names) - len(shown)} more: type moves to see them all")


_HELP = {
    "moves": "list the moves again",
    "board": "draw the position again",
    "line": "list the moves played so far",
    "rules": "what the game is about",
    "hint": "ask woodstock for a move",
    "undo": "take back your last move",
    "redo": "make the move that was taken back again",
    "swap": "continue from the other side",
    "resign": "give up",
    "quit": "leave the match",
    "help": "this text",
}


def _typed(words: Sequence[str]) -> str:
    """A line. The end of the input leaves the match, as Ctrl-C does."""
    try:
        word = read_line(words)
    except KeyboardInterrupt:
        raise Interrupted from None
    if word is None:
        raise Left
    return word


def _leave(reason: Ended) -> None:
    raise reason


def _listed(at: int, name: str, short: str, numbered: bool) -> str:
    """A move in the list."""
    said = name if short == _plain(name) else f"{short} {name}"
    return f"{at}: {said}" if numbered else said


def matching(word: str, names: Sequence[str], shorts: Mapping[str, str] | None = None) -> list[str]:
    """The moves that a word can mean: in short, by number from 1, by name, or by the beginning of names. Case and
    brackets do not matter.

    >>> matching("2", ["(drop 1)", "(drop 2)"]), matching("drop 1", ["(drop 1)", "(drop 10)"])
    (['(drop 2)'], ['(drop 1)'])
    """
    short = read_move(word, shorts or {})
    if len(short) == 1 and (not word.isdigit() or (shorts or {})[short[0]] == word):
        return short
    if word.isascii() and word.isdigit():
        # A number is a place in the list, unless moves are named by numbers.
        at = int(word[:9])
        return [word] if word in names else [names[at - 1]] if 1 <= at <= len(names) else []
    wanted = _plain(word)
    plain = {name: _plain(name) for name in names}
    exact = [name for name in names if plain[name] == wanted]
    return exact or [name for name in names if wanted and plain[name].startswith(wanted)] or short


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("(", " ").replace(")", " ").split())
