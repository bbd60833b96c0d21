"""What kinds of characters each block is made of, counted for a whole page at once."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from webnoise.text.sentences import COMMAS, QUOTES, STOPS
from webnoise.text.words import HAN_AND_KANA

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "COMMA",
    "DIGIT",
    "KINDS",
    "LETTER",
    "MARK",
    "OTHER",
    "QUOTE",
    "SPACE",
    "STOP",
    "UNSPACED",
    "UPPER",
    "count_characters",
]

OTHER, SPACE, LETTER, UPPER, DIGIT, COMMA, STOP, QUOTE, MARK, UNSPACED = range(10)
KINDS = 10

_MARKS = "|•·›»→▸►●■©®™/\\<>=+*#@_{}[]~^▾▼←&"
_BASIC_PLANE = 0x10000


@cache
def _kind_table() -> NDArray[np.int64]:
    """The kind of every character of the basic plane, and one entry for all beyond it."""
    by_category = {"Lu": UPPER, "Lt": UPPER, "Zs": SPACE, "Zl": SPACE, "Zp": SPACE, "Cc": SPACE}
    table = np.zeros(_BASIC_PLANE + 1, dtype=np.int64)
    for code in range(_BASIC_PLANE):
        category = unicodedata.category(chr(code))
        if category in by_category:
            table[code] = by_category[category]
        elif category[0] in "LM":
            table[code] = LETTER
        elif category[0] == "N":
            table[code] = DIGIT
    for characters, kind in ((_MARKS, MARK), (QUOTES, QUOTE), (COMMAS, COMMA), (STOPS, STOP)):
        for character in characters:
            table[ord(character)] = kind
    for first, last in HAN_AND_KANA:
        table[first : last + 1] = UNSPACED
    table[_BASIC_PLANE] = OTHER
    return table


def count_characters(texts: Sequence[str], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Counts by block and kind, of shape (blocks, KINDS)."""
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype=np.int32)
    cells = _kind_table().take(codes, mode="clip")
    cells += np.arange(0, len(texts) * KINDS, KINDS).repeat(lengths)
    return np.bincount(cells, minlength=len(texts) * KINDS).reshape(len(texts), KINDS)
