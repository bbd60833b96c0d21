"""Many entries, filed once and never changed: arrays only, in memory or mapped from a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from webnoise.dedup.columns import Entries
from webnoise.dedup.tables import KEY, PROBE_TABLES, TABLES, entry_hashes

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from webnoise.dedup.columns import Signatures
    from webnoise.dedup.tables import Hashes, Rows

__all__ = ["MOST_ENTRIES", "Segment"]

MOST_ENTRIES = 1 << 23
"""Entries per segment at most: a slot holds 24 bits of row and 8 bits of hash."""

ENTRIES_PER_BUCKET = 4
"""Rows filed in one bucket on average; they share a cache line, and a byte of hash sorts the wrong ones out."""

_TAG_BITS = np.uint32(8)
_TAG = np.uint32(0xFF)


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Entries and their tables.

    Bucket b of table t holds slots[bounds[t * buckets + b]] .. slots[bounds[t * buckets + b + 1]]
    (exclusive), each a row and a byte of its hash. `dead` marks rows that a newer entry replaced.
    """

    entries: Entries
    slots: npt.NDArray[np.uint32]
    bounds: npt.NDArray[np.uint32]
    dead: npt.NDArray[np.bool_]

    @classmethod
    def build(cls, entries: Entries) -> Segment:
        count, buckets = len(entries), _bucket_count(len(entries))
        slots = np.empty(TABLES * count, np.uint32)
        bounds = np.zeros(TABLES * buckets + 1, np.uint32)
        for table in range(TABLES):
            hashes = entry_hashes(entries, table)
            places = _buckets(hashes, buckets)
            filed = places << np.uint64(32) | _slots(hashes)
            filed.sort()
            slots[table * count : (table + 1) * count] = filed.astype(np.uint32)
            sizes = np.bincount(places.astype(np.int64), minlength=buckets)
            start = table * buckets
            bounds[start + 1 : start + buckets + 1] = table * count + np.cumsum(sizes)
        return cls(entries, slots, bounds, np.zeros(count, np.bool_))

    @classmethod
    def merged(cls, segments: Sequence[Segment]) -> Segment:
        """One segment of the living entries of several, in their order."""
        joined = Entries.joined([segment.entries for segment in segments])
        dead = np.concatenate([segment.dead for segment in segments])
        if dead.any():
            joined = joined.take(np.flatnonzero(~dead))
        return cls.build(joined)

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def signatures(self) -> Signatures:
        return self.entries.signatures

    @property
    def orders(self) -> npt.NDArray[np.uint32]:
        return self.entries.orders

    def key(self, row: int) -> str:
        return self.entries.keys[row]

    def forget(self, row: int) -> None:
        self.dead[row] = True

    def candidates(self, probes: Hashes) -> tuple[Rows, Rows]:
        """Pairs (probing row, own row) that share a hash, each once; a few share only parts of one."""
        queries, rows = self._filed_under(probes, PROBE_TABLES)
        if not len(queries):
            return queries, rows
        pairs = np.unique(queries << 32 | rows)
        queries, rows = pairs >> 32, pairs & 0xFFFFFFFF
        living = ~self.dead[rows]
        return queries[living], rows[living]

    def rows_of(self, keys: Sequence[str], hashes: Hashes) -> dict[int, int]:
        """Position in `keys` -> living row, for the keys that are here."""
        positions, rows = self._filed_under(hashes[:, None], np.array([KEY]))
        found = {}
        for position, row in zip(positions.tolist(), rows.tolist(), strict=True):
            if not self.dead[row] and self.entries.keys[row] == keys[position]:
                found[position] = row
        return found

    def _filed_under(self, probes: Hashes, tables: npt.NDArray[np.int64]) -> tuple[Rows, Rows]:
        buckets = _bucket_count(len(self))
        places = _buckets(probes, buckets).astype(np.int64)
        places += tables * buckets
        places = places.reshape(-1)
        starts = self.bounds[places].astype(np.int64)
        sizes = self.bounds[places + 1] - starts
        ends = np.cumsum(sizes)
        probing = np.repeat(np.arange(len(places)), sizes)
        slots = self.slots[np.arange(int(ends[-1])) + (starts - ends + sizes)[probing]]
        tags = (probes.reshape(-1) & np.uint64(_TAG)).astype(np.uint32)
        hits = np.flatnonzero((slots & _TAG) == tags[probing])
        queries = probing[hits] // probes.shape[1]
        return queries, (slots[hits] >> _TAG_BITS).astype(np.int64)


def _bucket_count(entries: int) -> int:
    return max(entries // ENTRIES_PER_BUCKET, 1)


def _buckets(hashes: Hashes, buckets: int) -> Hashes:
    """The upper half of each hash, scaled to the number of buckets."""
    return (hashes >> np.uint64(32)) * np.uint64(buckets) >> np.uint64(32)


def _slots(hashes: Hashes) -> Hashes:
    rows = np.arange(len(hashes), dtype=np.uint64)
    return rows << np.uint64(_TAG_BITS) | hashes & np.uint64(_TAG)
