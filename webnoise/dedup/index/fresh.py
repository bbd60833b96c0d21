"""The same tables as dictionaries, for entries that come and are asked for one by one.

Arrays pay by the thousand: a single text costs them some sixty calls. Here it costs a few dozen lookups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webnoise.dedup.index.buckets import MOST_SHARING
from webnoise.dedup.index.hashes import BANDS, REACH

_HALF = 0xFFFFFFFF
_TURNED = (0, *(1 << bit for bit in range(24)))
"""Of three differing bits one half holds at most one: it lies among the low eight, which are not looked at,
or among the other 24, and is turned back."""


class FreshTables:
    """Rows by the upper 24 bits of both halves of their fingerprints and by the hashes of their bands."""

    def __init__(self) -> None:
        self._fingerprints: list[int] = []
        self._low: dict[int, list[int]] = {}
        self._high: dict[int, list[int]] = {}
        self._bands: tuple[dict[int, list[int]], ...] = tuple({} for _ in range(BANDS))

    def __len__(self) -> int:
        return len(self._fingerprints)

    def add(self, fingerprint: int, bands: Sequence[int]) -> None:
        """File the next row."""
        row = len(self._fingerprints)
        self._fingerprints.append(fingerprint)
        self._low.setdefault((fingerprint & _HALF) >> 8, []).append(row)
        self._high.setdefault(fingerprint >> 40, []).append(row)
        for table, band in zip(self._bands, bands, strict=True):
            rows = table.get(band)
            if rows is None:
                table[band] = [row]
            elif len(rows) < MOST_SHARING:
                rows.append(row)

    def extend(self, entries: Iterable[tuple[int, Sequence[int]]]) -> None:
        for fingerprint, bands in entries:
            self.add(fingerprint, bands)

    def rows(self, fingerprint: int, bands: Sequence[int]) -> list[int]:
        """The rows within three bits, and those that share a band."""
        found: list[int] = []
        for table, half in ((self._low, (fingerprint & _HALF) >> 8), (self._high, fingerprint >> 40)):
            for turned in _TURNED:
                if half ^ turned in table:
                    found += table[half ^ turned]
        known = self._fingerprints
        found = [row for row in found if (known[row] ^ fingerprint).bit_count() <= REACH]
        for table, band in zip(self._bands, bands, strict=True):
            if band in table:
                found += table[band]
        return sorted(set(found)) if found else found
