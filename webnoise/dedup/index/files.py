"""An index that lasts: a journal in SQLite, and segments as files in a folder beside it.

The journal holds the newest entries, and names the segments that hold the rest.
"""

from __future__ import annotations

import json
import mmap
import os
import sqlite3
from typing import TYPE_CHECKING, Any

import numpy as np

from webnoise.dedup.index.columns import KeyColumn, Signatures
from webnoise.dedup.index.parts import Segment, layout, pieces
from webnoise.dedup.index.storage import MemoryStorage
from webnoise.dedup.sketch import SKETCH_BYTES
from webnoise.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import numpy.typing as npt

    from webnoise.dedup.index.columns import Entries, Orders
    from webnoise.dedup.index.parts import Layout
    from webnoise.dedup.index.storage import Known

    Place = tuple[str, list[int], int]
    """Kind, shape and first byte of an array in a file."""

__all__ = ["SUFFIX", "FileStorage", "Journal", "map_segment", "sync", "write_segment"]

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


FORMAT = 2
ROWS_AT_ONCE = 2048
WAIT_SECONDS = 60.0
"""How long a write waits for another connection's: the file may be shared with other stores."""

_TABLES = """
CREATE TABLE IF NOT EXISTS duplicate_state (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS duplicate_segment (
    position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS duplicate_recent (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL, first_seen INTEGER NOT NULL,
    fingerprint BLOB NOT NULL, sketch BLOB NOT NULL, length INTEGER NOT NULL
);
"""

_RECORD = "INSERT INTO duplicate_recent (key, first_seen, fingerprint, sketch, length) VALUES (?, ?, ?, ?, ?)"


