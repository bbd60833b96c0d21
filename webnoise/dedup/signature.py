"""The signature of a text, which represents it in every search for duplicates."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt

from webnoise.dedup.simhash import fingerprint
from webnoise.dedup.sketch import SKETCH_BYTES, VALUES, sketch
from webnoise.errors import InputError
from webnoise.text.terms import text_units

RECORD = np.dtype(
    [("fingerprint", "<u8"), ("length", "<u4"), ("shingles", "<u4"), ("minima", "u1", (VALUES,))]
)
"""The 128 bytes of a serialised signature as numpy reads them; `shingles` and `minima` are its sketch."""

Signatures = npt.NDArray[np.void]
"""Many signatures: rows of `RECORD`."""

UNKNOWN_LENGTH = 0xFFFFFFFF
"""The length of a record without a sketch: a text of which only the fingerprint is known."""

_HEAD = struct.Struct("<QI")
_NO_SKETCH = bytes(SKETCH_BYTES)


@dataclass(frozen=True, slots=True)
class Signature:
    """A text in 128 bytes: plain, frozen, picklable; equal texts have equal signatures.

    `fingerprint` is the modified simhash of paper 003, `sketch` the bytes that verify what it finds
    (empty: unknown), `length` the number of terms.
    """

    fingerprint: int
    sketch: bytes = field(default=b"", repr=False)
    length: int = 0

    def to_bytes(self) -> bytes:
        """Serialise to the 128 bytes that stores, journals and Spark hold.

        >>> Signature.from_bytes(Signature(7).to_bytes())
        Signature(fingerprint=7, length=0)
        """
        size = len(self.sketch)
        if size not in (0, SKETCH_BYTES):
            raise InputError(f"a sketch has {SKETCH_BYTES} bytes, or none; this one has {size}")
        if not size:
            return _HEAD.pack(self.fingerprint, UNKNOWN_LENGTH) + _NO_SKETCH
        return _HEAD.pack(self.fingerprint, self.length) + self.sketch

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what `to_bytes` wrote."""
        value, length = _HEAD.unpack_from(data)
        if length == UNKNOWN_LENGTH:
            return cls(value)
        return cls(value, data[_HEAD.size : RECORD.itemsize], length)


def as_records(serialised: Iterable[bytes]) -> Signatures:
    """Return serialised signatures as rows of `RECORD`."""
    return np.frombuffer(b"".join(serialised), RECORD)


def sketches_of(signatures: Signatures) -> npt.NDArray[np.uint8]:
    """Return the sketch of each signature as a row of bytes."""
    return signatures.view(np.uint8).reshape(-1, RECORD.itemsize)[:, -SKETCH_BYTES:]


def signature(text: str, language: str | None = None) -> Signature:
    """Return the signature of a text; without a language, its stop words choose the stemmer.

    >>> signature("Ministers met in Geneva on Monday.", language="en").length
    4
    """
    terms, units = text_units(text, language)
    return Signature(fingerprint(terms), sketch(units), len(terms))
