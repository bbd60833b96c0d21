"""The modified simhash of paper 003: term weights by proximity and frequency (TWC-PFM), summed into 64 bits.

Texts whose weighted terms are close have fingerprints that differ in few bits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import count

import numpy as np
import numpy.typing as npt
import xxhash

from webnoise.native import compiled

ROWS_AT_ONCE = 128
"""Positions weighed in one sweep; of 16, 32, 64 and 128 the fastest (benchmarks/term_weights.py)."""

LONGEST = 10_000
"""Terms whose proximity counts: the measure is quadratic, and what is longer is no article.

Terms beyond count by frequency alone. Below 2**15, so that positions fit 16 bits, which halves the time.
"""

_FRACTION = 1 << 32
"""Weights are summed as whole numbers of this unit: equal on every machine, whatever order its sums take.

They stay below 2**53, and so exact, up to two million terms.
"""

SIMHASH = LONGEST, float(_FRACTION)
"""What the compiled twin is told."""

_TABLES = 256 * np.arange(8)
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").astype(np.float64)
"""Of each value of a byte. Weights are summed by these first: hundreds of sums, not one per term and bit."""


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
    order = codes.astype(np.int16).argsort(kind="stable").astype(np.int16)
    before, after = order[:-1], order[1:]
    again = codes.take(after) == codes.take(before)
    before, after = before[again], after[again]
    previous = np.full(length, -1, np.int16)
    following = np.full(length, length, np.int16)
    previous[after] = before
    following[before] = after
    return previous, following


def _proximities(
    previous: npt.NDArray[np.int16], following: npt.NDArray[np.int16]
) -> npt.NDArray[np.float64]:
    """For each position p the sum of 1/(r-p) over r in (p, following(p)) with previous(r) < p."""
    length = len(previous)
    sums = np.zeros(length)
    for start in range(0, length - 1, ROWS_AT_ONCE):
        rows = slice(start, min(start + ROWS_AT_ONCE, length))
        columns = slice(start + 1, int(following[rows].max()))
        counted = previous[columns] < _POSITIONS[rows, None]
        counted &= _POSITIONS[columns] < following[rows, None]
        distances = INVERSE_DISTANCES[: counted.shape[0], : counted.shape[1]]
        sums[rows] = np.einsum("ij,ij->i", counted, distances)
    return sums


def inverse_distances() -> npt.NDArray[np.float64]:
    """Between row i of a sweep and its column j, which is position j + 1: 1/(j + 1 - i), or 0 behind it."""
    inverse = np.zeros(ROWS_AT_ONCE + LONGEST + 1)
    inverse[ROWS_AT_ONCE + 1 :] = 1.0 / np.arange(1, LONGEST + 1)
    step = inverse.strides[0]
    return np.lib.stride_tricks.as_strided(
        inverse[ROWS_AT_ONCE + 1 :], (ROWS_AT_ONCE, LONGEST), (-step, step), writeable=False
    )


_POSITIONS = np.arange(LONGEST, dtype=np.int16)
INVERSE_DISTANCES = inverse_distances()


def fingerprint(terms: Sequence[str]) -> int:
    """The 64-bit fingerprint of terms under their TWC-PFM weights; 0 for no terms."""
    if native := compiled("signatures"):
        return int(native.fingerprint(list(terms), *SIMHASH))
    return weighted_fingerprint(*unscaled_weights(terms))


def weighted_fingerprint(unique: Sequence[str], weights: npt.ArrayLike) -> int:
    """Bit i is 1 where the weights of terms whose hash has bit i outweigh those of the others."""
    if not unique:
        return 0
    scaled = np.rint(np.asarray(weights, np.float64) * _FRACTION)
    positions = term_hashes(unique).astype("<u8").view(np.uint8).reshape(-1, 8) + _TABLES
    by_value = np.bincount(positions.ravel(), scaled.repeat(8), 8 * 256).reshape(8, 256)
    sums = (2 * (by_value @ _BITS) - by_value[0].sum()).ravel()
    # rounding moves a sum by at most half a unit per term, so a tie in exact numbers stays a tie: bit 0
    positive = sums > len(unique)
    return int(np.packbits(positive, bitorder="little").view("<u8")[0])


def term_hashes(terms: Sequence[str]) -> npt.NDArray[np.uint64]:
    """xxh64, seed 0, of each term's UTF-8 bytes."""
    digest = xxhash.xxh64_intdigest  # takes less than to look a hash up in a table that outgrows the cache
    try:
        hashes = list(map(digest, map(str.encode, terms)))
    except UnicodeEncodeError:  # half a character, which only broken pages hold
        hashes = [digest(term.encode("utf-8", "surrogatepass")) for term in terms]
    return np.fromiter(hashes, np.uint64, len(hashes))


def hamming(one: int, other: int) -> int:
    """The number of bits in which two fingerprints differ.

    >>> hamming(0b1011, 0b0010)
    2
    """
    return (one ^ other).bit_count()


def bit_counts(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """The number of ones in each value: `hamming` of many, from their exclusive or."""
    if hasattr(np, "bitwise_count"):  # numpy 2
        counts: npt.NDArray[np.int64] = np.bitwise_count(values).astype(np.int64)
        return counts
    pieces = np.ascontiguousarray(values)[..., None].view(np.uint8)
    summed: npt.NDArray[np.int64] = np.unpackbits(pieces, axis=-1).sum(axis=-1, dtype=np.int64)
    return summed
