"""The newest entries, in memory; they become a segment when there are too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from webnoise.dedup.index.buckets import Buckets
from webnoise.dedup.index.columns import Entries, KeyColumn, Signatures
from webnoise.dedup.index.decision import bit_counts
from webnoise.dedup.index.table import Table
from webnoise.dedup.index.tables import (
    BAND_PROBES,
    BANDS,
    LOW_HALF,
    REACH,
    TABLES,
    band_places,
    signature_hashes,
)
from webnoise.dedup.sketch import SKETCH_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from webnoise.dedup.index.tables import Hashes, Probes, Rows

__all__ = ["Recent"]

MOST_UNFILED = 512
"""Entries compared one by one, before all are filed anew: of the two costs neither outgrows the other."""


class Recent:
    """Up to `capacity` entries: the first are filed in tables, the last few only stand there."""

    def __init__(self, capacity: int) -> None:
        self.signatures = Signatures(
            np.zeros(capacity, np.uint64),
            np.zeros((capacity, SKETCH_BYTES), np.uint8),
            np.zeros(capacity, np.uint32),
        )
        self.orders: npt.NDArray[np.uint32] = np.zeros(capacity, np.uint32)
        self._bands = np.zeros((BANDS, capacity), np.uint32)
        self._keys: list[str] = []
        self._row_of_key: dict[str, int] = {}
        self._dead = np.zeros(capacity, np.bool_)
        self._filed = 0
        self._buckets: Buckets | None = None

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def room(self) -> int:
        return len(self.orders) - len(self._keys)

    def add(self, keys: Sequence[str], signatures: Signatures, orders: npt.ArrayLike) -> None:
        first, stop = len(self._keys), len(self._keys) + len(keys)
        self.signatures.fingerprints[first:stop] = signatures.fingerprints
        self.signatures.sketches[first:stop] = signatures.sketches
        self.signatures.lengths[first:stop] = signatures.lengths
        self.orders[first:stop] = orders
        self._bands[:, first:stop] = band_places(signatures).T
        self._keys.extend(keys)
        self._row_of_key.update(zip(keys, range(first, stop), strict=True))

    def candidates(self, probes: Probes) -> Iterator[tuple[Rows, Rows]]:
        """Pairs (probing row, own living row) that share a hash, each once."""
        if len(self) - self._filed > MOST_UNFILED:
            self._file()
        for queries, rows in self._pairs(probes):
            if not len(rows):
                continue
            living = ~self._dead.take(rows)
            yield queries[living], rows[living]

    def _pairs(self, probes: Probes) -> Iterator[tuple[Rows, Rows]]:
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
        tables = [Table.of(signature_hashes(signatures, LOW_HALF + n), n) for n in range(TABLES - LOW_HALF)]
        self._buckets = Buckets.of(tables, LOW_HALF)
        self._filed = len(self)

    def rows_of(self, keys: Sequence[str], _hashes: Hashes) -> dict[int, int]:
        """Position in `keys` -> living row, for the keys that are here."""
        rows = self._row_of_key
        if not rows:
            return {}
        return {position: rows[key] for position, key in enumerate(keys) if key in rows}

    def forget(self, row: int) -> None:
        self._dead[row] = True
        del self._row_of_key[self._keys[row]]

    def key(self, row: int) -> str:
        return self._keys[row]

    def living(self) -> Entries:
        rows = np.flatnonzero(~self._dead[: len(self)])
        keys = KeyColumn.of([self._keys[row] for row in rows.tolist()])
        return Entries(self.signatures.take(rows), keys, self.orders[rows])
