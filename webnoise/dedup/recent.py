"""The newest entries, few enough for a dictionary; they become a segment when there are too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from webnoise.dedup.columns import Entries, KeyColumn, Signatures
from webnoise.dedup.tables import KEY, TABLES, entry_hashes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webnoise.dedup.segment import Rows
    from webnoise.dedup.signature import Signature
    from webnoise.dedup.tables import Hashes

__all__ = ["Recent"]


class Recent:
    """Entries by row, and the rows by each hash they are filed under."""

    def __init__(self) -> None:
        self._signatures: list[Signature] = []
        self._keys: list[str] = []
        self._orders: list[int] = []
        self._row_of_key: dict[str, int] = {}
        self._rows: dict[int, list[int]] = {}
        self._dead: set[int] = set()

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, entries: Entries) -> None:
        first = len(self._keys)
        for row in range(len(entries)):
            key = entries.keys[row]
            self._row_of_key[key] = len(self._keys)
            self._keys.append(key)
            self._signatures.append(entries.signatures[row])
        self._orders.extend(entries.orders.tolist())
        filed = self._rows
        for table in range(KEY + 1, TABLES):
            for row, value in enumerate(entry_hashes(entries, table).tolist(), first):
                if value in filed:
                    filed[value].append(row)
                else:
                    filed[value] = [row]

    def candidates(self, probes: Hashes) -> tuple[Rows, Rows]:
        """Pairs (probing row, own row) that share a hash, each once."""
        filed, dead = self._rows, self._dead
        pairs: list[int] = []
        for query, hashes in enumerate(probes.tolist()):
            rows = {row for value in hashes if value in filed for row in filed[value]}
            pairs += [query << 32 | row for row in sorted(rows - dead)]
        found = np.array(pairs, np.int64)
        return found >> 32, found & 0xFFFFFFFF

    def rows_of(self, keys: Sequence[str]) -> dict[int, int]:
        """Position in `keys` -> living row, for the keys that are here."""
        return {position: self._row_of_key[key] for position, key in enumerate(keys) if key in self._row_of_key}

    def forget(self, row: int) -> None:
        self._dead.add(row)
        self._row_of_key.pop(self._keys[row], None)

    def key(self, row: int) -> str:
        return self._keys[row]

    def order(self, row: int) -> int:
        return self._orders[row]

    def entries(self, rows: Sequence[int] | None = None) -> Entries:
        """The living entries, or those asked for."""
        wanted = [row for row in range(len(self)) if row not in self._dead] if rows is None else rows
        return Entries(
            Signatures.of([self._signatures[row] for row in wanted]),
            KeyColumn.of([self._keys[row] for row in wanted]),
            np.array([self._orders[row] for row in wanted], np.uint32),
        )
