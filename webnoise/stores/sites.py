"""What lasts of a site between runs: the memories of its methods, and pages that wait for siblings."""

from __future__ import annotations

import pickle
import sqlite3
import zlib
from collections.abc import Iterator
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
CREATE TABLE IF NOT EXISTS waiting_page (number INTEGER PRIMARY KEY, page BLOB NOT NULL);
"""


class SiteStore(Protocol):
    def load(self, site: str, method: str) -> bytes | None: ...
    def save(self, site: str, method: str, memory: bytes) -> None: ...
    def forget(self, site: str) -> None: ...
    def sites(self) -> list[tuple[str, str]]:
        """All (site, method) that something is remembered for."""

    def hold(self, page: Page) -> int:
        """Keep a page that waits; it survives the death of the process. Returns its number."""

    def held(self) -> Iterator[tuple[int, Page]]:
        """The pages that wait, this run's and those that an interrupted run left."""

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

    def forget(self, site: str) -> None:
        self._memories = {key: memory for key, memory in self._memories.items() if key[0] != site}

    def sites(self) -> list[tuple[str, str]]:
        return sorted(self._memories)

    def hold(self, page: Page) -> int:
        self._last += 1
        self._pages[self._last] = page
        return self._last

    def held(self) -> Iterator[tuple[int, Page]]:
        yield from list(self._pages.items())

    def let_go(self, number: int) -> None:
        self._pages.pop(number, None)

    def close(self) -> None:
        """Nothing is open."""


class SqliteSites:
    """In an SQLite file, which other stores of webnoise may share. Every write is its own transaction."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path, _TABLES)

    def load(self, site: str, method: str) -> bytes | None:
        row = self._connection.execute(
            "SELECT memory FROM site_memory WHERE site = ? AND method = ?", (site, method)
        ).fetchone()
        return row[0] if row else None

    def save(self, site: str, method: str, memory: bytes) -> None:
        self._write("INSERT OR REPLACE INTO site_memory VALUES (?, ?, ?)", (site, method, memory))

    def forget(self, site: str) -> None:
        self._write("DELETE FROM site_memory WHERE site = ?", (site,))

    def sites(self) -> list[tuple[str, str]]:
        return list(self._connection.execute("SELECT site, method FROM site_memory ORDER BY site, method"))

    def hold(self, page: Page) -> int:
        packed = zlib.compress(pickle.dumps(page, protocol=5), 1)
        return self._write("INSERT INTO waiting_page (page) VALUES (?)", (packed,)).lastrowid or 0

    def held(self) -> Iterator[tuple[int, Page]]:
        numbers = [
            row[0] for row in self._connection.execute("SELECT number FROM waiting_page ORDER BY number")
        ]
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

    def _write(self, statement: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        try:
            return self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise StoreError(f"the site store cannot be written: {error}") from error
