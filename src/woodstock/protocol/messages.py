"""Messages of the GGP protocol, read and written.

    ( INFO )                                         also ( PING )
    ( PREVIEW (rules) clock )
    ( START id role (rules) startclock playclock )   further arguments are ignored
    ( PLAY id NIL ), ( PLAY id (moves) )             GDL: the joint move, in the order of the roles
    (PLAY id turn NIL NIL), (PLAY id turn move (percepts))     GDL-II: the own move and what was seen
    (PLAY id NIL), (PLAY id (percepts))              GDL-II as it was before 2011
    ( STOP id .. )                                   with the same as PLAY
    ( ABORT id )

ggp-base writes blanks inside the brackets of GDL messages; Dresden's controller, where GDL-II comes from, writes none
and puts everything in upper case. Keywords are read in any case. The first and the third form of PLAY look the same:
whether the list holds moves or percepts, the rules of the game say.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from woodstock.errors import GdlSyntaxError, ProtocolError, WoodstockError
from woodstock.kif.reader import Bounds, Group, UnclosedError, as_written, read, words
from woodstock.kif.terms import canonical, spaced, split

LONGEST = 4 << 20
"""Characters of a message with rules: the largest public rulesheet has an eighth of that."""

LONGEST_NEWS = 1 << 20
"""Characters of a message without rules."""

LONGEST_CLOCK = 24 * 3600.0
"""Seconds that a clock may have."""

_ITEMS = Bounds(width=33)
"""A message has a keyword and arguments."""
_TURN_DIGITS = 6
"""Digits of the number of a turn: no match has a million."""
_NAME_LENGTH = 1000
_KEYWORDS = frozenset({"INFO", "PING", "PREVIEW", "START", "PLAY", "STOP", "ABORT"})
FIRST_WORDS = 4096
"""Characters in which the keyword of a message and the name of a match stand."""


@dataclass(frozen=True, slots=True)
class Info:
    """Who are you, and are you free?"""


@dataclass(frozen=True, slots=True)
class Preview:
    """Rules that may be played later; no match begins."""

    rules: str
    clock: float


@dataclass(frozen=True, slots=True)
class Start:
    """A match begins."""

    match: str
    role: str
    rules: str
    start: float
    play: float


@dataclass(frozen=True, slots=True)
class News:
    """What happened in the last step. At the start nothing did, and `told` is `None`.

    `told` is the joint move (GDL) or what was seen (GDL-II). `turn` and `move` are there in the later form of GDL-II:
    how many joint moves were made, and the own one of the last step.
    """

    told: tuple[str, ...] | None = None
    turn: int | None = None
    move: str | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Your turn."""

    match: str
    news: News


@dataclass(frozen=True, slots=True)
class Stop:
    """The match is over."""

    match: str
    news: News


@dataclass(frozen=True, slots=True)
class Abort:
    """The match is broken off."""

    match: str


Message = Info | Preview | Start | Play | Stop | Abort


@dataclass(frozen=True, slots=True)
class Glance:
    """What the first words of a message say: its keyword in upper case, and the word after it, if there is one."""

    keyword: str
    name: str | None = None


def glance(text: str) -> Glance:
    """The first words of a message, however long it is: whether it is worth reading."""
    first = [word for word in words(text[:FIRST_WORDS], 3) if word != ")"]
    if first[:1] == ["("]:
        del first[0]
    if not first or first[0] == "(":
        raise ProtocolError("a message begins with a word such as PLAY")
    keyword = first[0].upper()
    if keyword not in _KEYWORDS:
        raise ProtocolError(f"{keyword[:20]!r} is not a message of the protocol")
    return Glance(keyword, first[1] if len(first) > 1 and first[1] != "(" else None)


def asks_who(text: str) -> bool:
    """Is this INFO, which changes nothing and may be asked by everybody?"""
    try:
        return glance(text).keyword in ("INFO", "PING")
    except ProtocolError:
        return False


