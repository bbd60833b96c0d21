"""Stores in one SQLite file, with the bulk of the index of duplicates in a folder beside it.

Without a file the same stores live in memory.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from time import monotonic

from webnoise.dedup.index import DuplicateIndex, Thresholds
from webnoise.dedup.index.files import check_free
from webnoise.errors import StoreError
from webnoise.model import Page
from webnoise.sqlite_file import SqliteFile, sqlite_url
from webnoise.stores.base import (
    FoundLink,
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
_CHANGES_AT_ONCE = 64  # in a transaction; after a kill, so many pages without article are fetched once more
_SECONDS_AT_ONCE = 5.0  # after which a change that comes does not let the others wait
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

    def check_free(self) -> None:
        if self._path is not None:
            check_free(self._path)

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
    """Changes wait in memory until there are enough for a transaction, which takes all of them."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._seen: dict[str, Seen] = {}
        self._found: dict[str, tuple[str, FoundLink]] = {}  # with the site
        self._settled: set[str] = set()
        self._positions: dict[str, int] = {}
        self._flushed = monotonic()

    def get(self, url: str) -> Seen | None:
        if url in self._seen:
            return self._seen[url]
        row = self._file.row(
            "SELECT fetched, kind, etag, last_modified, digest FROM seen_page WHERE url = ?", (url,)
        )
        return Seen(*row) if row else None

    def put(self, url: str, seen: Seen) -> None:
        self._seen[url] = seen
        self.settle(url)

    def find(self, site: str, links: Iterable[FoundLink]) -> None:
        for link in links:
            if link.url not in self._seen:
                self._found.setdefault(link.url, (site, link))
                self._settled.discard(link.url)
        self._flush_when_due()

    def settle(self, url: str) -> None:
        self._found.pop(url, None)
        self._settled.add(url)
        self._flush_when_due()

    def waiting(self, site: str) -> list[FoundLink]:
        self.flush()
        rows = self._file.run(
            "SELECT url, source, found, prior, moment, hints FROM found_link WHERE site = ? ORDER BY number",
            (site,),
        )
        return [FoundLink(*values, hints=json.loads(hints)) for *values, hints in rows]  # type: ignore[misc]

    def position(self, output: str) -> int:
        if output in self._positions:
            return self._positions[output]
        row = self._file.row("SELECT position FROM output_position WHERE output = ?", (output,))
        return row[0] if row else 0

    def put_position(self, output: str, position: int) -> None:
        self._positions[output] = position

    def patterns(self, site: str) -> PatternCounts:
        row = self._file.row("SELECT counts FROM seen_patterns WHERE site = ?", (site,))
        counts: PatternCounts = json.loads(row[0]) if row else {}
        return counts

    def put_patterns(self, site: str, counts: PatternCounts) -> None:
        self._file.run("INSERT OR REPLACE INTO seen_patterns VALUES (?, ?)", (site, json.dumps(counts)))

    def flush(self) -> None:
        if self._seen or self._found or self._settled or self._positions:
            with self._file.transaction():
                self._write()
            for gathered in (self._seen, self._found, self._settled, self._positions):
                gathered.clear()
        self._flushed = monotonic()

    def _flush_when_due(self) -> None:
        changes = len(self._found) + len(self._settled)
        if changes >= _CHANGES_AT_ONCE or monotonic() - self._flushed >= _SECONDS_AT_ONCE:
            self.flush()

    def _write(self) -> None:
        links = (
            (url, site, link.source, link.found, link.prior, link.moment, json.dumps(dict(link.hints)), url)
            for url, (site, link) in self._found.items()
        )
        self._file.run_many(
            "INSERT OR IGNORE INTO found_link (url, site, source, found, prior, moment, hints)"
            " SELECT ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM seen_page WHERE url = ?)",
            links,
        )
        self._file.run_many("DELETE FROM found_link WHERE url = ?", [(url,) for url in self._settled])
        self._file.run_many(
            "INSERT OR REPLACE INTO seen_page VALUES (?, ?, ?, ?, ?, ?)",
            [(url, *seen) for url, seen in self._seen.items()],
        )
        self._file.run_many(
            "INSERT OR REPLACE INTO output_position VALUES (?, ?)", list(self._positions.items())
        )


class _SqliteStories(Stories):
    """Every article is asked for, and few runs know of a repeated one: an empty table is asked once.

    None but this process writes to it: the index of duplicates beside it lets no other in.
    """

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._is_empty = file.row("SELECT 1 FROM story LIMIT 1", ()) is None

    def original(self, url: str) -> str:
        if self._is_empty:
            return url
        row = self._file.row("SELECT original FROM story WHERE url = ?", (url,))
        return row[0] if row else url

    def put(self, url: str, original: str) -> None:
        if url == original:
            self._file.run("DELETE FROM story WHERE url = ?", (url,))
        else:
            self._is_empty = False
            self._file.run("INSERT OR REPLACE INTO story VALUES (?, ?)", (url, original))


class _SqliteHeld(HeldPages):
    def __init__(self, file: SqliteFile) -> None:
        self._file = file

    def hold(self, page: Page) -> int:
        statement = "INSERT INTO held_page (page, process) VALUES (?, ?)"
        return self._file.run(statement, (pack(page), os.getpid())).lastrowid or 0

    def left_over(self) -> Iterator[tuple[int, Page]]:
        rows = self._file.run("SELECT number, process FROM held_page ORDER BY number").fetchall()
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
