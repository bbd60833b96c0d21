"""Hashes under which any table of a database finds near duplicates by equality alone.

The index of one machine turns bits while it looks (`index.hashes`): few tables, many lookups. Redis and Spark
join what is equal, so that each text is filed under all of its hashes, and looked for under the same:

- Ten pairs of the five fifths of the fingerprint. Three differing bits leave two fifths alone, so that no
  pair within three bits is missed.
- The 16 bands of the sketch, three neighbouring minima each, as in the index.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from webnoise.dedup.index.columns import Signatures
from webnoise.dedup.index.hashes import BAND_WIDTH, BANDS
from webnoise.dedup.sketch import COUNT_BYTES

_FIFTH_STARTS = (0, 13, 26, 39, 52)
_FIFTH_BITS = 13
_PAIRS = tuple(combinations(range(5), 2))

HASHES = len(_PAIRS) + BANDS

MOST_SHARING = 256
"""Texts looked at, oldest first, of those that share a hash: thousands of pages repeat one notice."""


def table_hashes(signatures: Signatures) -> npt.NDArray[np.int64]:
    """One row per signature, one column per table; -1 where a text without a sketch is in no band.

    A hash has 32 bits, and its table stands above them: no two tables share a value.
    """
    rows = len(signatures)
    hashes = np.full((rows, HASHES), -1, np.int64)
    mask = np.uint64((1 << _FIFTH_BITS) - 1)
    fifths = [
        (signatures.fingerprints >> np.uint64(start) & mask).astype(np.int64) for start in _FIFTH_STARTS
    ]
    for table, (one, other) in enumerate(_PAIRS):
        hashes[:, table] = fifths[one] << _FIFTH_BITS | fifths[other]
    minima = signatures.sketches[:, COUNT_BYTES:].astype(np.int64)
    sketched = signatures.shingle_counts > 0
    for band in range(BANDS):
        first, second, third = (minima[:, BAND_WIDTH * band + offset] for offset in range(BAND_WIDTH))
        hashes[sketched, len(_PAIRS) + band] = (first | second << 8 | third << 16)[sketched]
    known = hashes >= 0
    hashes |= np.arange(HASHES, dtype=np.int64) << 32
    return np.where(known, hashes, -1)
