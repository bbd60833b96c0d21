"""The newest entries, few enough for a dictionary; they become a segment when there are too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from webnoise.dedup.buckets import MOST_SHARING
from webnoise.dedup.columns import Entries, KeyColumn, Signatures
from webnoise.dedup.sketch import SKETCH_BYTES
from webnoise.dedup.tables import FILED_PROBES

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from webnoise.dedup.tables import Hashes, Rows

__all__ = ["Recent"]


class Recent:
    """Up to `capacity` entries by row, and the rows by each hash they are filed under."""

    def __init__(self, capacity: int) -> None:
        self.signatures = Signatures(
            np.zeros(capacity, np.uint64),
            np.zeros((capacity, SKETCH_BYTES), np.uint8),
            np.zeros(capacity, np.uint32),
        )
        self.orders: npt.NDArray[np.uint32] = np.zeros(capacity, np.uint32)
        self._keys: list[str] = []
        self._row_of_key: dict[str, int] = {}
        self._rows: dict[int, list[int]] = {}
        self._dead: set[int] = set()

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def room(self) -> int:
        return len(self.orders) - len(self._keys)

    def add(self, keys: Sequence[str], signatures: Signatures, orders: npt.ArrayLike, probes: Hashes) -> None:
        first, stop = len(self._keys), len(self._keys) + len(keys)
        self.signatures.fingerprints[first:stop] = signatures.fingerprints
        self.signatures.sketches[first:stop] = signatures.sketches
        self.signatures.lengths[first:stop] = signatures.lengths
        self.orders[first:stop] = orders
        self._keys.extend(keys)
        self._row_of_key.update(zip(keys, range(first, stop), strict=True))
        filed = self._rows
        for row, hashes in enumerate(probes[:, FILED_PROBES].tolist(), first):
            for value in hashes:
                if value in filed:
                    filed[value].append(row)
                else:
                    filed[value] = [row]

    def candidates(self, probes: Hashes) -> tuple[Rows, Rows]:
        """Pairs (probing row, own row) that share a hash, each once."""
        filed, dead = self._rows, self._dead
        if not filed:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        pairs: list[int] = []
        for query, hashes in enumerate(probes.tolist()):
            rows = {row for value in hashes if value in filed for row in filed[value][:MOST_SHARING]}
            pairs += [query << 32 | row for row in sorted(rows - dead)]
        found = np.array(pairs, np.int64)
        return found >> 32, found & 0xFFFFFFFF

    def rows_of(self, keys: Sequence[str], _hashes: Hashes) -> dict[int, int]:
        """Position in `keys` -> living row, for the keys that are here."""
        rows = self._row_of_key
        return {position: rows[key] for position, key in enumerate(keys) if key in rows}

    def forget(self, row: int) -> None:
        self._dead.add(row)
        del self._row_of_key[self._keys[row]]

    def key(self, row: int) -> str:
        return self._keys[row]

    def living(self) -> Entries:
        rows = np.array([row for row in range(len(self)) if row not in self._dead], np.int64)
        keys = KeyColumn.of([self._keys[row] for row in rows.tolist()])
        return Entries(self.signatures.take(rows), keys, self.orders[rows])
