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
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    from webnoise.dedup.tables import Hashes, Probes, Rows

    Slots = npt.NDArray[np.uint32]

__all__ = ["MOST_ROWS", "Buckets", "bucket_count"]

MOST_ROWS = 1 << 24
"""A slot has 24 bits for its row."""

LOAD = 2.5
"""Rows per bucket: 5.6 bytes per entry and table."""

MOST_SHARING = 1024
"""Rows looked at, oldest first, of those that share a band: thousands of pages repeat one notice.

The halves of the fingerprint know no such bound: the search within three bits stays exact.
"""

SLOTS_AT_ONCE = 1 << 20
"""Slots read in one step: bounds the memory where crowds share a fingerprint."""

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

    def fill(self, hashes_of: Callable[[int], Hashes]) -> None:
        """File every row in every table; `hashes_of` gives the hashes of all rows in one table."""
        tables, buckets = TABLES - self.first, self.per_table
        rows = len(self.slots) // tables
        numbered = np.arange(rows, dtype=np.uint64) << np.uint64(8)
        self.starts[0] = 0
        for table in range(tables):
            hashes = hashes_of(table + self.first)
            slots = hashes & np.uint64(0xFF)
            slots |= numbered
            hashes >>= _UPPER
            filed = _places(hashes, buckets)
            filed <<= _UPPER
            filed |= slots
            filed.sort()
            np.copyto(self.slots[table * rows : (table + 1) * rows], filed, casting="unsafe")
            filed >>= _UPPER
            ends = np.cumsum(np.bincount(filed.view(np.int64), minlength=buckets))
            ends += table * rows
            self.starts[table * buckets + 1 : (table + 1) * buckets + 1] = ends

    def candidates(self, probes: Probes) -> Iterator[tuple[Rows, Rows]]:
        """Pairs (probing row, own row) that share a hash, each once; a few share only parts of one.

        They come in steps of some queries each: in one, unless crowds share a hash.
        """
        starts, counts = self._runs(probes.upper, PROBE_TABLES)
        np.minimum(counts, _MOST, out=counts)
        for step in _steps(counts):
            places, rows, differing = self._rows(starts[step], counts[step], probes.kept[step])
            if not len(places):
                continue
            queries, columns = np.divmod(places, counts.shape[1])
            hits = (differing == 0) | OWN_HALVES.take(columns)
            pairs = (queries[hits] + step.start) << 32 | rows[hits]
            pairs.sort()
            if len(pairs) > 1:
                pairs = pairs[np.concatenate([_FIRST, pairs[1:] != pairs[:-1]])]
            yield pairs >> 32, pairs & 0xFFFFFFFF

    def rows_of(self, hashes: Hashes, table: int) -> tuple[Rows, Rows]:
        """Pairs (place in `hashes`, row) that share a hash in one table; a few share only parts of one."""
        starts, counts = self._runs(hashes >> _UPPER, np.array(table))
        places, rows, differing = self._rows(starts, counts, hashes.astype(np.uint8))
        hits = differing == 0
        return places[hits], rows[hits]

    def _runs(self, upper: Hashes, tables: npt.NDArray[np.int64]) -> tuple[Slots, Slots]:
        """The bucket each hash leads to: its first slot, and how many it has."""
        buckets = self.per_table
        places = _places(upper, buckets).view(np.int64)
        places += (tables - self.first) * buckets
        starts = self.starts.take(places)
        places += 1
        counts = self.starts.take(places)
        counts -= starts
        return starts, counts

    def _rows(
        self, starts: Slots, counts: Slots, kept: npt.NDArray[np.uint8]
    ) -> tuple[Rows, Rows, npt.NDArray[np.uint8]]:
        """Place of the hash, row, and the bits its byte differs in, for slots that differ in one at most."""
        counts = counts.reshape(-1)
        probing = np.arange(len(counts)).repeat(counts)
        shifts = starts.reshape(-1) - (counts.cumsum(dtype=np.int64) - counts)
        reading = shifts.take(probing)
        reading += np.arange(len(probing))
        slots = self.slots.take(reading)
        differing = slots.astype(np.uint8)
        differing ^= kept.reshape(-1).take(probing)
        hits = ((differing & (differing - np.uint8(1))) == 0).nonzero()[0]
        rows = (slots.take(hits) >> np.uint32(8)).astype(np.int64)
        return probing.take(hits), rows, differing.take(hits)


def _places(upper: Hashes, buckets: int) -> Hashes:
    """The upper half of each hash, scaled to the number of buckets."""
    places = upper * np.uint64(buckets)
    places >>= _UPPER
    return places


def _steps(counts: Slots) -> Iterator[slice]:
    """Slices of queries whose buckets hold `SLOTS_AT_ONCE` slots together, or of one query with more."""
    ends = counts.sum(axis=1, dtype=np.int64).cumsum()
    start, before = 0, 0
    while start < len(ends):
        stop = max(int(ends.searchsorted(before + SLOTS_AT_ONCE, side="right")), start + 1)
        yield slice(start, stop)
        start, before = stop, int(ends[stop - 1])
