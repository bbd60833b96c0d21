"""The modified simhash of paper 003: term weights by proximity and frequency (TWC-PFM), summed into 64 bits.

Texts whose weighted terms are close have fingerprints that differ in few bits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import xxhash

from webnoise.dedup.signing import proximities

LONGEST = 10_000
"""Terms whose proximity counts: the measure is quadratic. Terms beyond count by frequency alone."""

_FRACTION = 1 << 32
"""Weights are summed as whole numbers of this unit: equal on every machine, whatever order its sums take.

They stay below 2**53, and so exact, up to two million terms.
"""

_TABLES = 256 * np.arange(8)
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").astype(np.float64)
"""The bits of each value of a byte. Weights are summed by bytes first: fewer sums than by terms and bits."""


def twc_pfm(terms: Sequence[str]) -> dict[str, float]:
    """Return the weight of each unique term, in the order of first occurrence.

    Every occurrence p of a term adds 1 (its frequency) and, for each other term, 1/(q-p), q being that
    term's first occurrence after p, unless the term itself recurs between p and q. The sum is divided
    by the number of unique terms.

    >>> {term: round(weight, 4) for term, weight in twc_pfm("a b c d a b a c a b d".split()).items()}
    {'a': 2.3333, 'b': 1.8333, 'c': 1.4167, 'd': 0.9375}
    """
    unique, sums = term_weights(terms)
    return dict(zip(unique, (sums / max(len(unique), 1)).tolist(), strict=True))


def term_weights(terms: Sequence[str]) -> tuple[list[str], npt.NDArray[np.float64]]:
    """Return the unique terms and their weights, not yet divided by their number: no bit depends on that."""
    numbers = {term: number for number, term in enumerate(dict.fromkeys(terms))}
    codes = np.fromiter(map(numbers.__getitem__, terms), np.int32, len(terms))
    contributions = np.ones(len(codes))
    contributions[:LONGEST] += proximities(codes[:LONGEST])
    return list(numbers), np.bincount(codes, contributions, minlength=len(numbers)).astype(np.float64)


def fingerprint(terms: Sequence[str]) -> int:
    """Return the 64-bit fingerprint of terms under their TWC-PFM weights; 0 for no terms."""
    return weighted_fingerprint(*term_weights(terms))


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
    """Return xxh64, seed 0, of each term's UTF-8 bytes."""
    digest = xxhash.xxh64_intdigest  # takes less than to look a hash up in a table that outgrows the cache
    try:
        hashes = list(map(digest, map(str.encode, terms)))
    except UnicodeEncodeError:  # half a character, which only broken pages hold
        hashes = [digest(term.encode("utf-8", "surrogatepass")) for term in terms]
    return np.fromiter(hashes, np.uint64, len(hashes))


def hamming(one: int, other: int) -> int:
    """Return the number of bits in which two fingerprints differ.

    >>> hamming(0b1011, 0b0010)
    2
    """
    return (one ^ other).bit_count()


def bit_counts(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Return the number of ones in each value: `hamming` of many, from their exclusive or."""
    counts: npt.NDArray[np.int64] = np.bitwise_count(values).astype(np.int64)
    return counts
