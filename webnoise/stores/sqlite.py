"""Stores in one SQLite file; without a file the same in memory."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

from filelock import FileLock, Timeout

from webnoise.dedup.compare import Thresholds
from webnoise.dedup.index import DuplicateIndex, refuse_old_index
from webnoise.errors import StoreError
from webnoise.model import Page
from webnoise.sqlite_file import SqliteFile
from webnoise.stores.base import (
    Duplicates,
    FoundLink,
    Gathered,
    HeldPages,
    PatternCounts,
    Seen,
    SeenPages,
    SiteMemories,
    Stores,
    Stories,
)
from webnoise.stores.held_page import pack, unpack
from webnoise.stores.running import is_running

_LOG = logging.getLogger(__name__)
_TABLES = """
CREATE TABLE IF NOT EXISTS site_memory (
    site TEXT NOT NULL, method TEXT NOT NULL, memory BLOB NOT NULL, PRIMARY KEY (site, method)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seen_page (
    url TEXT PRIMARY KEY, fetched REAL NOT NULL, kind TEXT NOT NULL,
    etag TEXT, last_modified TEXT, digest TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS found_link (
    number INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, site TEXT NOT NULL, source TEXT NOT NULL,
    found REAL NOT NULL, prior REAL NOT NULL, moment REAL NOT NULL, hints TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS found_link_of_site ON found_link (site);
CREATE TABLE IF NOT EXISTS output_position (output TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
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
        self._crawl_lock: FileLock | None = None

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
    def duplicates(self) -> Duplicates:
        if self._path is not None:
            refuse_old_index(self._path)
        self.check_free()
        return DuplicateIndex(thresholds=self._thresholds, file=self._file)

    def check_free(self) -> None:
        if self._path is None or self._crawl_lock is not None:
            return
        name = f"{self._path}.lock"
        # one lock for all stores of this process: only other processes are kept out
        lock = FileLock(name, thread_local=False, is_singleton=True)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire(blocking=False)
        except Timeout:
            raise StoreError(
                f"{self._path} is in use by another process: one crawl at a time can write an SQLite store; "
                "give this one a store of its own, or let both share redis://HOST"
            ) from None
        except OSError as error:
            raise StoreError(f"{name} cannot be made: {error}; see that its folder can be written") from error
        self._crawl_lock = lock

    def close(self) -> None:
        try:
            super().close()
        finally:
            if "_file" in vars(self):
                self._file.close()
            if self._crawl_lock is not None:
                self._crawl_lock.release()
                self._crawl_lock = None


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
        return self._file.rows("SELECT site, method FROM site_memory ORDER BY site, method")


class _SqliteSeen(SeenPages):
    def __init__(self, file: SqliteFile) -> None:
        super().__init__()
        self._file = file

    def patterns(self, site: str) -> PatternCounts:
        row = self._file.row("SELECT counts FROM seen_patterns WHERE site = ?", (site,))
        counts: PatternCounts = json.loads(row[0]) if row else {}
        return counts

    def put_patterns(self, site: str, counts: PatternCounts) -> None:
        self._file.run("INSERT OR REPLACE INTO seen_patterns VALUES (?, ?)", (site, json.dumps(counts)))

    def _load(self, url: str) -> Seen | None:
        row = self._file.row(
            "SELECT fetched, kind, etag, last_modified, digest FROM seen_page WHERE url = ?", (url,)
        )
        return Seen(*row) if row else None

    def _load_waiting(self, site: str) -> list[FoundLink]:
        rows = self._file.rows(
            "SELECT url, source, found, prior, moment, hints FROM found_link WHERE site = ? ORDER BY number",
            (site,),
        )
        return [FoundLink(*values, hints=json.loads(hints)) for *values, hints in rows]  # type: ignore[misc]

    def _load_position(self, output: str) -> int:
        row = self._file.row("SELECT position FROM output_position WHERE output = ?", (output,))
        return row[0] if row else 0

    def _write(self, gathered: Gathered) -> None:
        links = (
            (
                url,
                site,
                link.source,
                link.found,
                link.score,
                link.timestamp,
                json.dumps(dict(link.hints)),
                url,
            )
            for url, (site, link) in gathered.found.items()
        )
        pages = [(url, *seen) for url, seen in gathered.seen.items()]
        positions = list(gathered.positions.items())
        with self._file.transaction():
            self._file.run_many(
                "INSERT OR IGNORE INTO found_link (url, site, source, found, prior, moment, hints)"
                " SELECT ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM seen_page WHERE url = ?)",
                links,
            )
            self._file.run_many("DELETE FROM found_link WHERE url = ?", [(url,) for url in gathered.settled])
            self._file.run_many("INSERT OR REPLACE INTO seen_page VALUES (?, ?, ?, ?, ?, ?)", pages)
            self._file.run_many("INSERT OR REPLACE INTO output_position VALUES (?, ?)", positions)


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
        rows = self._file.rows("SELECT number, process FROM held_page ORDER BY number")
        others = {process for _, process in rows} - {os.getpid()}
        running = set(filter(is_running, others))
        for number in [number for number, process in rows if process not in running]:
            row = self._file.row("SELECT page FROM held_page WHERE number = ?", (number,))
            if row:
                try:
                    yield number, unpack(row[0])
                except StoreError as error:
                    _LOG.warning("A page held in %s is dropped, for %s", self._file.url, error)
                    self.let_go(number)

    def let_go(self, number: int) -> None:
        self._file.run("DELETE FROM held_page WHERE number = ?", (number,))
