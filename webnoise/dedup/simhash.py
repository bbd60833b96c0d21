"""The modified simhash of paper 003: 64 bits that stay close when the weighted terms stay close."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import xxhash

from webnoise.dedup.weights import unscaled_weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

__all__ = ["fingerprint", "hamming", "term_hashes", "weighted_fingerprint"]

_FRACTION = 1 << 32
"""Weights are summed as whole numbers of this unit: equal on every machine, whatever order its sums take.

They stay below 2**53, and so exact, up to two million terms.
"""

_TABLES = 256 * np.arange(8)
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").astype(np.float64)
"""Of each value of a byte. Weights are summed by these first: hundreds of sums, not one per term and bit."""


def fingerprint(terms: Sequence[str]) -> int:
    """The 64-bit fingerprint of terms under their TWC-PFM weights; 0 for no terms."""
    return weighted_fingerprint(*unscaled_weights(terms))


def weighted_fingerprint(unique: Sequence[str], weights: npt.ArrayLike) -> int:
    """Bit i is 1 where the weights of terms whose hash has bit i outweigh those of the others."""
    if not unique:
        return 0
    scaled = np.rint(np.asarray(weights, np.float64) * _FRACTION)
    places = term_hashes(unique).astype("<u8").view(np.uint8).reshape(-1, 8) + _TABLES
    by_value = np.bincount(places.ravel(), scaled.repeat(8), 8 * 256).reshape(8, 256)
    sums = (2 * (by_value @ _BITS) - by_value[0].sum()).ravel()
    # rounding moves a sum by at most half a unit per term, so a tie in exact numbers stays a tie: bit 0
    positive = sums > len(unique)
    return int(np.packbits(positive, bitorder="little").view("<u8")[0])


def term_hashes(terms: Iterable[str]) -> npt.NDArray[np.uint64]:
    """xxh64, seed 0, of each term's UTF-8 bytes."""
    digest = xxhash.xxh64_intdigest  # takes less than to look a hash up in a table that outgrows the cache
    hashes = [digest(term.encode("utf-8", "surrogatepass")) for term in terms]
    return np.fromiter(hashes, np.uint64, len(hashes))


def hamming(one: int, other: int) -> int:
    """The number of bits in which two fingerprints differ.

    >>> hamming(0b1011, 0b0010)
    2
    """
    return (one ^ other).bit_count()
