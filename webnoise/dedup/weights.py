"""Term weights by proximity and frequency: TWC-PFM of paper 003."""

from __future__ import annotations

from collections import defaultdict
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

__all__ = ["twc_pfm", "unscaled_weights"]

ROWS_AT_ONCE = 128
"""Positions weighed in one sweep; of 16, 32, 64 and 128 the fastest (benchmarks/term_weights.py)."""

LONGEST = 10_000
"""Terms whose proximity counts: the measure is quadratic, and what is longer is no article.

Terms beyond count by frequency alone. Below 2**15, so that positions fit 16 bits, which halves the time.
"""


def twc_pfm(terms: Sequence[str]) -> dict[str, float]:
    """The weight of each unique term, in the order of first occurrence.

    Every occurrence p of a term adds 1 (its frequency) and, for each other term, 1/(q-p), q being that
    term's first occurrence after p, unless the term itself recurs between p and q. The sum is divided
    by the number of unique terms.

    >>> {term: round(weight, 4) for term, weight in twc_pfm("a b c d a b a c a b d".split()).items()}
    {'a': 2.3333, 'b': 1.8333, 'c': 1.4167, 'd': 0.9375}
    """
    unique, sums = unscaled_weights(terms)
    return dict(zip(unique, (sums / max(len(unique), 1)).tolist(), strict=True))


def unscaled_weights(terms: Sequence[str]) -> tuple[list[str], npt.NDArray[np.float64]]:
    """Unique terms and their weights before the division by their number, which no sign depends on."""
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    codes = np.fromiter(map(numbers.__getitem__, terms), np.int64, len(terms))
    contributions = np.ones(len(codes))
    weighed = codes[:LONGEST]
    contributions[: len(weighed)] += _proximities(*_neighbours(weighed))
    weights = np.bincount(codes, contributions, minlength=len(numbers)).astype(np.float64)
    return list(numbers), weights


def _neighbours(codes: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """For each position: the previous (or -1) and the next (or the length) position of the same term."""
    length = len(codes)
    order = np.argsort(codes, kind="stable").astype(np.int16)
    again = codes[order[1:]] == codes[order[:-1]]
    previous = np.full(length, -1, np.int16)
    following = np.full(length, length, np.int16)
    previous[order[1:][again]] = order[:-1][again]
    following[order[:-1][again]] = order[1:][again]
    return previous, following


def _proximities(
    previous: npt.NDArray[np.int16], following: npt.NDArray[np.int16]
) -> npt.NDArray[np.float64]:
    """For each position p the sum of 1/(r-p) over r in (p, following(p)) with previous(r) < p."""
    length = len(previous)
    sums = np.zeros(length)
    positions = np.arange(length, dtype=np.int16)
    # inverse[ROWS_AT_ONCE + d] is 1/d for d > 0 and 0 else: row i of a sweep reads it from its own start
    inverse = np.zeros(ROWS_AT_ONCE + length + 1)
    inverse[ROWS_AT_ONCE + 1 :] = 1.0 / np.arange(1, length + 1)
    step = inverse.strides[0]
    for start in range(0, length - 1, ROWS_AT_ONCE):
        stop = min(start + ROWS_AT_ONCE, length)
        rows = positions[start:stop, None]
        end = int(following[start:stop].max())
        columns = slice(start + 1, end)
        counted = previous[None, columns] < rows
        counted &= positions[None, columns] < following[start:stop, None]
        distances = np.lib.stride_tricks.as_strided(
            inverse[ROWS_AT_ONCE + 1 :], (stop - start, end - start - 1), (-step, step), writeable=False
        )
        sums[start:stop] = np.einsum("ij,ij->i", counted, distances)
    return sums
