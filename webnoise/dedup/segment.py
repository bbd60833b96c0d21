"""Many entries, filed once and never changed: arrays only, in memory or mapped from a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from webnoise.dedup.buckets import MOST_ROWS, Buckets, bucket_count
from webnoise.dedup.columns import Entries, KeyColumn, Signatures
from webnoise.dedup.sketch import SKETCH_BYTES
from webnoise.dedup.tables import KEY, TABLES, entry_hashes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy.typing as npt

    from webnoise.dedup.tables import Hashes, Probes, Rows

    Layout = Mapping[str, tuple[str, tuple[int, ...]]]
    Arrays = Mapping[str, npt.NDArray[Any]]

__all__ = ["MOST_ENTRIES", "MOST_KEY_BYTES", "Segment"]

MOST_ENTRIES = MOST_ROWS

MOST_KEY_BYTES = (1 << 32) - 1
"""Keys start at 32-bit places."""

@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Entries and their tables; `dead` marks rows that a newer entry replaced."""

    entries: Entries
    buckets: Buckets
    dead: npt.NDArray[np.bool_]
    name: str = ""

    @classmethod
    def of(cls, arrays: Arrays, name: str = "") -> Segment:
        buckets = Buckets(arrays["starts"], arrays["slots"])
        return cls(_entries(arrays), buckets, arrays["dead"], name)

    @classmethod
    def build(cls, parts: Sequence[Entries], allocate: Callable[[Layout], Arrays] | None = None) -> Arrays:
        """File all entries of `parts`; the arrays of a segment, made by `allocate`."""
        layout = _layout(sum(map(len, parts)), sum(len(part.keys.bytes_) for part in parts))
        arrays = (allocate or _in_memory)(layout)
        entries = _entries(arrays)
        _copy(parts, entries)
        Buckets(arrays["starts"], arrays["slots"]).fill(lambda table: entry_hashes(entries, table))
        return arrays

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

    def candidates(self, probes: Probes) -> Iterator[tuple[Rows, Rows]]:
        """Pairs (probing row, own living row) that share a hash, each once."""
        for queries, rows in self.buckets.candidates(probes):
            living = ~self.dead.take(rows)
            yield queries[living], rows[living]

    def rows_of(self, keys: Sequence[str], hashes: Hashes) -> dict[int, int]:
        """Position in `keys` -> living row, for the keys that are here."""
        positions, rows = self.buckets.rows_of(hashes, KEY)
        return {
            position: row
            for position, row in zip(positions.tolist(), rows.tolist(), strict=True)
            if not self.dead[row] and self.entries.keys[row] == keys[position]
        }


def _entries(arrays: Arrays) -> Entries:
    signatures = Signatures(arrays["fingerprints"], arrays["sketches"], arrays["lengths"])
    keys = KeyColumn(arrays["key_bytes"], arrays["key_starts"])
    return Entries(signatures, keys, arrays["orders"])


def _copy(parts: Sequence[Entries], into: Entries) -> None:
    """Take over the parts' entries, one part after the other."""
    row, byte = 0, 0
    for part in parts:
        rows, stop = slice(row, row + len(part)), byte + len(part.keys.bytes_)
        into.signatures.fingerprints[rows] = part.signatures.fingerprints
        into.signatures.sketches[rows] = part.signatures.sketches
        into.signatures.lengths[rows] = part.signatures.lengths
        into.orders[rows] = part.orders
        into.keys.bytes_[byte:stop] = part.keys.bytes_
        into.keys.starts[rows] = part.keys.starts[:-1] + np.uint32(byte)
        row, byte = rows.stop, stop
    into.keys.starts[row] = byte


def _layout(count: int, key_bytes: int) -> Layout:
    """Kind and shape of the arrays of a segment, by name."""
    return {
        "fingerprints": ("<u8", (count,)),
        "sketches": ("|u1", (count, SKETCH_BYTES)),
        "lengths": ("<u4", (count,)),
        "orders": ("<u4", (count,)),
        "key_starts": ("<u4", (count + 1,)),
        "key_bytes": ("|u1", (key_bytes,)),
        "dead": ("|b1", (count,)),
        "starts": ("<u4", (TABLES * bucket_count(count) + 1,)),
        "slots": ("<u4", (TABLES * count,)),
    }


def _in_memory(layout: Layout) -> Arrays:
    return {name: np.zeros(shape, kind) for name, (kind, shape) in layout.items()}
