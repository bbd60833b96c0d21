"""An index that lasts: a folder beside an SQLite file; the newest entries in a log, the rest in segments.

The SQLite file names the log and the segments that count.
"""

from __future__ import annotations

import json
import mmap
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from webnoise.dedup.index.columns import Entries, KeyColumn, Orders, Signatures
from webnoise.dedup.index.hashes import OneText
from webnoise.dedup.index.log import RecentLog
from webnoise.dedup.index.parts import Segment, layout, pieces
from webnoise.dedup.index.storage import Known, MemoryStorage
from webnoise.errors import StoreError
from webnoise.file_lock import Locked, lock
from webnoise.sqlite_file import SqliteFile

SUFFIX = ".segment"
_MAGIC = b"webnoise duplicates 2\n"
_HEADER_BYTES = 4096
_ALIGNED = 64


def write_segment(parts: Sequence[Entries], path: Path) -> Segment:
    """File the entries of `parts` into `path`, on the disk when this returns.

    A file that is not whole never bears the final name.
    """
    aside = path.with_suffix(".part")
    arrays: dict[str, tuple[str, tuple[int, ...], int]] = {}
    size = _HEADER_BYTES
    for name, (kind, shape) in layout(parts).items():
        arrays[name] = (kind, shape, size)
        size += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // _ALIGNED) * _ALIGNED
    with aside.open("wb") as file:
        file.truncate(size)
        file.write((_MAGIC + json.dumps({"size": size, "arrays": arrays}).encode()).ljust(_HEADER_BYTES))
        for name, first, values in pieces(parts):
            kind, shape, offset = arrays[name]
            file.seek(offset + first * int(np.prod(shape[1:])) * np.dtype(kind).itemsize)
            file.write(np.ascontiguousarray(values, kind).data)
    sync(aside)
    aside.replace(path)
    sync(path.parent)
    return map_segment(path)


def map_segment(path: Path) -> Segment:
    """The segment in a file, read where it is touched."""
    try:
        with path.open("rb+") as file:
            header = file.read(_HEADER_BYTES)
            if not header.startswith(_MAGIC):
                raise StoreError(f"{path} is no file of this version's index: move it away, or upgrade")
            described = json.loads(header[len(_MAGIC) :])
            mapped = mmap.mmap(file.fileno(), 0)
    except (OSError, json.JSONDecodeError) as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    if len(mapped) != described["size"]:
        raise StoreError(f"{path} is {len(mapped)} bytes long, not {described['size']}: restore it")
    arrays = {
        name: np.frombuffer(mapped, kind, int(np.prod(shape)), offset).reshape(shape)
        for name, (kind, shape, offset) in described["arrays"].items()
    }
    return Segment.of(arrays, path.name)


