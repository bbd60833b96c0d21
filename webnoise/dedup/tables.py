"""Under which hashes an entry is filed, and under which it is looked for.

- The halves of the fingerprint. Of three differing bits, one half holds at most one (pigeonhole, after
  Manku, Jain and Das Sarma, WWW 2007), so a text within three bits is filed under one of the query's
  halves, or under that half with one bit turned: 2 tables and 66 probes miss no pair, where probing
  without turned bits takes 10 tables of the same selectivity, five times the room.
- Bands of the sketch: three neighbouring minima each. A text of resemblance R shares at least one
  of the 16 bands with probability 1 - (1 - R**3)**16: 0.88 at 0.5, 0.98 at 0.6, 1.00 at 0.8.
- The key, so that an entry can be replaced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import xxhash

from webnoise.dedup.sketch import COUNT_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from webnoise.dedup.columns import Entries, Signatures

    Hashes = npt.NDArray[np.uint64]
    Rows = npt.NDArray[np.int64]

__all__ = ["FILED_PROBES", "PROBE_TABLES", "REACH", "TABLES", "entry_hashes", "key_hashes", "probe_hashes"]

REACH = 3
"""Bits: the paper's k. Every pair within it is found."""

BANDS = 16
BAND_WIDTH = 3
"""48 of the 112 minima: what fits 300 bytes per entry; see the module's text for what it finds."""

KEY, LOW_HALF, HIGH_HALF, FIRST_BAND = 0, 1, 2, 3
TABLES = FIRST_BAND + BANDS

_TURNED = np.concatenate([np.zeros(1, np.uint64), np.uint64(1) << np.arange(32, dtype=np.uint64)])
_HALF = np.uint64(0xFFFFFFFF)
_BAND_TABLES = np.arange(FIRST_BAND, TABLES, dtype=np.uint64)

PROBE_TABLES = np.concatenate(
    [np.full(33, LOW_HALF), np.full(33, HIGH_HALF), np.arange(FIRST_BAND, TABLES)]
).astype(np.int64)
"""The table each column of `probe_hashes` belongs to."""

FILED_PROBES = np.concatenate([[0, 33], np.arange(66, 66 + BANDS)])
"""The columns of `probe_hashes` under which the text itself is filed: no bit turned."""


def entry_hashes(entries: Entries, table: int) -> Hashes:
    """The hash each entry is filed under in one table."""
    signatures = entries.signatures
    if table == KEY:
        return key_hashes(entries.keys)
    if table in (LOW_HALF, HIGH_HALF):
        return _filed(_halves(signatures.fingerprints, table), table)
    return _band_hashes(signatures, table - FIRST_BAND, table - FIRST_BAND + 1)[:, 0]


def probe_hashes(signatures: Signatures) -> Hashes:
    """The hashes each signature is looked for under, one row each; columns as in `PROBE_TABLES`."""
    fingerprints = signatures.fingerprints
    probes = np.empty((len(signatures), len(PROBE_TABLES)), np.uint64)
    for table, columns in ((LOW_HALF, slice(0, 33)), (HIGH_HALF, slice(33, 66))):
        probes[:, columns] = _filed(_halves(fingerprints, table)[:, None] ^ _TURNED, table)
    probes[:, 66:] = _band_hashes(signatures, 0, BANDS)
    return probes


def key_hashes(keys: Iterable[bytes]) -> Hashes:
    digest = xxhash.xxh64_intdigest
    return np.fromiter((digest(key) for key in keys), np.uint64)


def _halves(fingerprints: Hashes, table: int) -> Hashes:
    return fingerprints & _HALF if table == LOW_HALF else fingerprints >> np.uint64(32)


def _band_hashes(signatures: Signatures, first: int, stop: int) -> Hashes:
    columns = slice(COUNT_BYTES + first * BAND_WIDTH, COUNT_BYTES + stop * BAND_WIDTH)
    values = signatures.sketches[:, columns].astype(np.uint64).reshape(len(signatures), -1, BAND_WIDTH)
    packed: Hashes = values[..., 0] | values[..., 1] << np.uint64(8) | values[..., 2] << np.uint64(16)
    # a text without a sketch has no bands: it is filed where only its own fingerprint leads
    unsketched = np.flatnonzero(signatures.shingle_counts == 0)
    if len(unsketched):
        packed[unsketched] = signatures.fingerprints[unsketched, None] | np.uint64(1 << 63)
    return _filed(packed, _BAND_TABLES[first:stop])


def _filed(values: Hashes, table: int | Hashes) -> Hashes:
    """A hash in which every bit depends on every bit of the value and on the table."""
    values = (values + np.uint64(0x9E3779B97F4A7C15) * np.asarray(table, np.uint64)) * np.uint64(
        0xBF58476D1CE4E5B9
    )
    values = (values ^ (values >> np.uint64(32))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(29))
