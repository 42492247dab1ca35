"""Texts with a few tokens swapped, lost, doubled, nested or made huge, or with bytes that are no text."""

from __future__ import annotations

import random
import re

import sheets
from woodstock import games

LONGEST = 20_000  # bytes of a rulesheet that is taken: small ones break as well as large ones, and faster
MESSAGES_SHARE = 0.6

MESSAGES = (
    "(info)",
    "(start match.1 x ((role x) (init (p 1)) (legal x go) (<= terminal (true (p 2)))) 30 10)",
    "(play match.1 nil)",
    "(play match.1 ((mark 1 2) noop))",
    "(play match.1 3 (mark 1 2) ((sees a) b))",
    "(stop match.1 ((mark 1 2) noop))",
    "(abort match.1)",
    "(preview ((role x)) 10)",
)


def sources() -> list[tuple[str, bytes]]:
    """The rulesheets to begin with, by name: those of bundled games and public ones."""
    found = [(name, games.text(name).encode()) for name in games.names()]
    if sheets.NAMED:
        paths = sorted(sheets.FOLDER.rglob("*.kif"))
        found += [(str(path.relative_to(sheets.FOLDER)), path.read_bytes()) for path in paths]
    return [(name, text) for name, text in found if len(text) <= LONGEST]


def mutant(seed: int, number: int, known: list[tuple[str, bytes]]) -> tuple[str, str, bytes]:
    """What it was made of, its kind and the text."""
    chance = random.Random(f"{seed} {number}")
    if chance.random() < MESSAGES_SHARE:
        text = chance.choice(MESSAGES).encode()
        return "message", "message", spoilt(text, chance)
    ((name, text),) = chance.choices(known, [1 / (1000 + len(text)) ** 2 for _, text in known])
    return name, "rules", spoilt(text, chance)


def spoilt(text: bytes, chance: random.Random) -> bytes:
    """The text with a few changes."""
    tokens = re.findall(rb"[()]|;[^\n]*\n|[^\s()]+|\s+", text)
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        change = chance.choice([swap, swap, lose, double, exchange, exchange, exchange, huge, nest, noise, cut])
        tokens = change(tokens, chance) or [b" "]
    return b"".join(tokens)


def words(tokens: list[bytes], brackets: bool = True) -> list[int]:
    """Where there is more than space and comments."""
    some = [at for at, token in enumerate(tokens) if token.strip() and not token.startswith(b";")]
    return [at for at in some if brackets or tokens[at] not in (b"(", b")")] or [0]


def place(tokens: list[bytes], chance: random.Random) -> int:
    """Where to change something: mostly not at a bracket, for a text without its brackets is soon refused."""
    return chance.choice(words(tokens, brackets=chance.random() < 0.1))


def swap(tokens: list[bytes], chance: random.Random) -> list[bytes]:
    """Two tokens change places."""
    one, other = place(tokens, chance), place(tokens, chance)
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return tokens


def lose(tokens: list[bytes], chance: random.Random) -> list[bytes]:
    """A token is lost."""
    at = place(tokens, chance)
    return tokens[:at] + tokens[at + 1 :]


def double(tokens: list[bytes], chance: random.Random) -> list[bytes]:
    """A few tokens are there twice."""
    at = place(tokens, chance)
    end = at + chance.choice([1, 1, 1, 5, 40])
    return [*tokens[:end], b" ", *tokens[at:end], *tokens[end:]]


def exchange(tokens: list[bytes], chance: random.Random) -> list[bytes]:
    """A word becomes another word of the text, or one that has a meaning."""
    known = [tokens[at] for at in words(tokens, brackets=False)]
    meant = [b"not", b"or", b"distinct", b"true", b"does", b"terminal", b"random", b"?x", b"<=", b"and", b"sees", b"0"]
    tokens[place(tokens, chance)] = chance.choice([*meant, *chance.sample(known, min(12, len(known)))])
    return tokens


def huge(tokens: list[bytes], chance: random.Random) -> list[bytes]:
    """A number, or any word, becomes a large number."""
    numbers = [at for at in words(tokens) if tokens[at].isdigit()]
    tokens[chance.choice(numbers or words(tokens, brackets=False))] = chance.choice(
        [b"99999999999999999999", b"-1", b"2147483648", b"9" * 5000, b"1e9", b"00", b"100.5"]
    )
    return tokens


def nest(tokens: list[bytes], chance: random.Random) -> list[bytes]:
    """A word stands deep in brackets."""
    at, depth = place(tokens, chance), chance.choice([1, 2, 30, 3000])
    name = chance.choice([b"(f ", b"(", b"(not ", b"(or "])
    return [*tokens[:at], name * depth, tokens[at], b")" * depth, *tokens[at + 1 :]]


def noise(tokens: list[bytes], chance: random.Random) -> list[bytes]:
    """Bytes that are no UTF-8, or no text."""
    at = chance.choice(words(tokens))
    tokens[at] += chance.choice([b"\xff\xfe", b"\x00", b"\xc3\x28", b"\xe2\x80\xae", b"\x1b[31m", "\u00fc".encode()])
    return tokens


def cut(tokens: list[bytes], chance: random.Random) -> list[bytes]:
    """The rest is missing."""
    return tokens[: place(tokens, chance)] if chance.random() < 0.2 else tokens
