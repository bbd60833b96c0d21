"""One hash table as arrays, made in one go: rows sorted into buckets by their hashes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from webnoise.dedup.index.tables import Hashes

    Slots = npt.NDArray[np.uint32]
    Bytes = npt.NDArray[np.uint8]

__all__ = ["MOST_ROWS", "ROW_BYTES", "Table", "bucket_count", "places_of"]

ROW_BYTES = 3
MOST_ROWS = 1 << 8 * ROW_BYTES

LOAD = 3.0
"""Rows per bucket: 5.3 bytes per entry and table; one bucket in 250 has more than eight."""

_UPPER = np.uint64(32)


def bucket_count(rows: int) -> int:
    """Buckets of one table."""
    return int(rows / LOAD) + 1


class Table(NamedTuple):
    """One table, bucket by bucket: the byte of each slot, its row, and the end of each bucket."""

    bytes_: Bytes
    rows: Bytes
    ends: Slots

    @classmethod
    def of(cls, hashes: Hashes, number: int) -> Table:
        """File row i under hash i, as table `number` of its segment; overwrites the hashes."""
        buckets = bucket_count(len(hashes))
        slots = hashes & np.uint64(0xFF)
        slots |= np.arange(len(hashes), dtype=np.uint64) << np.uint64(8)
        hashes >>= _UPPER
        places = places_of(hashes, buckets)
        places <<= _UPPER
        places |= slots
        places.sort()
        split = places.view(np.uint8).reshape(-1, 8)
        rows = np.empty((len(split), ROW_BYTES), np.uint8)
        for byte in range(ROW_BYTES):
            rows[:, byte] = split[:, 1 + byte]
        bytes_ = split[:, 0].copy()
        places >>= _UPPER
        ends = np.bincount(places.view(np.int64), minlength=buckets).cumsum() + number * len(hashes)
        return cls(bytes_, rows.reshape(-1), ends.astype(np.uint32))


def places_of(upper: Hashes, buckets: int) -> Hashes:
    """The upper half of each hash, scaled to the number of buckets."""
    places = upper * np.uint64(buckets)
    places >>= _UPPER
    return places
