"""One gold text against many extracted ones: the scores of `scores`, with the gold's side counted once.

The systems mostly extract the same lines of a page, so a line's words are numbered once, by the gold's words.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webnoise.lab.evaluate.scores import SHINGLE_WORDS, is_exact, shingle_score, word_f1, words

__all__ = ["Reference", "TextScore"]

MOST_WORDS = 2**16 - 1  # numbers of 16 bits: four of them, a shingle, are one of 64

Numbers = NDArray[np.uint16]


class TextScore(NamedTuple):
    """Precision and recall are those of shingles; None as in `ShingleScore`."""

    precision: float | None
    recall: float | None
    word_f1: float
    exact: bool


class Reference:
    """A gold text that extracted texts are scored against."""

    def __init__(self, gold: str) -> None:
        self._gold = gold
        found, lower = words(gold), words(gold.lower())
        self._vocabulary, self._lower_vocabulary = _numbered(found), _numbered(lower)
        self._fits = max(len(self._vocabulary), len(self._lower_vocabulary)) <= MOST_WORDS
        if self._fits:
            self._lines: dict[str, tuple[bytes, bytes]] = {}
            self._numbers = _array(_pack(found, self._vocabulary))
            self._shingles, self._shingle_counts = np.unique(_shingles(self._numbers), return_counts=True)
            self._lower_counts = np.bincount(_array(_pack(lower, self._lower_vocabulary)))

    def score(self, text: str) -> TextScore:
        if not self._fits:
            gold = self._gold
            return TextScore(*shingle_score(gold, text), word_f1(gold, text), is_exact(gold, text))
        numbers, lower = self._numbered_text(text)
        exact = np.array_equal(numbers, self._numbers)
        return TextScore(*self._shingle_score(numbers, exact=exact), self._word_f1(lower), exact)

    def _numbered_text(self, text: str) -> tuple[Numbers, Numbers]:
        """The numbers of the text's words as they stand, and in lower case; 0 for those not in the gold."""
        lines = text.split("\n")
        known = self._lines
        for line in lines:
            if line not in known:
                known[line] = (
                    _pack(words(line), self._vocabulary),
                    _pack(words(line.lower()), self._lower_vocabulary),
                )
        pairs = [known[line] for line in lines]
        return _array(b"".join(pair[0] for pair in pairs)), _array(b"".join(pair[1] for pair in pairs))

    def _shingle_score(self, numbers: Numbers, *, exact: bool) -> tuple[float | None, float | None]:
        got, wanted = len(numbers), len(self._numbers)
        if exact or min(got, wanted) < SHINGLE_WORDS:  # a short text is one shingle
            return float(exact) if got else None, float(exact) if wanted else None
        found = _shingles(numbers)
        place = np.searchsorted(self._shingles, found)
        place[place == len(self._shingles)] = 0
        hits = np.bincount(place[self._shingles[place] == found], minlength=len(self._shingles))
        common = int(np.minimum(hits, self._shingle_counts).sum())
        return common / (got - SHINGLE_WORDS + 1), common / (wanted - SHINGLE_WORDS + 1)

    def _word_f1(self, lower: Numbers) -> float:
        total = len(lower) + int(self._lower_counts.sum())
        if not total:
            return 1.0
        hits = np.bincount(lower, minlength=len(self._lower_counts))
        hits[:1] = 0  # words that the gold does not have
        return 2 * int(np.minimum(hits, self._lower_counts).sum()) / total


def _numbered(found: Sequence[str]) -> dict[str, int]:
    return {word: number for number, word in enumerate(dict.fromkeys(found), start=1)}


def _pack(found: Sequence[str], vocabulary: Mapping[str, int]) -> bytes:
    return array("H", map(vocabulary.get, found, repeat(0))).tobytes()


def _array(packed: bytes) -> Numbers:
    return np.frombuffer(packed, dtype=np.uint16)


def _shingles(numbers: Numbers) -> NDArray[np.uint64]:
    """One number per four words in a row that the gold has all."""
    if len(numbers) < SHINGLE_WORDS:
        return np.empty(0, dtype=np.uint64)
    wide = numbers.astype(np.uint64)
    packed = wide[:-3] << np.uint64(48) | wide[1:-2] << np.uint64(32) | wide[2:-1] << np.uint64(16) | wide[3:]
    known = numbers != 0
    whole: NDArray[np.uint64] = packed[known[:-3] & known[1:-2] & known[2:-1] & known[3:]]
    return whole
