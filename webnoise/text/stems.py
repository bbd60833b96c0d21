"""Stems of words: Porter's stemmer for English, Snowball's for fourteen other languages (nltk).

nltk takes half a second to import, so that is done when the first word is stemmed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

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

_MOST_STEMS = 1 << 16
"""Kept of one language: to work a stem out takes longer than all else about a term."""


def stemmed(words: list[str], language: str) -> list[str]:
    """The stems of lower-case words; the words themselves in a language without a stemmer."""
    if language != "en" and language not in SNOWBALL:
        return words
    return list(map(_stemmer(language), words))


@cache
def _stemmer(language: str) -> Callable[[str], str]:
    from nltk.stem.porter import PorterStemmer
    from nltk.stem.snowball import SnowballStemmer

    stemmer = SnowballStemmer(SNOWBALL[language]) if language in SNOWBALL else PorterStemmer()

    @lru_cache(maxsize=_MOST_STEMS)
    def stem(word: str) -> str:
        if len(word) > LONGEST_STEMMED or word.isdigit():
            return word
        return stemmer.stem(word) or word

    return stem
