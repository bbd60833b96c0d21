"""From text to terms: lower case, without stop words, stemmed (paper 003, preprocessing)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from importlib.resources import files

from webnoise.text.stemmers import stemmed

__all__ = ["guess_language", "stop_words", "terms", "text_units", "words"]

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff"  # Thai, Lao, Burmese, Khmer
    "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"  # Hangul
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
"""Scripts written without spaces between words; and Korean, whose spaced units carry their particles."""

_MARKS = (
    "\u0300-\u036f\u0483-\u0487"  # Latin, Cyrillic
    "\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"  # Devanagari
    "\u0981-\u0983\u09bc-\u09d7\u09e2\u09e3\u0a01-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a75"  # Bengali, Gurmukhi
    "\u0a81-\u0a83\u0abc-\u0acd\u0ae2\u0ae3\u0b01-\u0b03\u0b3c-\u0b57\u0b62\u0b63"  # Gujarati, Oriya
    "\u0b82\u0bbe-\u0bd7\u0c00-\u0c04\u0c3c-\u0c56\u0c62\u0c63"  # Tamil, Telugu
    "\u0c81-\u0c83\u0cbc-\u0cd6\u0ce2\u0ce3\u0d00-\u0d03\u0d3b-\u0d57\u0d62\u0d63"  # Kannada, Malayalam
    "\u0d81-\u0d83\u0dca-\u0df3\u0f18-\u0fbc"  # Sinhala, Tibetan
)
"""Vowel signs and other marks inside words, which `\\w` does not match."""

_SILENT = re.compile(
    "[\u00ad\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u2060\ufeff]+"
)
"""What one outlet prints and another leaves out: soft hyphens, Hebrew points, Arabic vowel marks, joiners."""

_ASCII_BREAKS = {code: " " for code in range(128) if not chr(code).isalnum()}
_WORD = re.compile(f"[{_UNSPACED}]+|(?:[^\\W_{_UNSPACED}]+[{_MARKS}]*)+")
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]")

LEAST_VOTES = 3
"""Stop words seen before a language is believed; fewer say nothing about a text of a few words."""

WORDS_FOR_A_GUESS = 400
"""A language shows in the first paragraphs."""


def terms(text: str, language: str | None = None) -> list[str]:
    """The terms of a text in order, repeats included.

    `language` is a tag such as "en" or "pt-BR"; without one it is guessed from the stop words.
    Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese come as character bigrams.

    >>> terms("The ministers were meeting in Geneva", "en")
    ['minist', 'meet', 'geneva']
    """
    return text_units(text, language)[0]


def text_units(text: str, language: str | None = None) -> tuple[list[str], list[str]]:
    """The terms of a text, and its units: words as they stand, whatever the language is said to be.

    Terms serve the fingerprint; units serve the sketch, which so stays equal where two outlets
    declare different languages.
    """
    found = words(text)
    primary = primary_tag(language) or guess_language(found) or ""
    stops = stop_words(primary)
    if text.isascii() or not _UNSPACED_RUN.search("".join(found)):
        return stemmed([word for word in found if word not in stops], primary), found
    terms: list[str] = []
    units: list[str] = []
    for word in found:
        if _UNSPACED_RUN.match(word):
            pieces = _bigrams(word)
            units += pieces
            terms += pieces
        else:
            units.append(word)
            if word not in stops:
                terms += stemmed([word], primary)
    return terms, units


def words(text: str) -> list[str]:
    """Lower-case words in order; a run of a script without spaces is one word."""
    text = text.lower()
    if text.isascii():
        return text.translate(_ASCII_BREAKS).split()
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    return _WORD.findall(_SILENT.sub("", text))


def _bigrams(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def primary_tag(language: str | None) -> str | None:
    """`pt` of `pt-BR`; None where nothing is known."""
    if not language:
        return None
    return language.replace("_", "-").split("-", 1)[0].strip().lower() or None


def guess_language(found: list[str]) -> str | None:
    """The language most of whose stop words occur; None when too few do."""
    votes: Counter[str] = Counter()
    languages = _languages_by_stop_word()
    for word in found[:WORDS_FOR_A_GUESS]:
        votes.update(languages.get(word, ()))
    if not votes:
        return None
    language, count = min(votes.items(), key=lambda vote: (-vote[1], vote[0]))
    return language if count >= LEAST_VOTES else None


def stop_words(language: str | None) -> frozenset[str]:
    """The function words of a language; none for a language without a list."""
    return _all_stop_words().get(primary_tag(language) or "", frozenset())


@lru_cache(maxsize=1)
def _all_stop_words() -> dict[str, frozenset[str]]:
    lists: dict[str, set[str]] = {}
    text = (files("webnoise.text") / "stopwords.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        tags, colon, entries = line.partition(":")
        if not colon or line.startswith("#"):
            continue
        for tag in tags.split():
            lists.setdefault(tag, set()).update(words(entries))
    return {tag: frozenset(entries) for tag, entries in lists.items()}


@lru_cache(maxsize=1)
def _languages_by_stop_word() -> dict[str, tuple[str, ...]]:
    languages: dict[str, list[str]] = {}
    for tag, entries in sorted(_all_stop_words().items()):
        if tag in {"nb", "nn"}:  # told apart by nobody's stop words: guessed as "no"
            continue
        for entry in sorted(entries):
            languages.setdefault(entry, []).append(tag)
    return {entry: tuple(tags) for entry, tags in languages.items()}
