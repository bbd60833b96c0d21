"""Hash tables as arrays: from a hash to the few rows filed under it, for thousands of hashes at a time.

A table is made in one go: rows sorted into buckets by their hashes. The slots of all tables stand one after
the other, those of a bucket side by side, oldest row first; an array says where each bucket starts. A slot is
one byte of the hash, by which eight slots are judged in one glance, and a row. A bucket has as many slots as
it needs: nothing spills, however many entries share a hash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from webnoise.dedup.index.hashes import FIRST_BAND, OWN_HALVES, PROBE_TABLES, TABLES, Hashes, Probes, Rows

Slots = npt.NDArray[np.uint32]
Bytes = npt.NDArray[np.uint8]

ROW_BYTES = 3
MOST_ROWS = 1 << 8 * ROW_BYTES

LOAD = 3.0
"""Rows per bucket: 5.3 bytes per entry and table; one bucket in 250 has more than eight."""

GLANCE = 8
"""Slots whose bytes are read at once, as one number."""

SPARE_BYTES = 8
"""After the last slot, so that a glance at it stays inside the array."""

CROWD = 64
"""Slots in one bucket from which on arrays are faster, even for a single query."""

MOST_SHARING = 256
"""Rows looked at, oldest first, of those that share a band: thousands of pages repeat one notice.

