"""What lasts of a site between runs: the memories of its methods, and pages that wait for siblings."""

from __future__ import annotations

import os
import pickle
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from webnoise.errors import ConfigError, StoreError
from webnoise.model import Page
from webnoise.stores.sqlite import connect, path_of

__all__ = ["MemorySites", "SiteStore", "SqliteSites", "open_sites"]

_TABLES = """
CREATE TABLE IF NOT EXISTS site_memory (
    site TEXT NOT NULL, method TEXT NOT NULL, memory BLOB NOT NULL, PRIMARY KEY (site, method)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS waiting_page (
    number INTEGER PRIMARY KEY, page BLOB NOT NULL, process INTEGER NOT NULL DEFAULT 0
);
"""


class SiteStore(Protocol):
    def load(self, site: str, method: str) -> bytes | None: ...
    def save(self, site: str, method: str, memory: bytes) -> None: ...
    def update(self, site: str, method: str, change: Callable[[bytes | None], bytes]) -> None:
        """Save what `change` makes of what is there; no other process writes in between."""

    def forget(self, site: str) -> bool:
        """Whether anything was remembered."""

    def sites(self) -> list[tuple[str, str]]:
        """All (site, method) that something is remembered for."""

    def hold(self, page: Page) -> int:
        """Keep a page that waits; it survives the death of the process. Returns its number."""

    def held(self) -> Iterator[tuple[int, Page]]:
        """The pages that runs which are over have left; those of other running processes are theirs."""

    def let_go(self, number: int) -> None:
        """The page came out."""

    def close(self) -> None: ...


def open_sites(url: str) -> SiteStore:
    """The store behind `sqlite:///FILE`, or one in memory for an empty address."""
    if not url:
        return MemorySites()
    if path := path_of(url):
        return SqliteSites(path)
    raise ConfigError(f"sites are remembered at sqlite:///FILE, not {url!r}")


class MemorySites:
    """For one run."""

    def __init__(self) -> None:
        self._memories: dict[tuple[str, str], bytes] = {}
        self._pages: dict[int, Page] = {}
        self._last = 0

    def load(self, site: str, method: str) -> bytes | None:
        return self._memories.get((site, method))

    def save(self, site: str, method: str, memory: bytes) -> None:
        self._memories[site, method] = memory

    def update(self, site: str, method: str, change: Callable[[bytes | None], bytes]) -> None:
        self.save(site, method, change(self.load(site, method)))

    def forget(self, site: str) -> bool:
        known = len(self._memories)
        self._memories = {key: memory for key, memory in self._memories.items() if key[0] != site}
        return len(self._memories) < known

    def sites(self) -> list[tuple[str, str]]:
        return sorted(self._memories)

    def hold(self, page: Page) -> int:
        self._last += 1
        self._pages[self._last] = page
        return self._last

    def held(self) -> Iterator[tuple[int, Page]]:
        """None: what lies in memory dies with its run."""
        return iter(())

    def let_go(self, number: int) -> None:
        self._pages.pop(number, None)

    def close(self) -> None:
        """Nothing is open."""


class SqliteSites:
    """In an SQLite file, which other stores of webnoise may share. Every write is its own transaction."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path, _TABLES)
        columns = [row[1] for row in self._connection.execute("PRAGMA table_info(waiting_page)")]
        if "process" not in columns:  # a file of an earlier version
            self._write("ALTER TABLE waiting_page ADD COLUMN process INTEGER NOT NULL DEFAULT 0")

    def load(self, site: str, method: str) -> bytes | None:
        row = self._connection.execute(
            "SELECT memory FROM site_memory WHERE site = ? AND method = ?", (site, method)
        ).fetchone()
        return row[0] if row else None

    def save(self, site: str, method: str, memory: bytes) -> None:
        self._write("INSERT OR REPLACE INTO site_memory VALUES (?, ?, ?)", (site, method, memory))

    def update(self, site: str, method: str, change: Callable[[bytes | None], bytes]) -> None:
        self._write("BEGIN IMMEDIATE")
        try:
            self.save(site, method, change(self.load(site, method)))
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._write("COMMIT")

    def forget(self, site: str) -> bool:
        return self._write("DELETE FROM site_memory WHERE site = ?", (site,)).rowcount > 0

    def sites(self) -> list[tuple[str, str]]:
        return list(self._connection.execute("SELECT site, method FROM site_memory ORDER BY site, method"))

    def hold(self, page: Page) -> int:
        packed = zlib.compress(pickle.dumps(page, protocol=5), 1)
        statement = "INSERT INTO waiting_page (page, process) VALUES (?, ?)"
        return self._write(statement, (packed, os.getpid())).lastrowid or 0

    def held(self) -> Iterator[tuple[int, Page]]:
        rows = self._connection.execute("SELECT number, process FROM waiting_page ORDER BY number").fetchall()
        running = {process: _is_running(process) for process in {process for _, process in rows}}
        numbers = [number for number, process in rows if not running[process]]
        for number in numbers:
            row = self._connection.execute(
                "SELECT page FROM waiting_page WHERE number = ?", (number,)
            ).fetchone()
            if row:
                # written by this class into the user's own file, as Scrapy does with its JOBDIR
                yield number, pickle.loads(zlib.decompress(row[0]))  # noqa: S301

    def let_go(self, number: int) -> None:
        self._write("DELETE FROM waiting_page WHERE number = ?", (number,))

    def close(self) -> None:
        self._connection.close()

    def _write(self, statement: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        try:
            return self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise StoreError(f"the site store cannot be written: {error}") from error


def _is_running(process: int) -> bool:
    """Whether another process of this number runs."""
    if process in (0, os.getpid()):
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
