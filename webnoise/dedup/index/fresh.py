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


_Table = dict[int, int | list[int]]
"""One row stands for itself: hardly two texts share a hash, and a list for each of a text's hashes would take
more memory than all else about it."""


class FreshTables:
    """Rows by the upper 24 bits of both halves of their fingerprints and by the hashes of their bands."""

    def __init__(self) -> None:
        self._fingerprints: list[int] = []
        self._low: _Table = {}
        self._high: _Table = {}
        self._bands: tuple[_Table, ...] = tuple({} for _ in range(BANDS))

    def __len__(self) -> int:
        return len(self._fingerprints)

    def add(self, fingerprint: int, bands: Sequence[int]) -> None:
        """File the next row."""
        row = len(self._fingerprints)
        self._fingerprints.append(fingerprint)
        _file(self._low, (fingerprint & _HALF) >> 8, row)
        _file(self._high, fingerprint >> 40, row)
        for table, band in zip(self._bands, bands, strict=True):
            _file(table, band, row, MOST_SHARING)

    def extend(self, entries: Iterable[tuple[int, Sequence[int]]]) -> None:
        for fingerprint, bands in entries:
            self.add(fingerprint, bands)

    def rows(self, fingerprint: int, bands: Sequence[int]) -> list[int]:
        """The rows within three bits, and those that share a band."""
        found: list[int] = []
        for table, half in ((self._low, (fingerprint & _HALF) >> 8), (self._high, fingerprint >> 40)):
            for turned in _TURNED:
                if half ^ turned in table:
                    found += _rows(table[half ^ turned])
        known = self._fingerprints
        found = [row for row in found if (known[row] ^ fingerprint).bit_count() <= REACH]
        for table, band in zip(self._bands, bands, strict=True):
            if band in table:
                found += _rows(table[band])
        return sorted(set(found)) if found else found


def _file(table: _Table, value: int, row: int, most: int | None = None) -> None:
    rows = table.setdefault(value, row)
    if isinstance(rows, list):
        if most is None or len(rows) < most:
            rows.append(row)
    elif rows != row:
        table[value] = [rows, row]


def _rows(filed: int | list[int]) -> list[int]:
    return filed if isinstance(filed, list) else [filed]
