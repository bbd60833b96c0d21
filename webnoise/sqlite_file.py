"""The SQLite file that stores live in: its address, and the open file as all of them use it.

Processes may share the file: every write is a transaction, and waits for those of others. Commits are in the
operating system's hands, not yet on the disk (WAL with synchronous = NORMAL): a loss of power may undo the
last ones, never tear them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from webnoise.errors import ConfigError, StoreError

_SQLITE = "sqlite:///"
_IN_MEMORY = frozenset({"", "memory:", "memory://"})
_WAIT_SECONDS = 60.0  # for another connection's write
_REMEDIES = {
    sqlite3.SQLITE_BUSY: "another program writes to it: wait until that has ended",
    sqlite3.SQLITE_CORRUPT: "move it away and begin anew, or put a copy in its place",
}


def sqlite_path(url: str | None) -> Path | None:
    """The SQLite file that the address of a store names; None where it names memory.

    `sqlite:///FILE` has three slashes before a relative path and four before an absolute one; `%20` and the
    like stand for a character. Nothing, `memory:` and `memory://` mean memory.

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
    """The address of a store in an SQLite file.

    >>> sqlite_url("/var/a b.db")
    'sqlite:////var/a%20b.db'
    """
    return _SQLITE + quote(str(path))


class SqliteFile:
    """The file at `path`, made with its folder where it is missing; without a path the same in memory.

    Every statement commits, but inside of a `transaction`. What SQLite refuses is a StoreError.
    """

    def __init__(self, path: Path | None, tables: str) -> None:
        self.url = sqlite_url(path) if path else "memory://"
        try:
            if path:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path or ":memory:", timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.executescript(tables)
            self._look_into_tables()
        except (sqlite3.Error, OSError) as error:
            remedy = _remedy(error) or "name an SQLite file, or one that can be made"
            raise StoreError(f"{self.url} cannot be opened: {error}; {remedy}") from error

    def _look_into_tables(self) -> None:
        """A file that is broken is found now, and not in the middle of what it is opened for."""
        names = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in names:
            self._connection.execute(f'SELECT * FROM "{name}" LIMIT 1').fetchone()  # noqa: S608 - a table's own

    def run(self, statement: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        try:
            return self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def run_many(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        try:
            self._connection.executemany(statement, rows)
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def row(self, statement: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self.run(statement, values).fetchone()
        return row

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What runs inside is done wholly or not at all; no other process writes in between."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self.run("COMMIT")

    def close(self) -> None:
        self._connection.close()

    def _failure(self, error: sqlite3.Error) -> StoreError:
        remedy = _remedy(error) or "see that it is whole and its disk has room"
        return StoreError(f"{self.url} cannot be used: {error}; {remedy}")


def _remedy(error: Exception) -> str | None:
    return _REMEDIES.get(getattr(error, "sqlite_errorcode", 0))
