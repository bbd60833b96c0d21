"""The pages that earlier runs have fetched: when, with which validators, and what came of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from webnoise.errors import ConfigError, StoreError
from webnoise.model import PageKind
from webnoise.stores.sqlite import connect, path_of

__all__ = ["MemorySeen", "Seen", "SeenStore", "SqliteSeen", "open_seen"]

_ROWS_AT_ONCE = 64  # pages per transaction; after a kill so many are fetched once more at the most
_TABLES = """
CREATE TABLE IF NOT EXISTS seen_page (
    url TEXT PRIMARY KEY, fetched REAL NOT NULL, kind TEXT NOT NULL,
    etag TEXT, last_modified TEXT, digest TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seen_patterns (site TEXT PRIMARY KEY, counts TEXT NOT NULL) WITHOUT ROWID;
"""


PatternCounts = Mapping[str, Mapping[PageKind, int]]
"""Kinds of pages counted by the pattern of their addresses."""


class Seen(NamedTuple):
    """`fetched` in seconds since 1970; `kind` of the page; `digest` of the article's text, if it is one."""

    fetched: float
    kind: str = ""
    etag: str | None = None
    last_modified: str | None = None
    digest: str | None = None


class SeenStore(Protocol):
    def get(self, url: str) -> Seen | None: ...
    def put(self, url: str, seen: Seen) -> None: ...
    def patterns(self, site: str) -> PatternCounts:
        """What earlier runs have learned of a site's addresses."""

    def put_patterns(self, site: str, counts: PatternCounts) -> None: ...
    def flush(self) -> None:
        """Make what was put last durable now."""

    def close(self) -> None: ...


def open_seen(url: str) -> SeenStore:
    """The store behind `sqlite:///FILE`, or one in memory for an empty address."""
    if not url or url in {"memory:", "memory://"}:
        return MemorySeen()
    if path := path_of(url):
        return SqliteSeen(path)
    raise ConfigError(f"seen pages are kept at sqlite:///FILE or memory://, not {url!r}")


class MemorySeen:
    """For one run."""

    def __init__(self) -> None:
        self._pages: dict[str, Seen] = {}
        self._patterns: dict[str, PatternCounts] = {}

    def get(self, url: str) -> Seen | None:
        return self._pages.get(url)

    def put(self, url: str, seen: Seen) -> None:
        self._pages[url] = seen

    def patterns(self, site: str) -> PatternCounts:
        return self._patterns.get(site, {})

    def put_patterns(self, site: str, counts: PatternCounts) -> None:
        self._patterns[site] = counts

    def flush(self) -> None:
        """Nothing outlives the process."""

    def close(self) -> None:
        """Nothing is open."""


class SqliteSeen:
    """In an SQLite file, which other stores of webnoise may share; writes go in small transactions."""

    def __init__(self, path: Path) -> None:
        self._waiting: dict[str, Seen] = {}
        self._connection = connect(path, _TABLES)

    def get(self, url: str) -> Seen | None:
        if url in self._waiting:
            return self._waiting[url]
        row = self._connection.execute(
            "SELECT fetched, kind, etag, last_modified, digest FROM seen_page WHERE url = ?", (url,)
        ).fetchone()
        return Seen(*row) if row else None

    def put(self, url: str, seen: Seen) -> None:
        self._waiting[url] = seen
        if len(self._waiting) >= _ROWS_AT_ONCE:
            self.flush()

    def patterns(self, site: str) -> PatternCounts:
        row = self._connection.execute("SELECT counts FROM seen_patterns WHERE site = ?", (site,)).fetchone()
        counts: PatternCounts = json.loads(row[0]) if row else {}
        return counts

    def put_patterns(self, site: str, counts: PatternCounts) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO seen_patterns VALUES (?, ?)", (site, json.dumps(counts))
        )

    def flush(self) -> None:
        if not self._waiting:
            return
        rows = [(url, *seen) for url, seen in self._waiting.items()]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.executemany(
                    "INSERT OR REPLACE INTO seen_page (url, fetched, kind, etag, last_modified, digest)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    rows,
                )
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError(f"seen pages cannot be written: {error}") from error
        self._waiting.clear()

    def close(self) -> None:
        self.flush()
        self._connection.close()
