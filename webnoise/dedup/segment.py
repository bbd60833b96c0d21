"""Many entries, filed once and never changed: arrays only, in memory or mapped from a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from webnoise.dedup.columns import Entries, KeyColumn, Signatures
from webnoise.dedup.sketch import SKETCH_BYTES
from webnoise.dedup.tables import KEY, PROBE_TABLES, TABLES, entry_hashes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy.typing as npt

    from webnoise.dedup.tables import Hashes, Rows

    Layout = Mapping[str, tuple[str, tuple[int, ...]]]
    Arrays = Mapping[str, npt.NDArray[Any]]

__all__ = ["MOST_ENTRIES", "MOST_KEY_BYTES", "Segment"]

MOST_ENTRIES = 1 << 23
"""Entries per segment at most: a slot holds 24 bits of row and 8 bits of hash."""

MOST_KEY_BYTES = (1 << 32) - 1
"""Keys start at 32-bit places."""

ENTRIES_PER_BUCKET = 4
"""Rows in one bucket on average: they share a cache line, and a byte of hash sorts the wrong ones out."""

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
    name: str = ""

    @classmethod
    def of(cls, arrays: Arrays, name: str = "") -> Segment:
        signatures = Signatures(arrays["fingerprints"], arrays["sketches"], arrays["lengths"])
        keys = KeyColumn(arrays["key_bytes"], arrays["key_starts"])
        entries = Entries(signatures, keys, arrays["orders"])
        return cls(entries, arrays["slots"], arrays["bounds"], arrays["dead"], name)

    @classmethod
    def build(cls, parts: Sequence[Entries], allocate: Callable[[Layout], Arrays] | None = None) -> Segment:
        """File all entries of `parts`, into arrays that `allocate` provides (in memory, without)."""
        layout = _layout(sum(map(len, parts)), sum(len(part.keys.bytes_) for part in parts))
        segment = cls.of((allocate or _in_memory)(layout))
        segment.copy(parts)
        for table in range(TABLES):
            segment.file(table)
        return segment

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

    def living(self) -> Entries:
        return self.entries.take(np.flatnonzero(~self.dead)) if self.dead.any() else self.entries

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
        return {
            position: row
            for position, row in zip(positions.tolist(), rows.tolist(), strict=True)
            if not self.dead[row] and self.entries.keys[row] == keys[position]
        }

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

    def copy(self, parts: Sequence[Entries]) -> None:
        """Take over the parts' entries, one part after the other."""
        mine, row, byte = self.entries, 0, 0
        for part in parts:
            rows, stop = slice(row, row + len(part)), byte + len(part.keys.bytes_)
            mine.signatures.fingerprints[rows] = part.signatures.fingerprints
            mine.signatures.sketches[rows] = part.signatures.sketches
            mine.signatures.lengths[rows] = part.signatures.lengths
            mine.orders[rows] = part.orders
            mine.keys.bytes_[byte:stop] = part.keys.bytes_
            mine.keys.starts[rows] = part.keys.starts[:-1] + np.uint32(byte)
            row, byte = rows.stop, stop
        mine.keys.starts[row] = byte

    def file(self, table: int) -> None:
        """Fill one table from the entries."""
        count, buckets = len(self), _bucket_count(len(self))
        hashes = entry_hashes(self.entries, table)
        places = _buckets(hashes, buckets)
        rows = np.arange(count, dtype=np.uint64)
        filed = places << np.uint64(32) | rows << np.uint64(_TAG_BITS) | hashes & np.uint64(_TAG)
        filed.sort()
        self.slots[table * count : (table + 1) * count] = filed.astype(np.uint32)
        sizes = np.bincount(places.astype(np.int64), minlength=buckets)
        bounds = self.bounds[table * buckets : (table + 1) * buckets + 1]
        bounds[0] = table * count
        bounds[1:] = table * count + np.cumsum(sizes)


def _layout(count: int, key_bytes: int) -> Layout:
    return {
        "fingerprints": ("<u8", (count,)),
        "sketches": ("|u1", (count, SKETCH_BYTES)),
        "lengths": ("<u4", (count,)),
        "orders": ("<u4", (count,)),
        "key_starts": ("<u4", (count + 1,)),
        "key_bytes": ("|u1", (key_bytes,)),
        "slots": ("<u4", (TABLES * count,)),
        "bounds": ("<u4", (TABLES * _bucket_count(count) + 1,)),
        "dead": ("|b1", (count,)),
    }


def _in_memory(layout: Layout) -> Arrays:
    return {name: np.zeros(shape, kind) for name, (kind, shape) in layout.items()}


def _bucket_count(entries: int) -> int:
    return max(entries // ENTRIES_PER_BUCKET, 1)


def _buckets(hashes: Hashes, buckets: int) -> Hashes:
    """The upper half of each hash, scaled to the number of buckets."""
    return (hashes >> np.uint64(32)) * np.uint64(buckets) >> np.uint64(32)
