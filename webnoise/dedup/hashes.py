"""The hashes under which every store files a text, so that near duplicates share one of them.

- Ten pairs of the five fifths of the fingerprint. Three differing bits leave at least two fifths equal
  (pigeonhole, after Manku, Jain and Das Sarma, WWW 2007): no pair within three bits is missed.
- 16 bands of the sketch, three neighbouring minima each. Two texts of resemblance R share at least one band
  with probability 1 - (1 - R**3)**16: 0.88 at 0.5, 0.98 at 0.6, 1.00 at 0.8.

Stores find texts by equality of hashes alone, as any database can.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from webnoise.dedup.signature import Signatures

REACH = 3
"""Bits: the paper's k. Every pair within it is found."""

MOST_SHARING = 256
"""Texts found under one hash, the oldest: thousands of pages repeat one notice."""

_FIFTH_BITS = 13
_FIFTH_STARTS = np.array([0, 13, 26, 39, 52], np.uint64)
_FIRSTS, _SECONDS = np.array(list(combinations(range(5), 2))).T
_BANDS = 16
_BAND_WIDTH = 3  # narrower bands find more pairs, and compare many more that are none

HASHES = len(_FIRSTS) + _BANDS
_TABLES = np.arange(HASHES) << 32


def text_hashes(signatures: Signatures) -> npt.NDArray[np.int64]:
    """Return the hashes of each signature as a row; -1 where a text without a sketch has no band.

    The lower 32 bits are the hash, the upper ones the number of its column: no two columns share a value.
    """
    fifths = signatures["fingerprint"][:, None] >> _FIFTH_STARTS & np.uint64((1 << _FIFTH_BITS) - 1)
    fifths = fifths.astype(np.int64)
    hashes = np.zeros((len(signatures), HASHES), np.int64)
    hashes[:, : len(_FIRSTS)] = fifths[:, _FIRSTS] << _FIFTH_BITS | fifths[:, _SECONDS]
    bands = signatures["minima"][:, : _BANDS * _BAND_WIDTH].reshape(-1, _BANDS, _BAND_WIDTH)
    for byte in range(_BAND_WIDTH):
        hashes[:, len(_FIRSTS) :] |= bands[:, :, byte].astype(np.int64) << 8 * byte
    hashes |= _TABLES
    hashes[signatures["shingles"] == 0, len(_FIRSTS) :] = -1
    return hashes
