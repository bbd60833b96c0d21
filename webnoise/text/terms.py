"""From text to terms: lower case, without stop words, stemmed (paper 003, preprocessing)."""

from __future__ import annotations

from webnoise.text.language import detect_language, primary_tag, stop_words
from webnoise.text.stems import stemmed
from webnoise.text.words import has_unspaced, normal_words, unspaced_pairs

__all__ = ["terms", "text_units"]


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
        return stemmed([word for word in words if word not in stops], primary), words
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
                terms += stemmed([word], primary)
    return terms, units
