"""Stores in one SQLite file, with the bulk of the index of duplicates in a folder beside it.

Without a file the same stores live in memory.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

from webnoise.dedup.index import DuplicateIndex, Thresholds
from webnoise.errors import StoreError
from webnoise.model import Page
from webnoise.sqlite_file import SqliteFile, sqlite_url
from webnoise.stores.base import HeldPages, PatternCounts, Seen, SeenPages, SiteMemories, Stores, Stories
from webnoise.stores.held_page import pack, unpack

_LOG = logging.getLogger(__name__)
_ROWS_AT_ONCE = 64  # seen pages per transaction; after a kill so many are fetched once more at the most
_TABLES = """
CREATE TABLE IF NOT EXISTS site_memory (
    site TEXT NOT NULL, method TEXT NOT NULL, memory BLOB NOT NULL, PRIMARY KEY (site, method)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seen_page (
    url TEXT PRIMARY KEY, fetched REAL NOT NULL, kind TEXT NOT NULL,
    etag TEXT, last_modified TEXT, digest TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seen_patterns (site TEXT PRIMARY KEY, counts TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS held_page (
    number INTEGER PRIMARY KEY, page BLOB NOT NULL, process INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS story (url TEXT PRIMARY KEY, original TEXT NOT NULL) WITHOUT ROWID;
"""


class SqliteStores(Stores):
    def __init__(self, path: Path | None, thresholds: Thresholds | None = None) -> None:
        super().__init__(thresholds)
        self._path = path

    @cached_property
    def _file(self) -> SqliteFile:
        return SqliteFile(self._path, _TABLES)

    @cached_property
    def sites(self) -> SiteMemories:
        return _SqliteSites(self._file)

    @cached_property
    def seen(self) -> SeenPages:
        return _SqliteSeen(self._file)

    @cached_property
    def held(self) -> HeldPages:
        return _SqliteHeld(self._file)

    @cached_property
    def stories(self) -> Stories:
        return _SqliteStories(self._file)

    @cached_property
    def duplicates(self) -> DuplicateIndex:
        from webnoise.dedup.index import DuplicateIndex

        return DuplicateIndex(sqlite_url(self._path) if self._path else None, self._thresholds)

    def close(self) -> None:
        super().close()
        if "_file" in vars(self):
            self._file.close()


class _SqliteSites(SiteMemories):
    def __init__(self, file: SqliteFile) -> None:
        self._file = file

    def load(self, site: str, method: str) -> bytes | None:
        row = self._file.row("SELECT memory FROM site_memory WHERE site = ? AND method = ?", (site, method))
        return row[0] if row else None

    def update(self, site: str, method: str, change: Callable[[bytes | None], bytes]) -> None:
        with self._file.transaction():
            memory = change(self.load(site, method))
            self._file.run("INSERT OR REPLACE INTO site_memory VALUES (?, ?, ?)", (site, method, memory))

    def forget(self, site: str) -> bool:
        return self._file.run("DELETE FROM site_memory WHERE site = ?", (site,)).rowcount > 0

    def known(self) -> list[tuple[str, str]]:
        return list(self._file.run("SELECT site, method FROM site_memory ORDER BY site, method"))


class _SqliteSeen(SeenPages):
    """Pages that were put last wait in memory until there are enough for a transaction."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._waiting: dict[str, Seen] = {}

    def get(self, url: str) -> Seen | None:
        if url in self._waiting:
            return self._waiting[url]
        row = self._file.row(
            "SELECT fetched, kind, etag, last_modified, digest FROM seen_page WHERE url = ?", (url,)
        )
        return Seen(*row) if row else None

    def put(self, url: str, seen: Seen) -> None:
        self._waiting[url] = seen
        if len(self._waiting) >= _ROWS_AT_ONCE:
            self.flush()

    def patterns(self, site: str) -> PatternCounts:
        row = self._file.row("SELECT counts FROM seen_patterns WHERE site = ?", (site,))
        counts: PatternCounts = json.loads(row[0]) if row else {}
        return counts

    def put_patterns(self, site: str, counts: PatternCounts) -> None:
        self._file.run("INSERT OR REPLACE INTO seen_patterns VALUES (?, ?)", (site, json.dumps(counts)))

    def flush(self) -> None:
        if not self._waiting:
            return
        rows = [(url, *seen) for url, seen in self._waiting.items()]
        with self._file.transaction():
            self._file.run_many("INSERT OR REPLACE INTO seen_page VALUES (?, ?, ?, ?, ?, ?)", rows)
        self._waiting.clear()


class _SqliteStories(Stories):
    def __init__(self, file: SqliteFile) -> None:
        self._file = file

    def original(self, url: str) -> str:
        row = self._file.row("SELECT original FROM story WHERE url = ?", (url,))
        return row[0] if row else url

    def put(self, url: str, original: str) -> None:
        if url == original:
            self._file.run("DELETE FROM story WHERE url = ?", (url,))
        else:
            self._file.run("INSERT OR REPLACE INTO story VALUES (?, ?)", (url, original))


class _SqliteHeld(HeldPages):
    def __init__(self, file: SqliteFile) -> None:
        self._file = file

    def hold(self, page: Page) -> int:
        statement = "INSERT INTO held_page (page, process) VALUES (?, ?)"
        return self._file.run(statement, (pack(page), os.getpid())).lastrowid or 0

    def left_over(self) -> Iterator[tuple[int, Page]]:
        rows = self._file.run("SELECT number, process FROM held_page ORDER BY number").fetchall()
        running = {process: _is_running(process) for process in {process for _, process in rows}}
        for number in [number for number, process in rows if not running[process]]:
            row = self._file.row("SELECT page FROM held_page WHERE number = ?", (number,))
            if row:
                try:
                    yield number, unpack(row[0])
                except StoreError as error:
                    _LOG.warning("A page held in %s is dropped, for %s", self._file.url, error)
                    self.let_go(number)

    def let_go(self, number: int) -> None:
        self._file.run("DELETE FROM held_page WHERE number = ?", (number,))


def _is_running(process: int) -> bool:
    """Whether another process of this number runs."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it runs, for somebody else
        pass
    return True