def sync(path: Path) -> None:
    """Bring a file, what was written through its mapping, or a folder's names, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


FORMAT = 3
LOG_SUFFIX = ".recent"

_TABLES = """
CREATE TABLE IF NOT EXISTS duplicate_state (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS duplicate_segment (
    position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE
);
"""
_PUT_STATE = "INSERT OR REPLACE INTO duplicate_state (name, value) VALUES (?, ?)"
_OLD_TABLE = "SELECT 1 FROM sqlite_master WHERE name = 'duplicate_recent'"


def check_free(path: Path) -> None:
    """Raise StoreError where another process has the index beside an SQLite file open."""
    if _folder_of(path).is_dir():
        handle = _locked(path)
        if handle is not None:
            os.close(handle)


def _folder_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.duplicates")


def _locked(path: Path) -> int | None:
    try:
        return lock(_folder_of(path) / "lock")
    except Locked as error:
        raise StoreError(
            f"{path} is in use by another process: one crawl at a time can write an SQLite store; give this "
            "one a store of its own, or let both share redis://HOST"
        ) from error


class FileStorage(MemoryStorage):
    """Log and segments are files in `<file>.duplicates`.

    A segment is written aside, brought to the disk and renamed before the SQLite file names it, so
    the death of the process leaves at worst a file that nothing names, which the next opening removes.
    With the segment that its entries went into, a log gives way to a new one.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._folder = _folder_of(path)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be made: {error}") from error
        self._lock = _locked(path)
        self._file = SqliteFile(path, _TABLES)
        states = dict(self._file.run("SELECT name, value FROM duplicate_state"))
        if states.get("format", FORMAT) != FORMAT or self._file.row(_OLD_TABLE, ()):
            raise StoreError(f"{path} holds an index of another version: move it away, or upgrade")
        self._file.run(_PUT_STATE, ("format", FORMAT))
        self._next_name = states.get("next_name", 0)
        self.next_order = states.get("next_order", 0)
        self._log_number = states.get("log", 0)
        self._touched: set[str] = set()
        names = [name for (name,) in self._file.run("SELECT name FROM duplicate_segment ORDER BY position")]
        self._remove_all_but([*names, self._log_path().name])
        self.segments = [map_segment(self._folder / name) for name in names]
        self._living = sum(len(segment) - int(np.count_nonzero(segment.dead)) for segment in self.segments)
        self._log = RecentLog(self._log_path())
        self._replay()

    def close(self) -> None:
        super().close()
        self._log.close()
        self._file.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _log_path(self) -> Path:
        return self._folder / f"{self._log_number:08d}{LOG_SUFFIX}"

    def _replay(self) -> None:
        """File again what was recorded but is in no segment; a key may stand there more than once."""
        keys, signatures, orders = self._log.read()
        step = max(len(keys), 1) if len(set(keys)) == len(keys) else 1
        for start in range(0, len(keys), step):
            rows = slice(start, start + step)
            known = self._known(keys[rows], KeyColumn.of(keys[rows]))
            self._forget(known)
            self.recent.add(keys[rows], signatures.take(rows), orders[rows])
            self._living += len(keys[rows]) - len(known)
        if keys:
            self.next_order = max(self.next_order, int(orders.max()) + 1)

    def _record(self, keys: Sequence[str], signatures: Signatures, orders: Orders) -> None:
        self._log.append(keys, signatures, orders.tolist())

    def _record_one(self, key: str, text: OneText, order: int) -> None:
        self._log.append([key], text.columns, [order])

    def _forget(self, known: Known) -> None:
        super()._forget(known)
        self._touched.update(name for _, part, _ in known if (name := getattr(part, "name", "")))

    def _segment(self, parts: Sequence[Entries]) -> Segment:
        path = self._folder / f"{self._next_name:08d}{SUFFIX}"
        self._next_name += 1
        return write_segment(parts, path)

    def _settle(self, segments: Sequence[Segment], *, forget_recent: bool) -> None:
        # the marks on replaced entries must last before the recorded ones stop implying them
        for name in sorted(self._touched):
            sync(self._folder / name)
        self._touched.clear()
        names = [(position, segment.name) for position, segment in enumerate(segments)]
        log = self._log_number + forget_recent
        states = [("next_order", self.next_order), ("next_name", self._next_name), ("log", log)]
        with self._file.transaction():
            self._file.run("DELETE FROM duplicate_segment")
            self._file.run_many("INSERT INTO duplicate_segment (position, name) VALUES (?, ?)", names)
            self._file.run_many(_PUT_STATE, states)
        if forget_recent:
            self._log.close()
            self._log.path.unlink(missing_ok=True)
            self._log_number = log
            self._log = RecentLog(self._log_path())

    def _discard(self, segments: Sequence[Segment]) -> None:
        for segment in segments:
            self._touched.discard(segment.name)
            (self._folder / segment.name).unlink(missing_ok=True)

    def _remove_all_but(self, names: Sequence[str]) -> None:
        """Remove what a death left behind: files half written, or merged already."""
        for path in self._folder.iterdir():
            if path.suffix in {SUFFIX, LOG_SUFFIX, ".part"} and path.name not in names:
                path.unlink()
