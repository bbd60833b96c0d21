"""What holds an index's entries: the recent ones in memory, and segments of many that never change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from webnoise.dedup.index.buckets import ROW_BYTES, SPARE_BYTES, Buckets, HashTable, bucket_count
from webnoise.dedup.index.columns import UNKNOWN_LENGTH, Entries, KeyColumn, Signatures
from webnoise.dedup.index.fresh import FreshTables
from webnoise.dedup.index.hashes import (
    BAND_PROBES,
    BANDS,
    KEY,
    LOW_HALF,
    REACH,
    TABLES,
    Hashes,
    OneText,
    Probes,
    Rows,
    band_uppers,
    key_hashes,
    signature_hashes,
)
from webnoise.dedup.simhash import bit_counts
from webnoise.dedup.sketch import SKETCH_BYTES

Layout = Mapping[str, tuple[str, tuple[int, ...]]]
Arrays = Mapping[str, npt.NDArray[Any]]

MOST_KEY_BYTES = (1 << 32) - 1
"""A key's start is kept in 32 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Segment(Entries):
    """Entries and their tables; `dead` marks rows that a newer entry replaced."""

    buckets: Buckets
    dead: npt.NDArray[np.bool_]
    name: str = ""

    @classmethod
    def of(cls, arrays: Arrays, name: str = "") -> Segment:
        return cls(
            Signatures(arrays["fingerprints"], arrays["sketches"], arrays["lengths"]),
            KeyColumn(arrays["key_bytes"], arrays["key_starts"], arrays["key_hashes"]),
            arrays["orders"],
            Buckets(arrays["starts"], arrays["bytes"], arrays["rows"]),
            arrays["dead"],
            name,
        )

    @classmethod
    def build(cls, parts: Sequence[Entries]) -> Segment:
        """A segment in memory of all entries of `parts`."""
        arrays = {name: np.zeros(shape, kind) for name, (kind, shape) in layout(parts).items()}
        for name, first, values in pieces(parts):
            arrays[name][first : first + len(values)] = values
        return cls.of(arrays)

    def forget(self, row: int) -> None:
        self.dead[row] = True

    def living(self) -> Entries:
        return self.take(np.flatnonzero(~self.dead)) if self.dead.any() else self

    def candidates(self, probes: Probes) -> Iterator[tuple[Rows, Rows]]:
        """Pairs (probing row, own row) that share a hash, each once."""
        return self.buckets.candidates(probes)

    def candidates_of_one(self, text: OneText) -> Iterator[tuple[Rows, Rows]]:
        return self.buckets.candidates(text.probes)

    def row_of(self, key: str, key_hash: int) -> int | None:
        """The living row of a key, if it is here."""
        for row in self.buckets.rows_of_one(key_hash, KEY):
            if not self.dead[row] and self.keys[row] == key:
                return row
        return None

    def rows_of(self, keys: Sequence[str], hashes: Hashes) -> dict[int, int]:
        """Position in `keys` -> living row, for the keys that are here."""
        positions, rows = self.buckets.rows_of(hashes, KEY)
        equal = self.keys.hashes.take(rows) == (hashes.take(positions) >> np.uint64(32))
        return {
            position: row
            for position, row in zip(positions[equal].tolist(), rows[equal].tolist(), strict=True)
            if not self.dead[row] and self.keys[row] == keys[position]
        }


def layout(parts: Sequence[Entries]) -> Layout:
    """Kind and shape of the arrays of a segment, by name."""
    count, key_bytes = sum(map(len, parts)), sum(len(part.keys.bytes_) for part in parts)
    return {
        "fingerprints": ("<u8", (count,)),
        "sketches": ("|u1", (count, SKETCH_BYTES)),
        "lengths": ("<u4", (count,)),
        "orders": ("<u4", (count,)),
        "key_starts": ("<u4", (count + 1,)),
        "key_hashes": ("<u4", (count,)),
        "key_bytes": ("|u1", (key_bytes,)),
        "dead": ("|b1", (count,)),
        "starts": ("<u4", (TABLES * bucket_count(count) + 1,)),
        "bytes": ("|u1", (TABLES * count + SPARE_BYTES,)),
        "rows": ("|u1", (TABLES * count * ROW_BYTES + SPARE_BYTES,)),
    }


def pieces(parts: Sequence[Entries]) -> Iterator[tuple[str, int, npt.NDArray[Any]]]:
    """What the arrays of a segment hold, piece by piece: name, first position, values; the rest is zero."""
    row, byte = 0, 0
    for part in parts:
        yield "fingerprints", row, part.signatures.fingerprints
        yield "sketches", row, part.signatures.sketches
        yield "lengths", row, part.signatures.lengths
        yield "orders", row, part.orders
        yield "key_starts", row, part.keys.starts + np.uint32(byte)
        yield "key_hashes", row, part.keys.hashes
        yield "key_bytes", byte, part.keys.bytes_
        row, byte = row + len(part), byte + len(part.keys.bytes_)
    for number in range(TABLES):
        hashes = [
            key_hashes(part.keys) if number == KEY else signature_hashes(part.signatures, number)
            for part in parts
        ]
        table = HashTable.of(np.concatenate(hashes), number)
        yield "bytes", number * row, table.bytes_
        yield "rows", number * row * ROW_BYTES, table.rows
        yield "starts", number * len(table.ends) + 1, table.ends


