"""Small pictures drawn in code, so that every image link of the demo leads somewhere."""

from __future__ import annotations

import struct
import zlib

__all__ = ["SPACER_GIF", "picture"]

# A transparent GIF of one pixel: what sites of 2005 set their margins with.
SPACER_GIF = bytes.fromhex(
    "47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b"
)


def picture(key: str, width: int, height: int) -> bytes:
    """A PNG with two bands of colour that depend on `key` alone: a sky over a ground."""
    seed = zlib.crc32(key.encode())
    sky = bytes((140 + (seed & 63), 160 + (seed >> 6 & 63), 190 + (seed >> 12 & 63)))
    ground = bytes((40 + (seed >> 18 & 63), 60 + (seed >> 20 & 63), 30 + (seed >> 24 & 63)))
    horizon = height * (45 + seed % 30) // 100
    rows = (b"\x00" + sky * width) * horizon + (b"\x00" + ground * width) * (height - horizon)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(rows, 9))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
