"""From text to terms: lower case, without stop words, stemmed (paper 003, preprocessing).

Stems are Porter's for English, Snowball's for fourteen other languages. The latter are nltk's, which is
imported with the first word that needs it: it takes half a second.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from webnoise.text.language import detect_language, primary_tag, stop_words
from webnoise.text.lists import read_groups
from webnoise.text.stems import porter
from webnoise.text.words import has_unspaced, normal_words, unspaced_pairs

SNOWBALL = {
    tag: language for language, tags in read_groups("webnoise.text", "stemmers.txt").items() for tag in tags
}
"""Primary language tag -> nltk's name of the language."""

LONGEST_STEMMED = 40
"""Longer "words" are addresses and glued markup; the stemmers' cost grows with length."""

MOST_TERMS = 1 << 16
"""Kept of one language: to stem a word takes longer than all else about a term."""


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
    known = known_terms(language_of(text, language))
    if not has_pairs(text, words):
        return list(filter(None, map(known.__getitem__, words))), words
    terms: list[str] = []
    units: list[str] = []
    for word in words:
        if has_unspaced(word):
            pairs = unspaced_pairs(word)
            units += pairs
            terms += pairs
        else:
            units.append(word)
            if term := known[word]:
                terms.append(term)
    return terms, units


def language_of(text: str, language: str | None) -> str:
    """The primary tag of the language that a text is said to be in, or is."""
    return primary_tag(language) or detect_language(text) or ""


def has_pairs(text: str, words: list[str]) -> bool:
    """Whether a text, of which these are the normal words, has some that come as pairs of characters."""
    return not text.isascii() and has_unspaced("".join(words))


@cache
def known_terms(language: str) -> KnownTerms:
    return KnownTerms(language)


class KnownTerms(dict[str, str]):
    """The terms of one language's words, each computed when it is first met; "" of a stop word.

    A term is the word's stem; in a language without a stemmer, the word itself.
    """

    def __init__(self, language: str) -> None:
        self._stop_words = stop_words(language)
        self._stem = stemmer(language)

    def __missing__(self, word: str) -> str:
        if len(self) >= MOST_TERMS:
            self.clear()
        if word in self._stop_words:
            term = ""
        elif len(word) > LONGEST_STEMMED or word.isdigit():
            term = word
        else:
            term = self._stem(word) or word
        self[word] = term
        return term


def stemmer(language: str) -> Callable[[str], str]:
    """Return the function that stems a word of at most `LONGEST_STEMMED` characters."""
    if language == "en":
        return porter
    if language not in SNOWBALL:
        return str
    from nltk.stem.snowball import SnowballStemmer

    stem: Callable[[str], str] = SnowballStemmer(SNOWBALL[language]).stem
    return stem