def parse(text: str) -> Message:
    """The message of a text; what is none raises `ProtocolError`.

    >>> parse("( play m1 (noop ( mark 1 2 )) )")
    Play(match='m1', news=News(told=('noop', '(mark 1 2)'), turn=None, move=None))
    """
    if len(text) > LONGEST:
        raise ProtocolError(f"a message of {len(text):,} characters is too long; {LONGEST:,} are allowed")
    if len(text) > LONGEST_NEWS and glance(text).keyword not in ("START", "PREVIEW"):
        raise ProtocolError(f"a message of {len(text):,} characters is too long; {LONGEST_NEWS:,} are allowed")
    keyword, *arguments = items(text)
    kind = keyword.upper()
    if kind in ("INFO", "PING"):
        return Info()
    if kind == "START" and len(arguments) >= 5:
        match, role, rules, start, play = arguments[:5]
        return Start(_name(match), _name(role), _rules(rules), _clock(start), _clock(play))
    if kind == "PREVIEW" and len(arguments) >= 2:
        return Preview(_rules(arguments[0]), _clock(arguments[1]))
    if kind == "PLAY" and len(arguments) in (2, 4):
        return Play(_name(arguments[0]), _news(arguments[1:]))
    if kind == "STOP" and len(arguments) in (1, 2, 4):
        return Stop(_name(arguments[0]), _news(arguments[1:] or ["NIL"]))
    if kind == "ABORT" and len(arguments) == 1:
        return Abort(_name(arguments[0]))
    raise ProtocolError(f"{keyword[:20]!r} with {len(arguments)} arguments is not a message of the protocol")


def items(text: str) -> list[str]:
    """What stands in the brackets of a message, each item as it is written; a lone word is a message of its own.

    What comes after the closing bracket is ignored: some send more than they announce.
    """
    try:
        message = next(read(text, _ITEMS, levels=1), None)
    except UnclosedError:
        raise ProtocolError("a message is incomplete: a closing bracket is missing") from None
    except GdlSyntaxError as error:
        raise ProtocolError(f"this is not a message: {error}") from None
    if message is None:
        raise ProtocolError("an empty message")
    if isinstance(message, str):
        return [message]
    if not message.items or isinstance(message.items[0], Group):
        raise ProtocolError("a message begins with a word such as PLAY")
    return [as_written(item, text) for item in message.items]


def write(message: Message) -> str:
    """The message as ggp-base writes it, or, where it is one of GDL-II, as Dresden's controller does."""
    match message:
        case Info():
            return "( INFO )"
        case Preview(rules, clock):
            return f"( PREVIEW {rules} {write_clock(clock)} )"
        case Start(name, role, rules, start, play):
            return f"( START {name} {role} {rules} {write_clock(start)} {write_clock(play)})"
        case Play(name, news):
            return _written("PLAY", name, news)
        case Stop(name, news):
            return _written("STOP", name, news)
        case Abort(name):
            return f"( ABORT {name} )"


def write_clock(seconds: float) -> str:
    """Seconds: a whole number wherever it is one, because others expect nothing else."""
    return str(int(seconds)) if seconds == int(seconds) else f"{seconds:g}"


def info_reply(name: str, *, busy: bool) -> str:
    """The answer to INFO."""
    return f"( ( name {name} ) ( status {'busy' if busy else 'available'} ) ( species computer ) )"


def _written(keyword: str, name: str, news: News) -> str:
    if news.turn is not None:
        seen = "NIL" if news.told is None else f"({' '.join(news.told)})"
        return f"({keyword} {name} {news.turn} {news.move or 'NIL'} {seen})"
    if news.told is None:
        return f"( {keyword} {name} NIL )"
    return f"( {keyword} {name} ({''.join(spaced(term) + ' ' for term in news.told)}) )"


def _news(arguments: list[str]) -> News:
    if len(arguments) == 1:
        return News(_told(arguments[0]))
    turn, move, told = arguments
    if not (turn.isascii() and turn.isdigit() and len(turn) <= _TURN_DIGITS):
        raise ProtocolError(f"{turn[:20]!r} is not the number of a turn")
    return News(_told(told), int(turn), None if move.upper() == "NIL" else _term(move))


def _told(text: str) -> tuple[str, ...] | None:
    if text.upper() == "NIL":
        return None
    if not text.startswith("("):
        raise ProtocolError(f"expected a list of moves or percepts, not {text[:20]!r}")
    try:
        return tuple(split(text[1:-1]))
    except WoodstockError as error:
        raise ProtocolError(f"this is not a list of moves or percepts: {error}") from None


def _term(text: str) -> str:
    try:
        return canonical(text)
    except WoodstockError:
        raise ProtocolError(f"{text[:20]!r} is not a move") from None


def _name(text: str) -> str:
    if text.startswith("(") or len(text) > _NAME_LENGTH:
        raise ProtocolError(f"expected a name, not {text[:20]!r}")
    return text


def _rules(text: str) -> str:
    if not text.startswith("("):
        raise ProtocolError(f"expected a list of rules, not {text[:20]!r}")
    return text


def _clock(text: str) -> float:
    try:
        seconds = float(text[:50])
    except ValueError:
        seconds = math.nan
    # Zero is a clock that some send; there is no less time than that.
    if not 0 <= seconds <= LONGEST_CLOCK:
        raise ProtocolError(f"{text[:20]!r} is not a clock")
    return seconds
