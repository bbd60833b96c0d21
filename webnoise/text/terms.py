"""From text to terms: lower case, without stop words, stemmed (paper 003, preprocessing).

Stems are Porter's for English, Snowball's for fourteen other languages (nltk). nltk takes half a second to
import, so that is done when the first word of one of these is stemmed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from webnoise.text.language import detect_language, primary_tag, stop_words
from webnoise.text.porter import porter_stem
from webnoise.text.words import has_unspaced, normal_words, unspaced_pairs

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


def terms(text: str, language: str | None = None) -> list[str]:
    """The terms of a text in order, repeats included.

    `language` is a tag such as "en" or "pt-BR"; without one it is detected. Chinese, Japanese, Korean, Thai,
    Lao, Khmer and Burmese come as pairs of characters.

    >>> terms("The ministers were meeting in Geneva", "en")
    ['minist', 'meet', 'geneva']
    """
    return text_units(text, language)[0]


def text_units(text: str, language: str | None = None) -> tuple[list[str], list[str]]:
    """The terms of a text, and its units: words as they stand, whatever the language is said to be.

    Terms serve the fingerprint; units serve the sketch, which so stays equal where two outlets
    declare different languages.
    """
    words = normal_words(text)
    primary = primary_tag(language) or detect_language(text) or ""
    stops = stop_words(primary)
    if text.isascii() or not has_unspaced("".join(words)):
        return _stemmed([word for word in words if word not in stops], primary), words
    terms: list[str] = []
    units: list[str] = []
    for word in words:
        if has_unspaced(word):
            pairs = unspaced_pairs(word)
            units += pairs
            terms += pairs
        else:
            units.append(word)
            if word not in stops:
                terms += _stemmed([word], primary)
    return terms, units


def _stemmed(words: list[str], language: str) -> list[str]:
    """The stems of lower-case words; the words themselves in a language without a stemmer."""
    if language != "en" and language not in SNOWBALL:
        return words
    return list(map(_stems(language).__getitem__, words))


@cache
def _stems(language: str) -> _Stems:
    return _Stems(language)


class _Stems(dict[str, str]):
    """The stems of one language's words, each worked out when it is first met."""

    def __init__(self, language: str) -> None:
        self._stem = porter_stem if language == "en" else _snowball(language)

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_STEMS:
            self.clear()
        plain = len(word) > LONGEST_STEMMED or word.isdigit()
        stem = self[word] = word if plain else self._stem(word) or word
        return stem


def _snowball(language: str) -> Callable[[str], str]:
    from nltk.stem.snowball import SnowballStemmer

    stem: Callable[[str], str] = SnowballStemmer(SNOWBALL[language]).stem
    return stem
