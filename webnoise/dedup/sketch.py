"""A sketch of a text in 116 bytes: two of them estimate how much their texts share.

MinHash over shingles of three units, one byte kept of each minimum (b-bit minwise hashing, Li and
König 2010), beside the number of shingles. The share of equal bytes estimates resemblance (Jaccard);
with the two numbers of shingles it also gives containment: a shortened text lies wholly in the longer one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from webnoise.dedup.signing import minima
from webnoise.dedup.simhash import term_hashes

VALUES = 112
"""Minima kept: a standard error of 0.047 at resemblance 0.5."""

COUNT_BYTES = 4
SKETCH_BYTES = COUNT_BYTES + VALUES

SHINGLE = 3
"""Units per shingle, as in the MinHash baseline of the benchmarks; other widths were not tried."""

_BY_CHANCE = 1 / 256
"""The share of different shingles whose kept bytes are equal."""


def sketch(units: Sequence[str]) -> bytes:
    """Return the sketch of a text's units (words; character bigrams where words are not spaced)."""
    shingles = np.sort(_shingle_hashes(units))
    count = int(np.count_nonzero(shingles[1:] != shingles[:-1])) + 1 if len(shingles) else 0
    return count.to_bytes(COUNT_BYTES, "little") + minima(shingles, _TURNS, _FACTORS).tobytes()


def _shingle_hashes(units: Sequence[str]) -> npt.NDArray[np.uint32]:
    if not units:
        return np.empty(0, np.uint32)
    hashes = term_hashes(units)
    width = min(SHINGLE, len(hashes))
    mixed = np.zeros(len(hashes) - width + 1, np.uint64)
    for position in range(width):
        mixed = _mix(mixed + hashes[position : position + len(mixed)])
    return (mixed >> np.uint64(32)).astype(np.uint32)


def _mix(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Mix 64 bits one to one, so that every bit changes every other."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


_TURNS, _FACTORS = (
    (_mix(np.arange(1, 2 * VALUES + 1, dtype=np.uint64)) >> np.uint64(32))
    .astype(np.uint32)
    .reshape(2, VALUES)
)
_FACTORS |= np.uint32(1)
"""One permutation of the shingles' 32 bits per minimum: x -> (x xor turn) * odd number."""


def resemblances(ones: npt.NDArray[np.uint8], others: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """Estimate the resemblance of sketches, given as rows of `VALUES` bytes, row by row."""
    equal = (ones == others).view(np.uint8).sum(axis=1, dtype=np.uint8) / VALUES
    estimate: npt.NDArray[np.float64] = np.maximum((equal - _BY_CHANCE) / (1 - _BY_CHANCE), 0.0)
    return estimate


def containments(
    resemblance: npt.NDArray[np.float64], ones: npt.NDArray[np.integer], others: npt.NDArray[np.integer]
) -> npt.NDArray[np.float64]:
    """Estimate containment by resemblance and the two numbers of shingles; at most 1."""
    shared = resemblance * (ones + others) / (1 + resemblance)
    share: npt.NDArray[np.float64] = np.minimum(shared / np.maximum(np.minimum(ones, others), 1), 1.0)
    return share
