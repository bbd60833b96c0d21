"""Hash tables as arrays: from a hash to the few rows filed under it, for thousands of hashes at a time.

A bucket is four slots, 16 bytes, read at once. A slot holds a row and seven bits of its hash; one
more bit, in a full bucket's last slot, says that the bucket spilled. What spills is filed in a second,
smaller array of buckets, and what spills there in a sorted list: nothing is lost however many
entries share a hash.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy.typing as npt

    from webnoise.dedup.tables import Hashes, Rows

    Slots = npt.NDArray[np.uint32]

__all__ = ["MOST_ROWS", "Buckets", "bucket_counts"]

MOST_ROWS = (1 << 24) - 1
"""A slot has 24 bits for its row, 0 being an empty slot."""

SLOTS = 4
FIRST_LOAD, SECOND_LOAD = 3.6, 2.7
"""Entries per bucket: a sixth of them spill from the first array, a fifteenth of those from the second."""

SPILL = 0.17
"""The share of entries that the second array is made for (a Poisson variable of mean 3.6 above 4: 0.16)."""

MOST_SHARING = 1024
"""Rows looked at, oldest first, of those that spilled twice under one hash.

Thousands of pages repeat one notice; without a bound each of them would cost thousands. A pair within
three bits can be missed only where more texts than this share half of their fingerprint.
"""

_TAG = 0x7F
_SPILLED = np.uint32(0x80)


def bucket_counts(rows: int) -> tuple[int, int]:
    """Buckets of the first and of the second array of one table."""
    return int(rows / FIRST_LOAD) + 1, int(rows * SPILL / SECOND_LOAD) + 1


@dataclass(frozen=True, slots=True, eq=False)
class Buckets:
    """All tables of a segment. `first` and `second` hold the tables' buckets one after the other.

    `rest` holds what spilled twice as table << 32 | lower half of the hash, sorted; `rest_rows` its rows.
    """

    first: Slots
    second: Slots
    rest: Hashes
    rest_rows: Slots

    @classmethod
    def build(
        cls, tables: int, hashes_of: Callable[[int], Hashes], arrays: Mapping[str, npt.NDArray[Any]]
    ) -> Buckets:
        """Fill `first` and `second` of `arrays`, table by table, with the hashes of all rows."""
        first, second = arrays["first"], arrays["second"]
        sizes = len(first) // tables, len(second) // tables
        rests: list[tuple[Hashes, Slots]] = []
        for table in range(tables):
            hashes = hashes_of(table)
            rows = np.arange(len(hashes), dtype=np.int64)
            part = first[table * sizes[0] : (table + 1) * sizes[0]]
            rows = _fill(part, rows, hashes, _first_places(hashes, sizes[0]))
            spilled = hashes[rows]
            part = second[table * sizes[1] : (table + 1) * sizes[1]]
            rows = _fill(part, rows, hashes, _second_places(spilled, sizes[1]))
            keys = np.uint64(table << 32) | hashes[rows] & np.uint64(0xFFFFFFFF)
            order = np.argsort(keys, kind="stable")
            rests.append((keys[order], rows[order].astype(np.uint32)))
        rest, rest_rows = (np.concatenate(columns) for columns in zip(*rests, strict=True))
        return cls(first, second, rest, rest_rows)

    def rows(self, probes: Hashes, tables: npt.NDArray[np.int64], table_count: int) -> tuple[Rows, Rows]:
        """Pairs (place in `probes`, row): all rows filed under a probe's hash, and a few others.

        `tables` says for each probe which table it is for.
        """
        sizes = len(self.first) // table_count, len(self.second) // table_count
        places = _first_places(probes, sizes[0]) + tables * sizes[0]
        hits, spilled = _look(self.first, places, probes)
        if not len(spilled):
            return hits
        probes, tables = probes[spilled], tables[spilled]
        more, spilled_again = _look(self.second, _second_places(probes, sizes[1]) + tables * sizes[1], probes)
        found = [hits, (spilled[more[0]], more[1])]
        if len(spilled_again):
            last = self._rest_rows(probes[spilled_again], tables[spilled_again])
            found.append((spilled[spilled_again[last[0]]], last[1]))
        return np.concatenate([pair[0] for pair in found]), np.concatenate([pair[1] for pair in found])

    def _rest_rows(self, probes: Hashes, tables: npt.NDArray[np.int64]) -> tuple[Rows, Rows]:
        keys = tables.astype(np.uint64) << np.uint64(32) | probes & np.uint64(0xFFFFFFFF)
        starts, ends = np.searchsorted(self.rest, keys), np.searchsorted(self.rest, keys, side="right")
        counts = np.minimum(ends - starts, MOST_SHARING)
        probing = np.repeat(np.arange(len(keys)), counts)
        offsets = np.arange(len(probing)) - np.repeat(np.cumsum(counts) - counts, counts)
        return probing, self.rest_rows[starts[probing] + offsets].astype(np.int64)


def _fill(buckets: Slots, rows: Rows, hashes: Hashes, places: Rows) -> Rows:
    """Put rows at their places; the rows that found no slot."""
    filed = places.astype(np.uint64) << np.uint64(32) | rows.astype(np.uint64)
    filed.sort()
    rows, places = (filed & np.uint64(0xFFFFFFFF)).astype(np.int64), (filed >> np.uint64(32)).astype(np.int64)
    positions = np.arange(len(rows))
    fresh = np.ones(len(rows), np.bool_)
    fresh[1:] = places[1:] != places[:-1]
    ranks = positions - np.maximum.accumulate(np.where(fresh, positions, 0))
    fits = ranks < SLOTS
    slots = (rows + 1) << 8 | (hashes[rows] & np.uint64(_TAG)).astype(np.int64)
    buckets[places[fits], ranks[fits]] = slots[fits].astype(np.uint32)
    buckets[places[ranks == SLOTS], SLOTS - 1] |= _SPILLED
    return rows[~fits]


def _look(buckets: Slots, places: Rows, probes: Hashes) -> tuple[tuple[Rows, Rows], Rows]:
    """Pairs (probe, row) whose seven bits agree, and the probes whose buckets spilled."""
    slots = np.take(buckets, places, axis=0, mode="clip")
    tags = (probes & np.uint64(_TAG)).astype(np.uint8)
    hits = np.flatnonzero((slots.astype(np.uint8) & np.uint8(_TAG)) == tags[:, None])
    rows = (slots.reshape(-1)[hits] >> np.uint32(8)).astype(np.int64) - 1
    taken = rows >= 0
    spilled = np.flatnonzero(slots[:, SLOTS - 1] & _SPILLED)
    return (hits[taken] // SLOTS, rows[taken]), spilled


def _first_places(hashes: Hashes, buckets: int) -> Rows:
    """The upper half of each hash, scaled to the number of buckets."""
    places: Rows = ((hashes >> np.uint64(32)) * np.uint64(buckets) >> np.uint64(32)).astype(np.int64)
    return places


def _second_places(hashes: Hashes, buckets: int) -> Rows:
    """The lower half of each hash, scaled to the number of buckets."""
    places: Rows = ((hashes & np.uint64(0xFFFFFFFF)) * np.uint64(buckets) >> np.uint64(32)).astype(np.int64)
    return places
