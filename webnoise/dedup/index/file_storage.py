"""An index that lasts: a journal in SQLite, segments in a folder beside it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import numpy as np

from webnoise.dedup.index.columns import KeyColumn
from webnoise.dedup.index.journal import FORMAT, Journal
from webnoise.dedup.index.segment_file import SUFFIX, map_segment, sync, write_segment
from webnoise.dedup.index.storage import MemoryStorage
from webnoise.errors import ConfigError, StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from webnoise.dedup.index.columns import Entries, Signatures
    from webnoise.dedup.index.segment import Segment
    from webnoise.dedup.index.storage import Known, Orders, Storage

__all__ = ["FileStorage", "open_storage"]


def open_storage(url: str | None) -> Storage:
    """The storage a URL names: None or memory:// in memory, sqlite:///file.db in that file."""
    parts = urlsplit(url or "memory://")
    if parts.scheme == "memory":
        return MemoryStorage()
    if parts.scheme == "sqlite" and len(parts.path) > 1 and not parts.netloc:
        # as elsewhere: three slashes before a relative path, four before an absolute one
        return FileStorage(Path(unquote(parts.path)[1:]))
    raise ConfigError(f"an index of duplicates lives at sqlite:///file.db or memory://, not at {url!r}")


class FileStorage(MemoryStorage):
    """The newest entries stand in the SQLite file; segments are files in `<file>.duplicates`.

    A segment is written aside, brought to the disk and renamed before the SQLite file names it, so
    the death of the process leaves at worst a file that nothing names, which the next opening removes.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._folder = Path(f"{path}.duplicates")
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
