"""Many entries, filed once and never changed: arrays only, in memory or mapped from a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from webnoise.dedup.buckets import MOST_ROWS, SLOTS, Buckets, bucket_counts
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
        buckets = Buckets(arrays["first"], arrays["second"], arrays["rest"], arrays["rest_rows"])
        return cls(_entries(arrays), buckets, arrays["dead"], name)

    @classmethod
    def build(cls, parts: Sequence[Entries], allocate: Callable[[Layout], Arrays] | None = None) -> Arrays:
        """File all entries of `parts`; the arrays of a segment, most of them made by `allocate`."""
        layout = _layout(sum(map(len, parts)), sum(len(part.keys.bytes_) for part in parts))
        arrays = (allocate or _in_memory)(layout)
        entries = _entries(arrays)
        _copy(parts, entries)
        buckets = Buckets.build(TABLES, lambda table: entry_hashes(entries, table), arrays)
        return {**arrays, "rest": buckets.rest, "rest_rows": buckets.rest_rows}

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
        flat = probes.reshape(-1)
        places, rows = self.buckets.rows(flat, np.tile(tables, len(probes)), TABLES)
        return places // probes.shape[1], rows


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
    """The arrays whose sizes are known beforehand: kind and shape by name."""
    first, second = bucket_counts(count)
    return {
        "fingerprints": ("<u8", (count,)),
        "sketches": ("|u1", (count, SKETCH_BYTES)),
        "lengths": ("<u4", (count,)),
        "orders": ("<u4", (count,)),
        "key_starts": ("<u4", (count + 1,)),
        "key_bytes": ("|u1", (key_bytes,)),
        "dead": ("|b1", (count,)),
        "first": ("<u4", (TABLES * first, SLOTS)),
        "second": ("<u4", (TABLES * second, SLOTS)),
    }


def _in_memory(layout: Layout) -> Arrays:
    return {name: np.zeros(shape, kind) for name, (kind, shape) in layout.items()}
