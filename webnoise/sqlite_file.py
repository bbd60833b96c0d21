"""The SQLite file of the stores: its address, and the open file.

Processes may share the file: every write is a transaction, and waits for those of others. A commit outlives
the process, though it may not be on the disk yet (WAL with synchronous = NORMAL): a loss of power may undo
the last ones, never tear them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any
from urllib.parse import quote, unquote

from webnoise.errors import ConfigError, StoreError

_SQLITE = "sqlite:///"
_IN_MEMORY = frozenset({"", "memory:", "memory://"})
_WAIT_SECONDS = 60.0  # for another connection's write
_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = NORMAL",
    "cache_size = -65536",  # kilobytes
    "wal_autocheckpoint = 20000",  # pages, since a text filed by its hashes changes 28
)
_REMEDIES = {
    sqlite3.SQLITE_BUSY: "another program writes to it: wait until that has ended",
    sqlite3.SQLITE_CORRUPT: "move it away and begin anew, or put a copy in its place",
}


def sqlite_path(url: str | None) -> Path | None:
    """Return the path in the address of a store; None where the address names memory.

    `sqlite:///FILE` has three slashes before a relative path and four before an absolute one, and characters
    such as a space are written `%20`. Nothing, `memory:` and `memory://` mean memory.

    >>> sqlite_path("sqlite:////var/a%20b.db")
    PosixPath('/var/a b.db')
    """
    url = (url or "").strip()
    if url in _IN_MEMORY:
        return None
    name = unquote(url.removeprefix(_SQLITE))
    if not url.startswith(_SQLITE) or not name:
        raise ConfigError(
            f"{url!r} is no address of a store: write sqlite:///FILE, redis://HOST, or memory:// for one run"
        )
    return Path(name)


def sqlite_url(path: str | Path) -> str:
    """Return the address of a store in an SQLite file.

    >>> sqlite_url("/var/a b.db")
    'sqlite:////var/a%20b.db'
    """
    return _SQLITE + quote(str(path))


class SqliteFile:
    """The file at `path`, made with its folder where it is missing; without a path the same in memory.

    Every statement commits, except inside of a `transaction`. What SQLite refuses is a StoreError. Any thread
    may use it: a transaction of one thread excludes the statements of others.
    """

    def __init__(self, path: Path | None, tables: str = "") -> None:
        self.url = sqlite_url(path) if path else "memory://"
        self._lock = RLock()
        try:
            if path:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path or ":memory:", timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
            )
            for pragma in _PRAGMAS:
                self._connection.execute(f"PRAGMA {pragma}")
            self._connection.executescript(tables)
            self._read_every_table()
        except (sqlite3.Error, OSError) as error:
            remedy = _remedy(error) or "name an SQLite file, or one that can be made"
            raise StoreError(f"{self.url} cannot be opened: {error}; {remedy}") from error

    def _read_every_table(self) -> None:
        """Find out now, and not in the middle of a crawl, that a file is broken."""
        names = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in names:
            self._connection.execute(f'SELECT * FROM "{name}" LIMIT 1').fetchone()  # noqa: S608 - a table's own

    def create(self, tables: str) -> None:
        """Create tables that are missing."""
        with self._guarded():
            self._connection.executescript(tables)

    def run(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        with self._guarded():
            return self._connection.execute(statement, values)

    def run_many(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        with self._guarded():
            self._connection.executemany(statement, rows)

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        with self._guarded():
            return self._connection.execute(statement, values).fetchall()

    def row(self, statement: str, values: Sequence[object] = ()) -> tuple[Any, ...] | None:
        with self._guarded():
            row: tuple[Any, ...] | None = self._connection.execute(statement, values).fetchone()
            return row

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Do what runs inside wholly or not at all; nobody else writes in between."""
        with self._lock:
            self.run("BEGIN IMMEDIATE")
            try:
                yield
                self.run("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # SQLite itself has rolled back where the disk is full
                    self._connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                remedy = _remedy(error) or "see that it is whole and its disk has room"
                raise StoreError(f"{self.url} cannot be used: {error}; {remedy}") from error


def _remedy(error: Exception) -> str | None:
    return _REMEDIES.get(getattr(error, "sqlite_errorcode", 0))
