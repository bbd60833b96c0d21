"""Segments as files: written aside, renamed when whole, mapped into memory to be read."""

from __future__ import annotations

import json
import mmap
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from webnoise.dedup.index.segment import Segment, layout, pieces
from webnoise.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy.typing as npt

    from webnoise.dedup.index.columns import Entries
    from webnoise.dedup.index.segment import Layout

    Place = tuple[str, list[int], int]

__all__ = ["SUFFIX", "map_segment", "sync", "write_segment"]

SUFFIX = ".segment"
_MAGIC = b"webnoise duplicates 2\n"
_HEADER_BYTES = 4096
_ALIGNED = 64


def write_segment(parts: Sequence[Entries], path: Path) -> Segment:
    """File the entries of `parts` into `path`, on the disk when this returns.

    A file that is not whole never bears the final name.
    """
    aside = path.with_suffix(".part")
    places: dict[str, Place] = {}
    size = _place(layout(parts), places, _HEADER_BYTES)
    with aside.open("wb") as file:
        file.truncate(size)
        file.write((_MAGIC + json.dumps({"size": size, "arrays": places}).encode()).ljust(_HEADER_BYTES))
        for name, first, values in pieces(parts):
            kind, shape, at = places[name]
            file.seek(at + first * int(np.prod(shape[1:])) * np.dtype(kind).itemsize)
            file.write(np.ascontiguousarray(values, kind).data)
    sync(aside)
    aside.replace(path)
    sync(path.parent)
    return map_segment(path)


def map_segment(path: Path) -> Segment:
    """The segment in a file, read where it is touched."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
        if not header.startswith(_MAGIC):
            raise StoreError(f"{path} is no file of this version's index: move it away, or upgrade")
        described = json.loads(header[len(_MAGIC) :])
        if path.stat().st_size != described["size"]:
            raise StoreError(
                f"{path} is {path.stat().st_size} bytes long, not {described['size']}: restore it"
            )
        return Segment.of(_map(path, described["arrays"]), path.name)
    except (OSError, ValueError) as error:
        if isinstance(error, StoreError):
            raise
        raise StoreError(f"{path} cannot be read: {error}") from error


def _place(layout: Layout, places: dict[str, Place], at: int) -> int:
    """Add kind, shape and first byte of every array to `places`, from byte `at` on; the byte after them."""
    for name, (kind, shape) in layout.items():
        places[name] = (kind, list(shape), at)
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        at += -(-size // _ALIGNED) * _ALIGNED
    return at


def _map(path: Path, places: dict[str, Place]) -> dict[str, npt.NDArray[Any]]:
    with path.open("rb+") as file:
        mapped = mmap.mmap(file.fileno(), 0)
    return {
        name: np.frombuffer(mapped, kind, int(np.prod(shape)), at).reshape(shape)
        for name, (kind, shape, at) in places.items()
    }


def sync(path: Path) -> None:
    """Bring a file, what was written through its mapping, or a folder's names, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
