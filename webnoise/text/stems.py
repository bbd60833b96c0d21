"""Stems of words: Porter's stemmer for English, Snowball's for fourteen other languages (nltk).

nltk takes half a second to import, so that is done when the first word is stemmed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SNOWBALL", "stemmed"]

SNOWBALL = {
    "da": "danish",
    "de": "german",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
}
"""Primary language tag -> nltk's name of the language. Arabic is left out: its stemmer keeps state."""

LONGEST_STEMMED = 40
"""Longer "words" are addresses and glued markup; the stemmers' cost grows with length."""

_YOUNG_STEMS = 1 << 15
"""Of all languages together; as many older ones stay beside them."""


def stemmed(words: list[str], language: str) -> list[str]:
    """The stems of lower-case words; the words themselves in a language without a stemmer."""
    stems = _STEMS.get(language)
    return words if stems is None else list(map(stems.__getitem__, words))


class _Stems(dict[str, str]):
    """The stems of one language's words, each worked out once: that takes longer than all else about a term.

    Kept in two generations, so that words in use outlast those met once.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._older: dict[str, str] = {}

    def __missing__(self, word: str) -> str:
        if sum(map(len, _STEMS.values())) >= _YOUNG_STEMS:
            for stems in _STEMS.values():
                stems.age()
        stem = self[word] = self._older.get(word) or self._stem(word)
        return stem

    def age(self) -> None:
        self._older = self.copy()
        self.clear()

    def _stem(self, word: str) -> str:
        if len(word) > LONGEST_STEMMED or word.isdigit():
            return word
        return _stemmer(self._language)(word) or word


_STEMS = {language: _Stems(language) for language in ("en", *SNOWBALL)}


@lru_cache(maxsize=len(_STEMS))
def _stemmer(language: str) -> Callable[[str], str]:
    from nltk.stem.porter import PorterStemmer
    from nltk.stem.snowball import SnowballStemmer

    stemmer = SnowballStemmer(SNOWBALL[language]) if language in SNOWBALL else PorterStemmer()
    stem: Callable[[str], str] = stemmer.stem
    return stem
