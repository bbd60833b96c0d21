"""Hash tables as arrays: from a hash to the few rows filed under it, for thousands of hashes at a time.

The slots of all tables stand in one array, those of a bucket side by side, oldest row first; another
array says where each bucket starts. A slot is a row and one byte of its hash. A bucket has as many
slots as it needs: nothing spills, however many entries share a hash.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from webnoise.dedup.tables import FIRST_BAND, OWN_HALVES, PROBE_TABLES, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from webnoise.dedup.tables import Hashes, Probes, Rows

    Slots = npt.NDArray[np.uint32]

__all__ = ["MOST_ROWS", "Buckets", "bucket_count", "filed"]

MOST_ROWS = 1 << 24
"""A slot has 24 bits for its row."""

LOAD = 2.5
"""Rows per bucket: 5.6 bytes per entry and table."""

MOST_SHARING = 1024
"""Rows looked at, oldest first, of those that share a band: thousands of pages repeat one notice.

The halves of the fingerprint know no such bound: the search within three bits stays exact.
"""

SLOTS_AT_ONCE = 1 << 22
"""Slots read in one step: bounds the memory where crowds share a fingerprint."""

SORTED_FROM = 1 << 16
"""Probes from which on it pays to put them in order, so that memory is read from front to back."""

_MOST = np.where(PROBE_TABLES < FIRST_BAND, 0xFFFFFFFF, MOST_SHARING).astype(np.uint32)
_UPPER = np.uint64(32)
_FIRST = np.ones(1, np.bool_)


def bucket_count(rows: int) -> int:
    """Buckets of one table."""
    return int(rows / LOAD) + 1


@dataclass(frozen=True, slots=True, eq=False)
class Buckets:
    """Bucket b of table t is slots[starts[i] : starts[i + 1]], i = (t - first) * buckets + b.

    `first` is the first of the tables held here; the rest follow.
    """

    starts: Slots
    slots: Slots
    first: int = 0

    @property
    def per_table(self) -> int:
        return (len(self.starts) - 1) // (TABLES - self.first)

    def candidates(self, probes: Probes) -> Iterator[tuple[Rows, Rows]]:
        """Pairs (probing row, own row) that share a hash, each once; a few share only parts of one.

        They come in steps of some queries each: in one, unless crowds share a hash.
        """
        queries, width = probes.kept.shape
        asking, starts, counts = self._runs(probes.upper, PROBE_TABLES)
        np.minimum(counts, _MOST.take(asking % width), out=counts)
        if queries > 1 and counts.sum(dtype=np.int64) > SLOTS_AT_ONCE:
            for half in (slice(0, queries // 2), slice(queries // 2, queries)):
                for places, rows in self.candidates(probes.take(half)):
                    yield places + half.start, rows
            return
        places, rows, differing = self._rows(asking, starts, counts, probes.kept)
        if len(places):
            asked = places // width
            hits = (differing == 0) | OWN_HALVES.take(places - asked * width)
            pairs = asked[hits] << 32 | rows[hits]
            pairs.sort()
            pairs = pairs[np.concatenate([_FIRST, pairs[1:] != pairs[:-1]])[: len(pairs)]]
            yield pairs >> 32, pairs & 0xFFFFFFFF

    def rows_of(self, hashes: Hashes, table: int) -> tuple[Rows, Rows]:
        """Pairs (place in `hashes`, row) that share a hash in one table; a few share only parts of one."""
        runs = self._runs(hashes >> _UPPER, np.array(table))
        places, rows, differing = self._rows(*runs, hashes.astype(np.uint8))
        hits = differing == 0
        return places[hits], rows[hits]

    def _runs(self, upper: Hashes, tables: npt.NDArray[np.int64]) -> tuple[Rows, Slots, Slots]:
        """The bucket each hash leads to: place of the hash, the bucket's first slot, and how many it has."""
        buckets = self.per_table
        places = _places(upper, buckets).view(np.int64)
        places += (tables - self.first) * buckets
        places = places.reshape(-1)
        asking = np.arange(len(places))
        if len(places) >= SORTED_FROM:
            places <<= 32
            places |= asking
            places.sort()
            asking = places & 0xFFFFFFFF
            places >>= 32
        starts = self.starts.take(places)
        places += 1
        counts = self.starts.take(places)
        counts -= starts
        return asking, starts, counts

    def _rows(
        self, asking: Rows, starts: Slots, counts: Slots, kept: npt.NDArray[np.uint8]
    ) -> tuple[Rows, Rows, npt.NDArray[np.uint8]]:
        """Place of the hash, row, and the bits its byte differs in, for slots that differ in one at most."""
        shifts = starts - (counts.cumsum(dtype=np.int64) - counts)
        reading = shifts.repeat(counts)
        reading += np.arange(len(reading))
        slots = self.slots.take(reading)
        differing = slots.astype(np.uint8)
        differing ^= kept.reshape(-1).take(asking).repeat(counts)
        hits = ((differing & (differing - np.uint8(1))) == 0).nonzero()[0]
        rows = (slots.take(hits) >> np.uint32(8)).astype(np.int64)
        return asking.repeat(counts).take(hits), rows, differing.take(hits)


def filed(hashes: Hashes, buckets: int) -> tuple[Slots, Rows]:
    """One table: its slots, bucket by bucket, and how many slots there are up to the end of each bucket.

    Overwrites what it is given.
    """
    slots = hashes & np.uint64(0xFF)
    slots |= np.arange(len(hashes), dtype=np.uint64) << np.uint64(8)
    hashes >>= _UPPER
    places = _places(hashes, buckets)
    places <<= _UPPER
    places |= slots
    places.sort()
    ordered = places.astype(np.uint32)
    places >>= _UPPER
    return ordered, np.bincount(places.view(np.int64), minlength=buckets).cumsum()


def _places(upper: Hashes, buckets: int) -> Hashes:
    """The upper half of each hash, scaled to the number of buckets."""
    places = upper * np.uint64(buckets)
    places >>= _UPPER
    return places