The halves of the fingerprint know no such bound: the search within three bits stays exact.
"""

SLOTS_AT_ONCE = 1 << 20
"""Slots read in one step: bounds the memory where crowds share a fingerprint."""

SORTED_FROM = 1 << 16
"""Probes from which on it pays to put them in order, so that memory is read from front to back."""

_UPPER = np.uint64(32)
_MOST = np.where(PROBE_TABLES < FIRST_BAND, 0xFFFFFFFF, MOST_SHARING).astype(np.uint32)
_ROW = np.uint32(MOST_ROWS - 1)
_FIRST = np.ones(1, np.bool_)
_NO_ROWS = np.empty(0, np.int64)
_OWN_COLUMNS = frozenset(OWN_HALVES.nonzero()[0].tolist())
_NO_BIT = frozenset([0])
_ONE_BIT_AT_MOST = frozenset([0, *(1 << bit for bit in range(8))])
_ONE = np.uint64(1)
_EACH_BYTE = np.uint64(0x0101010101010101)
_EACH_HIGH_BIT = np.uint64(0x8080808080808080)


def bucket_count(rows: int) -> int:
    """Buckets of one table."""
    return int(rows / LOAD) + 1


class HashTable(NamedTuple):
    """One table, bucket by bucket: the byte of each slot, its row, and the end of each bucket."""

    bytes_: Bytes
    rows: Bytes
    ends: Slots

    @classmethod
    def of(cls, hashes: Hashes, number: int) -> HashTable:
        """File row i under hash i, as table `number` of its segment; overwrites the hashes."""
        buckets = bucket_count(len(hashes))
        slots = hashes & np.uint64(0xFF)
        slots |= np.arange(len(hashes), dtype=np.uint64) << np.uint64(8)
        hashes >>= _UPPER
        positions = positions_of(hashes, buckets)
        positions <<= _UPPER
        positions |= slots
        positions.sort()
        split = positions.view(np.uint8).reshape(-1, 8)
        rows = np.empty((len(split), ROW_BYTES), np.uint8)
        for byte in range(ROW_BYTES):
            rows[:, byte] = split[:, 1 + byte]
        bytes_ = split[:, 0].copy()
        positions >>= _UPPER
        ends = np.bincount(positions.view(np.int64), minlength=buckets).cumsum() + number * len(hashes)
        return cls(bytes_, rows.reshape(-1), ends.astype(np.uint32))


def positions_of(upper: Hashes, buckets: int) -> Hashes:
    """The upper half of each hash, scaled to the number of buckets."""
    positions = upper * np.uint64(buckets)
    positions >>= _UPPER
    return positions


class Buckets:
    """Tables `first`, `first` + 1, ... of a segment.

    Bucket b of table t has the slots starts[i] .. starts[i + 1], i = (t - first) * buckets + b.
    """

    def __init__(self, starts: Slots, bytes_: Bytes, rows: Bytes, first: int = 0) -> None:
        self._starts, self._bytes, self._first = starts, bytes_, first
        slots = len(bytes_) - SPARE_BYTES
        self._glances = np.ndarray((slots + 1,), "<u8", bytes_.data, 0, (1,))
        self._rows = np.ndarray((slots,), "<u4", rows.data, 0, (ROW_BYTES,))
        self._per_table = (len(starts) - 1) // (TABLES - first)
        self._view = bytes_.data
        self._scale = np.uint64(self._per_table)
        bases = ((PROBE_TABLES - first) * self._per_table).astype(np.uint64)
        self._bases = np.stack([bases, bases + _ONE])  # of a bucket's first slot, and of the next bucket's

    @classmethod
    def of(cls, tables: Sequence[HashTable], first: int) -> Buckets:
        bytes_, rows, ends = zip(*tables, strict=True)
        spare = np.zeros(SPARE_BYTES, np.uint8)
        starts = np.concatenate([np.zeros(1, np.uint32), *ends])
        return cls(starts, np.concatenate([*bytes_, spare]), np.concatenate([*rows, spare]), first)

    def candidates(self, probes: Probes) -> Iterator[tuple[Rows, Rows]]:
        """Pairs (probing row, own row) that share a hash, each once; a few share only parts of one.

        They come in steps of some queries each: in one, unless crowds share a hash.
        """
        queries, width = probes.kept.shape
        if queries == 1 and (found := self._rows_of_one(probes)) is not None:
            yield np.zeros(len(found), np.int64), found
            return
        asking, starts, counts = self._runs(probes.upper, PROBE_TABLES)
        if counts.max(initial=0) > MOST_SHARING:
            np.minimum(counts, _MOST.take(asking % width), out=counts)
        if queries > 1 and counts.sum(dtype=np.int64) > SLOTS_AT_ONCE:
            for half in (slice(0, queries // 2), slice(queries // 2, queries)):
                for positions, rows in self.candidates(probes.take(half)):
                    yield positions + half.start, rows
            return
        positions, rows, differing = self._slots(asking, starts, counts, probes.kept)
        if len(positions):
            asked = positions // width
            hits = (differing == 0) | OWN_HALVES.take(positions - asked * width)
            pairs = asked[hits] << 32 | rows[hits]
            pairs.sort()
            pairs = pairs[np.concatenate([_FIRST, pairs[1:] != pairs[:-1]])[: len(pairs)]]
            yield pairs >> 32, pairs & 0xFFFFFFFF

    def _rows_of_one(self, probes: Probes) -> Rows | None:
        """The rows for a single query, by few calls: with arrays this small it is calls that cost.

        None where a crowd shares a hash.
        """
        positions = probes.upper[0] * self._scale
        positions >>= _UPPER
        starts, ends = self._starts.take((positions + self._bases).view(np.int64))
        counts = ends - starts
        if counts.max() > CROWD:
            return None
        hits = _has_zero_byte(self._glances[starts] ^ probes.kept[0] * _EACH_BYTE)
        hits |= counts > GLANCE
        hits |= OWN_HALVES
        columns = hits.nonzero()[0]
        slots: list[int] = []
        for column, start, count, byte in zip(
            columns.tolist(),
            starts[columns].tolist(),
            counts[columns].tolist(),
            probes.kept[0, columns].tolist(),
            strict=True,
        ):
            near = _ONE_BIT_AT_MOST if column in _OWN_COLUMNS else _NO_BIT
            slots += [slot for slot in range(start, start + count) if self._view[slot] ^ byte in near]
        return np.array(sorted(set((self._rows[slots] & _ROW).tolist())), np.int64) if slots else _NO_ROWS

    def rows_of_one(self, value: int, table: int) -> list[int]:
        """`rows_of` for a single hash."""
        position = ((value >> 32) * self._per_table >> 32) + (table - self._first) * self._per_table
        slots = range(int(self._starts[position]), int(self._starts[position + 1]))
        return [int(self._rows[slot] & _ROW) for slot in slots if self._bytes[slot] == value & 0xFF]

    def rows_of(self, hashes: Hashes, table: int) -> tuple[Rows, Rows]:
        """Pairs (position in `hashes`, row) that share a hash in one table; a few share only parts of one."""
        runs = self._runs(hashes >> _UPPER, np.array(table))
        positions, rows, differing = self._slots(*runs, hashes.astype(np.uint8))
        hits = differing == 0
        return positions[hits], rows[hits]

    def _runs(self, upper: Hashes, tables: npt.NDArray[np.int64]) -> tuple[Rows, Slots, Slots]:
        """The bucket each hash leads to: the hash's position, the bucket's first slot, how many it has."""
        buckets = self._per_table
        positions = positions_of(upper, buckets).view(np.int64)
        positions += (tables - self._first) * buckets
        positions = positions.reshape(-1)
        asking = np.arange(len(positions))
        if len(positions) >= SORTED_FROM:
            positions <<= 32
            positions |= asking
            positions.sort()
            asking = positions & 0xFFFFFFFF
            positions >>= 32
        starts = self._starts.take(positions)
        positions += 1
        counts = self._starts.take(positions)
        counts -= starts
        return asking, starts, counts

    def _slots(self, asking: Rows, starts: Slots, counts: Slots, kept: Bytes) -> tuple[Rows, Rows, Bytes]:
        """Place of the hash, row, and the bits its byte differs in, for slots that differ in one at most."""
        sought = kept.reshape(-1).take(asking)
        words = self._glances[starts]
        words ^= sought * _EACH_BYTE
        promising = _has_zero_byte(words)
        if kept.ndim > 1:
            promising |= np.tile(OWN_HALVES, len(kept)).take(asking)
        glanced = promising.nonzero()[0]
        differing = words.take(glanced).view(np.uint8)
        hits = ((differing & (differing - np.uint8(1))) == 0).nonzero()[0]
        runs, offsets = glanced.take(hits >> 3), hits & 7
        inside = offsets < counts.take(runs)
        runs, differing = runs[inside], differing.take(hits[inside])
        slots = starts.take(runs) + offsets[inside]
        if counts.max(initial=0) > GLANCE:
            more = self._slots_beyond(starts, counts, sought)
            runs, slots = np.concatenate([runs, more[0]]), np.concatenate([slots, more[1]])
            differing = np.concatenate([differing, more[2]])
        return asking.take(runs), (self._rows[slots] & _ROW).astype(np.int64), differing

    def _slots_beyond(self, starts: Slots, counts: Slots, sought: Bytes) -> tuple[Rows, Rows, Bytes]:
        """The same for the slots of full buckets that the first glance does not reach."""
        full = (counts > GLANCE).nonzero()[0]
        counts = counts.take(full) - np.uint32(GLANCE)
        before = counts.cumsum(dtype=np.int64) - counts
        slots = (starts.take(full) + GLANCE - before).repeat(counts)
        slots += np.arange(len(slots))
        runs = full.repeat(counts)
        differing = self._bytes.take(slots) ^ sought.take(runs)
        hits = ((differing & (differing - np.uint8(1))) == 0).nonzero()[0]
        return runs.take(hits), slots.take(hits), differing.take(hits)


def _has_zero_byte(words: Hashes) -> npt.NDArray[np.bool_]:
    """Which words have a byte of zeros (Knuth, The Art of Computer Programming, 7.1.3)."""
    borrowed = words - _EACH_BYTE
    borrowed &= ~words
    borrowed &= _EACH_HIGH_BIT
    return borrowed.astype(np.bool_)