class Journal:
    """Every change is one transaction; what it returned from survives the death of the process.

    Commits are in the operating system's hands, not yet on the disk (SQLite's WAL with synchronous =
    NORMAL): a loss of power may undo the last ones, never tear them.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._connection = sqlite3.connect(path, timeout=WAIT_SECONDS, check_same_thread=False)
            self._connection.isolation_level = None
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.executescript(_TABLES)
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be opened as an SQLite file: {error}") from error
        if self.state("format", FORMAT) != FORMAT:
            raise StoreError(f"{path} holds an index of another version: move it away, or upgrade")

    def close(self) -> None:
        self._connection.close()

    def state(self, name: str, default: int = 0) -> int:
        row = self._connection.execute("SELECT value FROM duplicate_state WHERE name = ?", (name,)).fetchone()
        return default if row is None else int(row[0])

    def segments(self) -> list[str]:
        """Names of the segments, oldest first."""
        rows = self._connection.execute("SELECT name FROM duplicate_segment ORDER BY position")
        return [name for (name,) in rows]

    def recent(self) -> Iterator[tuple[list[str], Signatures, npt.NDArray[np.uint32]]]:
        """Keys, signatures and orders of what no segment holds yet, in the order of filing, in batches."""
        cursor = self._connection.execute(
            "SELECT key, first_seen, fingerprint, sketch, length FROM duplicate_recent ORDER BY number"
        )
        while rows := cursor.fetchmany(ROWS_AT_ONCE):
            keys, orders, fingerprints, sketches, lengths = zip(*rows, strict=True)
            signatures = Signatures(
                np.frombuffer(b"".join(fingerprints), "<u8").astype(np.uint64),
                np.frombuffer(b"".join(sketches), np.uint8).reshape(-1, SKETCH_BYTES),
                np.array(lengths, np.uint32),
            )
            yield list(keys), signatures, np.array(orders, np.uint32)

    def record(self, keys: Sequence[str], signatures: Signatures, orders: npt.NDArray[np.uint32]) -> None:
        """Keep new entries."""
        fingerprints = signatures.fingerprints.astype("<u8").view("V8").tolist()
        sketches = np.ascontiguousarray(signatures.sketches).view(f"V{SKETCH_BYTES}").reshape(-1).tolist()
        rows = zip(keys, orders.tolist(), fingerprints, sketches, signatures.lengths.tolist(), strict=True)
        self._transact([(_RECORD, list(rows))])

    def settle(self, segments: Sequence[str], states: dict[str, int], *, forget_recent: bool) -> None:
        """Say which segments hold the index from now on; the recent entries are among them, or stay."""
        steps: list[tuple[str, Sequence[tuple[object, ...]]]] = [
            ("DELETE FROM duplicate_segment", [()]),
            ("INSERT INTO duplicate_segment (position, name) VALUES (?, ?)", list(enumerate(segments))),
            ("INSERT OR REPLACE INTO duplicate_state (name, value) VALUES (?, ?)", list(states.items())),
        ]
        if forget_recent:
            steps.append(("DELETE FROM duplicate_recent", [()]))
        self._transact(steps)

    def _transact(self, steps: Sequence[tuple[str, Sequence[tuple[object, ...]]]]) -> None:
        connection = self._connection
        try:
            if len(steps) == 1 and len(steps[0][1]) == 1:  # a transaction by itself, in a third of the time
                connection.execute(steps[0][0], steps[0][1][0])
                return
            connection.execute("BEGIN IMMEDIATE")
            try:
                for statement, rows in steps:
                    connection.executemany(statement, rows)
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError(f"the index cannot be written: {error}") from error


class FileStorage(MemoryStorage):
    """The newest entries stand in the SQLite file; segments are files in `<file>.duplicates`.

    A segment is written aside, brought to the disk and renamed before the SQLite file names it, so
    the death of the process leaves at worst a file that nothing names, which the next opening removes.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._folder = path.with_name(f"{path.name}.duplicates")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be made: {error}") from error
        self._lock = _lock(self._folder / "lock")
        self._journal = Journal(path)
        self._next_name = self._journal.state("next_name")
        self._touched: set[str] = set()
        names = self._journal.segments()
        self._remove_all_but(names)
        self.segments = [map_segment(self._folder / name) for name in names]
        self._living = sum(len(segment) - int(np.count_nonzero(segment.dead)) for segment in self.segments)
        self.next_order = self._journal.state("next_order")
        for keys, signatures, orders in self._journal.recent():
            self._replay(keys, signatures, orders)

    def close(self) -> None:
        super().close()
        self._journal.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _replay(self, keys: list[str], signatures: Signatures, orders: Orders) -> None:
        """File again what was recorded but is in no segment; a key may stand there more than once."""
        step = len(keys) if len(set(keys)) == len(keys) else 1
        for start in range(0, len(keys), step):
            rows = slice(start, start + step)
            known = self._known(keys[rows], KeyColumn.of(keys[rows]))
            self._forget(known)
            self.recent.add(keys[rows], signatures.take(rows), orders[rows])
            self._living += step - len(known)
        self.next_order = max(self.next_order, int(orders.max()) + 1)

    def _record(self, keys: Sequence[str], signatures: Signatures, orders: Orders) -> None:
        self._journal.record(keys, signatures, orders)

    def _forget(self, known: Known) -> None:
        super()._forget(known)
        self._touched.update(name for _, part, _ in known if (name := getattr(part, "name", "")))

    def _segment(self, parts: Sequence[Entries]) -> Segment:
        path = self._folder / f"{self._next_name:08d}{SUFFIX}"
        self._next_name += 1
        return write_segment(parts, path)

    def _settle(self, segments: Sequence[Segment], *, forget_recent: bool) -> None:
        # the marks on replaced entries must last before the journal stops implying them
        for name in sorted(self._touched):
            sync(self._folder / name)
        self._touched.clear()
        states = {"format": FORMAT, "next_order": self.next_order, "next_name": self._next_name}
        self._journal.settle([segment.name for segment in segments], states, forget_recent=forget_recent)

    def _discard(self, segments: Sequence[Segment]) -> None:
        for segment in segments:
            self._touched.discard(segment.name)
            (self._folder / segment.name).unlink(missing_ok=True)

    def _remove_all_but(self, names: Sequence[str]) -> None:
        """Remove what a death left behind: files half written, or merged already."""
        for path in self._folder.iterdir():
            if path.suffix in {SUFFIX, ".part"} and path.name not in names:
                path.unlink()


def _lock(path: Path) -> int | None:
    """Keep other processes out; the system releases the lock when the process ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # only POSIX systems have it
        return None
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise StoreError(
            f"{path.parent} is in use by another process: give this one an index of its own"
        ) from error
    return handle
