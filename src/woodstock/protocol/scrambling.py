"""Scrambling: the names in the rules are replaced by words without meaning, so that nobody knows the game by them."""

from __future__ import annotations

import random

from woodstock.gdl.names import KEYWORDS, RANDOM, RULE
from woodstock.kif.reader import with_words

_KEPT = KEYWORDS | {RANDOM, RULE}
_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"


class Scrambler:
    """Turns words into others and back, each always into the same. Keywords, numbers and the role `random` stay."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._words: dict[str, str] = {}
        self._meanings: dict[str, str] = {}

    def scramble(self, text: str) -> str:
        """The text with every word replaced."""
        return with_words(text, self._word)

    def unscramble(self, text: str) -> str:
        """The text with every word put back, in whatever case it comes; one that was never given out stays."""
        return with_words(text, lambda word: self._meanings.get(word.lower(), word))

    def _word(self, meaning: str) -> str:
        if meaning.lower() in _KEPT or meaning.lstrip("-").isdigit():
            return meaning
        if meaning not in self._words:
            mark = "?" if meaning.startswith("?") else ""
            word = mark + self._fresh()
            while word in self._meanings or word in _KEPT:
                word = mark + self._fresh()
            self._words[meaning] = word
            self._meanings[word] = meaning
        return self._words[meaning]

    def _fresh(self) -> str:
        """A word of three syllables, or of more once there are many words."""
        syllables = 3 + len(self._words) // 20_000
        return "".join(self._random.choice(_CONSONANTS) + self._random.choice(_VOWELS) for _ in range(syllables))
