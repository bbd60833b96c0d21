"""What stands for a text when duplicates are looked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from webnoise.dedup.simhash import SIMHASH, fingerprint
from webnoise.dedup.sketch import SKETCH, sketch
from webnoise.native import compiled
from webnoise.text.terms import MOST_TERMS, has_pairs, known_terms, language_of, text_units
from webnoise.text.words import normal_words

_NUMBERS = (*SIMHASH, *SKETCH)


@dataclass(frozen=True, slots=True)
class Signature:
    """A text in 128 bytes: plain, frozen, picklable; equal texts have equal signatures.

    `fingerprint` is the modified simhash of paper 003, `sketch` the bytes that verify what it finds
    (empty: unknown), `length` the number of terms.
    """

    fingerprint: int
    sketch: bytes = field(default=b"", repr=False)
    length: int = 0


def signature(text: str, language: str | None = None) -> Signature:
    """The signature of a text; without a language, its stop words tell which stemmer to use.

    >>> signature("Ministers met in Geneva on Monday.", language="en").length
    4
    """
    if native := compiled("signatures"):
        known = _packed_terms(native, language_of(text, language))
        if text.isascii():
            return Signature(*known.sign_ascii(text, _NUMBERS))
        words = normal_words(text)
        if not has_pairs(text, words):
            return Signature(*known.sign(words, _NUMBERS))
    terms, units = text_units(text, language)
    return Signature(fingerprint(terms), sketch(units), len(terms))


@cache
def _packed_terms(native: Any, language: str) -> Any:
    """What is known of a language's terms, as the compiled twin looks them up."""
    return native.KnownTerms(known_terms(language).work_out, MOST_TERMS)
