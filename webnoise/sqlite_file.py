"""An open SQLite file, as the stores and the index of duplicates use it.

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

from webnoise.errors import StoreError
from webnoise.urls.store_urls import sqlite_url

__all__ = ["SqliteFile"]

_WAIT_SECONDS = 60.0  # for another connection's write


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
        except (sqlite3.Error, OSError) as error:
            raise StoreError(
                f"{self.url} cannot be opened: {error}; name an SQLite file, or one that can be made"
            ) from error

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
        return StoreError(f"{self.url} cannot be used: {error}; see that it is whole and its disk has room")
