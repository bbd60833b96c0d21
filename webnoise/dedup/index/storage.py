"""Where an index keeps its entries: the newest in memory, the rest in segments that merge.

New entries stay in memory; when there are too many they become a segment; when `FAN_IN` neighbouring
segments have about one size they become one. A lookup thus asks a handful of parts, and an entry is
rewritten a handful of times, however many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from webnoise.dedup.index.buckets import MOST_ROWS
from webnoise.dedup.index.columns import Entries, KeyColumn, Orders, Signatures
from webnoise.dedup.index.hashes import OneText, key_hash_of, key_hashes
from webnoise.dedup.index.parts import MOST_KEY_BYTES, Part, Recent, Segment

Known = list[tuple[int, Part, int]]
"""Position among the keys asked for, part and row."""

RECENT_ENTRIES = 8192
"""Entries in memory (some four megabytes) before they are sealed into a segment."""

FAN_IN = 4
"""Segments of about one size before they merge: an entry is rewritten log4(n / 8192) times."""

_NO_HASHES = np.empty(0, np.uint64)


class EntryPlace(NamedTuple):
    """The order of an entry's first sight, and the entry itself where there is one."""

    order: int
    known: tuple[int, Part, int] | None


class MemoryStorage:
    """Everything in memory; storages that last build on it by hooks."""

    def __init__(self) -> None:
        self.recent = Recent(RECENT_ENTRIES)
        self.segments: list[Segment] = []
        self.next_order = 0
        self._living = 0

    def __len__(self) -> int:
        return self._living

    def parts(self) -> Sequence[Part]:
        return [*self.segments, self.recent]

    def close(self) -> None:
        self.segments = []
        self.recent = Recent(0)

    def file(self, keys: Sequence[str], signatures: Signatures) -> Orders:
        """Keep entries of different keys, durably where the storage is; the order of first sight of each."""
        orders = self.load(keys, signatures)
        while (alike := mergeable(self.segments)) is not None:
            self._merge(alike)
        return orders

    def place_of(self, key: str) -> EntryPlace:
        """Where the entry of a key stands or, for a new one, will stand in the order of first sight."""
        if not self.recent.room:
            self._seal()
            while (alike := mergeable(self.segments)) is not None:
                self._merge(alike)
        key_hash = key_hash_of(key)
        for part in self.parts():
            if (row := part.row_of(key, key_hash)) is not None:
                return EntryPlace(int(part.orders[row]), (0, part, row))
        return EntryPlace(self.next_order, None)

    def file_one(self, key: str, text: OneText, place: EntryPlace) -> None:
        """`file` for a single entry, whose place is known."""
        self.next_order += 1
        self._record_one(key, text, place.order)
        if place.known is not None:
            self._forget([place.known])
        self.recent.add_one(key, text, place.order)
        self._living += place.known is None

    def load(self, keys: Sequence[str], signatures: Signatures) -> Orders:
        """`file`, but leave merging to `compact` or to the next `file`."""
        column = KeyColumn.of(keys) if self.segments or len(keys) >= RECENT_ENTRIES else None
        known = self._known(keys, column)
        orders = np.arange(self.next_order, self.next_order + len(keys), dtype=np.uint32)
        for position, part, row in known:
            orders[position] = part.orders[row]
        self.next_order += len(keys)
        if column is not None and len(keys) >= RECENT_ENTRIES:
            # a replaced entry is marked only when its successor is safe: a death between leaves both
            self._forget([entry for entry in known if entry[1] is self.recent])
            known_segments = [entry for entry in known if entry[1] is not self.recent]
            self._seal(Entries(signatures, column, orders), replaced=known_segments)
        else:
            if len(keys) > self.recent.room:
                self._seal()
                known = self._known(keys, column or KeyColumn.of(keys))
            self._record(keys, signatures, orders)
            self._forget(known)
            self.recent.add(keys, signatures, orders)
        self._living += len(keys) - len(known)
        return orders

    def _known(self, keys: Sequence[str], column: KeyColumn | None) -> Known:
        """Where the living entries of keys are: position in `keys`, part, row; segments ask for a column."""
        hashes = _NO_HASHES if column is None else key_hashes(column)
        return [
            (position, part, row)
            for part in self.parts()
            for position, row in part.rows_of(keys, hashes).items()
        ]

    def _forget(self, known: Known) -> None:
        for _, part, row in known:
            part.forget(row)

    def _seal(self, more: Entries | None = None, replaced: Known | None = None) -> None:
        """Turn the recent entries (and more) into a segment."""
        parts = [part for part in (self.recent.living(), more) if part is not None and len(part)]
        if parts:
            segments = [*self.segments, self._segment(parts)]
            self._settle(segments, forget_recent=True)
            self.segments = segments
        self._forget(replaced or [])
        self.recent = Recent(RECENT_ENTRIES)

    def compact(self) -> None:
        """Merge all segments as far as their bounds allow: fewest parts to ask."""
        self._seal()
        stop = len(self.segments)
        while stop > 1:
            start = stop - 1
            while start > 0 and _fits(self.segments[start - 1 : stop]):
                start -= 1
            if stop - start > 1:
                self._merge(slice(start, stop))
            stop = start

    def _merge(self, alike: slice) -> None:
        gone = self.segments[alike]
        merged = self._segment([segment.living() for segment in gone])
        segments = [*self.segments[: alike.start], merged, *self.segments[alike.stop :]]
        self._settle(segments, forget_recent=False)
        self.segments = segments
        self._discard(gone)

    def _record(self, keys: Sequence[str], signatures: Signatures, orders: Orders) -> None:
        """Hook: new entries, before they are filed among the recent ones."""

    def _record_one(self, key: str, text: OneText, order: int) -> None:
        """Hook: `_record` for a single entry."""

    def _segment(self, parts: Sequence[Entries]) -> Segment:
        """Hook: make a segment."""
        return Segment.build(parts)

    def _settle(self, segments: Sequence[Segment], *, forget_recent: bool) -> None:
        """Hook: from now on these segments hold the index."""

    def _discard(self, segments: Sequence[Segment]) -> None:
        """Hook: these segments were merged into another."""


def mergeable(segments: Sequence[Segment]) -> slice | None:
    """The newest run of `FAN_IN` segments of one tier, if there is one; tiers grow by `FAN_IN`."""
    tiers = [max(len(segment) // RECENT_ENTRIES, 1).bit_length() // 2 for segment in segments]
    for stop in range(len(tiers), FAN_IN - 1, -1):
        run = slice(stop - FAN_IN, stop)
        if len(set(tiers[run])) == 1 and _fits(segments[run]):
            return run
    return None


def _fits(segments: Sequence[Segment]) -> bool:
    """Whether segments can become one."""
    key_bytes = sum(len(segment.keys.bytes_) for segment in segments)
    return sum(map(len, segments)) <= MOST_ROWS and key_bytes <= MOST_KEY_BYTES
