"""What stands for a text when duplicates are looked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from webnoise.dedup.simhash import fingerprint
from webnoise.dedup.sketch import sketch
from webnoise.text.terms import text_units


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
    """Return the signature of a text; without a language, its stop words choose the stemmer.

    >>> signature("Ministers met in Geneva on Monday.", language="en").length
    4
    """
    terms, units = text_units(text, language)
    return Signature(fingerprint(terms), sketch(units), len(terms))
