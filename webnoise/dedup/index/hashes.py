"""Under which hashes an entry is filed, and under which it is looked for.

- The halves of the fingerprint, without their eight lowest bits, which are kept beside the row. Of three
  differing bits, one half holds at most one (pigeonhole, after Manku, Jain and Das Sarma, WWW 2007). It is
  one of the low eight: the text is filed where the query's own half leads. Or one of the upper 24: it is
  filed where the half with that bit turned leads. So 2 tables and 50 probes miss no pair, where probing
  without turned bits takes 10 tables of the same selectivity, five times the room.
- Bands of the sketch: three neighbouring minima each. A text of resemblance R shares at least one
  of the 16 bands with probability 1 - (1 - R**3)**16: 0.88 at 0.5, 0.98 at 0.6, 1.00 at 0.8.
- The key, so that an entry can be replaced.

A hash has 64 bits: the upper 32 say where to look, the lowest 8 are kept beside the row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import xxhash

from webnoise.dedup.index.columns import KeyColumn, Signatures
from webnoise.dedup.signature import Signature
from webnoise.dedup.sketch import COUNT_BYTES

Hashes = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.int64]

REACH = 3
"""Bits: the paper's k. Every pair within it is found."""

BANDS = 16
BAND_WIDTH = 3
"""48 of the 112 minima: what fits 300 bytes per entry; see the module's text for what it finds."""

KEY, LOW_HALF, HIGH_HALF, FIRST_BAND = 0, 1, 2, 3
TABLES = FIRST_BAND + BANDS

_UPPER = np.uint64(32)
_KEPT = 0xFF
_TURNED = [0, *(1 << bit for bit in range(8, 32))]

PROBE_TABLES = np.array(
    [LOW_HALF] * len(_TURNED) + [HIGH_HALF] * len(_TURNED) + [*range(FIRST_BAND, TABLES)], np.int64
)
"""The table each column of `Probes` belongs to."""

OWN_HALVES = np.isin(np.arange(len(PROBE_TABLES)), [0, len(_TURNED)])
"""The columns that look for the half itself: what is filed there may differ in one of the low bits."""

BAND_PROBES = slice(2 * len(_TURNED), None)
"""The columns that look for bands."""

_PROBE_UNITS = PROBE_TABLES - LOW_HALF
_PROBE_TURNS = np.array(_TURNED * 2 + [0] * BANDS, np.uint64)

_MULTIPLIERS = np.array(
    [xxhash.xxh64_intdigest(b"table", seed=table) | 1 for table in range(TABLES)], np.uint64
)
"""Multiply-shift hashing (Dietzfelbinger and others 1997): one odd number for each table."""

_LEADING = np.array([0] + [0xFFFFFFFF ^ _KEPT] * 2 + [(1 << 8 * BAND_WIDTH) - 1] * BANDS, np.uint64)
_KEPT_AS_IT_IS = np.array([0] + [_KEPT] * 2 + [0] * BANDS, np.uint64)
"""The bits of a unit that say where to look, and those kept; a band keeps the low byte of its product."""

_HASHING = (_MULTIPLIERS, _LEADING, _KEPT_AS_IT_IS)
_PROBE_HASHING = tuple(column.take(PROBE_TABLES) for column in _HASHING)
_BAND_HASHING = tuple(column[FIRST_BAND:] for column in _HASHING)


class Probes(NamedTuple):
    """Where signatures are looked for: one row each; columns as in `PROBE_TABLES`."""

    upper: Hashes
    kept: npt.NDArray[np.uint8]
    fingerprints: npt.NDArray[np.uint64]

    @classmethod
    def of(cls, signatures: Signatures) -> Probes:
        units = _units(signatures, 0, TABLES - LOW_HALF).take(_PROBE_UNITS, axis=1)
        units ^= _PROBE_TURNS
        hashes = _hashed(units, *_PROBE_HASHING)
        _set_apart(hashes[:, BAND_PROBES], signatures)
        kept = hashes.astype(np.uint8)
        hashes >>= _UPPER
        return cls(hashes, kept, signatures.fingerprints)

    def take(self, rows: slice) -> Probes:
        return Probes(self.upper[rows], self.kept[rows], self.fingerprints[rows])


