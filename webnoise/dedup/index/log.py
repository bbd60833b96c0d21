"""The newest entries of an index that lasts, one after the other in a file.

An entry is in the operating system's hands when `append` returns, as a commit of the SQLite file is: the
death of the process loses none, a loss of power may cut off the last ones, which a checksum reveals.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from webnoise.dedup.index.columns import Orders, Signatures
from webnoise.dedup.sketch import SKETCH_BYTES
from webnoise.errors import StoreError

_MAGIC = b"webnoise recent 1\n"
_HEAD = struct.Struct("<II")  # checksum and length of the body
_BODY = struct.Struct("<IQI")  # order of first sight, fingerprint, length of the text; sketch and key follow


class LoggedEntries(NamedTuple):
    keys: list[str]
    signatures: Signatures
    orders: Orders


class RecentLog:
    """The file at `path`, made where it is missing; what a loss of power has cut off is taken away."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        if os.fstat(self._handle).st_size == 0:
            self._write(_MAGIC)

    def append(self, keys: Sequence[str], signatures: Signatures, orders: Sequence[int]) -> None:
        fingerprints, lengths = signatures.fingerprints.tolist(), signatures.lengths.tolist()
        sketches = signatures.sketches
        records: list[bytes] = []
        for row, key in enumerate(keys):
            body = (
                _BODY.pack(orders[row], fingerprints[row], lengths[row])
                + sketches[row].tobytes()
                + key.encode("utf-8", "surrogatepass")
            )
            records += (_HEAD.pack(zlib.crc32(body), len(body)), body)
        self._write(b"".join(records))

    def read(self) -> LoggedEntries:
        """All entries; a key may stand there more than once, the newest last."""
        data = self.path.read_bytes()
        if not data.startswith(_MAGIC):
            raise StoreError(f"{self.path} is no file of this version's index: move it away, or upgrade")
        keys, bodies, end = [], [], len(_MAGIC)
        while end + _HEAD.size <= len(data):
            checksum, size = _HEAD.unpack_from(data, end)
            body = data[end + _HEAD.size : end + _HEAD.size + size]
            if len(body) < size or zlib.crc32(body) != checksum:
                break
            bodies.append(body)
            keys.append(body[_BODY.size + SKETCH_BYTES :].decode("utf-8", "surrogatepass"))
            end += _HEAD.size + size
        if end < len(data):
            os.ftruncate(self._handle, end)
        heads = [_BODY.unpack_from(body) for body in bodies]
        sketches = b"".join(body[_BODY.size : _BODY.size + SKETCH_BYTES] for body in bodies)
        signatures = Signatures(
            np.array([fingerprint for _, fingerprint, _ in heads], np.uint64),
            np.frombuffer(sketches, np.uint8).reshape(-1, SKETCH_BYTES),
            np.array([length for *_, length in heads], np.uint32),
        )
        return LoggedEntries(keys, signatures, np.array([order for order, *_ in heads], np.uint32))

    def close(self) -> None:
        os.close(self._handle)

    def _write(self, data: bytes) -> None:
        try:
            written = os.write(self._handle, data)
            while written < len(data):
                data = data[written:]
                written = os.write(self._handle, data)
        except OSError as error:
            raise StoreError(
                f"{self.path} cannot be written: {error.strerror}; see that its disk has room"
            ) from error