MOST_UNFILED = 512
"""Entries compared one by one, before all are filed anew: of the two costs neither outgrows the other."""


class Recent:
    """Up to `capacity` entries: the first are filed in tables, the last few only stand there.

    Who asks for one text alone is answered by dictionaries (`fresh`), which are filled when that happens.
    """

    def __init__(self, capacity: int) -> None:
        self.signatures = Signatures(
            np.zeros(capacity, np.uint64),
            np.zeros((capacity, SKETCH_BYTES), np.uint8),
            np.zeros(capacity, np.uint32),
        )
        self.orders: npt.NDArray[np.uint32] = np.zeros(capacity, np.uint32)
        self._bands = np.zeros((BANDS, capacity), np.uint32)
        self.keys: list[str] = []
        self._row_of_key: dict[str, int] = {}
        self.dead = np.zeros(capacity, np.bool_)
        self._filed = 0
        self._buckets: Buckets | None = None
        self._fresh = FreshTables()

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def room(self) -> int:
        return len(self.orders) - len(self.keys)

    def add(self, keys: Sequence[str], signatures: Signatures, orders: npt.ArrayLike) -> None:
        first, stop = len(self.keys), len(self.keys) + len(keys)
        self.signatures.fingerprints[first:stop] = signatures.fingerprints
        self.signatures.sketches[first:stop] = signatures.sketches
        self.signatures.lengths[first:stop] = signatures.lengths
        self.orders[first:stop] = orders
        self._bands[:, first:stop] = band_uppers(signatures).T
        self.keys.extend(keys)
        self._row_of_key.update(zip(keys, range(first, stop), strict=True))

    def add_one(self, key: str, text: OneText, order: int) -> None:
        """`add` for one entry."""
        row, signatures, signature = len(self.keys), self.signatures, text.signature
        signatures.fingerprints[row] = signature.fingerprint
        if signature.sketch:
            signatures.sketches[row] = np.frombuffer(signature.sketch, np.uint8)
        signatures.lengths[row] = signature.length if signature.sketch else UNKNOWN_LENGTH
        self.orders[row] = order
        self._bands[:, row] = text.bands
        if len(self._fresh) == row:
            self._fresh.add(signature.fingerprint, text.bands)
        self.keys.append(key)
        self._row_of_key[key] = row

    def row_of(self, key: str, _key_hash: int) -> int | None:
        """The living row of a key, if it is here."""
        return self._row_of_key.get(key)

    def candidates_of_one(self, text: OneText) -> Iterator[tuple[Rows, Rows]]:
        if found := self._rows_of_one(text):
            yield np.zeros(len(found), np.int64), np.array(found, np.int64)

    def _rows_of_one(self, text: OneText) -> list[int]:
        """The rows that share a hash with a single text."""
        fresh = self._fresh
        if len(fresh) < len(self):
            new = slice(len(fresh), len(self))
            bands = self._bands[:, new].T.tolist()
            fresh.extend(zip(self.signatures.fingerprints[new].tolist(), bands, strict=True))
        return fresh.rows(text.signature.fingerprint, text.bands)

    def candidates(self, probes: Probes) -> Iterator[tuple[Rows, Rows]]:
        """Pairs (probing row, own row) that share a hash, each once."""
        if len(self) - self._filed > MOST_UNFILED:
            self._file()
        if self._buckets is not None:
            yield from self._buckets.candidates(probes)
        unfiled = slice(self._filed, len(self))
        if unfiled.start == unfiled.stop:
            return
        differing = bit_counts(probes.fingerprints[:, None] ^ self.signatures.fingerprints[unfiled])
        near = differing <= REACH
        bands = probes.upper[:, BAND_PROBES, None].astype(np.uint32) == self._bands[:, unfiled]
        near |= np.logical_or.reduce(bands, axis=1)
        queries, rows = near.nonzero()
        yield queries, rows + unfiled.start

    def _file(self) -> None:
        signatures = self.signatures.take(slice(0, len(self)))
        tables = [
            HashTable.of(signature_hashes(signatures, LOW_HALF + n), n) for n in range(TABLES - LOW_HALF)
        ]
        self._buckets = Buckets.of(tables, LOW_HALF)
        self._filed = len(self)

    def rows_of(self, keys: Sequence[str], _hashes: Hashes) -> dict[int, int]:
        """Position in `keys` -> living row, for the keys that are here."""
        rows = self._row_of_key
        if not rows:
            return {}
        return {position: rows[key] for position, key in enumerate(keys) if key in rows}

    def forget(self, row: int) -> None:
        self.dead[row] = True
        del self._row_of_key[self.keys[row]]

    def living(self) -> Entries:
        rows = np.flatnonzero(~self.dead[: len(self)])
        keys = KeyColumn.of([self.keys[row] for row in rows.tolist()])
        return Entries(self.signatures.take(rows), keys, self.orders[rows])


Part = Segment | Recent