_WHOLE = (1 << 64) - 1
_BANDS_OF_ONE = tuple(
    (slice(start, start + BAND_WIDTH), multiplier)
    for start, multiplier in zip(
        range(COUNT_BYTES, COUNT_BYTES + BANDS * BAND_WIDTH, BAND_WIDTH),
        _MULTIPLIERS[FIRST_BAND:].tolist(),
        strict=True,
    )
)
"""Where each band lies in a sketch, and the number that it is multiplied by."""
_NO_SHINGLES = bytes(COUNT_BYTES)


@dataclass(frozen=True)
class OneText:
    """A single text that is asked for or filed: as numbers, and as columns where somebody needs those."""

    signature: Signature

    @cached_property
    def bands(self) -> list[int]:
        """`band_uppers`."""
        sketch = self.signature.sketch
        if sketch[:COUNT_BYTES] in (b"", _NO_SHINGLES):
            return [(self.signature.fingerprint * int(_MULTIPLIERS[KEY]) & _WHOLE) >> 32] * BANDS
        read = int.from_bytes
        return [
            (read(sketch[band], "little") * multiplier & _WHOLE) >> 32 for band, multiplier in _BANDS_OF_ONE
        ]

    @cached_property
    def columns(self) -> Signatures:
        return Signatures.of([self.signature])

    @cached_property
    def probes(self) -> Probes:
        return Probes.of(self.columns)


def signature_hashes(signatures: Signatures, table: int) -> Hashes:
    """The hash each signature is filed under in a table of halves or of bands."""
    return _hashed(_units(signatures, table - LOW_HALF, 1)[:, 0], *(column[table] for column in _HASHING))


def band_uppers(signatures: Signatures) -> Hashes:
    """The bands' columns of `Probes.upper`."""
    hashes = _hashed(_units(signatures, FIRST_BAND - LOW_HALF, BANDS), *_BAND_HASHING)
    _set_apart(hashes, signatures)
    hashes >>= _UPPER
    return hashes


def key_hashes(keys: KeyColumn) -> Hashes:
    """The hash each key is filed under in the table of keys."""
    hashes = keys.hashes.astype(np.uint64)
    kept = hashes & np.uint64(_KEPT)
    hashes <<= _UPPER
    hashes |= kept
    return hashes


def key_hash_of(key: str) -> int:
    """`key_hashes` for a single key."""
    value = xxhash.xxh32_intdigest(key.encode("utf-8", "surrogatepass"))
    return value << 32 | value & _KEPT


def _units(signatures: Signatures, first: int, count: int) -> Hashes:
    """What the tables hash, as columns: the two halves, then the bands, each with a byte too many."""
    rows, bands = len(signatures), max(first - 2, 0)
    units = np.empty((rows, count), np.uint64)
    fingerprints = np.ascontiguousarray(signatures.fingerprints, "<u8")
    halves = fingerprints.view("<u4").reshape(rows, 2)[:, first : first + count]
    units[:, : halves.shape[1]] = halves
    if first + count > 2:
        sketches = np.ascontiguousarray(signatures.sketches)
        at, strides = COUNT_BYTES + bands * BAND_WIDTH, (sketches.shape[1], BAND_WIDTH)
        shape = (rows, count - halves.shape[1])
        units[:, halves.shape[1] :] = np.ndarray(shape, "<u4", sketches.data, at, strides)
    return units


def _hashed(
    units: Hashes, multipliers: Hashes | np.uint64, leading: Hashes | np.uint64, kept: Hashes | np.uint64
) -> Hashes:
    """Overwrites the units."""
    low = units & kept
    units &= leading
    units *= multipliers
    units |= low
    return units


def _set_apart(bands: Hashes, signatures: Signatures) -> None:
    """Let a text without a sketch look where only its own fingerprint leads, not where all such are filed."""
    if len(signatures) == 1 and signatures.sketches[0, :COUNT_BYTES].any():
        return
    alone = signatures.shingle_counts == 0
    if alone.any():
        bands[alone] = (signatures.fingerprints[alone] * _MULTIPLIERS[KEY])[:, None]
